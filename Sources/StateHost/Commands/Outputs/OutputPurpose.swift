/// What a file is written for.
enum OutputPurpose: String {
  case events
  case log
  case remember
  case snapshot
  case svg

  /// The option that names the file.
  var option: String { "--\(rawValue)" }

  /// In messages.
  var name: String {
    switch self {
    case .events: "the event log"
    case .log: "the log"
    case .remember: "what is remembered"
    case .snapshot: "the snapshot"
    case .svg: "the picture"
    }
  }
}
