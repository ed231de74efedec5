import StateContainer
import Testing

@Suite struct `Random runs` {
  static let seeds = Array(UInt64(1)...200)
  static let steps = 100

  @Test(arguments: seeds)
  func `keep every rule of the contract`(seed: UInt64) {
    let run = RandomRun(seed: seed)
    run.play(steps: Self.steps)
    #expect(run.faults.isEmpty, "seed \(seed)")
  }

  @Test(arguments: seeds.prefix(40))
  func `are equal for equal seeds`(seed: UInt64) {
    let one = RandomRun(seed: seed)
    let other = RandomRun(seed: seed)
    one.play(steps: Self.steps)
    other.play(steps: Self.steps)
    #expect(one.log == other.log, "seed \(seed)")
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
