internal import CHostSystem
internal import Glibc
internal import HostSystem
internal import HostWorkers

/// What came of one check of one plugin.
package struct CheckResult: Equatable, Sendable {
  package enum Outcome: String, Sendable {
    case passed
    case failed
    case warning
    case skipped
  }

  package let check: String
  package let level: Int
  package let outcome: Outcome
  /// Empty where nothing went wrong.
  package var expected = ""
  /// What happened in place of that; why, where the check was skipped.
  package var happened = ""
  /// The call into the plugin that went wrong.
  package var call = ""
  /// Whether `call` is only the last one before it was seen.
  package var isSeenAfterCall = false
  /// The calls before it, the oldest first.
  package var callsBefore: [String] = []
  package var milliseconds: Int64 = 0
  /// What ended the worker, the same for all checks that one mistake broke; nil where nothing did.
  var cause: String?
  /// The check that told of the same cause before.
  package var sameAs: String?
}

extension Check {
  /// It as a result.
  ///
  /// - Parameters:
  ///   - ending: how it ended.
  ///   - calls: the latest into the plugin.
  /// - Returns: the result, which took no time yet.
  func result(_ ending: CheckOutcome, calls: [String] = []) -> CheckResult {
    switch ending {
    case .passed: return CheckResult(check: name, level: level, outcome: .passed)
    case .skipped(let reason):
      return CheckResult(check: name, level: level, outcome: .skipped, happened: reason)
    case .failed(let expected, let happened, let place):
      return result(expected: expected, happened: happened, place, calls: calls)
    }
  }

  /// It as the result of a worker that did not live through it.
  func result(_ trouble: CheckFailure, calls: [String]) -> CheckResult {
    var result = result(
      expected: "\(purpose), and the plugin lives through it", happened: trouble.text,
      trouble.moment == .inCall ? .lastCall : .afterLastCall, calls: calls)
    result.cause = trouble.cause
    return result
  }

  private func result(expected: String, happened: String, _ place: CallPlace, calls: [String])
    -> CheckResult
  {
    var call = calls.last ?? "no call yet"
    var before = calls.dropLast()
    if case .call(let named, let callsBefore) = place {
      call = named
      before = callsBefore[...]
    }
    return CheckResult(
      check: name, level: level, outcome: severity == .failure ? .failed : .warning,
      expected: expected, happened: happened, call: call, isSeenAfterCall: place == .afterLastCall,
      callsBefore: Array(before))
  }
}

/// What came of all checks of one plugin.
package struct FileResult: Equatable, Sendable {
  package let file: String
  package let results: [CheckResult]
  /// How many checks there are above the strictness.
  package let leftOut: Int

  package func count(_ outcome: CheckResult.Outcome) -> Int {
    results.count { $0.outcome == outcome }
  }

  /// The checks that broke for the cause that one has told.
  package func brokenAlike(_ check: String) -> [String] {
    results.filter { $0.sameAs == check && $0.outcome != .skipped }.map(\.check)
  }
}

/// A worker of a check that came to another end than it should.
struct CheckFailure {
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
  static func noResult(after call: String?) -> CheckFailure {
    CheckFailure(
      what: "the check ended without a result", saying: nil, moment: .betweenCalls, call: call)
  }

  /// It was ended although no call was late.
  static func tooManyCalls(_ count: UInt32, within nanoseconds: Int64, last call: String?)
    -> CheckFailure
  {
    CheckFailure(
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
