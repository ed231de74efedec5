import Foundation
import StateContainer
import Testing

@Suite struct `Random runs` {
  static let seeds = Array(UInt64(1)...200)
  static let steps = 100

  @Test(arguments: seeds, QueueingPolicy.allCases)
  func `keep every rule of the contract`(seed: UInt64, policy: QueueingPolicy) {
    let run = RandomRun(seed: seed, policy: policy)
    run.play(steps: Self.steps)
    #expect(run.faults.isEmpty, "seed \(seed), \(policy)")
  }

  @Test(arguments: seeds.prefix(40), QueueingPolicy.allCases)
  func `are equal for equal seeds`(seed: UInt64, policy: QueueingPolicy) {
    let one = RandomRun(seed: seed, policy: policy)
    let other = RandomRun(seed: seed, policy: policy)
    one.play(steps: Self.steps)
    other.play(steps: Self.steps)
    #expect(one.log == other.log, "seed \(seed)")
  }

  /// In the longer mode, a million steps: 5,000 more seeds for each policy.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["STATEHOST_LONG_TESTS"] != nil,
      "only make test-long, which sets STATEHOST_LONG_TESTS"),
    arguments: Array(UInt64(0)..<100), QueueingPolicy.allCases)
  func `keep every rule for a million steps`(block: UInt64, policy: QueueingPolicy) {
    for seed in (1_000 + block * 50)..<(1_050 + block * 50) {
      let run = RandomRun(seed: seed, policy: policy)
      run.play(steps: Self.steps)
      #expect(run.faults.isEmpty, "seed \(seed), \(policy)")
    }
  }

  @Test func `see requests finish, superseded and cancelled, and children come and go`() {
    var finished = 0
    var superseded = 0
    var cancelled = 0
    var ended = 0
    for seed in Self.seeds.prefix(40) {
      let run = RandomRun(seed: seed)
      run.play(steps: Self.steps)
      finished += run.outcomes.count { $0 == .finished }
      superseded += run.outcomes.count { $0 == .superseded }
      cancelled += run.outcomes.count { $0 == .cancelled }
      ended += run.log.count { $0.contains(" end ") }
    }
    #expect(finished > 100 && superseded > 100 && cancelled > 100 && ended > 100)
  }
}
