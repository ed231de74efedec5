internal import HostText

/// Why a run was given up.
package enum ScenarioPlayError: Error, Equatable {
  /// There were more events than a run may have, so it would probably never end.
  case endless(eventLimit: Int, atNanoseconds: Int64)

  /// The whole message, on one line and without a line end.
  ///
  /// - Parameter file: the scenario as the user named it.
  /// - Returns: text in which nothing can harm a terminal.
  package func text(file: String) -> String {
    switch self {
    case .endless(let limit, let nanoseconds):
      var time: [UInt8] = []
      time.appendMilliseconds(nanoseconds)
      return "statehost: the scenario does not come to rest within \(limit) events: "
        + "\(HarmlessText.escaped(file, limit: 500)) "
        + "(at \(String(decoding: time, as: UTF8.self)) ms): "
        + "look for children or deadlines that keep requesting states"
    }
  }
}
