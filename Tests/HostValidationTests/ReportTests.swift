import HostPlugins
import Testing

@testable import HostValidation

@Suite("The report of what came of the checks")
struct ReportTests {
  private func result(_ calls: [String], outcome: CheckResult.Outcome = .failed) -> CheckResult {
    var result = CheckResult(check: "a-check", level: 3, outcome: outcome)
    (result.expected, result.happened, result.call) = ("this", "that", "draw()")
    result.callsBefore = calls
    return result
  }

  @Test(arguments: 0...5)
  func `names the last three calls before the one that went wrong`(count: Int) {
    let calls = (0..<count).map { "call \($0)" }
    let text = ValidationReport.text(of: result(calls), file: "x.so", seed: 9)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let named = lines.filter { $0.hasPrefix("after ") }.compactMap {
      $0.split(separator: "  ").last
    }
    #expect(named.map { $0.drop { $0 == " " } }.elementsEqual(calls.suffix(3).map { $0[...] }))
    #expect(lines.contains("in        draw()"))
    #expect(lines.last == "again     statehost validate --only a-check --seed 9 x.so")
  }

  @Test(arguments: 1...10)
  func `counts each check once: with a result, or left out`(strictness: Int) throws {
    var validator = Validator()
    validator.strictness = strictness
    let file = try validator.check("/nowhere/x.so")
    #expect(file.results.count + file.leftOut == Check.all.count)
    #expect(file.results.allSatisfy { $0.level <= strictness })
    let more = "; \(file.leftOut) more with --strictness 10"
    #expect(ValidationReport.summary(of: file).contains(more) == (file.leftOut > 0))
    validator.only = ["size-1x1"]
    #expect(try validator.check("/nowhere/x.so").leftOut == 0)
  }
}
