/// What a plugin's child can be given time for.
package enum PluginDeadline: String, CaseIterable, Hashable, Sendable {
  case draw
  /// A key, the mouse, a paste; or to be there when its state appears.
  case call
  /// To be made.
  case create
  /// Before it is ended.
  case end

  /// The shortest that can be asked for: less than any plugin takes.
  package static let leastNanoseconds: Int64 = 1_000_000
}

extension FieldObject {
  /// The deadlines that it names.
  func pluginDeadlines() throws(LocatedProblem) -> [PluginDeadline: Int64] {
    try allowOnly(PluginDeadline.allCases.map(\.rawValue))
    var deadlines: [PluginDeadline: Int64] = [:]
    for deadline in PluginDeadline.allCases {
      guard let field = self[deadline.rawValue] else { continue }
      deadlines[deadline] = max(try field.duration(), PluginDeadline.leastNanoseconds)
    }
    return deadlines
  }
}
