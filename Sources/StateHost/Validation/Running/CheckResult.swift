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
  func result(_ ending: CheckEnding, calls: [String] = []) -> CheckResult {
    switch ending {
    case .passed: return CheckResult(check: name, level: level, outcome: .passed)
    case .skipped(let reason):
      return CheckResult(check: name, level: level, outcome: .skipped, happened: reason)
    case .failed(let expected, let happened, let place):
      return result(expected: expected, happened: happened, place, calls: calls)
    }
  }

  /// It as the result of a worker that did not live through it.
  func result(_ trouble: CheckTrouble, calls: [String]) -> CheckResult {
    var result = result(
      expected: "\(purpose), and the plugin lives through it", happened: trouble.text,
      trouble.moment == .inCall ? .lastCall : .afterLastCall, calls: calls)
    result.cause = trouble.cause
    return result
  }

  private func result(
    expected: String, happened: String, _ place: CallPlace, calls: [String]
  ) -> CheckResult {
    var call = calls.last ?? "no call yet"
    var before = calls.dropLast()
    if case .call(let named, let callsBefore) = place {
      call = named
      before = callsBefore[...]
    }
    return CheckResult(
      check: name, level: level, outcome: severity == .failure ? .failed : .warning,
      expected: expected, happened: happened, call: call,
      isSeenAfterCall: place == .afterLastCall, callsBefore: Array(before))
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
