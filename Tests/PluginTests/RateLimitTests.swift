import Testing

@testable import HostPlugins

/// How often a child may do what: each with some at once, and for ever as often as is allowed.
@Suite struct `The rate of what a child asks for` {
  private static let second: Int64 = 1_000_000_000
  private var limits = RequestPolicy.Limits()

  @Test mutating func `of timers of no time is 250 a second, where each woke asks for one`() {
    let shortest = RequestPolicy.Limits.shortestWakeNanoseconds
    for delay in [1, shortest - 1, shortest, shortest + 1] {
      let taken = limits.timerDelay(delay, at: 0)
      #expect(taken == max(delay, shortest))
    }
    // That none of them follows a woke is no way not to rest.
    let unwoken = (0..<600).map { _ in limits.timerDelay(0, at: 0) }
    #expect(unwoken.allSatisfy { $0 == 0 })
    let taken = (0..<600).map { _ in
      limits.wokeIsCalled()
      return limits.timerDelay(0, at: 0)
    }
    #expect(taken == Array(repeating: 0, count: 250) + Array(repeating: shortest, count: 350))
    let steady = (1..<2000 as Range<Int64>).map { turn in
      limits.wokeIsCalled()
      return limits.timerDelay(0, at: Self.second + turn * shortest)
    }
    #expect(steady.allSatisfy { $0 == 0 })
  }

  @Test mutating func `of wakes from threads is 250 a second`() {
    let isTaken = (0..<251).map { _ in limits.allowsThreadWake(at: 7) }
    #expect(isTaken == Array(repeating: true, count: 250) + [false])
    let isSoon = limits.allowsThreadWake(at: Self.second + 6)
    let isLater = limits.allowsThreadWake(at: Self.second + 7)
    #expect(!isSoon && isLater)
  }

  @Test mutating func `of states is 20 at once and 10 a second, or what the user does`() {
    let rest: Int64 = 100_000_000
    let taken = (0..<30).map { _ in limits.stateDelay(at: 0) }
    #expect(taken == Array(repeating: 0, count: 20) + Array(repeating: rest, count: 10))
    limits.inputArrived()
    let afterInput = limits.stateDelay(at: 0)
    #expect(afterInput == 0)
    let steady = (1..<300 as Range<Int64>).map { limits.stateDelay(at: $0 * rest) }
    #expect(steady.allSatisfy { $0 == 0 })
    // Twice as often for a while, and no more of it then.
    var now = 300 * rest
    var allowed = 0
    while limits.stateDelay(at: now) == 0 {
      now += rest / 2
      allowed += 1
    }
    #expect(35...42 ~= allowed)
  }

  @Test mutating func `of messages is 250 a second, and 1 MiB`() {
    let small = ChildMessage(to: "", subject: "a", body: [0])
    let isTaken = (0..<251).map { _ in limits.allows(small, at: 5) }
    #expect(isTaken == Array(repeating: true, count: 250) + [false])
    let large = ChildMessage(to: "", subject: "a", body: Array(repeating: 0, count: 64 << 10))
    let areTaken = (0..<17).map { _ in limits.allows(large, at: Self.second + 5) }
    let isSoon = limits.allows(small, at: 2 * Self.second + 4)
    let isLater = limits.allows(small, at: 2 * Self.second + 5)
    #expect(areTaken == Array(repeating: true, count: 16) + [false])
    #expect(!isSoon && isLater)
  }

  @Test mutating func `of programs is 120 at once and 60 a second`() {
    func count(at now: Int64) -> Int { (0..<200).count { _ in limits.allowsProgram(at: now) } }
    #expect(count(at: 0) == 120)
    #expect(count(at: Self.second) == 60)
    #expect(count(at: 1000 * Self.second) == 120)
    let steady = (1..<10_000 as Range<Int64>).map {
      limits.allowsProgram(at: 2000 * Self.second + $0 * (Self.second / 60))
    }
    #expect(!steady.contains(false))
  }

  @Test mutating func `of bells is four a second`() {
    let isRung = [0, 100, 200, 900, 999].map { limits.allowsBell(at: $0 * 1_000_000) }
    #expect(isRung == [true, true, true, true, false])
    let isRungLater = limits.allowsBell(at: Self.second)
    #expect(isRungLater)
  }

  @Test func `is filled by periods, up to its burst, from when the first was taken`() {
    var limit = RateLimit(3, refill: 1, perNanoseconds: 100)
    func taken(_ times: Int64...) -> [Bool] { times.map { limit.allows(at: $0) } }
    #expect(taken(1050, 1050, 1050, 1050, 1149) == [true, true, true, false, false])
    // What is left of a period counts for the next one.
    #expect(taken(1199, 1200, 1249, 1250, 1250) == [true, false, false, true, false])
    // A clock that goes back fills nothing.
    #expect(taken(1000, 1349, 1350) == [false, false, true])
    #expect(taken(99_000, 99_000, 99_000, 99_000) == [true, true, true, false])
    limit.reset()
    #expect(taken(99_000, 99_000, 99_000, 99_000) == [true, true, true, false])
  }

  @Test func `is of amounts, which are taken whole or not at all`() {
    var limit = RateLimit(10, perNanoseconds: 100)
    let taken = [11, 4, 7, 6, 1, 0].map { limit.allows($0, at: 0) }
    #expect(taken == [false, true, false, true, false, true])
    let later = [99, 100, 100].map { limit.allows(10, at: $0) }
    #expect(later == [false, true, false])
  }

  /// A limit that counts what it refuses refuses as long as there is no pause.
  @Test(arguments: [false, true])
  func `is refused until a pause where what is refused counts`(countsRefused: Bool) {
    var limit = RateLimit(2, refill: 1, perNanoseconds: 100, countsRefused: countsRefused)
    #expect([0, 0, 0, 99].map { limit.allows(at: $0) } == [true, true, false, false])
    #expect(
      [100, 199, 200].map { limit.allows(at: $0) }
        == Array([true, false, true].map { $0 && !countsRefused }))
    #expect([1000, 1000, 1000].map { limit.allows(at: $0) } == [true, true, false])
  }

  @Test mutating func `of a message that is refused takes nothing, and one limit is not another`() {
    let large = ChildMessage(to: "", subject: "a", body: Array(repeating: 0, count: 64 << 10))
    let empty = ChildMessage(to: "", subject: "a", body: [])
    let areTaken = (0..<20).count { _ in limits.allows(large, at: 0) }
    let areLeft = (0..<300).count { _ in limits.allows(empty, at: 0) }
    #expect(areTaken == 16 && areLeft == 250 - 16)
    limits.inputArrived()
    let isTaken = limits.allows(empty, at: 0)
    let isOther = limits.allowsBell(at: 0) && limits.allowsThreadWake(at: 0)
    #expect(!isTaken && isOther)
  }
}
