internal import CHostSystem
internal import HostPlugins
internal import HostSystem
internal import HostText

/// The host's side of a worker that has children: what it is told, what it owes, what it says.
///
/// It is never waited for. Its answers come in the order of what it was asked; the eldest that has not
/// come says how late it is.
final class RunningWorker {
  let port: any WorkerPort
  private(set) var children: [WorkerChild] = []
  /// Why it is no more; nil while it lives.
  private(set) var failure: WorkerFailure?
  /// It has been told to end, or is of no use.
  private(set) var hasEnded = false
  private(set) var events: [WorkerEvent] = []

  private let deadlines: WorkerDeadlines
  private var isOpen = false
  /// When it is to have ended its plugins; nil: it goes on.
  private var endNanoseconds: Int64?
  /// The files of the plugins that it was given.
  private var loaded: [UInt32: String] = [:]
  /// Those of its children, by their ids.
  private var files: [String: String] = [:]
  private var toldPluginFaults = 0
  private var toldFacts: RunFacts?
  /// It was told something since it was last asked whether it rests.
  private var isTold = false
  private var owed = OwedAnswers()
  private var nowNanoseconds: Int64
  private var conduct: WorkerConduct
  private let record: Descriptor?
  private var lines = LastLines()

  /// Starts one.
  ///
  /// - Parameters:
  ///   - world: where.
  ///   - grants: what its sandbox lets it do besides.
  ///   - deadlines: how long it may take.
  ///   - now: the present instant.
  /// - Throws: why there is none.
  init(
    in world: any WorkerWorld, granted grants: WorkerGrants, within deadlines: WorkerDeadlines,
    at now: Int64
  ) throws(SystemError) {
    port = try world.startWorker()
    self.deadlines = deadlines
    nowNanoseconds = now
    conduct = WorkerConduct(at: now)
    record = CallRecord.file()
    for message in grants.messages { _ = port.send(message.bytes) }
    let order = grants.order(.run).bytes
    switch record {
    case .some(let record): _ = port.send(order, with: record)
    case .none: _ = port.send(order)
    }
  }

  /// Has a child made.
  ///
  /// - Parameters:
  ///   - child: listens to this worker.
  ///   - order: what to make.
  ///   - file: its plugin.
  /// - Throws: that the file cannot be handed over.
  func make(_ child: WorkerChild, _ order: ChildOrder, from file: PluginFile) throws(PluginProblem)
  {
    children.append(child)
    files[child.type.id] = child.file
    if loaded.updateValue(file.path, forKey: order.plugin) == nil {
      let handed = try file.handedOver()
      let load = HostMessage.load(plugin: order.plugin, path: file.path)
      noteJam(port.send(load.bytes, with: handed.descriptor) != .complete)
    }
    ask(.create(order), .create, of: child.number)
  }
}

// MARK: - What it is told

extension RunningWorker {
  /// Tells it something, after what children find of the program, where that has changed.
  func tell(_ message: HostMessage) {
    guard !hasEnded else { return }
    if let services = children.first?.services {
      var facts = RunFacts(of: services)
      facts.front = children.first { $0.services.focus.isInFront }?.number ?? 0
      if facts != toldFacts {
        toldFacts = facts
        send(.facts(facts))
      }
    }
    send(message)
  }

  private func send(_ message: HostMessage) {
    isTold = true
    stir()
    noteJam(port.send(message.bytes) == .gone)
  }

  private func stir() {
    conduct.stirred(at: nowNanoseconds) { port.processorNanoseconds }
  }

  /// It takes nothing: where that is because it has ended, its end is still to be taken.
  private func noteJam(_ takesNothing: Bool) {
    if takesNothing, port.isJammed { fail(.jammed) }
  }

  /// Tells it something that it owes an answer to.
  func ask(
    _ message: HostMessage, _ answer: OwedAnswers.Kind, of child: UInt32, ticket: UInt32 = 0
  ) {
    guard !hasEnded else { return }
    owed.add(answer, of: child, ticket: ticket, at: nowNanoseconds)
    conduct.owes(true, at: nowNanoseconds)
    tell(message)
  }

  /// Asks it to say when it has done all that it was told, unless it has said so, or has been asked.
  func askForRest() {
    guard isTold, endNanoseconds == nil, !awaitsRest else { return }
    ask(.rest, .rest, of: 0)
    isTold = false
  }

  /// It was asked that and has not said it.
  var awaitsRest: Bool { !hasEnded && owed.hasRest }

  func flush() {
    if !hasEnded { noteJam(port.flush() == .gone) }
  }

  /// A child is no more.
  func forget(_ child: WorkerChild) { children.removeAll { $0 === child } }

  /// Its plugins are to be ended, and then it.
  func askToEnd() {
    endNanoseconds = nowNanoseconds + Self.lastWordsNanoseconds
    tell(.end)
  }

  /// What it is given for that.
  static let lastWordsNanoseconds: Int64 = 250_000_000

  /// Nothing lives in it any more, and it has been told so.
  var isOfNoUse: Bool { endNanoseconds == nil && children.allSatisfy { $0.life == .ended } }

  /// Whether it has said all that it owes.
  var owesNothing: Bool { hasEnded || owed.isEmpty }
}

// MARK: - Time

extension RunningWorker {
  private static let namedNanoseconds: Int64 = 1_000_000_000

  /// Nobody waits for it now.
  var isLate: Bool {
    hasEnded
      || owed.eldest.map {
        nowNanoseconds - $0.sinceNanoseconds >= deadlines.callNanoseconds
      } ?? false
  }

  /// Who has not answered for a second, for how long, and how much longer it may take.
  var lateness: (child: WorkerChild, nanoseconds: Int64, leftNanoseconds: Int64)? {
    guard let debt = owed.eldest,
      let child = children.first(where: { $0.number == debt.child })
    else { return nil }
    let nanoseconds = nowNanoseconds - debt.sinceNanoseconds
    let left = limit(of: debt) - nanoseconds
    return nanoseconds >= Self.namedNanoseconds ? (child, nanoseconds, left) : nil
  }

  /// Which of its children to name, and for what it does that nobody asks for.
  var misconduct: (child: WorkerChild, fault: WorkerConduct.Fault)? {
    guard let fault = conduct.named else { return nil }
    let culprit = loaded.count > 1 ? lastCall.child : nil
    guard let child = children.first(where: { $0.type.id == culprit }) ?? children.first
    else { return nil }
    return (child, fault)
  }

  /// When the next of it is due.
  var nextDeadline: Int64? {
    guard !hasEnded else { return nil }
    if let endNanoseconds { return endNanoseconds }
    return [nextAnswerDeadline, conduct.nextMeasurement].lazy.compactMap(\.self).min()
  }

  private var nextAnswerDeadline: Int64? {
    // One that is late is asked for nothing more.
    let save = isLate ? nil : children.lazy.compactMap(\.saveNanoseconds).min()
    guard let debt = owed.eldest else { return save }
    let named = debt.sinceNanoseconds + Self.namedNanoseconds
    return min(nowNanoseconds < named ? named : end(of: debt), save ?? .max)
  }

  private func end(of debt: OwedAnswers.Debt) -> Int64 {
    debt.sinceNanoseconds + limit(of: debt)
  }

  /// How long it may take before it is ended.
  private func limit(of debt: OwedAnswers.Debt) -> Int64 {
    debt.kind == .create ? deadlines.createNanoseconds : deadlines.endNanoseconds
  }

  func timeIs(_ now: Int64) { nowNanoseconds = now }

  /// It has as long as ever for what it owes.
  func waitAnew() {
    owed.waitAnew(at: nowNanoseconds)
    conduct.measureAnew(at: nowNanoseconds, processorNanoseconds: port.processorNanoseconds)
  }

  /// Ends it where it is too late; what it has said by now has been taken.
  func judgeLateness() {
    guard !hasEnded else { return }
    for child in children {
      if let save = child.saveNanoseconds, save <= nowNanoseconds { child.askForState() }
    }
    if let endNanoseconds, nowNanoseconds >= endNanoseconds { return end() }
    if let debt = owed.eldest, nowNanoseconds >= end(of: debt) {
      fail(.late(nanoseconds: limit(of: debt)))
    }
    conduct.measure(at: nowNanoseconds, of: children.count) { port.processorNanoseconds }
    if let (fault, nanoseconds) = conduct.ended {
      fail(.misconduct(fault, nanoseconds: nanoseconds))
    }
  }
}

// MARK: - What it says

extension RunningWorker {
  /// What is taken of it at a time.
  private static let takenMessages = 256
  private static let takenBytes = 256 << 10

  /// Takes what it has said, not all where it does not stop.
  func take(at now: Int64) {
    nowNanoseconds = now
    var byteCount = 0
    for _ in 0..<Self.takenMessages where !hasEnded && byteCount < Self.takenBytes {
      switch port.receive() {
      case .message(let bytes):
        byteCount += bytes.count
        stir()
        conduct.said(bytes: bytes.count)
        do throws(ByteReader.Malformed) {
          byteCount += try follow(try WorkerMessage(bytes[...]))
        } catch {
          fail(.malformed)
        }
      case .malformed: fail(.malformed)
      case .end: fail(.ended(port.end()))
      case .nothing: return conduct.emptied()
      }
    }
  }

  /// Takes some of what it has printed; whether there may be more.
  @discardableResult
  func takeOutput() -> Bool {
    port.readOutput { bytes in
      lines.add(bytes) { events.append(.printed(id: children.first?.type.id, $0)) }
    }
  }

  /// Takes the rest of it, as far as it is kept at all.
  private func takeLastOutput() {
    for _ in 0..<Self.lastOutputParts where takeOutput() {}
    lines.end { events.append(.printed(id: children.first?.type.id, $0)) }
  }

  private static let lastOutputParts = 8

  /// Hands over what has come of it.
  func takeEvents(into all: inout [WorkerEvent]) {
    all += events
    events.removeAll(keepingCapacity: true)
  }

  private func child(_ number: UInt32) -> WorkerChild? {
    children.first { $0.number == number }
  }

  /// - Returns: how many bytes were sent for it.
  private func follow(_ message: WorkerMessage) throws(ByteReader.Malformed) -> Int {
    // It speaks first of its sandbox, and of that once.
    guard isOpen != message.isOpening else { throw .init() }
    switch message {
    case .opened(let lacking):
      isOpen = true
      if lacking != [] { events.append(.lacking(lacking)) }
    case .created(let number, let type, let answers):
      try settle(.create, number)
      guard let child = child(number) else { return 0 }
      try child.made(type, answers)
      events.append(.made(child))
    case .refused(let number, let what, let remedy):
      try settle(.create, number)
      guard let child = child(number) else { return 0 }
      guard !what.isEmpty else { throw .init() }
      forget(child)
      child.end()
      events.append(
        .ended(
          child,
          WorkerFailure(
            cause: .refused(
              what: HarmlessText.cleanLine(what), remedy: HarmlessText.cleanLine(remedy)),
            function: nil, culprit: nil, lines: lines.last)))
    case .answers(let number, let answers):
      guard let child = child(number) else { return 0 }
      child.changed(answers)
      events.append(.changed(child))
    case .used(let number, let ticket, let isUsed):
      let nanoseconds = try settle(.input, number, ticket: ticket)
      guard let child = child(number),
        let slowness = child.used(ticket, isUsed, after: nanoseconds)
      else { return 0 }
      events.append(.slow(child, slowness))
    case .drawn(let number, let layer):
      let nanoseconds = try settle(.draw, number)
      guard let child = child(number) else { return 0 }
      let slowness = try child.drew(layer, after: nanoseconds)
      events.append(.drawn(child))
      if let slowness { events.append(.slow(child, slowness)) }
    case .saved(let number, let state):
      try settle(.save, number)
      child(number)?.saved(state)
    case .wish(let number, let ticket, let wish):
      guard let child = child(number) else { return 0 }
      child.take(wish, ticket)
      if wish == .wake { events.append(.wake(child)) }
    case .note(let number, let level, let text):
      let id = child(number)?.type.id ?? children.first?.type.id
      lines.add(text)
      events.append(
        .note(id: id, PluginInbox.LogLevel(rawValue: level) ?? .error, HarmlessText.clean(text)))
    case .pluginNote(let plugin, let level, let text):
      guard let file = loaded[plugin] else { throw .init() }
      lines.add(text)
      events.append(
        .note(id: file, PluginInbox.LogLevel(rawValue: level) ?? .error, HarmlessText.clean(text)))
    case .pluginFault(let plugin, let what, let remedy):
      guard let file = loaded[plugin] else { throw .init() }
      // A right worker tells each once.
      guard toldPluginFaults < Self.pluginFaultsLimit else { return 0 }
      toldPluginFaults += 1
      events.append(
        .pluginFault(ChildFault(file: file, child: "", kind: .told(what: what, remedy: remedy))))
    case .lost(let count): events.append(.linesLost(count))
    case .rests: try settle(.rest, 0)
    case .question(let question):
      guard let services = children.first?.services else { throw .init() }
      let answer = ContentAnswer(to: question, from: services).bytes
      send(.answer(answer))
      return answer.count
    case .ended:
      guard endNanoseconds != nil else { throw .init() }
      end(cut: false)
    case .step, .scanned, .reading: throw .init()
    }
    return 0
  }

  private static let pluginFaultsLimit = 256

  /// It has answered what it owed longest.
  ///
  /// - Returns: how many nanoseconds it has taken.
  /// - Throws: that it owed something else.
  @discardableResult
  private func settle(
    _ answer: OwedAnswers.Kind, _ child: UInt32, ticket: UInt32 = 0
  ) throws(ByteReader.Malformed) -> Int64 {
    let nanoseconds = try owed.settle(answer, of: child, ticket: ticket, at: nowNanoseconds)
    conduct.owes(!owed.isEmpty, at: nowNanoseconds)
    return nanoseconds
  }
}

// MARK: - Its end

extension RunningWorker {
  /// It is of no use any more: its children are no more.
  private func fail(_ cause: WorkerFailure.Cause) {
    guard !hasEnded else { return }
    hasEnded = true
    _ = port.end()
    takeLastOutput()
    // Before its sandbox stands nothing of a plugin's has run there.
    let cause =
      switch cause {
      case .ended(let ending) where !isOpen:
        WorkerFailure.Cause.refused(
          what: "no worker can be started (it \(ending.words))",
          remedy: "see statehost plugins --security")
      default: cause
      }
    let (function, culprit) = lastCall
    let isAmongOthers = loaded.count > 1
    let file = isAmongOthers ? culprit.flatMap { files[$0] } : nil
    let failure = WorkerFailure(
      cause: cause, function: function, culprit: culprit, in: file,
      isUnclear: isAmongOthers && file == nil, lines: lines.last)
    self.failure = failure
    for child in children {
      child.end()
      events.append(.ended(child, failure))
    }
    children = []
  }

  /// Ends it, whatever it does.
  ///
  /// - Parameter cut: whether that is told, where it was asked to end.
  func end(cut: Bool = true) {
    guard !hasEnded else { return }
    hasEnded = true
    _ = port.end()
    takeLastOutput()
    let (function, culprit) = lastCall
    if cut, endNanoseconds != nil, let function {
      let only = loaded.count > 1 ? nil : children.first?.file
      let file = culprit.flatMap { files[$0] } ?? only
      events.append(.cut(file: file ?? "a plugin", function: function))
    }
    for child in children { child.end() }
    children = []
  }

  /// Which function of which child was running when its process ended; of several plugins a function of
  /// none of their children belongs to the one that it is to make.
  private var lastCall: (function: String?, child: String?) {
    let (function, child) =
      switch record {
      case .some(let record): CallRecord.read(in: record)
      case .none: (nil, nil)
      }
    guard loaded.count > 1, function != nil, child == nil, let debt = owed.eldest,
      debt.kind == .create
    else { return (function, child) }
    return (function, self.child(debt.child)?.type.id)
  }
}
