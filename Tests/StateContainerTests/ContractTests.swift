import Foundation
import TestSupport
import Testing

@testable import StateContainerModel

/// What the engine does, beside what the model of its contract says, call for call.
@Suite struct `The contract, call for call` {
  private static let isLong = ProcessInfo.processInfo.environment["STATEHOST_LONG_TESTS"] == "1"

  /// The simulator plays them, for it is optimised: of each family at least so many.
  private func play(_ family: ContractSequences.Family, atLeast least: Int) throws {
    let run = try ProgramRun.run(
      ["--sequences", family.rawValue] + (Self.isLong ? ["--long"] : []),
      program: BuiltProducts.programFolder + "/Simulator", seconds: Self.isLong ? 3600 : 600)
    #expect(run.status == 0, "\(run.errors)")
    let count = run.output.split(separator: " ").first.flatMap { Int($0) }
    #expect(count ?? 0 >= least && run.output.hasSuffix(" sequences: no rule is broken\n"))
  }

  @Test func `holds for every sequence of appearances and requests`() throws {
    try play(.appearances, atLeast: 70_000)
  }

  @Test func `holds for every sequence by hand`() throws {
    try play(.hand, atLeast: 11_664)
  }

  @Test func `holds for calls within every kind of callback`() throws {
    try play(.callbacks, atLeast: 20_000)
  }

  @Test(arguments: Array(UInt64(1)...(isLong ? 2_000 : 60)))
  func `holds for random scripts`(block: UInt64) {
    for seed in (block * 20)..<(block * 20 + 20) {
      var random = SeededGenerator(seed: seed)
      let script = Script.random(using: &random)
      #expect(throws: Never.self, "seed \(seed)") { try ContractSequences.compare(script) }
    }
  }

  @Test func `is met by scripts in which everything happens`() {
    var kinds: Set<CallbackKind> = []
    var outcomes: Set<String> = []
    for seed in UInt64(20)..<220 {
      var random = SeededGenerator(seed: seed)
      for heard in ContractModel(Script.random(using: &random)).play() {
        if let kind = heard.what.kind { kinds.insert(kind) }
        if case .completed(_, let outcome) = heard.what { outcomes.insert(outcome) }
      }
    }
    #expect(kinds == Set(CallbackKind.allCases))
    #expect(outcomes == ["finished", "superseded", "cancelled"])
  }
}
