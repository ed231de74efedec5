import HostSurface
import HostSystem
import PluginSupport
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostWorkers

@Suite struct `A worker that owes answers` {
  private let ms: Int64 = 1_000_000
  private let port = SayingPort()
  private let folder: ScratchFolder
  private let worker: RunWorkerHandle

  /// It has said that its sandbox stands.
  init() throws {
    folder = try ScratchFolder()
    try folder.write("a plugin", to: "a.so")
    worker = try RunWorkerHandle(
      in: port, granted: WorkerGrants(reading: [], GrantedNeeds()), within: WorkerDeadlines(), at: 0
    )
    say(.opened(lacking: []))
  }

  /// A child that a worker is told to make.
  private func order(
    _ number: UInt32, _ services: any ChildHost = NoServices(), of worker: RunWorkerHandle? = nil
  ) throws -> RemoteChild {
    let worker = worker ?? self.worker
    let type = ChildType(id: "com.example.a", name: "A")
    let child = RemoteChild(
      type, of: "/a.so", number: number, granted: [], saved: nil, services: services, in: worker)
    let order = ChildOrder(
      child: number, id: type.id, options: ChildOptionValues(nil), states: [], saved: nil)
    try worker.make(child, order, from: PluginFile(checking: folder.path + "/a.so"))
    return child
  }

  /// One that it has made, of which nothing is told any more.
  private func child(_ number: UInt32, _ services: NoServices = NoServices()) throws -> RemoteChild
  {
    let child = try order(number, services)
    say(.created(child: number, child.type, ChildAnswers()))
    #expect(events == ["made \(number)"])
    return child
  }

  /// Has it say so much, which the host takes.
  private func say(_ messages: WorkerMessage..., at now: Int64 = 0) {
    for message in messages { port.say(message) }
    worker.take(at: now)
  }

  private func say(_ arrival: ReceiveResult) {
    port.say(arrival)
    worker.take(at: 0)
  }

  private func judge(at now: Int64) {
    worker.timeIs(now)
    worker.judgeLateness()
  }

  private var events: [String] {
    var events: [WorkerEvent] = []
    worker.takeEvents(into: &events)
    return events.map { event in
      switch event {
      case .made(let child): "made \(child.number)"
      case .changed(let child): "changed \(child.number)"
      case .drawn(let child): "drawn \(child.number)"
      case .wake(let child): "wake \(child.number)"
      case .linesLost(let count): "lost \(count)"
      case .ended(let child, let failure): "ended \(child.number): \(failure.what)"
      case .printed(_, let line): "printed \(String(decoding: line, as: UTF8.self))"
      case .note(let id, let level, let text): "\(id ?? "nobody") \(level): \(text)"
      case .pluginFault(let fault): fault.line
      case .cut(let file, let function): "cut \(file) in \(function)"
      case .failedAtExit(let file, let ending): "failed \(file.suffix(4)) at exit: \(ending)"
      case .lacking(let parts): "lacking \(parts.names)"
      default: "\(event)"
      }
    }
  }

  @Test func `has its time for each of them from when it has given the one before`() throws {
    for child in [1, 2] as [UInt32] { worker.request(.save(child: child), .save, for: child) }
    let second = 1_000 * ms
    #expect(worker.nextDeadline == second)
    say(.saved(child: 1, nil), at: 200 * ms)
    #expect(worker.failure == nil && !worker.hasNoPendingReply)
    worker.timeIs(449 * ms)
    #expect(!worker.isLate)
    worker.timeIs(450 * ms)
    #expect(worker.isLate)
  }

  @Test func `has as long as ever for what it owes when time went on without it`() throws {
    worker.request(.save(child: 1), .save, for: 1)
    worker.timeIs(10_000 * ms)
    #expect(worker.isLate)
    worker.waitAnew()
    // What it computes is measured anew, too.
    #expect(worker.nextDeadline == 11_000 * ms)
    worker.judgeLateness()
    #expect(!worker.isLate && !worker.hasEnded)
  }

  @Test func `asks for an action while its child is on screen alone, whatever it says`() throws {
    let services = NoServices()
    let child = try child(1, services)
    child.take(.action(.reload), during: .other)
    child.send(.willAppear(animated: false))
    child.take(.action(.quit), during: .other)
    child.send(.didDisappear(animated: false))
    child.take(.action(.reload), during: .other)
    #expect(services.actions == [.quit])
  }

  /// Nothing of a plugin's has run there.
  @Test func `is nobody's fault where it ends before its sandbox stands`() throws {
    let port = SayingPort()
    let worker = try RunWorkerHandle(
      in: port, granted: WorkerGrants(reading: [], GrantedNeeds()), within: WorkerDeadlines(), at: 0
    )
    _ = try order(1, of: worker)
    port.say(.end)
    worker.take(at: 0)
    #expect(worker.failure?.isOfPlugin == false)
    #expect(worker.failure?.what == "no worker can be started (it crashed (SIGSEGV))")
    #expect(worker.failure?.remedy == "see statehost plugins --security")
  }

  @Test func `has two seconds to make a child`() throws {
    _ = try order(1)
    judge(at: 1_999 * ms)
    #expect(!worker.hasEnded)
    judge(at: 2_000 * ms)
    #expect(events == ["ended 1: did not come back within 2 s"])
  }

  @Test(
    arguments: [
      .saved(child: 2, nil), .used(child: 1, ticket: 1, true), .idle, .ended, .opened(lacking: []),
      .step("init"), .scanned([]), .drawn(child: 1, [1]), .gone(child: 1), .gone(child: 2),
      .created(child: 1, ChildType(id: "com.example.a", name: "A"), ChildAnswers()),
      .refused(child: 1, what: "no", remedy: "yes"), .reading(.done),
    ] as [WorkerMessage])
  func `is ended for what it was not asked`(message: WorkerMessage) throws {
    _ = try child(1)
    worker.request(.save(child: 1), .save, for: 1)
    say(message)
    #expect(port.hasEnded)
    #expect(events == ["ended 1: sent an invalid message"])
  }

  @Test func `ends with all its children, of which each is told, and is sent nothing more`() throws
  {
    let children = try [child(1), child(2)]
    #expect(children[0].offer(.paste([])) == .later)
    children[0].requestSavedState()
    children[1].draw(into: Layer(columns: 1, rows: 1, pool: CellPool()), timeNanoseconds: 0)
    say(.end)
    #expect(children.allSatisfy { !$0.isSaving && !$0.isDrawing }, "nobody waits for them")
    #expect(events == [1, 2].map { "ended \($0): crashed (SIGSEGV) on a thread of its own" })
    #expect(children.allSatisfy { $0.life == .ended && $0.inputAnswer == .unused })
    #expect(worker.children.isEmpty && worker.hasNoPendingReply && worker.nextDeadline == nil)
    let count = port.told.count
    worker.tell(.save(child: 1))
    worker.request(.idle, .idle, for: 0)
    #expect(port.told.count == count && worker.hasNoPendingReply)
  }

  @Test func `is told which of its children is in front, and when none is`() throws {
    let services = [NoServices(), NoServices()]
    for number in 1...2 { _ = try child(UInt32(number), services[number - 1]) }
    let fronts = [1, 2, 0, 2].map { front -> UInt32? in
      for index in 0...1 { services[index].facts.focus.isInFront = index + 1 == front }
      let before = port.told.count
      worker.tell(.save(child: 1))
      return port.told[before...].compactMap {
        if case .facts(let told) = $0 { told.front } else { nil }
      }
      .last
    }
    #expect(fronts == [1, 2, 0, 2])
  }

  @Test func `is ended for the answer to another input`() throws {
    let child = try child(1)
    #expect(child.offer(.paste([])) == .later && child.offer(.paste([])) == .later)
    say(.used(child: 1, ticket: 2, true))
    #expect(worker.hasEnded)
    #expect(child.inputAnswer == .unused, "it is the next child's")
  }

  @Test(arguments: [true, false])
  func `may draw after an input where it was given a layer, and then is awaited`(
    hasLayer: Bool
  ) throws {
    let child = try child(1)
    let pool = CellPool()
    let layer = Layer(columns: 3, rows: 1, pool: pool)
    #expect(child.offer(.paste([]), drawingInto: hasLayer ? layer : nil) == .later)
    say(.used(child: 1, ticket: 1, true, drawing: SelectionFacts()))
    #expect(port.hasEnded != hasLayer && child.isDrawing == hasLayer)
    guard hasLayer else { return }
    #expect(child.inputAnswer == .used && !worker.hasNoPendingReply)
    // The host may have ordered a drawing meanwhile.
    child.draw(into: layer, timeNanoseconds: 0)
    for _ in 0..<2 {
      #expect(child.isDrawing)
      say(.drawn(child: 1, DrawnLayer.bytes(of: layer, LayerDiff(pool: pool))[...]))
    }
    #expect(!port.hasEnded && !child.isDrawing && worker.hasNoPendingReply)
  }

  @Test func `speaks first of its sandbox`() throws {
    let begins: [(first: WorkerMessage, tolerated: SandboxParts)] = [
      (.idle, .all), (.opened(lacking: [.files]), [.calls]), (.opened(lacking: [.files]), .all),
    ]
    for (first, tolerated) in begins {
      let port = SayingPort()
      let worker = try RunWorkerHandle(
        in: port, granted: WorkerGrants(reading: ["/b"], GrantedNeeds(.run), lacking: tolerated),
        within: WorkerDeadlines(), at: 0)
      #expect(port.told == [.grant(path: "/b"), .order(.run, [.run], mayLack: tolerated)])
      port.say(first)
      worker.take(at: 0)
      let isRight = first != .idle && tolerated == .all
      #expect(worker.hasEnded != isRight)
      var events: [WorkerEvent] = []
      worker.takeEvents(into: &events)
      let lacking = events.contains { if case .lacking([.files]) = $0 { true } else { false } }
      #expect(lacking == (isRight && Sandbox.isComplete))
    }
  }

  @Test func `lets a child go that it cannot make, and no other`() throws {
    let first = try child(1)
    let second = try order(2)
    say(.refused(child: 2, what: "n\u{1B}o", remedy: "yes"))
    #expect(first.life == .made && second.life == .ended)
    #expect(worker.children.map(\.number) == [1])
    #expect(events.last?.contains("\u{1B}") == false)
    // The plugin's file is handed over once.
    let loads = port.told.count { if case .load = $0 { true } else { false } }
    #expect(loads == 1)
  }

  @Test func `is ended where it refuses without a reason`() throws {
    let child = try child(1)
    worker.request(.save(child: 1), .create, for: 1)
    say(.refused(child: 1, what: "", remedy: ""))
    #expect(worker.hasEnded && child.life == .ended)
  }

  @Test func `is not late for what the host takes to answer it`() throws {
    let child = try child(1)
    #expect(child.offer(.paste([])) == .later)
    let question = ContentQuestion(child: 1, generation: 0, subject: .selection)
    // The host wakes after 200 ms and has answered two questions 700 and 900 ms later.
    for clock in [900, 1_100] {
      port.clockNanoseconds = Int64(clock) * ms
      say(.question(question), at: 200 * ms)
    }
    worker.timeIs(1_149 * ms)
    #expect(!worker.isLate && worker.lateness == nil)
    worker.timeIs(1_150 * ms)
    #expect(worker.isLate)
    judge(at: 3_899 * ms)
    #expect(!worker.hasEnded)
    judge(at: 3_900 * ms)
    #expect(worker.hasEnded)
  }

  @Test func `is told of texts and columns where these have changed, also of the same rows`() throws
  {
    let host = ContentHost()
    let child = try order(1, host)
    for (revision, error, isTold) in [(1, "", false), (2, "why", true), (3, "why", false)] {
      host.facts.content?.revision = UInt64(revision)
      host.texts[.error] = error
      let before = port.told.count
      child.send(.contentChanged)
      let told = port.told.dropFirst(before).contains {
        if case .overview = $0 { true } else { false }
      }
      #expect(told == isTold, "revision \(revision)")
    }
  }

  @Test func `is told what has changed before what it is told next, once`() throws {
    let services = NoServices()
    _ = try child(1, services)
    services.facts.nowNanoseconds = 7
    worker.tell(.save(child: 1))
    worker.tell(.save(child: 1))
    // The input that a child handles is nothing that the others may know.
    services.facts.policy.inputBegan(.any, at: 7)
    worker.tell(.save(child: 1))
    let facts = port.told.suffix(4).map { if case .facts = $0 { true } else { false } }
    #expect(facts == [true, false, false, false])
  }

  @Test func `is asked for the state of a child half a second after that has used an input`() throws
  {
    let services = NoServices()
    let child = try child(1, services)
    services.facts.nowNanoseconds = 100
    #expect(child.offer(.paste([])) == .later)
    say(.used(child: 1, ticket: 1, false))
    #expect(child.inputAnswer == .unused && child.saveNanoseconds == nil)
    #expect(child.offer(.paste([])) == .later)
    say(.used(child: 1, ticket: 2, true))
    let due = 500 * ms + 100
    #expect(child.inputAnswer == .used && child.saveNanoseconds == due)
    // What it owes is due later, and then first.
    worker.request(.idle, .idle, for: 0)
    #expect(worker.nextDeadline == due)
    say(.idle)
    judge(at: due - 1)
    #expect(!child.isSaving)
    judge(at: due)
    #expect(child.isSaving && child.saveNanoseconds == nil)
    say(.saved(child: 1, [3]), at: due)
    #expect(child.saveState() == [3] && !child.isSaving)
  }

  @Test func `is ended when it takes nothing, and not while it is only slow`() throws {
    _ = try child(1)
    port.delivery = .gone
    worker.tell(.save(child: 1))
    #expect(!worker.hasEnded)
    port.isJammed = true
    port.delivery = .pending
    worker.tell(.save(child: 1))
    #expect(!worker.hasEnded)
    port.delivery = .gone
    worker.flush()
    #expect(worker.hasEnded && events.last == "ended 1: stopped reading messages")
  }

  @Test func `is asked to rest when it was told something, and not again before it does`() throws {
    _ = try child(1)
    let before = port.told.count
    for _ in 0..<2 { worker.requestIdle() }
    #expect(port.told.dropFirst(before) == [.idle] && worker.awaitsIdle)
    say(.idle)
    worker.requestIdle()
    #expect(!worker.awaitsIdle)
    worker.tell(.save(child: 1))
    worker.requestIdle()
    #expect(worker.awaitsIdle)
  }

  @Test func `is taken from in turns: 256 messages, or 256 KiB, with what it is answered`() throws {
    _ = try child(1)
    let note = String(repeating: "x", count: 60_000)
    for _ in 0..<300 { port.say(.lost(1)) }
    worker.take(at: 0)
    #expect(port.waitingCount == 44)
    worker.take(at: 0)
    for _ in 0..<9 { port.say(.note(child: 1, level: 0, text: note)) }
    worker.take(at: 0)
    #expect(port.waitingCount == 4)
    #expect(!worker.hasEnded)
  }

  @Test func `says its last words, also those of a line without an end`() throws {
    _ = try child(1)
    port.prints = ["one\ntw", "o\nth", "r", "ee"].map { Array($0.utf8) }
    worker.takeOutput()
    #expect(events.last == "printed one")
    port.say(.note(child: 1, level: 2, text: "noted"))
    port.say(.note(child: 9, level: 9, text: "\u{1B}[31mred"))
    say(.end)
    let events = events
    #expect(events[0] == "com.example.a warning: noted")
    #expect(events[1].hasPrefix("com.example.a error: ") && !events[1].contains("\u{1B}"))
    #expect(events[2...3] == ["printed two", "printed three"])
    #expect(worker.failure?.lines == ["red", "two", "three"])
  }

  @Test func `says what a plugin says that has no child yet, by the name of its file`() throws {
    _ = try child(1)
    port.say(.pluginNote(level: 1, text: "a\u{1B}[2Jb"))
    for _ in 0..<300 { port.say(.pluginFault(what: "host.now called", remedy: "do not")) }
    worker.take(at: 0)
    worker.take(at: 0)
    let file = folder.path + "/a.so"
    let told = events
    #expect(told[0] == "\(file) info: ab")
    #expect(told[1] == "statehost: the plugin itself: host.now called: \(file): do not")
    #expect(told.count == 1 + 256 && !worker.hasEnded)
  }

  @Test func `is ended for what a plugin says that it was not given`() throws {
    say(.pluginNote(level: 1, text: "of none"))
    #expect(worker.hasEnded)
  }

  @Test func `has each thing that it says become what the program makes of it, and nothing more`()
    throws
  {
    let child = try child(7)
    child.send(.willAppear(animated: false))
    let note = WorkerMessage.note(child: 7, level: 2, text: "a\u{7}b")
    let stray = WorkerMessage.note(child: 99, level: 1, text: "c")
    let saying: [(WorkerMessage, [String])] = [
      (.answers(child: 7, ChildAnswers()), ["changed 7"]),
      (.answers(child: 99, ChildAnswers()), []), (.wake(child: 7), ["wake 7"]),
      (.wake(child: 99), []), (.request(child: 7, during: .other, .draw), []),
      (.request(child: 7, during: .other, .timer(afterNanoseconds: nil)), []),
      (note, ["com.example.a warning: a␇b"]), (stray, ["com.example.a info: c"]),
      (.note(child: 7, level: 99, text: "d"), ["com.example.a error: d"]), (.lost(3), ["lost 3"]),
    ]
    for (message, expected) in saying {
      say(message)
      let told = events
      #expect(told == expected && !worker.hasEnded, "\(message): \(told)")
    }
    // What it is asked for, it gives; what becomes of that is another thing where it took long.
    let layer = Layer(columns: 2, rows: 1, pool: CellPool())
    for (milliseconds, ticket) in [(1, 1), (2, 2)] as [(Int64, UInt32)] {
      let now = milliseconds * ms
      worker.timeIs(now)
      child.draw(into: layer, timeNanoseconds: 0)
      #expect(child.offer(.paste([])) == .later)
      port.say(.drawn(child: 7, DrawnLayer.bytes(of: layer, LayerDiff(pool: CellPool()))[...]))
      say(.used(child: 7, ticket: ticket, ticket == 1), at: now)
      #expect(events == ["drawn 7"] && child.inputAnswer == (ticket == 1 ? .used : .unused))
    }
  }

  @Test func `ends when it is asked to, with its last words within 250 ms`() throws {
    _ = try child(1)
    worker.timeIs(5)
    worker.requestEnd()
    #expect(worker.nextDeadline == 250 * ms + 5)
    worker.requestIdle()
    #expect(port.told.last == .end, "it is sent nothing after that")
    judge(at: 250 * ms + 4)
    #expect(!worker.hasEnded)
    judge(at: 250 * ms + 5)
    #expect(worker.hasEnded && port.hasEnded && worker.nextDeadline == nil)
    #expect(worker.failure == nil, "it was asked to")
  }

  @Test func `is of no use when all its children have ended, until it is asked to end`() throws {
    let child = try child(1)
    #expect(!worker.isUnused)
    child.destroy()
    #expect(worker.isUnused && port.told.last == .destroy(child: 1))
    child.destroy()
    #expect(port.told.count { $0 == .destroy(child: 1) } == 1)
    worker.requestEnd()
    #expect(!worker.isUnused)
    say(.ended)
    #expect(!worker.hasEnded, "exit handlers may run")
    port.ending = .left
    say(.end)
    #expect(worker.hasEnded && !events.contains { $0.hasPrefix("cut") || $0.hasPrefix("failed") })
  }

  @Test func `is told of where an exit handler of its plugin ends it, or takes too long`() throws {
    try child(1).destroy()
    worker.requestEnd()
    port.say(.ended)
    port.ending = .exited(0)
    say(.end)
    #expect(worker.hasEnded && events.last == "failed a.so at exit: exited(0)")
  }

  @Test func `says once that its plugins have ended`() throws {
    try child(1).destroy()
    worker.requestEnd()
    for _ in 0..<2 { port.say(.ended) }
    worker.take(at: 0)
    #expect(worker.hasEnded && worker.failure?.cause == .malformed)
  }

  @Test(arguments: ["saved", "idle", "gone"])
  func `is ended for what it computes for ten seconds after the last answer that it owed`(
    answer: String
  ) throws {
    let children = try [child(1), child(2)]
    switch answer {
    case "saved": worker.request(.save(child: 1), .save, for: 1)
    case "idle": worker.requestIdle()
    default:
      worker.request(.save(child: 2), .save, for: 2)
      children[1].destroy()
    }
    say(answer == "saved" ? .saved(child: 1, nil) : answer == "idle" ? .idle : .gone(child: 2))
    for second in 1...10 as ClosedRange<Int64> {
      #expect((worker.misconduct != nil) == (second > 3) && !worker.hasEnded)
      port.processorNanoseconds = second * 1_000 * ms
      judge(at: second * 1_000 * ms)
    }
    #expect(worker.hasEnded)
    #expect(events.last == "ended 2: computed for 10 s outside of any call")
  }

  @Test func `is not said to burn what it computes while it always owes an answer`() throws {
    _ = try child(1)
    for second in 0...5 as ClosedRange<Int64> {
      let now = second * 1_000 * ms
      port.processorNanoseconds = now
      if second > 0 { port.say(.saved(child: 1, nil)) }
      worker.take(at: now)
      worker.request(.save(child: 1), .save, for: 1)
      worker.judgeLateness()
      #expect(worker.misconduct == nil && !worker.hasEnded)
    }
  }

  @Test(arguments: [1, 2] as [UInt32], [1, 100 << 10])
  func `floods by the number of its children, with many messages or large ones`(
    childCount: UInt32, bytes: Int
  ) throws {
    for number in 1...childCount { _ = try child(number) }
    let text = [UInt8](repeating: 0x61, count: bytes)
    for _ in 0..<(bytes == 1 ? 3_000 : 110) {
      port.say(.request(child: 9, during: .other, .action(.clipboard(text))))
    }
    while port.waitingCount > 0 { worker.take(at: 0) }
    worker.take(at: 0)
    judge(at: 1_000 * ms)
    #expect((worker.misconduct?.fault == .flooding) == (childCount == 1))
  }

  @Test(arguments: [.input, .draw, .save, .idle] as [PendingReplies.Request])
  func `is looked at when it is named, and when it is ended, whatever it owes`(
    request: PendingReplies.Request
  ) throws {
    let child = try child(1)
    worker.timeIs(100 * ms)
    worker.request(.save(child: 1), request, for: request == .idle ? 0 : 1)
    // At 1,000 and 2,000 ms for what it computes.
    for (now, next) in [
      (100, 1_000), (1_000, 1_100), (1_099, 1_100), (1_100, 2_000), (2_000, 3_100), (3_099, 3_100),
    ] as [(Int64, Int64)] {
      judge(at: now * ms)
      #expect(worker.nextDeadline == next * ms && !worker.hasEnded, "\(now)")
      let isNamed = now >= 1_100 && request != .idle
      #expect((worker.lateness?.child === child) == isNamed)
      #expect(!isNamed || worker.lateness?.leftNanoseconds == (3_100 - now) * ms)
    }
    judge(at: 3_100 * ms)
    #expect(events.last == "ended 1: did not come back within 3 s")
  }

  @Test func `is asked for the states of all its children, but not while it is late`() throws {
    let children = try [child(1), child(2)]
    for child in children {
      #expect(child.offer(.paste([])) == .later)
      port.say(.used(child: child.number, ticket: 1, true))
    }
    worker.take(at: 0)
    // It owes an answer, so it is late from 250 ms on.
    worker.request(.idle, .idle, for: 0)
    worker.timeIs(499 * ms)
    #expect(worker.nextDeadline == 1_000 * ms)
    judge(at: 500 * ms)
    #expect(children.allSatisfy { !$0.isSaving })
    say(.idle, at: 500 * ms)
    worker.judgeLateness()
    #expect(children.allSatisfy { $0.isSaving })
  }

  @Test func `is heard about a child that has ended for its faults and its log alone`() throws {
    let services = NoServices()
    let child = try child(1, services)
    child.send(.willAppear(animated: false))
    child.destroy()
    say(
      .answers(child: 1, ChildAnswers()), .wake(child: 1), .request(child: 1, during: .other, .draw)
    )
    #expect(events == [] && services.asked == [] && !worker.hasEnded)
    say(
      .note(child: 1, level: 1, text: "late"), .fault(child: 1, what: "a", remedy: "b"),
      .question(ContentQuestion(child: 1, generation: 0, subject: .selection)))
    #expect(events == ["com.example.a info: late"])
    #expect(services.faults == [.told(what: "a", remedy: "b")])
    #expect(port.told.last == .answer(ContentAnswer.gone.bytes))
  }

  @Test func `may draw after an input for a child that has ended meanwhile`() throws {
    let child = try child(1)
    let layer = Layer(columns: 3, rows: 1, pool: CellPool())
    #expect(child.offer(.paste([]), drawingInto: layer) == .later)
    child.destroy()
    say(
      .used(child: 1, ticket: 1, true, drawing: SelectionFacts()),
      .drawn(child: 1, DrawnLayer.bytes(of: layer, LayerDiff(pool: CellPool()))[...]))
    #expect(!worker.hasEnded && worker.hasNoPendingReply && events == [])
  }
}
