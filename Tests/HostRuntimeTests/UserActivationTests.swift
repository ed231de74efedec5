import HostContent
import HostSurface
import PluginSupport
import Testing

@testable import HostPlugins
@testable import HostRuntime
@testable import HostWorkers

/// What a child may do for the user, for every function of the header and every situation.
@Suite(.serialized) struct `An act for the user` {
  /// What has happened before a child asks, in which call it asks, and how often that is done.
  struct Situation: Sendable, CustomTestStringConvertible {
    /// What the child is besides one of a third-party plugin of the newest ABI.
    enum Child { case usual, appearing, bundled, named, ofABI10 }

    let testDescription: String
    let child: Child
    /// How often acts of the first kind, of the second, and runs in the background are done.
    private let counts: (first: Int, second: Int, background: Int)
    let play: @Sendable (ActRig, ChildRequest) throws -> Void

    init(
      _ name: String, _ counts: (first: Int, second: Int, background: Int),
      of child: Child = .usual, play: @escaping @Sendable (ActRig, ChildRequest) throws -> Void
    ) {
      testDescription = name
      self.child = child
      self.counts = counts
      self.play = play
    }

    func expected(for request: ChildRequest) -> Int {
      // 1.0 has a rule about how often a state is asked for, and none about when.
      if case .state = request, child == .ofABI10 { return 1 }
      return switch request.act {
      case .first: counts.first
      case .second: counts.second
      case .none: counts.background
      case .byRequest: -1
      }
    }
  }

  static let situations = [
    Situation("never touched", (0, 0, 1)) { $0.ask($1) },
    Situation("never touched, at a change", (0, 0, 1)) { $0.ask($1, during: .change) },
    Situation("in will_appear, with restored state", (0, 0, 1), of: .appearing) { $0.ask($1) },
    Situation("while the mouse moves", (0, 0, 1)) { $0.use(.none, asking: [$1]) },
    Situation("after a key", (1, 1, 1)) { $0.ask($1, afterKeyAnd: {}) },
    Situation("in a key that it uses", (1, 1, 1)) { $0.use(asking: [$1]) },
    Situation("in a key that it does not use", (0, 0, 1)) { $0.use(isUsed: false, asking: [$1]) },
    Situation("after a key that it did not use", (0, 0, 1)) { rig, request in
      rig.use(isUsed: false)
      rig.ask(request)
    },
    Situation("in a turn of the wheel that it uses", (1, 0, 1)) { $0.use(.first, asking: [$1]) },
    Situation("after a turn of the wheel", (1, 0, 1)) { rig, request in
      rig.use(.first)
      rig.ask(request)
    },
    Situation("almost a second after a key", (1, 1, 1)) { rig, request in
      rig.ask(request) { rig.pass(milliseconds: 999) }
    },
    Situation("a second after a key", (0, 0, 1)) { rig, request in
      rig.ask(request) { rig.pass(milliseconds: 1_000) }
    },
    Situation("by a timer that a key has set", (0, 0, 1)) { rig, request in
      rig.ask(request) { rig.pass(milliseconds: 2_000) }
    },
    Situation("twice after a key", (2, 1, 2)) { rig, request in
      rig.ask(request) { rig.ask(request.again) }
    },
    Situation("twice in a key", (2, 1, 2)) { $0.use(asking: [$1, $1.again]) },
    Situation("after a key for a sibling", (1, 1, 1)) { rig, request in
      ChildContext(rig.run, of: rig.plugin).use()
      rig.ask(request)
    },
    Situation("after a key for another plugin, which sends a message", (0, 0, 1)) {
      rig, request in
      let other = ChildContext(rig.run)
      other.use()
      #expect(other.does(.message(ChildMessage(to: "", subject: "please", body: []))))
      rig.hear(ChildMessage(to: "", subject: "please", body: []))
      rig.ask(request)
    },
    Situation("at the end of a program that a key has started", (1, 0, 1)) { rig, request in
      try rig.startProgram()
      rig.endProgram(asking: request)
    },
    Situation("in another call then", (0, 0, 1)) { rig, request in
      try rig.startProgram()
      rig.ask(request)
    },
    Situation("at the next change after that end", (0, 0, 1)) { rig, request in
      try rig.startProgram()
      rig.endProgram(asking: .draw)
      rig.pass(milliseconds: 1_000)
      rig.ask(request, during: .change)
    },
    Situation("after a key, gone from the screen since", (0, 0, 1)) { rig, request in
      rig.ask(request) { rig.plugin.childDisappeared() }
    },
    Situation("after a key, loaded again since", (0, 0, 1)) { rig, request in
      rig.ask(request) { rig.loadAgain() }
    },
    Situation("after it has expanded by itself", (0, 0, 1)) { rig, request in
      for isCollapsed in [true, false] { rig.ask(.collapse(isCollapsed)) }
      rig.ask(request)
    },
    Situation("after a key, spent by an act of a sibling", (0, 0, 1)) { rig, request in
      let sibling = ChildContext(rig.run, of: rig.plugin)
      sibling.use()
      #expect(sibling.does(.action(.clipboard([0x61]))) && sibling.does(.action(.quit)))
      rig.plugin.record = ActionCounts()
      rig.ask(request)
    },
    Situation("bundled", (1, 1, 1), of: .bundled) { $0.ask($1) },
    Situation("named by the user", (1, 0, 1), of: .named) { $0.ask($1) },
    Situation("of ABI 1.0", (0, 0, 1), of: .ofABI10) { $0.ask($1) },
  ]

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
    case .rememberOption: [.remember(option: "wrap", value: "true")]
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

  @Test(arguments: situations, [false, true])
  func `is done where the user has asked for it`(_ situation: Situation, inWorker: Bool) throws {
    let rows = try LoadedRows()
    for request in try Self.acts() {
      let rig = try ActRig(over: rows, inWorker: inWorker, situation.child)
      try situation.play(rig, request)
      #expect(
        rig.count == situation.expected(for: request), "\(request) \(rig.refusals)")
      rig.end()
    }
  }

  /// A pick's guard is known from the name when the act is done, whatever became of the child.
  @Test(arguments: situations, [false, true])
  func `that prints carries the name of the child that asked for it, or is not done`(
    _ situation: Situation, inWorker: Bool
  ) throws {
    let rows = try LoadedRows()
    for request in try Self.acts() {
      guard case .action(let action) = request, action.prints else { continue }
      let rig = try ActRig(over: rows, inWorker: inWorker, situation.child)
      try situation.play(rig, request)
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
      let rig = try ActRig(over: rows, inWorker: inWorker)
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
    let rig = try ActRig(over: rows, inWorker: inWorker)
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
    crowd.show(columns: 60, rows: 20)
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
final class LoadedRows {
  let small: SmallSession

  init() throws {
    small = try SmallSession("printf 'one\\ntwo\\n'").loaded()
    // No thread filters: what is asked for stays under way.
    small.world.hasBackground = false
  }

  var run: RunContext { small.run }
}

/// One child of a third-party plugin, in this process or in a worker that the test speaks for.
final class ActRig {
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
    over rows: LoadedRows, inWorker: Bool,
    _ child: `An act for the user`.Situation.Child = .usual
  ) throws {
    world = rows.small.world
    let isNamed = child == .named
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
      isBundled: child == .bundled, minor: child == .ofABI10 ? 0 : .max,
      grants: GrantedNeeds(.run))
    if let scripted {
      if child == .appearing {
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
    context.type = Self.type
  }

  private static let type = {
    var type = ChildType(id: "com.example.rig")
    type.options = [try? OptionDeclaration(name: "wrap", kind: .flag)].compactMap(\.self)
    return type
  }()

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
      \(context.focus) \(String(describing: run.situation.current)) \(run.options.values)
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

  /// Asks for this after the child used a key, setting a timer, and something else has happened.
  func ask(_ request: ChildRequest, afterKeyAnd happens: () -> Void) {
    use(asking: [.timer(afterNanoseconds: 2_000_000_000)])
    happens()
    ask(request)
  }

  func hear(_ message: ChildMessage) {
    scripted?.child?.received(message, from: "com.example.other")
  }

  /// A key has started a program, two seconds ago.
  func startProgram() throws {
    use(asking: [.run(try ChildProgram([Array("no-such-program".utf8)]), number: 99)])
    plugin.record = ActionCounts()
    pass(milliseconds: 2_000)
  }

  /// That program has ended, at which the child asks for this.
  func endProgram(asking request: ChildRequest) {
    let end = ProgramEnd(99, .exited(0))
    if scripted != nil {
      context.programEnded(end)
      return ask(request, during: .change)
    }
    context.reportEnd = { [unowned self] _ in ask(request, during: .change) }
    context.programEnded(end)
  }

  /// As the stage has it, with the same grants.
  func loadAgain() {
    let grants = plugin.policy.grants
    if let scripted, let type = scripted.child?.type {
      scripted.stage.renewPolicy(of: type.plugin)
      plugin.policy = RequestPolicy(grants: grants)
    } else {
      plugin.policy.endActivation()
    }
  }
}
