import HostContent
import HostPlugins
import HostSystem
import HostText
import PluginSupport
import StateContainer
import Testing

@testable import HostRuntime

/// What the user does while an earlier key's work goes on, in a world where that never ends.
@Suite struct `Keys that wait` {
  private let small: SmallSession
  private var stage: Stage { small.stage }

  init() throws {
    // More than is looked at at once.
    try self.init(#"echo one; printf 'two%70000s\n' ''"#)
  }

  private init(_ script: String) throws {
    small = try SmallSession(script, on: NarrowTerminal(columns: 40, rows: 5))
    small.world.hasBackground = false
    small.session.begin()
    #expect(try small.turn { small.rows.count == 2 && !stage.context.situation.isTransitioning })
  }

  private var one: RowFilter { RowFilter(Array("o".utf8), kind: .expression) }

  /// A child has begun it, as it handled a key.
  private func begin(_ operation: (SharedRowView) -> Void) throws {
    stage.context.isHandlingInput = true
    operation(try #require(stage.context.view))
    stage.context.isHandlingInput = false
  }

  private enum Operation: CaseIterable { case find, filter }

  @Test(arguments: Operation.allCases)
  private func `wait for a search and for a filter, in order, and act when Escape has dropped it`(
    operation: Operation
  ) throws {
    try begin { view in
      switch operation {
      case .find: view.find(one, from: 0, isBackward: false)
      case .filter:
        for text in ["t", "o"] {
          view.show(ViewRequest(filter: RowFilter(Array(text.utf8), kind: .expression)))
        }
      }
    }
    try small.type("?")
    #expect(!stage.showsKeys && small.session.events.count == 1)
    // What another began nobody waits for; but the first that waits keeps all behind it.
    try small.type("q")
    #expect(small.session.outcome == nil && small.session.events.count == 2)
    try small.escape()
    #expect(small.session.events.isEmpty && !stage.showsKeys && small.session.outcome == nil)
    #expect(stage.context.view?.isFollowingInput == false)
    // The rows are shown as before the first of them.
    #expect(stage.context.view?.facts.request == ViewRequest())
    try small.type("?")
    #expect(stage.showsKeys)
  }

  @Test(arguments: ["q", "Q"])
  func `do not wait where they quit`(key: String) throws {
    try begin { $0.find(one, from: 0, isBackward: false) }
    try small.type(key)
    #expect(small.session.outcome == .left)
  }

  @Test func `quit where two of them are Z, one after the other`() throws {
    try small.type("ZjZ")
    #expect(small.session.outcome == nil)
    try small.type("Z")
    #expect(small.session.outcome == .left)
  }

  /// Terminals send Alt as an Escape before the key.
  @Test(arguments: [false, true])
  func `are two where a key with Alt does nothing, except in a pick`(isPick: Bool) throws {
    stage.context.situation.isPick = isPick
    try small.type("\u{1B}?")
    #expect(stage.showsKeys != isPick && small.session.outcome == nil)
    try small.escape()
    try small.type("\u{1B}q?")
    #expect(small.session.outcome == .left && !stage.showsKeys)
  }

  @Test func `do not wait where Escape and a key come at once`() throws {
    try begin { $0.find(one, from: 0, isBackward: false) }
    try small.type("\u{1B}?")
    #expect(stage.context.view?.isFollowingInput == false && stage.showsKeys)
  }

  @Test func `wait for nothing that no key began`() throws {
    try #require(stage.context.view).find(one, from: 0, isBackward: false)
    try small.type("?")
    #expect(stage.showsKeys)
  }

  @Test func `leave a pick by the second Escape, where the first has dropped a search`() throws {
    stage.context.situation.isPick = true
    try begin { $0.find(one, from: 0, isBackward: false) }
    try small.escape()
    #expect(small.session.outcome == nil && stage.context.view?.isFollowingInput == false)
    #expect(stage.context.view?.facts.find == ViewFacts.Find.none)
    try small.escape()
    #expect(small.session.outcome == .left)
  }

  @Test func `choose rows that are there, and no others`() {
    let child = ChildContext(stage.context)
    child.use()
    // What cannot be done uses nothing up.
    for row in [2, .max] as [UInt64] { #expect(!child.does(.acceptRow(row))) }
    #expect(!child.does(.acceptRows([0, 2])))
    #expect(child.does(.acceptRows([0, 1])))
  }

  @Test func `are dropped by Escape, but not the release of a button, which ends a drag`() throws {
    try begin { $0.find(one, from: 0, isBackward: false) }
    stage.borderDrag = BorderDrag()
    try small.type("?\u{1B}[<0;5;2m")
    #expect(stage.borderDrag != nil)
    try small.escape()
    #expect(stage.borderDrag == nil && !stage.showsKeys)
  }

  @Test func `end no pick while rows are looked at, and end it where none has matched`() throws {
    stage.context.situation.isPick = true
    #expect(try small.turn { small.session.feed?.loader.content.isLoading == false })
    // A filter of the run's own is no key's: nothing waits for it, and its result is unknown.
    try #require(stage.context.view).show(ViewRequest(filter: one))
    try small.type("\r")
    #expect(small.session.outcome == nil)
    try Self("echo one; echo two").endPickWithoutMatch()
  }

  private func endPickWithoutMatch() throws {
    stage.context.situation.isPick = true
    #expect(try small.turn { small.session.feed?.loader.content.isLoading == false })
    try #require(stage.context.view).show(ViewRequest(filter: RowFilter(Array("none".utf8))))
    #expect(try small.turn { stage.context.view?.isAtRest == true })
    try small.type("\r")
    #expect(small.session.outcome == .matchedNothing)
  }
}

/// Keys that are pressed before anything is shown.
@Suite struct `Keys that come first` {
  private let terminal = NarrowTerminal(columns: 40, rows: 5)
  private let small: SmallSession

  init() throws {
    small = try SmallSession("sleep 0.05; echo row", on: terminal).begun()
  }

  @Test func `wait for the first state`() throws {
    let stage = small.stage
    try small.type("?")
    #expect(!stage.showsKeys && small.session.events.count == 1)
    // The rows that decide the state hold the key back until the state has children to take it.
    var wasDetermined = false
    while !small.session.events.isEmpty, small.session.outcome == nil {
      wasDetermined = stage.container.hasDeterminedState
      try small.session.turn()
    }
    #expect(wasDetermined && stage.showsKeys)
  }

  @Test func `leave at once where the first of them does`() throws {
    try small.type("q")
    #expect(small.session.outcome == .left)
  }
}

/// Nothing uses `j`, and what is behind it waits unless it is a host key that cannot be text.
@Test func `Keys wait for rows where nothing uses them, but those of the host do not`() throws {
  let terminal = NarrowTerminal(columns: 40, rows: 5)
  let gate = try Gate()
  let small = try SmallSession(
    "\(gate.wait); printf 'row%70000s\n' ''", on: terminal)
  small.world.hasBackground = false
  let (session, stage) = (small.session, small.stage)
  session.begin()
  #expect(try small.turn { stage.container.hasDeterminedState })
  try small.type("jk?")
  #expect(session.keptKeys == [Key(.character("j")), Key(.character("k"))] && stage.showsKeys)
  try small.type("?/?")
  #expect(session.keptKeys.count == 4 && !stage.showsKeys)
  // Escape drops all of them, also where a key follows it at once.
  try small.type("\u{1B}?")
  #expect(session.keptKeys.isEmpty && stage.showsKeys)
  try small.type("?j")
  #expect(session.keptKeys.count == 1)
  let (view, row) = (try #require(stage.context.view), RowFilter(Array("row".utf8)))
  stage.context.isHandlingInput = true
  view.find(row, from: nil, isBackward: false)
  stage.context.isHandlingInput = false
  try gate.open()
  #expect(try small.turn { session.keptKeys.isEmpty && session.events.isEmpty })
  #expect(small.rows.count == 1)
  // The search is repeated in the rows, and keys wait for it.
  view.find(row, from: nil, isBackward: false)
  #expect(view.isFollowingInput)
}

/// A row that a reload has put under the cursor, on a terminal that takes its time to show it.
@Suite struct `A row that a slow terminal shows late` {
  private let terminal = NarrowTerminal(columns: 40, rows: 5)

  @Test func `is taken once the terminal has taken the frame that shows it`() throws {
    let small = try SmallSession("echo $$", on: terminal).begun()
    let (stage, selection) = (small.stage, small.run.selection)
    func isLoaded() -> Bool {
      small.session.feed?.loader.content.isLoading == false && small.rows.count == 1
        && !selection.isIdentifying
    }
    func take(_ room: Int?) {
      terminal.room = room
      small.world.arrives = [Ready(terminal.token, isWritable: true)]
    }
    #expect(try small.turn { isLoaded() && !stage.wantsFrame })
    let before = small.rows
    // One frame is on its way while the row changes, the next one shows it.
    terminal.room = 0
    stage.showsKeyLine = true
    #expect(try small.turn { terminal.pendingCount > 0 })
    small.session.reload()
    #expect(try small.turn { isLoaded() && small.rows != before })
    stage.showsKeyLine = false
    take(terminal.pendingCount)
    try small.session.turn()
    #expect(try small.turn { terminal.pendingCount > 0 })
    take(nil)
    #expect(try small.turn { terminal.pendingCount == 0 })
    small.world.skip(nanoseconds: 300_000_000)
    // Nothing is due any more that would end a wait.
    take(nil)
    try small.session.turn()
    #expect(selection.accept(0) == [0..<1])
  }
}

/// A search that nothing has matched so far, in a pick.
@Test func `Enter ends no pick where rows have come since nothing was found`() throws {
  let gate = try Gate()
  let terminal = NarrowTerminal(columns: 40, rows: 5)
  let small = try SmallSession(
    "echo a; \(gate.wait); echo needle", on: terminal)
  let stage = small.stage
  stage.context.situation.isPick = true
  small.session.begin()
  #expect(try small.turn { small.rows.count == 1 && stage.container.hasDeterminedState })
  func find() throws {
    let view = try #require(stage.context.view)
    view.find(RowFilter(Array("none".utf8)), from: nil, isBackward: false)
    #expect(try small.turn { view.facts.find == .noMatch })
  }
  func enter() throws { try small.type("\r") }
  try find()
  // A row that matches may still come.
  try enter()
  #expect(small.session.outcome == nil)
  try gate.open()
  #expect(try small.turn { small.session.feed?.loader.content.isLoading == false })
  try enter()
  #expect(small.session.outcome == nil)
  try find()
  try enter()
  #expect(small.session.outcome == .matchedNothing)
}

@Test(arguments: [("needle", nil), ("other", .matchedNothing)] as [(String, RunOutcome?)])
func `Enter in a pick waits for the first row that matches, or the end`(
  row: String, outcome: RunOutcome?
) throws {
  let gate = try Gate()
  let terminal = NarrowTerminal(columns: 40, rows: 5)
  let small = try SmallSession(
    "echo a; \(gate.wait); echo \(row)", on: terminal)
  let (session, stage) = (small.session, small.stage)
  stage.context.situation.isPick = true
  stage.context.query = PickQuery()
  session.begin()
  #expect(try small.turn { small.rows.count == 1 && stage.container.hasDeterminedState })
  for text in ["needle", "\r"] { try small.type(text) }
  #expect(try small.turn { stage.context.view?.isAtRest == true })
  try small.type("q")
  #expect(session.keptKeys == [Key(.enter), Key(.character("q"))] && session.outcome == nil)
  #expect(stage.overlays.prompt?.enterWaits == true && stage.context.query?.text == "needle")
  try small.escape()
  #expect(session.keptKeys.isEmpty && session.outcome == nil)
  #expect(stage.overlays.prompt?.enterWaits == false)
  try small.type("\r")
  #expect(session.keptKeys == [Key(.enter)])
  try gate.open()
  _ = try small.turn {
    session.feed?.loader.content.isLoading == false && session.keptKeys.isEmpty
      && session.events.isEmpty
  }
  #expect(session.outcome == outcome && session.keptKeys.isEmpty)
}

@Test(arguments: [("exit 3", .loadFailed), ("true", .matchedNothing)] as [(String, RunOutcome)])
func `Enter in a pick without rows ends it, as a failure where the load has failed`(
  script: String, outcome: RunOutcome
) throws {
  let small = try SmallSession(script, on: NarrowTerminal(columns: 40, rows: 5))
  small.run.situation.isPick = true
  small.run.query = PickQuery()
  small.session.begin()
  #expect(try small.turn { small.isLoaded && small.stage.container.hasDeterminedState })
  try small.type("\r")
  _ = try small.turn { false }
  #expect(small.session.outcome == outcome)
}

/// The state that a run begins with is the one that its content has asked for first.
@Suite struct `The first state of a run` {
  @Test(arguments: [("exit 3", "error"), ("true", "empty"), ("echo row", "content")])
  func `is that of a load that ends at once`(script: String, state: String) throws {
    let small = try SmallSession(script).begun()
    #expect(try small.turn { small.stage.container.hasDeterminedState })
    #expect(small.stage.presentedState == small.stage.contentState)
    #expect(try small.turn { small.stage.presentedState == state })
  }
}
