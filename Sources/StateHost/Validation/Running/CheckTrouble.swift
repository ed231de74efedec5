internal import CHostSystem
internal import Glibc
internal import HostSystem

/// A worker of a check that came to another end than it should.
struct CheckTrouble {
  /// When it happened.
  enum Moment {
    case inCall
    case betweenCalls
    /// The check had its result.
    case atEnd
  }

  let what: String
  /// The last line that it printed.
  let saying: String?
  let moment: Moment
  /// The call that it was in, or came after.
  let call: String?
  /// No call of it is more to blame than the others.
  var isOfAll = false

  /// It ended without a result, and as if nothing were wrong.
  static func noResult(after call: String?) -> CheckTrouble {
    CheckTrouble(
      what: "the check ended without a result", saying: nil, moment: .betweenCalls, call: call)
  }

  /// It was ended although no call was late.
  static func tooManyCalls(
    _ count: UInt32, within nanoseconds: Int64, last call: String?
  ) -> CheckTrouble {
    CheckTrouble(
      what: "the check did not come to its end within \(Double(nanoseconds) / 1e9) s, "
        + "after \(count) calls", saying: nil, moment: .betweenCalls, call: call, isOfAll: true)
  }

  /// As a person reads it.
  var text: String {
    if isOfAll { return what }
    let place =
      switch moment {
      case .inCall: "in this call"
      case .betweenCalls: "after this call: in what it gave, or in a thread of the plugin's"
      case .atEnd: "at the end of the process, after the check"
      }
    return "\(what), \(place)" + (saying.map { ", saying \"\($0)\"" } ?? "")
  }

  /// The same for all checks that one mistake broke: the same end in the same function.
  var cause: String {
    if isOfAll { return "too many calls" }
    let function = call?.prefix { $0 != "(" } ?? ""
    return "\(what) \(function)"
  }

  /// What a process of this end did.
  static func words(of ending: WorkerEnding) -> String {
    switch ending {
    case .exited(let status): return "the plugin ended the process with status \(status)"
    case .unlinked: return "the plugin closed its worker's link to the host"
    case .killed(SIGSYS): return "it asked the system for what workers are refused (SIGSYS)"
    case .killed(let signal):
      let name = unsafe host_signal_name(signal).map { unsafe "SIG" + String(cString: $0) }
      return "it crashed (\(name ?? "signal \(signal)"))"
    }
  }
}
