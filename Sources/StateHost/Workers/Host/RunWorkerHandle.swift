internal import HostPlugins
internal import HostSystem
internal import HostText

/// The host's side of a worker that runs children of a plugin: sends requests, matches replies in
/// order, turns messages into events, and kills it if it is late, misbehaves or stops reading.
///
/// The host never waits for it.
final class RunWorkerHandle {
  let port: any WorkerPort
  private(set) var children: [RemoteChild] = []
  /// Why the worker ended; nil while it runs, and when it was asked to end.
  private(set) var failure: WorkerFailure?
  private(set) var hasEnded = false
  private(set) var events: [WorkerEvent] = []
  /// The index of its plugin in the catalogue.
  let plugin: Int
  /// Whether the plugin's file has changed since, so that new children need another worker.
  var isOutdated = false

  private let deadlines: WorkerDeadlines
  private let tolerated: SandboxParts
  private var isOpen = false
  /// When the worker is killed if it is still ending its plugin; nil until the host asks it to end.
  private var endNanoseconds: Int64?
  /// Whether the plugin has ended, so that only destructors and exit handlers still run.
  private var hasLeft = false
  /// The path of the loaded plugin; nil before it is loaded.
  private var file: String?
  private var reportedPluginFaults = 0
  private var sentFacts: HostState?
  /// The end of the time already credited to pending replies while the host answered questions.
  private var creditedNanoseconds: Int64 = 0
  private var sentOverview = ContentOverview()
  /// Whether a message was sent since the last idle request.
  private var isIdleUnknown = false
  private var pending = PendingReplies()
  private var nowNanoseconds: Int64
  private var watchdog: WorkerWatchdog
  private let record: OpenFile?
  private var lines = WorkerOutputSplitter()

  /// Starts a worker, whose sandbox allows the grants beyond the defaults.
  init(
    in world: any WorkerWorld, granted grants: WorkerGrants, within deadlines: WorkerDeadlines,
    plugin: Int = 0, at now: Int64
  ) throws(SystemError) {
    port = try world.startWorker()
    self.plugin = plugin
    self.deadlines = deadlines
    tolerated = grants.mayLack
    nowNanoseconds = now
    watchdog = WorkerWatchdog(at: now)
    record = CallRecord.file()
    for message in grants.messages { _ = port.send(message.bytes) }
    _ = port.send(grants.order(.run).bytes, with: record)
  }

  /// Creates a child, loading the plugin for the first; fails when the file cannot be passed on.
  func make(_ child: RemoteChild, _ order: ChildOrder, from file: PluginFile) throws(PluginProblem)
  {
    children.append(child)
    if self.file == nil {
      let handed = try file.handedOver()
      self.file = file.path
      let load = HostMessage.load(path: file.path).bytes
      recordBackpressure(port.send(load, with: handed) != .complete)
    }
    request(.create(order), .create, for: child.number)
  }
}

// MARK: - Messages to the worker

extension RunWorkerHandle {
  /// Sends a message, preceded by the state of the program if that has changed.
  func tell(_ message: HostMessage) {
    guard !hasEnded else { return }
    if let services = children.first?.services {
      var facts = HostState(of: services)
      facts.front = children.first { $0.services.facts.focus.isInFront }?.number ?? 0
      if facts != sentFacts {
        if facts.host.content?.revision != sentFacts?.host.content?.revision {
          let overview = ContentOverview(of: services)
          if overview != sentOverview { send(.overview(overview)) }
          sentOverview = overview
        }
        sentFacts = facts
        send(.facts(facts))
      }
    }
    send(message)
  }

  private func send(_ message: HostMessage) {
    isIdleUnknown = true
    recordActivity()
    recordBackpressure(port.send(message.bytes) == .gone)
  }

  private func recordActivity() {
    watchdog.recordActivity(at: nowNanoseconds) { port.processorNanoseconds }
  }

  /// Fails the worker if its link is jammed; a closed link is handled when its end is read.
  private func recordBackpressure(_ takesNothing: Bool) {
    if takesNothing, port.isJammed { fail(.jammed) }
  }

  func request(
    _ message: HostMessage, _ request: PendingReplies.Request, for child: UInt32, ticket: UInt32 = 0
  ) {
    guard !hasEnded else { return }
    pending.append(request, child: child, ticket: ticket, at: nowNanoseconds)
    watchdog.setPending(true, at: nowNanoseconds)
    tell(message)
  }

  /// Requests a reply once everything sent is done, unless nothing was sent or one is pending.
  func requestIdle() {
    guard isIdleUnknown, endNanoseconds == nil, !awaitsIdle else { return }
    request(.idle, .idle, for: 0)
    isIdleUnknown = false
  }

  var awaitsIdle: Bool { !hasEnded && pending.awaitsIdle }

  func flush() {
    if !hasEnded { recordBackpressure(port.flush() == .gone) }
  }

  /// Destroys a child, which stays in `children`: its plugin may still fail while it does so.
  func destroy(_ child: RemoteChild) {
    tell(.destroy(child: child.number))
    end(child)
  }

  private func end(_ child: RemoteChild) {
    pending.end(child: child.number)
    child.end()
  }

  func requestEnd() {
    endNanoseconds = nowNanoseconds + Self.endLimitNanoseconds
    tell(.end)
  }

  /// How long the worker may take to end before it is killed.
  static let endLimitNanoseconds: Int64 = 250_000_000

  /// Whether all children have ended and the worker has not been asked to end.
  var isUnused: Bool { endNanoseconds == nil && children.allSatisfy { $0.life == .ended } }

  var hasNoPendingReply: Bool { hasEnded || pending.isEmpty }
}

// MARK: - Time

extension RunWorkerHandle {
  private static let namedNanoseconds: Int64 = 1_000_000_000

  var isLate: Bool {
    guard !hasEnded, let oldest = pending.oldest else { return hasEnded }
    return nowNanoseconds - oldest.startNanoseconds >= deadlines.callNanoseconds
  }

  var lateness: (child: RemoteChild, nanoseconds: Int64, leftNanoseconds: Int64)? {
    guard let entry = pending.oldest,
      let child = children.first(where: { $0.number == entry.child })
    else { return nil }
    let nanoseconds = nowNanoseconds - entry.startNanoseconds
    guard nanoseconds >= Self.namedNanoseconds else { return nil }
    return (child, nanoseconds, limit(of: entry) - nanoseconds)
  }

  var misconduct: (child: RemoteChild, fault: WorkerWatchdog.Fault)? {
    watchdog.warning.flatMap { fault in children.first.map { ($0, fault) } }
  }

  /// When the next deadline or sample is due; nil without one.
  var nextDeadline: Int64? {
    guard !hasEnded else { return nil }
    if let endNanoseconds { return endNanoseconds }
    return [nextAnswerDeadline, watchdog.nextSample].lazy.compactMap(\.self).min()
  }

  private var nextAnswerDeadline: Int64? {
    // A late worker is sent no further requests.
    let save = isLate ? nil : children.lazy.compactMap(\.saveNanoseconds).min()
    guard let entry = pending.oldest else { return save }
    let named = entry.startNanoseconds + Self.namedNanoseconds
    return min(nowNanoseconds < named ? named : end(of: entry), save ?? .max)
  }

  private func end(of entry: PendingReplies.Entry) -> Int64 {
    entry.startNanoseconds + limit(of: entry)
  }

  /// How long the worker may take for a reply before it is killed.
  private func limit(of entry: PendingReplies.Entry) -> Int64 {
    entry.request == .create ? deadlines.createNanoseconds : deadlines.endNanoseconds
  }

  func timeIs(_ now: Int64) { nowNanoseconds = now }

  func waitAnew() {
    pending.restartClocks(at: nowNanoseconds)
    watchdog.beginSample(at: nowNanoseconds, port.processorNanoseconds)
  }

  func judgeLateness() {
    guard !hasEnded else { return }
    for child in children {
      if let save = child.saveNanoseconds, save <= nowNanoseconds { child.requestSavedState() }
    }
    if let endNanoseconds, nowNanoseconds >= endNanoseconds { return end() }
    if let entry = pending.oldest, nowNanoseconds >= end(of: entry) {
      fail(.late(nanoseconds: limit(of: entry)))
    }
    watchdog.takeSample(
      at: nowNanoseconds, of: children.count, hasThreads: { port.hasThreads },
      processorNanoseconds: { port.processorNanoseconds })
    if let (fault, nanoseconds) = watchdog.verdict {
      fail(.misconduct(fault, nanoseconds: nanoseconds))
    }
  }
}

// MARK: - Messages from the worker

extension RunWorkerHandle {
  /// The most messages and bytes handled per call.
  private static let takenMessages = 256
  private static let takenBytes = 256 << 10

  func take(at now: Int64) {
    nowNanoseconds = now
    var byteCount = 0
    for _ in 0..<Self.takenMessages where !hasEnded && byteCount < Self.takenBytes {
      switch port.receive() {
      case .message(let bytes):
        byteCount += bytes.count
        recordActivity()
        watchdog.recordMessage(bytes: bytes.count)
        do throws(ByteReader.Malformed) {
          byteCount += try follow(try WorkerMessage(bytes[...]))
        } catch {
          fail(.malformed)
        }
      case .malformed: fail(.malformed)
      case .end: takeEnd()
      case .nothing: return watchdog.recordDrained()
      }
    }
  }

  /// Reads part of the worker's output; false when there is no more.
  @discardableResult
  func takeOutput() -> Bool {
    port.readOutput { bytes in
      lines.add(bytes) { events.append(.printed(id: children.first?.type.id, $0)) }
    }
  }

  private func takeLastOutput() {
    for _ in 0..<Self.lastOutputParts where takeOutput() {}
    lines.end { events.append(.printed(id: children.first?.type.id, $0)) }
  }

  private static let lastOutputParts = 8

  func takeEvents(into all: inout [WorkerEvent]) {
    all += events
    events.removeAll(keepingCapacity: true)
  }

  /// Credits the time the host took to answer a question: it does not count as the child's delay.
  private func creditAnswer() {
    guard let now = port.clockNanoseconds else { return }
    let begin = max(nowNanoseconds, creditedNanoseconds)
    if now > begin { pending.credit(now - begin) }
    creditedNanoseconds = now
  }

  private func child(_ number: UInt32) -> RemoteChild? {
    children.first { $0.number == number }
  }

  private func living(_ number: UInt32) -> RemoteChild? {
    child(number).flatMap { $0.life == .ended ? nil : $0 }
  }

  private func note(_ level: UInt32, _ text: String, of id: String?) {
    lines.add(text)
    events.append(
      .note(id: id, PluginInbox.LogLevel(rawValue: level) ?? .error, HarmlessText.clean(text)))
  }

  /// Handles a message; returns how many bytes were sent in response.
  private func follow(_ message: WorkerMessage) throws(ByteReader.Malformed) -> Int {
    // The first message reports the sandbox, and no other message does.
    guard isOpen != message.isOpening else { throw .init() }
    switch message {
    case .opened(let lacking):
      isOpen = true
      guard lacking.isSubset(of: tolerated) else {
        let (what, remedy) = lacking.problem.text
        fail(.refused(what: what, remedy: remedy))
        return 0
      }
      if !lacking.isSubset(of: .missing) { events.append(.lacking(lacking)) }
    case .created(let number, let type, let answers):
      guard let (child, _) = try replied(.create, number) else { return 0 }
      try child.made(type, answers)
      events.append(.made(child))
    case .refused(let number, let what, let remedy):
      guard let (child, _) = try replied(.create, number) else { return 0 }
      guard !what.isEmpty else { throw .init() }
      children.removeAll { $0 === child }
      end(child)
      let cause = WorkerFailure.Cause.refused(
        what: HarmlessText.cleanLine(what), remedy: HarmlessText.cleanLine(remedy))
      let failure = WorkerFailure(cause: cause, function: nil, culprit: nil, lines: lines.last)
      events.append(.ended(child, failure))
    case .gone(let number):
      try pending.removeOldestVoid(child: number, at: nowNanoseconds)
      watchdog.setPending(!pending.isEmpty, at: nowNanoseconds)
    case .answers(let number, let answers):
      guard let child = living(number) else { return 0 }
      child.changed(answers)
      events.append(.changed(child))
    case .used(let number, let ticket, let isUsed, let selection):
      let input = try replied(.input, number, ticket: ticket)
      if let selection {
        pending.insertOldest(.draw, child: number, isVoid: input == nil, at: nowNanoseconds)
        watchdog.setPending(true, at: nowNanoseconds)
        if let child = input?.child {
          try child.draws(seeing: selection, isUsed)
          events.append(.draws(child))
        }
      }
      guard let (child, nanoseconds) = input,
        let slowness = child.used(ticket, isUsed, after: nanoseconds)
      else { return 0 }
      events.append(.slow(child, slowness))
    case .drawn(let number, let layer):
      guard let (child, nanoseconds) = try replied(.draw, number) else { return 0 }
      let slowness = try child.drew(layer, after: nanoseconds)
      events.append(.drawn(child))
      if let slowness { events.append(.slow(child, slowness)) }
    case .saved(let number, let state): try replied(.save, number)?.child.saved(state)
    case .request(let number, let ticket, let generation, let request):
      living(number)?.take(request, during: ticket, of: generation)
    case .wake(let number): if let child = living(number) { events.append(.wake(child)) }
    case .fault(let number, let what, let remedy):
      child(number)?.report(.told(what: what, remedy: remedy))
    case .note(let number, let level, let text):
      note(level, text, of: child(number)?.type.id ?? children.first?.type.id)
    case .pluginNote(let level, let text):
      guard let file else { throw .init() }
      note(level, text, of: file)
    case .pluginFault(let what, let remedy):
      guard let file else { throw .init() }
      // A correct worker reports each fault once.
      guard reportedPluginFaults < Self.pluginFaultsLimit else { return 0 }
      reportedPluginFaults += 1
      events.append(
        .pluginFault(ChildFault(file: file, child: "", kind: .told(what: what, remedy: remedy))))
    case .lost(let count): events.append(.linesLost(count))
    case .idle: _ = try replied(.idle, 0)
    case .question(let question):
      let services = living(question.child)?.services
      let answer = (services.map { ContentAnswer(to: question, from: $0) } ?? .gone).bytes
      send(.answer(answer))
      creditAnswer()
      return answer.count
    case .ended:
      guard endNanoseconds != nil, !hasLeft else { throw .init() }
      hasLeft = true
    case .step, .scanned, .reading: throw .init()
    }
    return 0
  }

  private static let pluginFaultsLimit = 256

  /// Removes the oldest request, which the reply must match; nil when its child has ended.
  private func replied(
    _ request: PendingReplies.Request, _ number: UInt32, ticket: UInt32 = 0
  ) throws(ByteReader.Malformed) -> (child: RemoteChild, nanoseconds: Int64)? {
    let nanoseconds = try pending.removeOldest(
      request, child: number, ticket: ticket, at: nowNanoseconds)
    watchdog.setPending(!pending.isEmpty, at: nowNanoseconds)
    guard let nanoseconds, let child = child(number) else { return nil }
    return (child, nanoseconds)
  }
}

// MARK: - Ending

extension RunWorkerHandle {
  private func fail(_ cause: WorkerFailure.Cause) {
    guard !hasEnded else { return }
    hasEnded = true
    _ = port.end()
    takeLastOutput()
    // No plugin code has run before the sandbox is set up.
    let cause =
      switch cause {
      case .ended(let ending) where !isOpen:
        WorkerFailure.Cause.refused(
          what: "no worker can be started (it \(ending.words))",
          remedy: "see statehost plugins --security")
      default: cause
      }
    let (function, culprit) = CallRecord.read(in: record)
    let failure = WorkerFailure(
      cause: cause, function: function, culprit: culprit, lines: lines.last)
    self.failure = failure
    events += children.map { .ended($0, failure) }
    endChildren()
  }

  private func takeEnd() {
    let ending = port.end()
    guard hasLeft else { return fail(.ended(ending)) }
    end(cut: false)
    if ending != .left { events.append(.failedAtExit(file: file ?? "a plugin", ending)) }
  }

  /// Kills the process unless it has ended; `cut`: reports the function interrupted while ending.
  func end(cut: Bool = true) {
    guard !hasEnded else { return }
    hasEnded = true
    _ = port.end()
    takeLastOutput()
    if cut, endNanoseconds != nil, let function = CallRecord.read(in: record).function {
      events.append(.cut(file: file ?? "a plugin", function: function))
    }
    endChildren()
  }

  private func endChildren() {
    for child in children { child.end() }
    children = []
  }
}
