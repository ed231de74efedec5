import HostContent
import HostSurface
import PluginSupport
import StateContainer
import Testing

@testable import HostPlugins
@testable import HostWorkers

@Suite struct `A child in a worker` {
  private static let millisecond: Int64 = 1_000_000
  private let services = NoServices()
  private let port = SayingPort()
  private let worker: RunWorkerHandle
  private let child: RemoteChild
  private static let type = ChildType(
    id: "com.example.a", name: "A", needs: ["network", "run", "something"]
  ).of(plugin: 3)

  init() throws {
    worker = try RunWorkerHandle(
      in: port, granted: WorkerGrants(reading: [], GrantedNeeds()), within: WorkerDeadlines(), at: 0
    )
    port.say(.opened(lacking: []))
    worker.take(at: 0)
    child = RemoteChild(
      Self.type, of: "/a.so", number: 1, granted: [.network], saved: [9], services: services,
      in: worker)
  }

  private func offer() { #expect(child.offer(.paste([])) == .later) }

  /// Offers it the next input, which it has used or not after so long.
  @discardableResult
  private func press(
    isUsed: Bool = true, afterMilliseconds milliseconds: Int64 = 0
  ) -> RemoteChild.Slowness? {
    offer()
    guard case .input(_, let ticket, _, _)? = port.told.last else { return nil }
    return child.used(ticket, isUsed, after: milliseconds * Self.millisecond)
  }

  private func appear(_ answers: ChildAnswers = ChildAnswers()) throws {
    try child.made(Self.type, answers)
    child.send(.willAppear(animated: false))
  }

  @Test func `lacks what it needs and was not granted`() { #expect(child.missing.needs == .run) }

  @Test func `is the one that was ordered, or a lie`() throws {
    #expect(throws: (any Error).self) {
      try child.made(ChildType(id: "com.example.b"), ChildAnswers())
    }
    #expect(!child.isReady && child.offer(.paste([])) == .unused)
    try child.made(ChildType(id: Self.type.id, name: "Another").of(plugin: 9), ChildAnswers())
    #expect(child.isReady && child.type.name == "Another" && child.saveState() == [9])
    #expect(child.type.plugin == Self.type.plugin, "which plugin it is of, the catalogue knows")
  }

  @Test func `has insets that leave room, and words without control characters`() throws {
    var answers = ChildAnswers()
    answers.insets = CellInsets(top: 3, right: 30, bottom: 30, left: 40)
    answers.keyHelp = [KeyHelpItem(key: "\u{1B}[2Jx", action: "\u{7}do")]
    answers.words = "say\u{9B}2J"
    try appear(answers)
    #expect(
      child.insets(columns: 50, rows: 10) == CellInsets(top: 3, right: 30, bottom: 7, left: 20))
    #expect(child.insets(columns: 20, rows: 2) == CellInsets(top: 2, right: 20, bottom: 0, left: 0))
    for text in [
      child.keyHelp()[0].key, child.keyHelp()[0].action, child.accessibilityText() ?? "",
    ] {
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || 0x7F..<0xA0 ~= $0.value })
    }
    child.end()
    #expect(child.keyHelp().isEmpty)
  }

  @Test func `that is late is offered nothing more, nor asked for its state`() throws {
    try appear()
    offer()
    worker.timeIs(250 * Self.millisecond)
    child.withdrawInput()
    #expect(child.offer(.paste([])) == .unused)
    child.requestSavedState()
    #expect(!child.isSaving)
  }

  @Test func `that is late hears nothing that others say, and all else`() throws {
    let message = ChildEvent.message(
      ChildMessage(to: "", subject: "com.example.a/1", body: []), from: "com.example.b")
    func hear() -> [HostMessage] {
      let count = port.told.count
      child.send(message)
      child.send(.contentChanged)
      return port.told.dropFirst(count).filter { if case .news = $0 { true } else { false } }
    }
    try appear()
    offer()
    #expect(hear() == [.news(child: 1, message), .news(child: 1, .contentChanged)])
    worker.timeIs(250 * Self.millisecond)
    #expect(hear() == [.news(child: 1, .contentChanged)])
  }

  @Test func `has its answer to an input that was withdrawn, or is not the last, not counted`()
    throws
  {
    try appear()
    offer()
    child.withdrawInput()
    _ = child.used(1, true, after: 0)
    #expect(child.inputAnswer == .unused && child.saveNanoseconds == nil)
    for _ in 0..<2 { offer() }
    _ = child.used(2, true, after: 0)
    #expect(child.inputAnswer == .later)
    _ = child.used(3, true, after: 0)
    #expect(child.inputAnswer == .used)
  }

  @Test func `has its wishes under what was withdrawn from it, and before, not heard`() throws {
    try appear()
    for _ in 0..<3 { offer() }
    child.take(.select(row: 0), during: .input(1))
    child.take(.select(row: 1), during: .input(3))
    offer()
    child.withdrawInput()
    for ticket in [1, 3, 4] as [UInt32] {
      child.take(.select(row: 2), during: .input(ticket))
      child.take(.state("a", animated: true), during: .input(ticket))
      child.take(.action(.quit), during: .input(ticket))
    }
    #expect(services.states == [] && services.actions == [])
    #expect(services.selected == [0, 1])
    child.take(.select(row: 4), during: .other)
    child.take(.select(row: 5), during: .input(5))
    #expect(services.selected == [0, 1, 4, 5])
    child.take(.draw, during: .input(1))
    #expect(services.invalidationCount == 1, "a drawing is nobody else's")
  }

  @Test(arguments: [(generation: 2, isVoid: false), (1, false), (1, true)])
  func `has no row of an earlier content chosen, which is told where it was in time`(
    generation: UInt64, isVoid: Bool
  ) throws {
    var content = ContentFacts()
    content.generation = 2
    services.facts.content = content
    try appear()
    offer()
    if isVoid { child.withdrawInput() }
    child.take(.select(row: 7), during: .input(1), of: generation)
    #expect(services.replacedCount == 0, "a selection is no choice")
    child.take(.action(.acceptRow(7)), during: .input(1), of: generation)
    #expect(services.selected == (generation == 2 ? [7] : []))
    #expect(services.actions.count == (generation == 2 ? 1 : 0))
    #expect(services.replacedCount == (generation == 2 || isVoid ? 0 : 1))
  }

  /// When a request is heard: only on screen, not under what was withdrawn, neither, or both.
  private enum Heard { case always, onScreen, inTime, onScreenInTime }

  /// One of each that it can ask for, what becomes of it, and when.
  private static func requests() throws -> [(ChildRequest, asked: String, heard: Heard)] {
    let filter = RowFilter([0x61])
    return [
      (.draw, "draw", .always),
      (.timer(afterNanoseconds: 1 << 40), "wake after \(1 << 40)", .always),
      (.timer(afterNanoseconds: nil), "wake after nothing", .always),
      (.state("a", animated: true), "show a in motion", .inTime),
      (.action(.quit), "quit", .onScreenInTime), (.action(.bell), "bell", .onScreen),
      (.select(row: 3), "select 3", .onScreenInTime),
      (.anchor(.top), "stay at the top", .onScreenInTime),
      (.anchor(.end), "stay at the end", .onScreenInTime),
      (.mark(row: 4, count: 5, isMarked: true), "mark 5 from 4", .onScreenInTime),
      (.mark(row: 4, count: 5, isMarked: false), "unmark 5 from 4", .onScreenInTime),
      (.show(ViewRequest(filter: filter)), "view: show a", .onScreenInTime),
      (.find(filter, fromPlace: 7, isBackward: true), "view: find a back from 7", .onScreenInTime),
      (.find(filter, fromPlace: nil, isBackward: false), "view: find a on", .onScreenInTime),
      (.endFind, "view: end", .onScreenInTime), (.front, "front", .onScreenInTime),
      (.takeText(true), "text is its own", .inTime), (.dock(nil), "no dock", .inTime),
      (.dock(Dock(.right, .cells(3))), "dock", .inTime), (.refreshPlace, "refreshPlace", .always),
      (.collapse(true), "collapse(true)", .always),
      (.remember(option: "a", value: "b"), "remember a as b", .onScreenInTime),
      (.message(ChildMessage(to: "", subject: "x", body: [])), "say x", .always),
      (.cancel(number: 4), "cancel 4", .always),
    ]
  }

  @Test(arguments: [true, false], [true, false])
  func `has all that it asks for heard, where it may`(isOnScreen: Bool, isVoid: Bool) throws {
    for (request, asked, heard) in try Self.requests() {
      let services = NoServices()
      let child = RemoteChild(
        Self.type, of: "/a.so", number: 1, granted: [.run], saved: nil, services: services,
        in: worker)
      try child.made(Self.type, ChildAnswers())
      child.send(.willAppear(animated: false))
      if !isOnScreen {
        child.send(.willDisappear(animated: false))
        child.send(.didDisappear(animated: false))
      }
      // Under the input that it has, or had.
      #expect(child.offer(.paste([])) == .later)
      if isVoid { child.withdrawInput() }
      child.take(request, during: .input(1))
      let isHeard =
        switch heard {
        case .always: true
        case .onScreen: isOnScreen
        case .inTime: !isVoid
        case .onScreenInTime: !isVoid && isOnScreen
        }
      let words = isVoid ? asked : asked + " in input"
      #expect(services.asked == (isHeard ? [words] : []), "\(request)")
    }
  }

  @Test func `says in which call it asks for something, and is believed where that can be`() throws
  {
    try appear()
    func asked(during ticket: CallOrigin) -> String? {
      child.take(.front, during: ticket)
      return services.asked.last
    }
    #expect(asked(during: .input(1)) == "front" && asked(during: .change) == "front in change")
    #expect(child.offer(.paste([])) == .later && services.inputs == ["any"])
    #expect(asked(during: .input(2)) == "front" && asked(during: .input(1)) == "front in input")
    _ = child.used(1, true, after: 0)
    #expect(asked(during: .input(1)) == "front" && services.inputs == ["any", "used"])
  }

  @Test func `has what it used or not told at once, and once`() throws {
    try appear()
    for (ticket, isUsed) in [(1, true), (2, false)] as [(UInt32, Bool)] {
      #expect(child.offer(.mouse(ChildMouse(.wheel, column: 0, row: 0))) == .later)
      _ = child.used(ticket, isUsed, after: 0)
    }
    offer()
    child.withdrawInput()
    _ = child.used(3, true, after: 0)
    offer()
    child.end()
    #expect(
      services.inputs == ["first", "used", "first", "unused", "any", "unused", "any", "unused"])
  }

  @Test func `is told of the end of a program that is refused after all`() throws {
    try appear()
    let program = try ChildProgram([Array("true".utf8)])
    let refusals: [Refusal] = [
      .tooOften, .unused, .notGranted("run=true", id: "com.example.child"),
    ]
    for (number, refusal) in refusals.enumerated() {
      services.refusal = refusal
      child.take(.run(program, number: UInt64(number) + 1), during: .other)
    }
    child.send(.willDisappear(animated: false))
    child.send(.didDisappear(animated: false))
    child.take(.run(program, number: 4), during: .other)
    #expect(services.faults == (refusals + [.tooLate]).map { .refused(.runRun, $0) })
    let told = port.told.compactMap { message -> ProgramEnd? in
      if case .news(1, .programEnded(let end)) = message { end } else { nil }
    }
    // The child reads what the log says.
    let said = services.faults.map { "\($0.text.what): \($0.text.remedy)" }
    #expect(told.map(\.number) == [1, 2, 3, 4] && told.allSatisfy { $0.how == .notStarted })
    #expect(told.map { String(decoding: $0.errors.bytes, as: UTF8.self) } == said)
  }

  @Test func `is told, and not blamed, where the rows were replaced`() throws {
    try appear()
    services.refusal = .otherRows
    child.take(.run(try ChildProgram([Array("true".utf8)]), number: 1), during: .other)
    let isTold = port.told.contains { if case .news(1, .programEnded) = $0 { true } else { false } }
    #expect(isTold && services.faults.isEmpty)
  }

  @Test func `tells of each fault once`() throws {
    for what in ["a", "b", "a"] { child.report(.told(what: what, remedy: "")) }
    #expect(services.faults == [.told(what: "a", remedy: ""), .told(what: "b", remedy: "")])
    for number in 0..<300 { child.report(.told(what: "\(number)", remedy: "")) }
    #expect(services.faults.count == 256)
  }

  @Test(arguments: [.input, .draw] as [RemoteChild.Slowness.Task])
  func `is named when three keys in a row, or three drawings, take longer than 100 ms`(
    task: RemoteChild.Slowness.Task
  ) throws {
    try appear()
    let layer = Layer(columns: 1, rows: 1, pool: CellPool())
    let drawing = DrawnLayer.bytes(of: layer, LayerDiff(pool: CellPool()))
    var slow: [Bool] = []
    for milliseconds in [101, 101, 100, 101, 101, 101, 101, 1] as [Int64] {
      let nanoseconds = milliseconds * Self.millisecond
      let slowness: RemoteChild.Slowness?
      if task == .input {
        slowness = press(afterMilliseconds: milliseconds)
      } else {
        child.draw(into: layer, timeNanoseconds: 0)
        slowness = try child.drew(drawing[...], after: nanoseconds)
      }
      #expect(slowness.map { $0.task == task && $0.nanoseconds == nanoseconds } ?? true)
      slow.append(slowness != nil)
    }
    #expect(slow == [false, false, false, false, false, true, true, false])
  }

  @Test func `gives the answers that its worker gave last, and the state, also none`() throws {
    var answers = ChildAnswers()
    answers.appearing = TransitionTiming(delayNanoseconds: 1, durationNanoseconds: 2)
    answers.follows = .selection
    answers.keyHelp = KeyHelpItem.Group.allCases.map {
      KeyHelpItem(key: "k", action: "a", group: $0)
    }
    answers.words = "w"
    answers.extensions = Array(ChildExtensions.allIDs.prefix(2))
    try child.made(Self.type, ChildAnswers())
    for answers in [answers, ChildAnswers()] {
      child.changed(answers)
      #expect(child.timing(appearing: true) == answers.appearing)
      #expect(child.timing(appearing: false) == answers.disappearing)
      #expect(child.follows == answers.follows && child.accessibilityText() == answers.words)
      #expect(child.keyHelp() == answers.keyHelp)
      #expect(child.offeredExtensions == answers.extensions)
    }
    for state in [[1], nil] as [[UInt8]?] {
      child.saved(state)
      #expect(child.saveState() == state)
    }
  }

  @Test func `carries an operation into a change that it is told of, for a second, on screen`()
    throws
  {
    try appear()
    let second = 1_000 * Self.millisecond
    var isReturning = false
    func asked(after event: ChildEvent, at now: Int64, _ operations: RequestPolicy.Operations)
      -> String?
    {
      services.facts.policy.operations = operations
      child.send(event)
      if isReturning { child.send(.didDisappear(animated: false)) }
      child.send(.willAppear(animated: false))
      // It has ended since.
      services.facts.policy.operations = RequestPolicy.Operations()
      services.facts.nowNanoseconds += now
      child.take(.front, during: .change)
      return services.asked.last
    }
    #expect(asked(after: .viewChanged, at: 0, .init()) == "front in change")
    for operations in [.init(view: true), .init(find: true), .init(programs: [3])]
      as [RequestPolicy.Operations]
    {
      #expect(asked(after: .themeChanged, at: 0, operations) == "front in change")
      #expect(asked(after: .viewChanged, at: second - 1, operations) == "front in carriedChange")
      #expect(asked(after: .contentChanged, at: second, operations) == "front in change")
    }
    isReturning = true
    #expect(asked(after: .viewChanged, at: 0, .init(find: true)) == "front in change")
  }

  @Test func `loses its turn when it takes longer than 30 ms not to use three keys`() throws {
    try appear()
    for _ in 1...3 {
      #expect(!child.hasLostTurn)
      press(isUsed: false, afterMilliseconds: 31)
    }
    #expect(child.hasLostTurn)
    // It is offered the next one when it has answered the one before.
    #expect(child.offer(.paste([])) == .later && child.offer(.paste([])) == .unused)
    _ = child.used(4, false, after: 30 * Self.millisecond)
    #expect(!child.hasLostTurn)
  }

  @Test func `keeps its turn where it uses a key in between, or refuses one in time`() throws {
    try appear()
    for (isUsed, milliseconds) in [(true, 1), (true, 99), (false, 1)] as [(Bool, Int64)] {
      for _ in 1...2 { press(isUsed: false, afterMilliseconds: 31) }
      press(isUsed: isUsed, afterMilliseconds: milliseconds)
      #expect(!child.hasLostTurn)
    }
  }

  @Test func `is waited for less where it took long not to use one of the last eight`() throws {
    try appear()
    press(isUsed: false, afterMilliseconds: 30)
    #expect(!child.hasBriefTurn)
    press(isUsed: false, afterMilliseconds: 31)
    for _ in 1...8 {
      #expect(child.hasBriefTurn)
      press(isUsed: false, afterMilliseconds: 1)
    }
    #expect(!child.hasBriefTurn)
    press(isUsed: false, afterMilliseconds: 31)
    press(afterMilliseconds: 200)
    #expect(!child.hasBriefTurn)
  }

  @Test func `is drawn as it says, or asked again where its layer has another size by now`() throws
  {
    try appear()
    let pool = CellPool()
    let (theirs, own) = (
      Layer(columns: 3, rows: 2, pool: pool), Layer(columns: 3, rows: 2, pool: pool)
    )
    theirs.put("abc", column: 0, row: 1, style: Style())
    for rows in [2, 3] {
      child.draw(into: own, timeNanoseconds: 0)
      #expect(child.isDrawing)
      own.resize(columns: 3, rows: rows)
      let changes = LayerDiff(pool: pool)
      _ = try child.drew(DrawnLayer.bytes(of: theirs, changes)[...], after: 0)
      #expect(!child.isDrawing && services.invalidationCount == rows - 2)
      #expect((own.cell(column: 0, row: 1) == theirs.cell(column: 0, row: 1)) == (rows == 2))
    }
    let drawing = DrawnLayer.bytes(of: theirs, LayerDiff(pool: pool))
    #expect(throws: (any Error).self) { _ = try child.drew(drawing[...], after: 0) }
  }

  @Test func `is to save its state half a second after the first of many keys, not after the last`()
    throws
  {
    try appear()
    for _ in 1...3 {
      press()
      #expect(child.saveNanoseconds == 500 * Self.millisecond)
      services.facts.nowNanoseconds += 200 * Self.millisecond
    }
  }
}
