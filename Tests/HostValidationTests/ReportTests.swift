import HostText
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
    let text = ValidationReport(seed: 9).text(of: result(calls), file: "x.so")
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let named = lines.filter { $0.hasPrefix("after ") }.compactMap {
      $0.split(separator: "  ").last
    }
    #expect(named.map { $0.drop { $0 == " " } }.elementsEqual(calls.suffix(3).map { $0[...] }))
    #expect(lines.contains("in        draw()"))
    #expect(lines.last == "again     statehost validate --only a-check --seed 9 x.so")
  }

  @Test func `repeats a check with what the plugin was given`() {
    let report = ValidationReport(seed: 1, given: ["--argument", "x y", "--grant", "id=run"])
    let text = report.text(of: result([]), file: "a b.so")
    #expect(
      text.hasSuffix(
        "statehost validate --only a-check --seed 1 --argument 'x y' --grant id=run 'a b.so'\n"))
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

extension ReportTests {
  @Test(arguments: [0, 1, 2, 4, 5], [0, 1, 2])
  func `counts by outcome, and names what else one cause broke`(others: Int, warnings: Int) {
    let broken = (0..<others).map { index in
      var result = CheckResult(check: "o\(index)", level: 1, outcome: .failed)
      result.sameAs = "a-check"
      return result
    }
    var skipped = CheckResult(check: "s", level: 1, outcome: .skipped)
    skipped.sameAs = "a-check"
    let warned = (0..<warnings).map { CheckResult(check: "w\($0)", level: 1, outcome: .warning) }
    let passed = CheckResult(check: "p", level: 1, outcome: .passed)
    let all = [passed, result([])] + broken + [skipped] + warned
    let names = ["", "o0", "o0, o1", "", "o0, o1, o2, o3", "o0, o1, o2, o3 and 1 more"][others]
    let cause = "  a-check: the same cause broke \(others) more: \(names)\n"
    let warning = ["0 warnings", "1 warning", "2 warnings"][warnings]
    #expect(
      ValidationReport.summary(of: PluginCheckResults(file: "x.so", results: all, leftOut: 0))
        == (others > 0 ? cause : "") + "  1 passed, \(1 + others) failed, \(warning), 1 skipped\n")
    #expect(broken.allSatisfy { ValidationReport(seed: 1).text(of: $0, file: "x.so") == "" })
  }

  @Test(
    arguments: [
      (.passed, "  passed   a-check", 1), (.skipped, "  skipped  a-check: that", 1),
      (.failed, "  FAILED   a-check", 5), (.warning, "  warning  a-check", 5),
    ] as [(CheckResult.Outcome, String, Int)])
  func `has a line for each outcome, and more where something is wrong`(
    outcome: CheckResult.Outcome, first: String, count: Int
  ) {
    let text = ValidationReport(seed: 1).text(of: result([], outcome: outcome), file: "x.so")
    let lines = text.split(separator: "\n")
    #expect(lines.count == count && lines[0] == first)
  }

  @Test func `is of the checks up to a level or those that are named, but for the skipped`() {
    var validator = Validator()
    validator.skipped = ["size-1x1"]
    let all = Check.all.filter { $0.name != "size-1x1" }
    for strictness in 1...10 {
      validator.strictness = strictness
      let wanted = all.filter { $0.level <= strictness }
      #expect(validator.selection.map(\.name) == wanted.map(\.name))
    }
    validator.strictness = 1
    validator.only = ["random-life", "size-1x1", "size-0x0"]
    let wanted = all.filter { validator.only.contains($0.name) }
    #expect(wanted.count == 2 && validator.selection.map(\.name) == wanted.map(\.name))
  }

  @Test func `says when a worker failed, and whether the call is to blame`() {
    let moments: [(CheckFailure.Moment, String)] = [
      (.inCall, "in this call"),
      (.betweenCalls, "after this call: in its result, or in a thread of the plugin"),
      (.atEnd, "at the end of the process, after the check"),
    ]
    for (moment, words) in moments {
      let failure = CheckFailure(
        what: "it crashed", saying: "why", moment: moment, call: "draw(columns 1) of a")
      #expect(failure.text == "it crashed, \(words), saying \"why\"")
      #expect(failure.cause == "it crashed draw")
      let result = Check.all[0].result(failure, calls: ["init()", "draw(columns 1) of a"])
      #expect(result.call == "draw(columns 1) of a" && result.callsBefore == ["init()"])
      #expect(result.isSeenAfterCall == (moment != .inCall))
    }
  }

  @Test func `has the last calls and the outcome from memory that the worker shares`() throws {
    let file = try CheckRecord.file()
    let worker = try CheckRecord(in: file)
    let host = try CheckRecord(in: file)
    #expect(host.phase == .starting && host.calls == [] && host.ending == nil)
    for number in 0..<20 {
      worker.beginCall("draw", "\(number)", of: number % 2 == 0 ? "a" : nil)
      #expect(host[.isInCall] && host.moment == .inCall)
      _ = worker.endCall()
      #expect(!host[.isInCall] && host.moment == .betweenCalls)
    }
    let calls = (0..<20).map { "draw(\($0))" + ($0 % 2 == 0 ? " of a" : "") }
    #expect(host.callCount == 20 && host.calls == Array(calls.suffix(7)))
    worker.forgetLastCall()
    #expect(host.latestCalls(2) == Array(calls[17...18]))
    worker.beginCall("draw", String(repeating: "x", count: 600), of: "a")
    #expect(host.latestCalls(1).map(\.utf8.count) == [508])
    let outcomes: [CheckOutcome] = [
      .passed, .skipped("why"), .failed(expected: "a", happened: "b"),
      .failed(expected: "a", happened: "b", place: .afterLastCall),
      .failed(expected: "a", happened: "b", place: .call("c()", after: ["d()", "e()"])),
    ]
    for outcome in outcomes {
      worker.ending = outcome
      #expect(String(describing: host.ending) == String(describing: Optional(outcome)))
      #expect(host.phase == .finished && host.moment == .atEnd)
    }
  }

  @Test(arguments: [CheckResult.Outcome.passed, .failed, .warning, .skipped], [0, 1, 2])
  func `is one object of JSON, with the level and the time of each check`(
    outcome: CheckResult.Outcome, count: Int
  ) {
    var result = result([], outcome: outcome)
    result.milliseconds = 7
    let results = Array(repeating: result, count: count)
    let files = [results, []].map { PluginCheckResults(file: "x.so", results: $0, leftOut: 0) }
    let json = ValidationReport(seed: 9, given: ["-o", "b"]).json(
      files, strictness: 4, given: .object(["argument": .text("a")]))
    let text = String(decoding: json, as: UTF8.self)
    #expect(text.hasPrefix(#"{"seed":9,"strictness":4,"given":{"argument":"a"},"files":[{"file":"#))
    #expect(text.split(separator: #""level":3,"milliseconds":7}"#).count == count + 1)
    let counts = text.split(separator: #""\#(outcome.rawValue)":\#(count),"#).count - 1
    #expect(counts == (count > 0 ? 1 : 2))
    let again = #""again":"statehost validate --only a-check --seed 9 -o b x.so""#
    #expect(text.contains(again) == (count > 0 && [.failed, .warning].contains(outcome)))
  }

  @Test(
    arguments: [
      ([], "no call was slow"), ([("draw(1)", 5)], "a call of draw took 5 ms"),
      ([("draw(1)", 5), ("draw(2)", 8)], "2 calls of draw took 6 ms each"),
      ([("draw()", 10), ("draw()", 10), ("key()", 30)], "a call of key took 30 ms"),
      ([("draw()", 10), ("key()", 15), ("draw()", 10)], "2 calls of draw took 10 ms each"),
    ] as [([(String, Int64)], String)])
  func `of slow calls names those that took the most together`(
    calls: [(String, Int64)], words: String
  ) {
    var slow = SlowCalls()
    for (call, milliseconds) in calls { slow.add(call, milliseconds * 1_000_000) }
    #expect(slow.words == words)
    #expect(slow.nanoseconds == calls.reduce(0) { $0 + $1.1 } * 1_000_000)
  }
}
