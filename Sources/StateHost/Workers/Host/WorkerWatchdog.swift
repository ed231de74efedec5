/// The host's detector of a worker process that floods it with messages or keeps a processor busy
/// without a request: says when to warn the user and when to kill the worker.
///
/// A flood means a warning after 1 s, the end after 3 s; a wholly busy processor, 3 s and 10 s.
///
/// Usage is sampled once a second during traffic or a suspicion, and every 5 s while the worker has
/// several threads, so an idle worker with one thread causes no wake-ups. Processor time of a
/// pending reply does not count: its deadline covers that. The rest fills a bucket that a quarter
/// of a processor empties, whatever the number of threads, their pauses, and the machine's load.
package struct WorkerWatchdog: Equatable, Sendable {
  /// The misbehaviour for which the user is warned about a worker process and the host then kills
  /// it: too many messages, or a busy processor without a request.
  package enum Fault: Equatable, Sendable {
    /// Sends more than 1,000 messages or 4 MiB a second for each of its children.
    case flooding
    /// Uses more than a quarter of a processor without a pending request.
    case busy
  }

  private static let samplePeriodNanoseconds: Int64 = 1_000_000_000
  private static let threadsPeriodNanoseconds: Int64 = 5_000_000_000
  private static let messagesPerSecond: Int64 = 1000
  private static let bytesPerSecond: Int64 = 4 << 20
  /// How long a worker floods before the user sees a warning, and before it is killed.
  private static let floodingLimits = (warn: Int64(1_000_000_000), kill: Int64(3_000_000_000))
  /// The same for the processor time beyond a quarter of a processor: 3 s and 10 s of a whole one.
  private static let busyLimits = (warn: Int64(2_250_000_000), kill: Int64(7_500_000_000))

  private var sampleStartNanoseconds: Int64
  private var messageCount: Int64 = 0
  private var byteCount: Int64 = 0
  /// Whether the host has read everything the worker sent, at least once in this sample.
  private var isDrained = false
  private var processorNanoseconds: Int64 = 0
  /// Time in this sample with a request pending, and since when one is pending now.
  private var pendingNanoseconds: Int64 = 0
  private var pendingSince: Int64?
  private var floodingNanoseconds: Int64 = 0
  /// Unrequested processor time beyond a quarter of a processor, and all of it since there is any.
  private var busyNanoseconds: Int64 = 0
  private var computedNanoseconds: Int64 = 0
  private var hasThreads = false
  /// When the host and the worker last exchanged a message; nil once that is over a sample ago.
  private var lastActivityNanoseconds: Int64?

  package init(at now: Int64) { sampleStartNanoseconds = now }

  /// Records a sent or received message; resumes stopped sampling with the worker's processor time.
  package mutating func recordActivity(at now: Int64, processorNanoseconds processor: () -> Int64) {
    if nextSample == nil { beginSample(at: now, processor()) }
    lastActivityNanoseconds = now
  }

  /// Sets whether a request is pending, so that work on its reply does not count as unrequested.
  package mutating func setPending(_ isPending: Bool, at now: Int64) {
    guard isPending != (pendingSince != nil) else { return }
    if let pendingSince { pendingNanoseconds += now - max(pendingSince, sampleStartNanoseconds) }
    pendingSince = isPending ? now : nil
  }

  package mutating func recordMessage(bytes: Int) {
    messageCount += 1
    byteCount += Int64(bytes)
  }

  package mutating func recordDrained() { isDrained = true }

  private var isQuiet: Bool {
    lastActivityNanoseconds == nil && floodingNanoseconds + busyNanoseconds == 0
  }

  /// When to sample next; nil while the worker is idle with one thread and not under suspicion.
  package var nextSample: Int64? {
    if isQuiet, !hasThreads { return nil }
    return sampleStartNanoseconds
      + (isQuiet ? Self.threadsPeriodNanoseconds : Self.samplePeriodNanoseconds)
  }

  /// Takes a sample of a worker, with its number of children, its processor time, and whether it
  /// has more than one thread, if one is due.
  package mutating func takeSample(
    at now: Int64, of childCount: Int = 1, hasThreads: () -> Bool = { false },
    processorNanoseconds processor: () -> Int64
  ) {
    let elapsed = now - sampleStartNanoseconds
    guard elapsed >= Self.samplePeriodNanoseconds else { return }
    let pending =
      pendingNanoseconds + (pendingSince.map { now - max($0, sampleStartNanoseconds) } ?? 0)
    let used = processor()
    let unrequested = max(0, used - processorNanoseconds - pending)
    let allowance = Int64(max(1, childCount)) * (elapsed / Self.samplePeriodNanoseconds + 1)
    let isFlooding =
      messageCount > Self.messagesPerSecond * allowance
      || byteCount > Self.bytesPerSecond * allowance || messageCount > 0 && !isDrained
    busyNanoseconds = max(0, busyNanoseconds + unrequested - elapsed / 4)
    computedNanoseconds = busyNanoseconds > 0 ? computedNanoseconds + unrequested : 0
    floodingNanoseconds = isFlooding ? floodingNanoseconds + elapsed : 0
    beginSample(at: now, used)
    if isQuiet { self.hasThreads = hasThreads() }
  }

  /// Drops this sample and begins a new one, also after the host itself was suspended.
  package mutating func beginSample(at now: Int64, _ used: Int64) {
    sampleStartNanoseconds = now
    processorNanoseconds = used
    pendingNanoseconds = 0
    messageCount = 0
    byteCount = 0
    isDrained = false
    if now - (lastActivityNanoseconds ?? now) >= Self.samplePeriodNanoseconds {
      lastActivityNanoseconds = nil
    }
  }

  package var warning: Fault? {
    if floodingNanoseconds >= Self.floodingLimits.warn { return .flooding }
    return busyNanoseconds >= Self.busyLimits.warn ? .busy : nil
  }

  /// The fault to kill the worker for, and how long it lasted; nil without one.
  package var verdict: (fault: Fault, nanoseconds: Int64)? {
    if floodingNanoseconds >= Self.floodingLimits.kill { return (.flooding, floodingNanoseconds) }
    return busyNanoseconds >= Self.busyLimits.kill ? (.busy, computedNanoseconds) : nil
  }
}
