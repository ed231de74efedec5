import StateContainer
import Testing

@Suite struct `The decision tree` {
  typealias Situation = ContentSituation<String>

  @Test(
    arguments: [
      (Situation(), .empty),
      (Situation(isLoading: true), .loading),
      (Situation(failure: "x"), .error("x")),
      (Situation(isLoading: true, failure: "x"), .loading),
      (Situation(hasContent: true), .content(notice: nil, isReloading: false)),
      (Situation(hasContent: true, isLoading: true), .content(notice: nil, isReloading: true)),
      (Situation(hasContent: true, failure: "x"), .content(notice: "x", isReloading: false)),
      (
        Situation(hasContent: true, isLoading: true, failure: "x"),
        .content(notice: "x", isReloading: true)
      ),
    ] as [(Situation, ContentState<String>)])
  func `puts content first, then loading, then the error`(
    situation: Situation, state: ContentState<String>
  ) {
    #expect(situation.state == state)
  }

  /// Every 50 ms: `l`oading, `c`ontent, `e`rror, emp`t`y, `r`eloading content; `-` nothing.
  @Test(arguments: [
    ("lcccc", "-cccc", "a short load shows nothing of itself"),
    ("lllcccccccc", "--llllllccc", "once shown, it stays for its minimum"),
    ("llllllllllcc", "--llllllllcc", "a long load ends when it ends"),
    ("eeelleee", "eeeeeeee", "the error stays while a short retry runs"),
    ("eeellleeeeeeee", "eeeeelllllleee", "a long retry shows, and stays for its minimum"),
    ("llltlllllllcc", "--lllllllllcc", "loading that comes back within the minimum goes on"),
    ("ltlltttttt", "-ttttttttt", "the delay starts anew"),
    ("crrcc", "crrcc", "reloading is content all the while"),
    ("tcte", "tcte", "what is not loading shows at once"),
  ])
  func `does not flash`(known: String, shown: String, why: Comment) {
    var driver = ContentStateDriver<String>(situation(of: known.first))
    var seen = ""
    for (tick, letter) in known.enumerated() {
      driver.update(situation(of: letter), at: Int64(tick) * 50_000_000)
      seen.append(self.letter(of: driver.shown))
    }
    #expect(seen == shown, why)
  }

  @Test func `is driven by intervals as well as by instants`() {
    var driver = ContentStateDriver<String>(now: .nanoseconds(Int64.min + 5))
    driver.update(Situation(isLoading: true))
    #expect(driver.timeToNextDeadline == .milliseconds(100))
    driver.advance(by: .seconds(-1))
    #expect(driver.timeToNextDeadline == .milliseconds(100), "time that goes back stands still")
    driver.advance(by: .milliseconds(60))
    #expect(driver.timeToNextDeadline == .milliseconds(40))
    driver.skipDelay()
    #expect(driver.shown == .loading && driver.timeToNextDeadline == nil)
  }

  @Test func `names the instant at which it changes by itself`() {
    var driver = ContentStateDriver<String>(Situation(isLoading: true), now: .nanoseconds(1_000))
    #expect(driver.shown == nil)
    #expect(driver.nextDeadline == 100_001_000)
    driver.advance(to: 100_001_000)
    #expect(driver.shown == .loading && driver.nextDeadline == nil)
    driver.update(Situation(hasContent: true), at: 150_000_000)
    #expect(driver.shown == .loading && driver.nextDeadline == 400_001_000)
    driver.advance(to: 500_000_000)
    #expect(driver.shown == .content(notice: nil, isReloading: false))
    #expect(driver.nextDeadline == nil)
  }

  @Test func `does not show loading that is over when it is told the time`() {
    var driver = ContentStateDriver<String>(Situation(isLoading: true))
    driver.update(Situation(hasContent: true), at: 350_000_000)
    #expect(driver.shown == .content(notice: nil, isReloading: false))
  }

  @Test func `counts the minimum from when loading is shown, not from when it was due`() {
    var driver = ContentStateDriver<String>(Situation(isLoading: true))
    driver.advance(to: 350_000_000)
    driver.update(Situation(), at: 360_000_000)
    #expect(driver.shown == .loading && driver.nextDeadline == 650_000_000)
  }

  @Test func `shows loading at once when told to, and drops it at once`() {
    let times = LoadingTimes(delayNanoseconds: 0, minimumNanoseconds: -1)
    var driver = ContentStateDriver<String>(Situation(isLoading: true), times: times)
    #expect(driver.shown == .loading)
    driver.update(Situation(failure: "x"), at: 0)
    #expect(driver.shown == .error("x"))
  }

  @Test func `gives every state a delay and a minimum of its own`() {
    let ms: Int64 = 1_000_000
    var driver = ContentStateDriver<String>(Situation(hasContent: true))
    driver.timesOfOthers[.empty] = LoadingTimes(
      delayNanoseconds: 50 * ms, minimumNanoseconds: 200 * ms)
    driver.update(Situation(), at: 10 * ms)
    #expect(driver.shown?.name == .content && driver.nextDeadline == 60 * ms)
    driver.update(Situation(hasContent: true), at: 30 * ms)
    #expect(driver.shown?.name == .content && driver.nextDeadline == nil)
    driver.update(Situation(), at: 40 * ms)
    driver.advance(to: 90 * ms)
    #expect(driver.shown == .empty)
    driver.update(Situation(failure: "x"), at: 100 * ms)
    #expect(driver.shown == .empty && driver.nextDeadline == 290 * ms)
    driver.advance(to: 290 * ms)
    #expect(driver.shown == .error("x"))
  }

  @Test func `goes to the error when loading lasts too long, until something is known`() {
    let ms: Int64 = 1_000_000
    var driver = ContentStateDriver<String>(Situation(isLoading: true))
    driver.deadline = LoadingDeadline(afterNanoseconds: 1_000 * ms, failure: "too slow")
    driver.advance(to: 100 * ms)
    #expect(driver.shown == .loading && driver.nextDeadline == 1_000 * ms)
    driver.advance(to: 1_000 * ms)
    #expect(driver.shown == .error("too slow") && driver.nextDeadline == nil)
    driver.update(Situation(isLoading: true), at: 1_100 * ms)
    #expect(driver.shown == .error("too slow"), "it still loads")
    driver.update(Situation(hasContent: true), at: 1_200 * ms)
    #expect(driver.shown?.name == .content)
    driver.update(Situation(isLoading: true), at: 1_300 * ms)
    driver.advance(to: 1_400 * ms)
    #expect(driver.shown == .loading, "a new load has all its time")
  }

  @Test func `hands on a new error and a new notice at once`() {
    var driver = ContentStateDriver<String>(Situation(failure: "x"))
    driver.update(Situation(failure: "y"), at: 1)
    #expect(driver.shown == .error("y"))
    driver.update(Situation(hasContent: true, failure: "y"), at: 2)
    #expect(driver.shown == .content(notice: "y", isReloading: false))
  }

  private func situation(of letter: Character?) -> Situation {
    switch letter {
    case "l": Situation(isLoading: true)
    case "c": Situation(hasContent: true)
    case "r": Situation(hasContent: true, isLoading: true)
    case "e": Situation(failure: "x")
    default: Situation()
    }
  }

  private func letter(of state: ContentState<String>?) -> Character {
    switch state {
    case nil: "-"
    case .content(_, let isReloading): isReloading ? "r" : "c"
    case .loading: "l"
    case .error: "e"
    case .empty: "t"
    }
  }
}
