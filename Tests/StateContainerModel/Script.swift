/// What happens to a container, for the engine and for the model of its contract alike.
struct Script: Sendable {
  /// The children of each state, bottom first; a child may be named twice.
  var states: [[Int]]
  /// The timing of each child, entering and leaving; nil leaves it to the container.
  var timings: [Way: Heard.Timing] = [:]
  /// What the owner says of a child's timing, before the child.
  var ownerTimings: [Way: Heard.Timing] = [:]
  var defaultTiming = Heard.Timing()
  var isMotionReduced = false
  var interrupts = false
  /// The answers of `loadAppearanceState` in turn; the last repeats.
  var answers = [0]
  /// How long a state may last, and the one that follows.
  var deadlines: [Int: (after: Int64, next: Int, animated: Bool)] = [:]
  var actions: [Action]
  var reactions: [Reaction] = []

  struct Way: Hashable {
    let child: Int
    let appearing: Bool
  }

  enum Action: Equatable, Sendable {
    case willAppear(animated: Bool)
    case didAppear
    case willDisappear(animated: Bool)
    case didDisappear
    case request(Int, animated: Bool)
    /// Time goes on by an interval from where it is when this is called.
    case wait(Int64)
    case waitUntil(Int64)
    case begin(Int)
    case update(Double)
    case finish
    case cancel
  }

  /// What is called within the nth callback of a kind.
  struct Reaction: Sendable {
    let kind: CallbackKind
    let nth: Int
    let action: Action
  }
}

/// Finds what a script calls from within a callback.
struct Reactions {
  private let reactions: [Script.Reaction]
  private var seen: [CallbackKind: Int] = [:]

  init(_ script: Script) { reactions = script.reactions }

  mutating func due(in kind: CallbackKind?) -> [Script.Action] {
    guard let kind, !reactions.isEmpty else { return [] }
    seen[kind, default: 0] += 1
    return reactions.filter { $0.kind == kind && $0.nth == seen[kind] }.map(\.action)
  }
}
