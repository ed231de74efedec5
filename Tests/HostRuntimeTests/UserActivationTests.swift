import HostContent
import HostStates
import HostSurface
import HostSystem
import PluginSupport
import Testing

@testable import HostPlugins
@testable import HostRuntime
@testable import HostWorkers

/// What a child may do for the user, for every function of the header and every situation that it may be in.
@Suite(.serialized) struct `An act for the user` {
  /// What has happened before a child asks, and in which of its calls it does.
  enum Situation: String, CaseIterable {
    case `never touched`
    case `never touched, at a change`
    case `in will_appear, with restored state`
    case `while the mouse moves`
    case `after a key`
    case `in a key that it uses`
    case `in a key that it does not use`
    case `after a key that it did not use`
    case `in a turn of the wheel that it uses`
    case `after a turn of the wheel`
    case `almost a second after a key`
    case `a second after a key`
    case `by a timer that a key has set`
    case `twice after a key`
    case `twice in a key`
    case `after a key for a sibling`
    case `after a key for another plugin, which sends a message`
    case `at the end of a program that a key has started`
    case `in another call then`
    case `at the next change after that end`
    case `after a key, gone from the screen since`
    case `after a key, loaded again since`
    case `after it has expanded by itself`
    case `after a key, spent by an act of a sibling`
    case `bundled`
    case `named by the user`
    case `of ABI 1.0`

    /// How often what is asked for is done: acts of the first kind, of the second, and runs in the background.
    var counts: (first: Int, second: Int, background: Int) {
      switch self {
      case .`never touched`, .`never touched, at a change`, .`in will_appear, with restored state`,
        .`while the mouse moves`, .`in a key that it does not use`,
        .`after a key that it did not use`, .`a second after a key`,
        .`by a timer that a key has set`,
        .`after a key for another plugin, which sends a message`, .`in another call then`,
        .`at the next change after that end`, .`after a key, gone from the screen since`,
        .`after a key, loaded again since`, .`of ABI 1.0`, .`after it has expanded by itself`,
        .`after a key, spent by an act of a sibling`:
        (0, 0, 1)
      case .`in a turn of the wheel that it uses`, .`after a turn of the wheel`,
        .`at the end of a program that a key has started`, .`named by the user`:
        (1, 0, 1)
      case .`after a key`, .`in a key that it uses`, .`almost a second after a key`,
        .`after a key for a sibling`, .`bundled`:
        (1, 1, 1)
      case .`twice after a key`, .`twice in a key`: (2, 1, 2)
      }
    }

    func expected(for request: ChildRequest) -> Int {
      // 1.0 has a rule about how often a state is asked for, and none about when.
      if case .state = request, self == .`of ABI 1.0` { return 1 }
      return switch request.act {
      case .first: counts.first
      case .second: counts.second
      case .none: counts.background
      case .byRequest: -1
      }
    }
  }

  /// What a function makes of its arguments; nothing for one that only reads, or draws.
  ///
  /// A function that is new does not compile here until it says what it asks for.
  private static func requests(of function: HostFunction) throws -> [ChildRequest] {
    switch function {
    case .log, .wake, .now, .content, .contentText, .contentColumn, .contentRow, .contentCell,
      .textColumns, .terminal, .themeColour, .option, .getExtension, .canvasText, .canvasFill,
      .canvasCursor, .situationFlags, .situationState, .selectionRow, .selectionMarkedCount,
      .selectionIsMarked, .selectionMarkedRows, .selectionGoneCount, .selectionNotice, .viewInfo,
      .viewRows, .viewPlace, .viewMatches, .viewFilter, .viewSort, .viewProblem, .viewCells,
      .stylesOfCell, .stylesOfText,
      .focusInFront, .focusCount, .optionsFlag, .optionsInteger, .optionsNumber, .optionsDuration,
      .canvasLink, .canvasDim, .textFit:
      []
    case .invalidate: [.draw]
    case .wakeAfter: [.timer(afterNanoseconds: 5_000_000_000)]
    case .requestState: [.state("other", animated: false)]
    case .perform: [.action(.reload), .action(.quit), .action(.acceptRow(0))]
    case .selectionSetRow: [.select(row: 1)]
    case .selectionMark: [.mark(row: 0, count: 1, isMarked: true)]
    case .selectionAnchor: [.anchor(.end)]
    case .viewShow: [.show(ViewRequest(filter: RowFilter([0x74])))]
    case .viewFind: [.find(RowFilter([0x74]), fromPlace: nil, isBackward: false), .endFind]
    case .focusAsk: [.front]
    case .focusTakeText: [.takeText(true), .takeText(false)]
    case .actionsAcceptText: [.action(.acceptText([0x61], exitStatus: 0))]
    case .actionsAcceptRows: [.action(.acceptRows([1]))]
    case .actionsClipboard: [.action(.clipboard([0x61]))]
    case .actionsTitle: [.action(.title("a"))]
    case .actionsBell: [.action(.bell)]
    case .placeClaim: [.dock(nil)]
    case .placeRefresh: [.refreshPlace]
    case .collapseSet: [.collapse(true)]
    case .messagesSend: [.message(ChildMessage(to: "", subject: "a", body: []))]
    case .runRun:
      [
        .run(try ChildProgram([Array("no-such-program".utf8)]), number: 7),
        .run(try ChildProgram([Array("a".utf8)], usesTerminal: true), number: 7),
      ]
    case .runCancel: [.cancel(number: 7)]
    }
  }

  /// All that act for the user, or need a grant.
  private static func acts() throws -> [ChildRequest] {
    try HostFunction.allCases.flatMap(requests).filter { $0.act != .none || $0.isRun }
  }

  @Test func `is one of a kind, for every function that asks the host for something`() throws {
    for function in HostFunction.allCases {
      let requests = try Self.requests(of: function)
      let (act, moment) = (function.act, function.moment)
      if requests.isEmpty { #expect(act == .none && function.need.isEmpty, "\(function)") }
      for request in requests {
        #expect(request.function == function && request.act != .byRequest, "\(request)")
        if act != .byRequest { #expect(request.act == act, "\(request)") }
      }
      // What acts for the user is for the main thread; the gate refuses it everywhere else.
      if act != .none { #expect(moment == .onScreenNotInDraw || moment == .aliveNotInDraw) }
    }
  }

  @Test(arguments: Situation.allCases, [false, true])
  func `is done where the user has asked for it`(_ situation: Situation, inWorker: Bool) throws {
    let rows = try LoadedRows()
    for request in try Self.acts() {
      let rig = try ActRig(over: rows, inWorker: inWorker, situation)
      try rig.play(situation, asking: request)
      #expect(
        rig.count == situation.expected(for: request), "\(request) \(rig.refusals) \(situation)")
      rig.end()
    }
  }

  /// What guards a pick is known from the name when the act is done, whatever has become of the child by then.
  @Test(arguments: Situation.allCases, [false, true])
  func `that prints carries the name of the child that asked for it, or is not done`(
    _ situation: Situation, inWorker: Bool
  ) throws {
    let rows = try LoadedRows()
    for request in try Self.acts() {
      guard case .action(let action) = request, action.prints else { continue }
      let rig = try ActRig(over: rows, inWorker: inWorker, situation)
      try rig.play(situation, asking: request)
      let printing = rig.run.actions.filter(\.action.prints)
      #expect(printing.count == situation.expected(for: request))
      #expect(printing.allSatisfy { $0.requester == "\"Rig\"" }, "\(request)")
      rig.end()
    }
  }

  @Test(arguments: [false, true])
  func `of the first kind is undone where the input is not used`(inWorker: Bool) throws {
    let rows = try LoadedRows()
    for request in try Self.acts() where request.act == .first {
      let rig = try ActRig(over: rows, inWorker: inWorker, .`after a key`)
      rig.use()
      // What the user has made of it by then comes back, with the name of the child that did it.
      rig.ask(.show(ViewRequest(filter: RowFilter([0x6F]))))
      rig.ask(.find(RowFilter([0x6F]), fromPlace: nil, isBackward: false))
      let (visible, count) = (rig.visible, rig.count)
      #expect(visible.contains("rows filtered by \"Rig\", search by \"Rig\""), "\(visible)")
      rig.use(isUsed: false, asking: [request])
      #expect(rig.visible == visible && rig.count == count, "\(request)")
      #expect(rig.refusals.contains(.unused), "\(request)")
      rig.end()
    }
  }

  @Test(arguments: [false, true])
  func `that is a reload comes by a grant each 250 ms after a load`(inWorker: Bool) throws {
    let rows = try LoadedRows()
    let rig = try ActRig(over: rows, inWorker: inWorker, .`never touched`)
    rig.plugin.policy = RequestPolicy(grants: GrantedNeeds(.reload))
    let ended = try #require(rows.run.content?.facts(at: 0).loadedNanoseconds)
    // A scripted stage has whole milliseconds.
    rig.now = (ended / ScriptedStage.millisecond + 1) * ScriptedStage.millisecond
    for (wait, count) in [(249, 0), (1, 1)] as [(Int64, Int)] {
      rig.pass(milliseconds: wait)
      rig.ask(.action(.reload))
      #expect(rig.count == count)
    }
    // Nothing else comes by it.
    rig.ask(.action(.quit))
    #expect(rig.count == 1)
    rig.end()
  }

  @Test(
    arguments: [
      .key(ChildKey(code: 0x61, text: "a")),
      .mouse(ChildMouse(.press, button: .left, column: 1, row: 1)), .paste([0x61]),
    ] as [ChildInput])
  func `is not one of a plugin whose child comes unasked, and is offered nothing for 500 ms`(
    input: ChildInput
  ) throws {
    for (isFirst, isAsked, isNamed) in [
      (false, false, false), (false, true, false), (false, false, true), (true, false, false),
      (true, false, true),
    ] {
      let scripted = try ScriptedStage(isNamed: isNamed)
      let stage = scripted.stage
      if !isFirst { stage.appearanceState = "empty" }
      stage.appear()
      if !isFirst { stage.request("content", animated: false, isByUser: isAsked) }
      scripted.turn(at: 0)
      scripted.create()
      scripted.turn(at: 0)
      scripted.draw()
      scripted.turn(at: 0)
      let child = try #require(scripted.child)
      for (time, isOffered) in [(499, isAsked || isNamed), (500, true)] as [(Int64, Bool)] {
        scripted.turn(at: time)
        #expect(!child.isQuiet(at: stage.context.nowNanoseconds) == isOffered)
        // Nothing was there before the first state that the input could be meant for.
        #expect((stage.inputBeginDeadline != nil) == (isFirst && !isOffered))
        let offer = stage.offer(input)
        #expect((offer == .later) == isOffered, "\(isAsked) \(isNamed) \(time) \(offer)")
        if offer == .later { break }
      }
    }
  }
}

/// Where the keyboard is when a child expands, which needs no activation.
extension `An act for the user` {
  private static let key = ChildInput.key(ChildKey(code: 0x61, text: "a"))

  /// A stage with the docked child `b` above another one, which has collapsed.
  private func collapsed(above other: String) throws -> CrowdedStage {
    let dock = try #require(Dock(.right, .cells(10)))
    let crowd = try CrowdedStage(states: [("content", [other, "b"])], docks: ["b": dock])
    for entry in crowd.stage.arrangement.entries.indices {
      crowd.stage.arrangement.entries[entry].isNamed = false
    }
    crowd.stage.resize(columns: 60, rows: 20)
    crowd.stage.appear()
    crowd.settle()
    crowd.users = [other, "b"]
    crowd.say(.collapse(true), by: "b")
    pass(crowd)
    #expect(crowd.child("b")?.hasKeys == false)
    return crowd
  }

  /// 600 ms pass.
  private func pass(_ crowd: CrowdedStage) { for _ in 0..<150 { crowd.settle() } }

  @Test func `gives no keyboard to a child that expands above another one`() throws {
    let crowd = try collapsed(above: "a")
    crowd.say(.collapse(false), by: "b")
    crowd.settle()
    #expect(crowd.child("b")?.hasKeys == true)
    for _ in 0..<2 {
      #expect(crowd.stage.front?.name == "a")
      #expect(crowd.offer(Self.key) == .used && crowd.offers.map(\.name) == ["a"])
      pass(crowd)
    }
    // The user gives it the keyboard.
    crowd.stage.moveFront(backward: false)
    #expect(crowd.offer(Self.key) == .used && crowd.offers.map(\.name) == ["b"])
  }

  @Test func `withholds keys from a child that expands for 500 ms, also where none is below it`()
    throws
  {
    let crowd = try collapsed(above: "c")
    crowd.say(.collapse(false), by: "b")
    crowd.settle()
    #expect(crowd.offer(Self.key) == .unused && crowd.stage.inputBeginDeadline == nil)
    pass(crowd)
    #expect(crowd.offer(Self.key) == .used && crowd.offers.map(\.name) == ["b"])
  }

  @Test func `lets a child that expands by the user's key have the keyboard`() throws {
    let crowd = try collapsed(above: "a")
    crowd.child("b")?.context.use()
    crowd.say(.collapse(false), by: "b")
    crowd.settle()
    #expect(crowd.offer(Self.key) == .used && crowd.offers.map(\.name) == ["b"])
  }
}

extension ChildAction {
  /// Whether the program prints something for it and ends.
  fileprivate var prints: Bool {
    switch self {
    case .acceptRow, .acceptRows, .acceptText: true
    case .reload, .quit, .clipboard, .title, .bell: false
    }
  }
}

extension ChildRequest {
  fileprivate var isRun: Bool { if case .run = self { true } else { false } }

  /// The same once more: no two programs have one number.
  fileprivate var again: ChildRequest {
    if case .run(let program, let number) = self { .run(program, number: number + 1) } else { self }
  }
}

/// Rows that have been loaded, for all that ask for something over them.
private final class LoadedRows {
  let small: SmallSession

  init() throws {
    small = try SmallSession("printf 'one\\ntwo\\n'")
    small.session.begin()
    let session = small.session
    _ = try small.turn { session.feed?.loader.content.isComplete == true }
    // No thread filters: what is asked for stays under way.
    small.world.hasBackground = false
  }

  deinit { small.session.end() }

  var run: RunContext { small.session.stage.context }
}

/// One child of a third-party plugin, in this process or in a worker that the test speaks for.
private final class ActRig {
  let run: RunContext
  let plugin: PluginPolicy
  private let context: ChildContext
  private let scripted: ScriptedStage?
  private let view: SharedRowView
  private let world: SmallWorld
  private var faults: [ChildFault.Kind] = []
  private var refused: [Refusal] = []
  private var fronts = 0
  private var ticket: UInt32 = 0
  /// On the clock of the run.
  var now: Int64 = 0 { didSet { turn() } }

  init(
    over rows: LoadedRows, inWorker: Bool, _ situation: `An act for the user`.Situation
  ) throws {
    world = rows.small.world
    let isNamed = situation == .`named by the user`
    let scripted =
      inWorker ? try ScriptedStage(saved: [1], isNamed: isNamed) : nil
    self.scripted = scripted
    run = scripted?.stage.context ?? RunContext()
    run.content = rows.run.content
    view = SharedRowView(in: world, of: run, beginningWith: nil)
    run.view = view
    run.programs = ProgramRunner(in: world)
    run.hasTerminal = true
    view.contentChanged()
    run.selection.contentChanged()
    let policy = RequestPolicy(
      isBundled: situation == .bundled, minor: situation == .`of ABI 1.0` ? 0 : .max,
      grants: GrantedNeeds(.run))
    if let scripted {
      if situation == .`in will_appear, with restored state` {
        scripted.stage.appear()
        scripted.create()
        scripted.turn(at: 0)
      } else {
        try scripted.appear()
      }
      let child = try #require(scripted.child)
      context = child.context
      plugin = context.plugin
      plugin.policy = policy
    } else {
      plugin = PluginPolicy(policy)
      plugin.childAppeared()
      context = ChildContext(
        run, of: plugin, as: RequestPolicy.Child(id: "com.example.rig", isNamed: isNamed))
      run.hasState = { _ in true }
      run.requestState = { _, _, _, _ in true }
      context.takesKeys = { true }
      context.focus.isInFront = true
      context.reportFault = { [unowned self] in faults.append($0) }
      context.undoOfFront = { [unowned self] in { self.fronts -= 1 } }
      context.putInFront = { [unowned self] in
        fronts += 1
        return true
      }
    }
    run.policies = [0: plugin]
    context.thirdPartyName = "\"Rig\""
  }

  func end() {
    run.programs?.stop()
    view.close()
  }

  /// How many acts it has done that have not been undone.
  var count: Int { plugin.record.counts.reduce(0) { $0 + $1.count } }

  var refusals: [Refusal] {
    let faults = faults + run.faults.map(\.kind)
    return refused
      + faults.compactMap { if case .refused(_, let refusal) = $0 { refusal } else { nil } }
  }

  /// What of all that acts of the first kind change can be seen.
  var visible: String {
    let facts = run.selection.facts
    return """
      \(String(describing: facts.row)) \(run.selection.marks.rows(from: 0, count: 9)) \
      \(view.count) \
      \(view.setter ?? "nobody") \(String(describing: view.facts.find)) \(fronts) \
      \(String(describing: context.takesText)) \(String(describing: context.claimed)) \
      \(context.focus) \(String(describing: run.situation.current))
      """
  }

  func ask(_ request: ChildRequest, during call: CallReason = .other) {
    guard let scripted else {
      do throws(Refusal) { try context.perform(request, during: call) } catch {
        return refused.append(error)
      }
      return
    }
    switch call {
    case .input: scripted.say(request, during: .input(ticket))
    case .change, .carriedChange: scripted.say(request, during: .change)
    case .creation, .other: scripted.say(request)
    }
    turn()
  }

  /// The user does something, at which the child asks for this.
  func use(
    _ activation: ActivationLevel = .any, isUsed: Bool = true, asking requests: [ChildRequest] = []
  ) {
    guard let scripted else {
      if activation != .none { context.note(.inputBegan(activation)) }
      for request in requests { ask(request, during: activation == .none ? .other : .input) }
      if activation != .none { context.note(.inputEnded(isUsed: isUsed)) }
      return
    }
    let mouse = ChildMouse(
      activation == .none ? .move : .wheel, button: .none, modifiers: [], column: 1, row: 1,
      wheel: activation == .none ? 0 : 3)
    let input =
      activation == .any ? ChildInput.key(ChildKey(code: 0x61, text: "a")) : .mouse(mouse)
    guard scripted.child?.offer(input) == .later else {
      Issue.record("\(input) is not offered")
      return
    }
    ticket += 1
    for request in requests { ask(request, during: .input) }
    scripted.use(isUsed, ticket: ticket)
    turn()
  }

  func pass(milliseconds: Int64) { now += milliseconds * ScriptedStage.millisecond }

  private func turn() {
    guard let scripted else { return run.nowNanoseconds = now }
    scripted.turn(at: now / ScriptedStage.millisecond)
  }

  /// A program has ended, at which it asks for this.
  private func programEnds(_ number: UInt64, asking request: ChildRequest) {
    let end = ProgramEnd(number, .exited(0))
    if scripted != nil {
      context.programEnded(end)
      return ask(request, during: .change)
    }
    context.reportEnd = { [unowned self] _ in ask(request, during: .change) }
    context.programEnded(end)
  }

  func play(
    _ situation: `An act for the user`.Situation, asking request: ChildRequest
  ) throws {
    let program = ChildRequest.run(try ChildProgram([Array("no-such-program".utf8)]), number: 99)
    let isCarried =
      situation == .`at the end of a program that a key has started`
      || situation == .`in another call then`
      || situation == .`at the next change after that end`
    if isCarried {
      use(asking: [program])
      plugin.record = ActionCounts()
      pass(milliseconds: 2_000)
    }
    switch situation {
    case .`never touched`, .bundled, .`named by the user`, .`of ABI 1.0`: ask(request)
    case .`never touched, at a change`: ask(request, during: .change)
    case .`in will_appear, with restored state`:
      ask(request)
    case .`while the mouse moves`: use(.none, asking: [request])
    case .`in a key that it uses`: use(asking: [request])
    case .`in a key that it does not use`: use(isUsed: false, asking: [request])
    case .`in a turn of the wheel that it uses`: use(.first, asking: [request])
    case .`twice in a key`: use(asking: [request, request.again])
    case .`after a key`, .`twice after a key`, .`almost a second after a key`,
      .`a second after a key`, .`by a timer that a key has set`,
      .`after a key, gone from the screen since`, .`after a key, loaded again since`:
      use(asking: [.timer(afterNanoseconds: 2_000_000_000)])
      switch situation {
      case .`twice after a key`: ask(request.again)
      case .`almost a second after a key`: pass(milliseconds: 999)
      case .`a second after a key`: pass(milliseconds: 1_000)
      case .`by a timer that a key has set`: pass(milliseconds: 2_000)
      case .`after a key, gone from the screen since`: plugin.childDisappeared()
      case .`after a key, loaded again since`: loadAgain()
      default: break
      }
      ask(request)
    case .`after it has expanded by itself`:
      for isCollapsed in [true, false] { ask(.collapse(isCollapsed)) }
      ask(request)
    case .`after a key, spent by an act of a sibling`:
      let sibling = ChildContext(run, of: plugin)
      sibling.use()
      #expect(sibling.does(.action(.clipboard([0x61]))) && sibling.does(.action(.quit)))
      plugin.record = ActionCounts()
      ask(request)
    case .`after a key that it did not use`:
      use(isUsed: false)
      ask(request)
    case .`after a turn of the wheel`:
      use(.first)
      ask(request)
    case .`after a key for a sibling`:
      ChildContext(run, of: plugin).use()
      ask(request)
    case .`after a key for another plugin, which sends a message`:
      let other = ChildContext(run)
      other.use()
      let message = ChildMessage(to: "", subject: "please", body: [])
      #expect(other.does(.message(message)))
      scripted?.child?.received(message, from: "com.example.other")
      ask(request)
    case .`in another call then`: ask(request)
    case .`at the end of a program that a key has started`: programEnds(99, asking: request)
    case .`at the next change after that end`:
      programEnds(99, asking: .draw)
      pass(milliseconds: 1_000)
      ask(request, during: .change)
    }
  }

  /// As the stage has it, with the same grants.
  private func loadAgain() {
    let grants = plugin.policy.grants
    if let scripted, let type = scripted.child?.type {
      scripted.stage.renewPolicy(of: type.plugin)
      plugin.policy = RequestPolicy(grants: grants)
    } else {
      plugin.policy.endActivation()
    }
  }
}
