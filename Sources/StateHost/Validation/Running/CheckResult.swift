/// The result of one validator check on one plugin, for the report: name, level, outcome, expected,
/// happened, in which call, duration, and the earlier check that failed for the same cause.
package struct CheckResult: Equatable, Sendable {
  /// The verdict of one check of a plugin: passed, failed, warning or skipped.
  package enum Outcome: String, Sendable { case passed, failed, warning, skipped }

  package let check: String
  package let level: Int
  package let outcome: Outcome
  /// What the check expected; empty when it passed.
  package var expected = ""
  /// What happened instead, or why the check was skipped.
  package var happened = ""
  /// The call into the plugin that failed the check.
  package var call = ""
  /// Whether `call` is only the last call before the failure was detected.
  package var isSeenAfterCall = false
  /// The calls before it, oldest first.
  package var callsBefore: [String] = []
  package var milliseconds: Int64 = 0
  /// What ended the worker, equal for checks failing for the same reason; nil when nothing did.
  var cause: String?
  /// The earlier check that reported the same cause.
  package var sameAs: String?
}

extension Check {
  /// Converts an outcome to a result of duration 0; `calls` are the latest calls into the plugin.
  func result(_ ending: CheckOutcome, calls: [String] = []) -> CheckResult {
    switch ending {
    case .passed: return CheckResult(check: name, level: level, outcome: .passed)
    case .skipped(let reason):
      return CheckResult(check: name, level: level, outcome: .skipped, happened: reason)
    case .failed(let expected, let happened, let place):
      var (call, before) = (calls.last ?? "no call yet", Array(calls.dropLast()))
      if case .call(let named, let callsBefore) = place { (call, before) = (named, callsBefore) }
      return CheckResult(
        check: name, level: level, outcome: severity == .failure ? .failed : .warning,
        expected: expected, happened: happened, call: call,
        isSeenAfterCall: place == .afterLastCall, callsBefore: before)
    }
  }

  /// The result of a check whose worker failed.
  func result(_ trouble: CheckFailure, calls: [String]) -> CheckResult {
    var result = result(
      .failed(
        expected: "\(purpose), and the plugin keeps running", happened: trouble.text,
        place: trouble.moment == .inCall ? .lastCall : .afterLastCall), calls: calls)
    result.cause = trouble.cause
    return result
  }
}

/// The results of a plugin file's validator checks, and how many the strictness left out.
package struct PluginCheckResults: Equatable, Sendable {
  package let file: String
  package let results: [CheckResult]
  package let leftOut: Int

  package func count(_ outcome: CheckResult.Outcome) -> Int {
    results.count { $0.outcome == outcome }
  }

  /// The checks that failed for the same cause as `check`.
  package func brokenAlike(_ check: String) -> [String] {
    results.filter { $0.sameAs == check && $0.outcome != .skipped }.map(\.check)
  }
}

/// A crash, timeout or unexpected exit of a check's worker: what happened, the last line printed,
/// and in or after which plugin call; gives a text, and a cause that groups equal failures.
struct CheckFailure {
  /// The moment at which the worker process of a check failed: in a call, between calls, after its
  /// result, or in no particular call, as all together took too long.
  enum Moment {
    case inCall
    case inAllCalls
    case betweenCalls
    case atEnd
  }

  let what: String
  /// The last line that the worker printed.
  var saying: String?
  let moment: Moment
  /// The current or the latest call.
  let call: String?

  var text: String {
    let place =
      switch moment {
      case .inCall: ", in this call"
      case .inAllCalls: ""
      case .betweenCalls: ", after this call: in its result, or in a thread of the plugin"
      case .atEnd: ", at the end of the process, after the check"
      }
    return what + place + (saying.map { ", saying \"\($0)\"" } ?? "")
  }

  /// The cause, equal for all checks that fail in the same way in the same function.
  var cause: String {
    if moment == .inAllCalls { return "too many calls" }
    let function = call?.prefix { $0 != "(" } ?? ""
    return "\(what) \(function)"
  }
}
