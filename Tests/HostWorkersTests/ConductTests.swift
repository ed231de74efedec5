import HostWorkers
import Testing

@Suite struct `What a worker does that nobody asks for` {
  private static let second: Int64 = 1_000_000_000

  /// The conduct of one that computes so much in each second and says so much.
  private func conduct(
    seconds: Int64, computing share: Double = 0, messages: Int = 0, bytes: Int = 0,
    children: Int = 1, owing: Bool = false, isEmptied: Bool = true
  ) -> WorkerWatchdog {
    var conduct = WorkerWatchdog(at: 0)
    conduct.setPending(owing, at: 0)
    for now in 1...seconds {
      for _ in 0..<messages { conduct.recordMessage(bytes: bytes) }
      if isEmptied { conduct.recordDrained() }
      conduct.takeSample(at: now * Self.second, of: children) {
        Int64(Double(now * Self.second) * share)
      }
    }
    return conduct
  }

  @Test func `is no fault while it is little`() {
    for little in [
      conduct(seconds: 20), conduct(seconds: 200, computing: 0.25),
      conduct(seconds: 20, messages: 1000, bytes: 100),
      conduct(seconds: 20, messages: 60, bytes: 20_000),
      conduct(seconds: 20, messages: 6000, bytes: 100, children: 4),
    ] {
      #expect(little.warning == nil && little.verdict == nil)
    }
  }

  @Test func `is said when it computes for three seconds, and ends it after ten`() {
    #expect(conduct(seconds: 2, computing: 1).warning == nil)
    #expect(conduct(seconds: 3, computing: 1).warning == .busy)
    #expect(conduct(seconds: 9, computing: 1).verdict == nil)
    let ended = conduct(seconds: 10, computing: 1).verdict
    #expect(ended?.fault == .busy && ended?.nanoseconds == 10 * Self.second)
  }

  @Test func `does not count while it owes an answer`() {
    #expect(conduct(seconds: 20, computing: 1, owing: true).warning == nil)
    // One thread answers, another computes besides.
    #expect(conduct(seconds: 20, computing: 2, owing: true).verdict?.fault == .busy)
  }

  @Test func `is said at once when it floods, and ends it after three seconds`() {
    let many = conduct(seconds: 1, messages: 3000, bytes: 10)
    #expect(many.warning == .flooding && many.verdict == nil)
    #expect(conduct(seconds: 3, messages: 3000, bytes: 10).verdict?.fault == .flooding)
    #expect(conduct(seconds: 3, messages: 200, bytes: 60_000).verdict?.fault == .flooding)
    // However slowly it is taken, there was always more.
    #expect(conduct(seconds: 3, messages: 9, isEmptied: false).verdict?.fault == .flooding)
  }

  @Test func `floods where there is always more, though there was not before`() {
    var conduct = self.conduct(seconds: 5, messages: 9)
    for now in 6...8 as ClosedRange<Int64> {
      conduct.recordMessage(bytes: 0)
      conduct.takeSample(at: now * Self.second) { 0 }
    }
    #expect(conduct.verdict?.fault == .flooding)
  }

  @Test func `ends it sooner on several processors, and later on a busy machine`() {
    #expect(conduct(seconds: 1, computing: 4).verdict == nil)
    #expect(conduct(seconds: 2, computing: 4).verdict?.nanoseconds == 8 * Self.second)
    #expect(conduct(seconds: 18, computing: 0.65).verdict == nil)
    #expect(conduct(seconds: 19, computing: 0.65).verdict?.fault == .busy)
  }

  @Test func `is forgotten slowly when it has stopped, so that pauses are no way out`() {
    var stopped = self.conduct(seconds: 9, computing: 1)
    for now in 10...28 as ClosedRange<Int64> {
      stopped.takeSample(at: now * Self.second) { 9 * Self.second }
      #expect((stopped.warning == .busy) == (now <= 27), "\(now)")
    }
    var pausing = self.conduct(seconds: 9, computing: 1)
    for now in 10...12 as ClosedRange<Int64> {
      pausing.takeSample(at: now * Self.second) { (now - 1) * Self.second }
      #expect((pausing.verdict != nil) == (now == 12))
    }
  }

  @Test func `is measured every five seconds while it rests with threads`() {
    var conduct = WorkerWatchdog(at: 0)
    conduct.recordActivity(at: 0) { 0 }
    for (now, next) in [(1, 6), (6, 11), (11, 12), (12, 13)] as [(Int64, Int64)] {
      // From the sixth second on they compute.
      conduct.takeSample(
        at: now * Self.second, hasThreads: { true },
        processorNanoseconds: { max(0, now - 6) * Self.second })
      #expect(conduct.nextSample == next * Self.second)
    }
    #expect(conduct.warning == .busy)
  }

  @Test func `is measured until a second after it was told something, and not while it rests`() {
    var conduct = WorkerWatchdog(at: 0)
    #expect(conduct.nextSample == nil)
    let (told, again) = (100 * Self.second, 100 * Self.second + 1)
    conduct.recordActivity(at: told) { 0 }
    conduct.recordActivity(at: again) { 0 }
    #expect(conduct.nextSample == told + Self.second)
    conduct.takeSample(at: told + Self.second) { 0 }
    #expect(conduct.nextSample == told + 2 * Self.second)
    conduct.takeSample(at: told + 2 * Self.second) { 0 }
    #expect(conduct.nextSample == nil)
  }

  @Test func `is not measured by what it computed before it rested`() {
    var conduct = WorkerWatchdog(at: 0)
    let (began, before) = (100 * Self.second, 50 * Self.second)
    conduct.recordActivity(at: began) { before }
    for now in 1...4 as ClosedRange<Int64> {
      // In the first second it does nothing.
      conduct.takeSample(at: began + now * Self.second) { before + (now - 1) * Self.second }
      #expect((conduct.warning == .busy) == (now == 4))
    }
  }

  @Test func `is measured again while it computes, however long it had rested`() {
    var conduct = WorkerWatchdog(at: 0)
    let began = 100 * Self.second
    conduct.recordActivity(at: began) { 0 }
    for now in 1...3 {
      #expect(conduct.nextSample == began + Int64(now) * Self.second)
      conduct.takeSample(at: began + Int64(now) * Self.second) { Int64(now) * Self.second }
    }
    #expect(conduct.warning == .busy)
  }

  @Test func `is more than a quarter of a processor, besides what it is asked for`() {
    // For half of the first second and half of the next it owes an answer.
    var conduct = WorkerWatchdog(at: 0)
    conduct.setPending(true, at: Self.second / 2)
    conduct.takeSample(at: Self.second) { Self.second / 2 * 3 }
    conduct.setPending(false, at: Self.second / 2 * 3)
    for now in 2...3 as ClosedRange<Int64> {
      conduct.takeSample(at: now * Self.second) { now * Self.second / 2 * 3 }
    }
    #expect(conduct.warning == .busy)
    // From the half of the first second on it always owes one.
    var owing = WorkerWatchdog(at: 0)
    owing.setPending(true, at: Self.second / 2)
    for now in 1...3 as ClosedRange<Int64> {
      owing.takeSample(at: now * Self.second) { now * Self.second / 10 * 22 }
    }
    #expect(owing.warning == .busy)
    // What it owed before is no excuse for later.
    var former = WorkerWatchdog(at: 0)
    former.setPending(true, at: 0)
    former.setPending(false, at: Self.second - 1)
    for now in 1...4 as ClosedRange<Int64> {
      former.takeSample(at: now * Self.second) { now * Self.second }
    }
    #expect(former.warning == .busy)
  }

  @Test func `is more than 1,000 messages or 4 MiB a second, of which two may come in one`() {
    #expect(conduct(seconds: 1, messages: 2000).warning == nil)
    #expect(conduct(seconds: 1, messages: 2001).warning == .flooding)
    #expect(conduct(seconds: 1, messages: 8, bytes: 1 << 20).warning == nil)
    #expect(conduct(seconds: 1, messages: 8, bytes: 1 << 20 + 1).warning == .flooding)
    #expect(conduct(seconds: 20, isEmptied: false).warning == nil, "it says nothing")
  }

  @Test func `is measured once a second`() {
    var conduct = WorkerWatchdog(at: 0)
    for _ in 0..<3000 { conduct.recordMessage(bytes: 1) }
    conduct.takeSample(at: Self.second - 1) { 0 }
    #expect(conduct.warning == nil)
    conduct.takeSample(at: Self.second) { 0 }
    #expect(conduct.warning == .flooding)
  }

  @Test func `counts the time alone in which nothing is owed, however often that changes`() {
    // It computes all the time, and owes an answer for so many tenths of each second.
    for tenths in 0...10 as ClosedRange<Int64> {
      var conduct = WorkerWatchdog(at: 0)
      conduct.recordActivity(at: 0) { 0 }
      for now in 1...3 as ClosedRange<Int64> {
        let began = (now - 1) * Self.second
        for tenth in 0..<tenths {
          conduct.setPending(true, at: began + tenth * Self.second / 10)
          conduct.setPending(true, at: began + tenth * Self.second / 10 + 5)
          conduct.setPending(false, at: began + (tenth + 1) * Self.second / 10)
        }
        // A processor and a half: what it owes is not half of that.
        conduct.takeSample(at: now * Self.second) { now * Self.second / 2 * 3 }
      }
      // What nobody waits for is a whole processor.
      #expect((conduct.warning == .busy) == (15 - tenths >= 10), "\(tenths)")
    }
  }
}
