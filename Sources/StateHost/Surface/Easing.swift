/// How the progress of an animation follows the time.
package enum Easing: Sendable, Equatable, CaseIterable {
  case linear
  case easeIn
  case easeOut
  case easeInOut

  /// The eased progress.
  ///
  /// What is given is cut to 0…1; not a number counts as 1. 0 gives 0, 1 gives 1, and it never falls.
  package func callAsFunction(_ progress: Double) -> Double {
    let time = progress.isNaN ? 1 : min(max(progress, 0), 1)
    let rest = 1 - time
    switch self {
    case .linear: return time
    case .easeIn: return time * time * time
    case .easeOut: return 1 - rest * rest * rest
    case .easeInOut: return time < 0.5 ? 4 * time * time * time : 1 - 4 * rest * rest * rest
    }
  }
}
