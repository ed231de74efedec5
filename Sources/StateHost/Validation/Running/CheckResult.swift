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
  /// The call into the plugin that went wrong, or was the last before.
  package var call = ""
  /// The calls before it, the oldest first.
  package var callsBefore: [String] = []
  package var milliseconds: Int64 = 0
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
}
