import ChildPluginKit

extension Content.Failure {
  /// How the source ended, in words; empty where the cause says it all.
  var ending: String {
    switch self {
    case .exitStatus(let status): "exit status \(status)"
    case .signal(let signal): "signal \(signal)" + Self.name(ofSignal: signal)
    case .notFound, .notAllowed, .read, .other: ""
    }
  }

  /// The number by which one can tell that a cause already says how the source ended.
  var number: Int? {
    switch self {
    case .exitStatus(let status): status
    case .signal(let signal): signal
    case .notFound, .notAllowed, .read, .other: nil
    }
  }

  /// What failed, where the host has no words of its own.
  var cause: String {
    switch self {
    case .notFound: "there is no such command or file"
    case .notAllowed: "it may not be read or run"
    case .exitStatus: "the command failed"
    case .signal: "the command was stopped"
    case .read: "reading failed"
    case .other: "something failed"
    }
  }

  /// The signals that a user meets, with their numbers on Linux.
  private static func name(ofSignal signal: Int) -> String {
    switch signal {
    case 1: " (hung up)"
    case 2: " (interrupted)"
    case 3: " (quit)"
    case 4: " (illegal instruction)"
    case 5: " (trap)"
    case 6: " (aborted)"
    case 7: " (bus error)"
    case 8: " (arithmetic error)"
    case 9: " (killed)"
    case 11: " (invalid memory access)"
    case 13: " (broken pipe)"
    case 14: " (alarm)"
    case 15: " (terminated)"
    default: ""
    }
  }
}
