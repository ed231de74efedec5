/// What an output file of a command contains, such as the event log or a snapshot, by the option that names the file.
enum OutputPurpose: String {
  case events
  case log
  case remember
  case snapshot
  case svg

  /// The option that names the file.
  var option: String { "--\(rawValue)" }

  /// The name of the file in messages.
  var name: String {
    switch self {
    case .events: "the event log"
    case .log: "the log"
    case .remember: "the saved states"
    case .snapshot: "the snapshot"
    case .svg: "the picture"
    }
  }
}
