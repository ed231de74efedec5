internal import HostPlugins
internal import HostStates
internal import HostWorkers

/// Holds what host and workers say to each other against what is promised of it.
package final class WorkerRecord {
  /// What is wrong with it, with the keys offered, or with what was found out about plugins.
  package private(set) var firstFault: (invariant: Invariant, detail: String)?
  /// A worker has lied: what children show may be anything.
  package private(set) var hasLies = false

  private var startedCount = 0
  /// Those that have met something, whatever it was.
  private var touched: Set<Int> = []
  /// Those of them that may fail for it.
  private var hurt: Set<Int> = []
  private var plugins: [Int: String] = [:]
  private var living: Set<Int> = []
  private var scanners: Set<Int> = []
  /// By when those with unrequested work must have been ended, without the program's suspensions.
  private var ends: [Int: Int64] = [:]
  private var created: [UInt32: String] = [:]
  /// Of each child, which worker it has been in.
  private var homes: [UInt32: Int] = [:]
  /// Those that have the focus: how many keys had been offered when they got it.
  private var focused: [UInt32: Int] = [:]
  private var offers: [Offer] = []
  private var usedKeys: Set<UInt32> = []
  /// Of each child, when it was offered what it has not answered.
  private var asked: [UInt32: [Int64]] = [:]
  private var answeredNanoseconds: [Int: Int64] = [:]
  /// How often in a row it took long to use nothing.
  private var lateRefusals: [UInt32: Int] = [:]

  private struct Offer {
    let child: UInt32
    let ticket: UInt32
    let code: UInt32
    let atNanoseconds: Int64
    /// After so long its answer is void.
    let patienceNanoseconds: Int64
  }

  /// A worker that takes longer for a child is ended.
  private static let patienceForChildNanoseconds: Int64 = 2_000_000_000
  /// After so long a worker's answer to an input is void.
  private static let patienceNanoseconds: Int64 = 250_000_000
  /// One that took longer three times, and used nothing, has less.
  private static let lateRefusalNanoseconds: Int64 = 30_000_000
  private static let shortPatienceNanoseconds: Int64 = 20_000_000

  private func patience(of child: UInt32) -> Int64 {
    lateRefusals[child, default: 0] < 3 ? Self.patienceNanoseconds : Self.shortPatienceNanoseconds
  }

  func note(_ detail: String, against invariant: Invariant = .workersAddUp) {
    firstFault = firstFault ?? (invariant, detail)
  }

  private func noteInput(_ detail: String) { note(detail, against: .inputOnce) }

  // MARK: Processes

  /// The number of a worker that is started.
  func started() -> Int {
    startedCount += 1
    living.insert(startedCount)
    return startedCount
  }

  /// Three seconds, and the one that has begun, and the one in which the program notices.
  private static let floodNanoseconds: Int64 = 6_000_000_000
  /// Ten of them.
  private static let burnNanoseconds: Int64 = 13_000_000_000

  /// Records a scripted fault of a worker; `isQuick`: it replies at once to what is pending.
  func met(_ fate: SimulatedWorkerBehaviour, worker: Int, isQuick: Bool, atNanoseconds now: Int64) {
    touched.insert(worker)
    switch fate {
    case .dies: hurt.insert(worker)
    case .hangs:
      hurt.insert(worker)
      ends[worker] = nil
    case .lies:
      hurt.insert(worker)
      hasLies = true
    case .lags(let nanoseconds):
      if nanoseconds >= Self.patienceForChildNanoseconds { hurt.insert(worker) }
      // While it owes an answer it may compute.
      ends[worker] = nil
    case .floods:
      hurt.insert(worker)
      expectEnd(of: worker, atNanoseconds: now + Self.floodNanoseconds)
    case .burns:
      hurt.insert(worker)
      if isQuick { expectEnd(of: worker, atNanoseconds: now + Self.burnNanoseconds) }
    case .recovers: ends[worker] = nil
    case .scans: break
    }
  }

  private func expectEnd(of worker: Int, atNanoseconds end: Int64) {
    if !scanners.contains(worker) { ends[worker] = min(end, ends[worker] ?? .max) }
  }

  /// A worker doing unrequested work past its time and that of all suspensions.
  package func overdue(atNanoseconds now: Int64, suspendedNanoseconds suspension: Int64) -> String?
  {
    let worker = ends.keys.sorted().first { worker in
      living.contains(worker) && (ends[worker] ?? .max) + suspension < now
    }
    return worker.map { "worker \($0) goes on" }
  }

  package func scanFailed(file: String) {
    if scanners.isDisjoint(with: hurt) {
      note("\(file) failed, and who looked into it has met nothing", against: .scanJoins)
    }
  }

  package func failed(file: String) {
    let files = hurt.compactMap { plugins[$0] }
    if !files.contains(file) { note("a child of \(file) fails, and its worker has met nothing") }
  }

  func ended(_ worker: Int) {
    if living.remove(worker) == nil { note("worker \(worker) is ended twice") }
  }

  package var left: Int { living.count }

  // MARK: Messages

  func told(_ message: HostMessage, worker: Int, atNanoseconds now: Int64) {
    switch message {
    case .order(.scan, _, _): scanners.insert(worker)
    case .load(let path): plugins[worker] = path
    case .create(let order):
      homes[order.child] = worker
      if created.updateValue(order.id, forKey: order.child) != nil {
        note("child \(order.child) is made twice")
      }
    case .news(let child, .focus(let isFocused)):
      if isFocused == (focused[child] != nil) {
        noteInput("child \(child): focus \(isFocused) again")
      }
      focused[child] = isFocused ? offers.count : nil
    case .input(let child, let ticket, let input, _): offer(input, child, ticket, now)
    default: break
    }
  }

  private func offer(_ input: ChildInput, _ child: UInt32, _ ticket: UInt32, _ now: Int64) {
    let isSlow = patience(of: child) == Self.shortPatienceNanoseconds
    if isSlow, asked[child]?.isEmpty == false {
      noteInput("child \(child) has lost its turn and is offered another")
    }
    asked[child, default: []].append(now)
    guard case .key(let key) = input else { return }
    if focused[child] == nil { noteInput("child \(child) gets a key without the focus") }
    // One with Alt, which half a sequence before it makes, is offered again without.
    guard InputRecord.ownKeys.contains(key.code), !key.modifiers.contains(.alt) else { return }
    if let last = offers.last?.code, last != key.code { checkWay(of: last) }
    let name = Self.name(of: key.code)
    if usedKeys.contains(key.code) { noteInput("\(name) was used and is offered again") }
    if let last = offers.last(where: { $0.child == child }), last.code >= key.code {
      noteInput("\(name) comes to child \(child) after U+\(String(last.code, radix: 16))")
    }
    offers.append(
      Offer(
        child: child, ticket: ticket, code: key.code, atNanoseconds: now,
        patienceNanoseconds: patience(of: child)))
  }

  /// A key that nobody has used has gone to all those who had the focus, and whose workers are as
  /// good as ever: these are never passed over.
  private func checkWay(of code: UInt32) {
    guard !hasLies, !usedKeys.contains(code),
      let first = offers.firstIndex(where: { $0.code == code })
    else { return }
    let asked = offers[first...].filter { $0.code == code }.map(\.child)
    let missed = focused.keys.sorted().first { child in
      focused[child] ?? .max <= first && !asked.contains(child)
        && homes[child].map { touched.contains($0) } == false
    }
    if let missed { noteInput("\(Self.name(of: code)) is not offered to child \(missed)") }
  }

  private static func name(of code: UInt32) -> String { "the key U+\(String(code, radix: 16))" }

  func said(_ bytes: [UInt8], worker: Int, atNanoseconds now: Int64, continuedNanoseconds: Int64) {
    guard !hasLies, let message = try? WorkerMessage(bytes[...]) else { return }
    // It has its time for each request, one after the other, while the program goes on.
    let begin = max(continuedNanoseconds, answeredNanoseconds[worker] ?? 0)
    if message.isAnswer { answeredNanoseconds[worker] = now }
    guard case .used(let child, let ticket, let isUsed, _) = message else { return }
    answered(child, isUsed, after: begin, now)
    guard isUsed, let offer = offers.last(where: { $0.child == child && $0.ticket == ticket }),
      now - offer.atNanoseconds < offer.patienceNanoseconds
    else { return }
    usedKeys.insert(offer.code)
  }

  private func answered(_ child: UInt32, _ isUsed: Bool, after begin: Int64, _ now: Int64) {
    guard let since = asked[child]?.first else { return }
    asked[child]?.removeFirst()
    let isLate = !isUsed && now - max(since, begin) > Self.lateRefusalNanoseconds
    lateRefusals[child] = isLate ? lateRefusals[child, default: 0] + 1 : 0
  }
}

extension WorkerMessage {
  fileprivate var isAnswer: Bool {
    switch self {
    case .created, .refused, .gone, .used, .drawn, .saved, .idle: true
    case .opened, .step, .scanned, .request, .wake, .fault, .answers, .note, .pluginNote,
      .pluginFault, .lost, .question, .ended, .reading:
      false
    }
  }
}
