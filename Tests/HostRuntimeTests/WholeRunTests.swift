import HostContent
import HostPlugins
import HostStates
import HostSurface
import HostSystem
import HostText
import StateContainer
import Testing

@testable import HostRuntime
@testable import HostWorkers

/// A run with a command, a terminal and children in workers, as its user sees it: whole screens.
@Suite final class `A run on a terminal` {
  private let crowd: CrowdedStage
  private let world: SmallWorld
  private let terminal = NarrowTerminal(columns: 40, rows: 8, token: 1_000_000)
  private let session: Session
  private var shown = HeadlessTerminal(columns: 40, rows: 8)
  private var sent = 0

  convenience init() throws {
    try self.init(isNamed: true)
    try settle()
  }

  /// A run in which nothing has happened yet.
  private init(isNamed: Bool, rows: String = "row") throws {
    world = try SmallWorld()
    crowd = try CrowdedStage(
      states: [
        ("content", ["a", "b"]), ("empty", ["c"]), ("error", ["b", "d"]), ("loading", []),
      ], keys: [KeyBinding(key: Key(.function(2)), state: "empty")])
    for name in CrowdedStage.names {
      crowd.draws[name] = "I am \(name)"
      var answers = ChildAnswers()
      answers.keyHelp = [KeyHelpItem(key: "x", action: "\(name) acts")]
      answers.insets = CellInsets(top: name == "a" ? 1 : 0, right: 0, bottom: 0, left: 0)
      crowd.answers[name] = answers
    }
    let sources = world.sources
    let feed = SourceReloader(title: "a script", everyNanoseconds: nil, reusesLoader: true) {
      ContentLoader(
        .command(["sh", "-c", "echo first >&2; echo second >&2; printf '\(rows)\\n'"]), in: sources)
    }
    let screen = try TerminalScreen(on: terminal, pool: crowd.stage.pool)
    var options = Session.Options()
    // However slow the machine is, nobody sees the command at work.
    options.loadingTimes = LoadingTimes(delayNanoseconds: .max)
    session = Session(
      in: world, stage: crowd.stage, feed: feed, screen: screen, inbox: nil,
      output: crowd.output, log: crowd.log, options: options)
    nameChildren(isNamed)
    session.begin()
  }

  deinit { session.end() }

  /// Waits for what was done to take effect: until the load ends, then for half a second.
  private func settle() throws {
    repeat { try turn() } while session.outcome == nil && session.feed?.loader.isAtRest == false
    for _ in 0..<10 where session.outcome == nil { try turn(after: 50_000_000) }
  }

  /// Whether the user's states file or command line names the children created from now on.
  private func nameChildren(_ isNamed: Bool) {
    for entry in crowd.stage.arrangement.entries.indices {
      crowd.stage.arrangement.entries[entry].isNamed = isNamed
    }
  }

  /// One turn of the loop, so many nanoseconds after the last.
  private func turn(after nanoseconds: Int64 = 0) throws {
    crowd.answerAll()
    world.arrives = crowd.ready
    if terminal.isRead { world.arrives.append(Ready(terminal.token, isReadable: true)) }
    world.skip(nanoseconds: nanoseconds)
    try session.turn()
    shown.apply(Array(terminal.taken[sent...]))
    sent = terminal.taken.count
  }

  private func type(_ text: String) throws {
    terminal.typed = Array(text.utf8)
    try settle()
  }

  /// Each row that is not blank, behind its number.
  ///
  /// Where files are depends on the machine, and so does whether their paths go on in the next row.
  private var screen: [String] {
    #expect(shown.rows == session.screen?.frame.text)
    var continued = 0
    return shown.rows.enumerated().compactMap { number, row in
      let kept = String(row.reversed().drop { $0 == " " }.reversed())
      if kept.isEmpty { return nil }
      if kept.contains("/statehost") { return "\(number - continued) (a file)" }
      if kept.hasPrefix("     "), !kept.dropFirst(5).contains(" ") {
        continued += 1
        return nil
      }
      return "\(number - continued) \(kept)"
    }
  }

  /// The host's row while a third-party child has the keyboard; with little room, it shows its id.
  private static let onScreen = "7        com.example.c is on screen · F12"
  private static func keyboard(_ name: String) -> String {
    "7    com.example.\(name) has the keyboard · F12"
  }

  @Test func `is shown as it is, whatever is pressed`() throws {
    let children = ["0 I am b", "1 I am a"]
    #expect(screen == children + [Self.keyboard("b")])
    func expect(
      _ children: [String], keys: String = "x a acts   f2 empty   tab next child",
      front: String = "a", sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(
        screen == children + [
          "4  \(keys)", "5  e standard error   r reload   q quit", "6  ? all keys",
          Self.keyboard(front),
        ], sourceLocation: sourceLocation)
    }
    session.stage.showsKeyLine = true
    try settle()
    expect(children, keys: "x b acts   f2 empty   tab next child", front: "b")
    // The children's keys come from the front on.
    try type("\t")
    expect(children)
    crowd.say(.dock(Dock(.right, .cells(12))), by: "b")
    try settle()
    expect(["0                             I am b", "1 I am a"])
    try type("\u{1B}[1;5D")
    let moved = ["0                            I am b", "1 I am a"]
    expect(moved)
    try type("e")
    #expect(
      screen == [
        "0  standard error: 2 lines",
        "1 first",
        "2 second",
        "7  e back   / search   up down   space b",
      ])
    try type("e")
    expect(moved)
    crowd.crash("b")
    for _ in 0..<2 { try turn(after: 20_000_000) }
    expect(
      [
        "0   \"Small\": crashed (SIGSEGV) on a thre", "1 (a file)",
        "2   it is started again soon; R starts i",
      ], keys: "x a acts   f2 empty   R restart Small")
    try settle()
    try settle()
    expect(children)
    // What a child uses is nobody else's.
    crowd.users = ["a"]
    try type("q")
    crowd.users = []
    expect(children)
    try type("\u{1B}OQ")
    #expect(
      screen == [
        "0 I am c",
        "5  f2 back   e standard error   r reload",
        "6  q quit   ? all keys",
        Self.onScreen,
      ])
    terminal.size = (30, 10)
    shown = HeadlessTerminal(columns: 30, rows: 10)
    world.signals = .resize
    try settle()
    for key in ["", "r"] {
      try type(key)
      #expect(
        screen == [
          "0 I am c",
          "6  f2 back   e standard error",
          "7  r reload   q quit",
          "8  ? all keys",
          "9                           F12",
        ])
    }
    try type("?")
    #expect(
      screen == [
        "0  keys  empty", "1  states", "2    f2      back", "4  program",
        "5    e       standard error", "6    r       reload", "7    q       quit",
        "8    ?       all keys", "9  / search   up down scroll",
      ])
    try type("q")
    #expect(screen.first == "0 I am c" && session.outcome == nil)
    try type("q")
    #expect(session.outcome == .left)
    #expect(crowd.log.noteworthy.count == 1)
  }

  @Test func `has a page of the host's own, which owns the keyboard and removes children`() throws {
    try type("\u{1B}[24~")
    #expect(
      screen.prefix(5) == [
        "0  children on screen",
        "1  > \"Small\" (com.example.b)", "2 (a file)", "3      nothing granted",
        "4      has done nothing for you",
      ])
    #expect(screen.last?.hasSuffix("  x remove child   tab keys   escape bac") == true)
    let load = session.feed?.loader.content.load
    try type("re\u{1B}OQ")
    #expect(session.feed?.loader.content.load == load && session.outcome == nil)
    try type("\t")
    #expect(screen.first == "0  keys  content")
    try type("\t")
    try type("jx")
    try settle()
    #expect(screen.prefix(2) == ["0  children on screen", "1  > \"Small\" (com.example.b)"])
    try type("\u{1B}")
    #expect(screen == ["0 I am b", Self.keyboard("b")])
    try type("\u{1B}[24~xq")
    try settle()
    #expect(screen == ["4 content: no child presents this state: s"])
    #expect(crowd.child("a") == nil && crowd.child("b") == nil)
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[24~u\u{1B}"])
  func
    `names the third-party child that hides rows, and shows them again for escape and on the page`(
      keys: String
    ) throws
  {
    crowd.say(.show(ViewRequest(filter: RowFilter(Array("nothing".utf8)))), by: "a")
    try settle()
    #expect(session.stage.context.view?.facts.rows == 0)
    #expect(screen.last == "7  rows filtered by \"Small\" (com.exa… F12")
    // A child that takes keys may use Escape, too.
    func said() -> String { session.stage.overlays.row?.messages.last?.text ?? "" }
    #expect(said() == "rows filtered by \"Small\" (com.example.a) · F12 u removes it")
    try type("\u{1B}OQ")
    #expect(said() == "rows filtered by \"Small\" (com.example.a) · esc removes it")
    try type("\u{1B}OQ")
    try type(keys)
    try settle()
    #expect(session.stage.context.view?.facts.rows == 1)
    #expect(screen.last == Self.keyboard("b") && session.outcome == nil)
  }

  @Test(arguments: ["\u{1B}", "\u{1B}[24~u\u{1B}"])
  func `names the third-party child that requested another state, and leads back from it`(
    keys: String
  ) throws {
    let run = try `A run on a terminal`(isNamed: false)
    try run.settle()
    run.crowd.users = ["b"]
    try run.type("x")
    run.crowd.say(.state("empty", animated: false), by: "b")
    try run.settle()
    #expect(run.screen.first == "0 I am c")
    let said = run.session.stage.overlays.row?.messages.last?.text
    #expect(said == #"state "empty" by "Small" (com.example.b) · esc goes back"#)
    run.crowd.users = []
    try run.type(keys)
    #expect(run.screen.first == "0 I am b" && run.session.outcome == nil)
    #expect(run.session.stage.overlays.row?.messages.isEmpty == true)
  }

  @Test func `says on the host's page what a plugin has done for the user, and how often`() throws {
    for _ in 0..<2 {
      crowd.say(.select(row: 0), by: "b")
      try turn()
    }
    try type("\u{1B}[24~")
    #expect(screen.dropFirst(4).first == "4      moved the cursor 2 times")
  }

  @Test func `prints under --pick only what the host's row has shown`() throws {
    crowd.stage.context.situation.isPick = true
    try settle()
    #expect(screen.last == "7  enter prints \"row\"                 F12")
    crowd.users = ["b"]
    func accept() throws {
      try type("x")
      crowd.say(.action(.acceptText(Array("rm -rf".utf8), exitStatus: 0)), by: "b")
      try turn()
    }
    // A text of its own needs a grant in a pick.
    for _ in 0..<2 { try accept() }
    #expect(session.outcome == nil)
    #expect(crowd.log.noteworthy.last?.text.contains("accept-text is not granted") ?? false)
    crowd.child("b")?.context.plugin.policy = RequestPolicy(grants: GrantedNeeds(.acceptText))
    try accept()
    #expect(session.outcome == nil)
    try settle()
    #expect(screen.last == "7  press again: \"rm -rf\" (no row)     F12")
    try accept()
    #expect(session.outcome == .acceptedText(Array("rm -rf".utf8), exitStatus: 0))
  }

  /// No child uses a key.
  @Test(
    arguments: [
      ([], 0), (["\u{1B}[B"], 1), (["\u{E}", "\u{E}", "\u{E}", "\u{10}"], 1), (["\u{1B}[A"], 0),
    ] as [([String], UInt64)])
  func `moves the cursor of a pick and prints its row where no child uses the keys`(
    keys: [String], row: UInt64
  ) throws {
    let run = try `A run on a terminal`(isNamed: true, rows: "r0\\nr1\\nr2")
    run.crowd.stage.context.situation.isPick = true
    run.crowd.stage.context.query = PickQuery()
    try run.settle()
    for key in keys { try run.type(key) }
    #expect(run.screen.last?.contains("enter prints \"r\(row)\"") == true)
    try run.type("\r")
    #expect(run.session.outcome == .accepted([row..<row + 1]))
  }

  @Test
  func `prints the marked rows of a pick where no child uses Enter, and ends it without a row`()
    throws
  {
    let run = try `A run on a terminal`(isNamed: true, rows: "r0\\nr1\\nr2")
    run.crowd.stage.context.situation.isPick = true
    try run.settle()
    #expect(run.crowd.stage.context.selection.mark(1, count: 2, true) == true)
    try run.settle()
    try run.type("\r")
    #expect(run.session.outcome == .accepted([1..<3]))
    let other = try `A run on a terminal`(isNamed: true)
    other.crowd.stage.context.situation.isPick = true
    other.crowd.stage.context.query = PickQuery()
    try other.type("zzz")
    #expect(other.screen.last?.contains("enter prints nothing") == true)
    try other.type("\r")
    #expect(other.session.outcome == .matchedNothing)
  }

  /// The right to act is spent, and the child takes no keys and covers no row.
  @Test func `prints nothing at one press of a docked child that the host's row has not shown`()
    throws
  {
    crowd.stage.context.situation.isPick = true
    nameChildren(false)
    try type("\u{1B}OQ")
    let child = try #require(crowd.child("c"))
    child.context.plugin.policy = RequestPolicy(grants: GrantedNeeds(.acceptText))
    crowd.users = ["c"]
    func press(for request: ChildRequest) throws {
      try type("\u{1B}[<0;30;1M")
      crowd.say(request, by: "c")
      try turn()
      // It belongs to the press.
      try type("\u{1B}[<0;30;1m")
    }
    try press(for: .dock(Dock(.right, .cells(20))))
    #expect(screen.first == "0                     I am c" && !child.hasKeys)
    let text = ChildAction.acceptText(Array("rm -rf".utf8), exitStatus: 0)
    try press(for: .action(text))
    #expect(screen.last?.hasPrefix("7  press again: \"rm -rf\"") ?? false)
    #expect(session.outcome == nil && crowd.stage.context.textChooser == nil)
    try press(for: .action(text))
    #expect(session.outcome == .acceptedText(Array("rm -rf".utf8), exitStatus: 0))
    #expect(crowd.stage.context.textChooser == "\"Small\" (com.example.c)")
  }

  @Test(arguments: [false, true])
  func `keeps what is typed at first until the child in front can have been seen, but a query`(
    isPick: Bool
  ) throws {
    let run = try `A run on a terminal`(isNamed: false)
    let (crowd, session) = (run.crowd, run.session)
    if isPick { crowd.stage.context.query = PickQuery() }
    while !(crowd.child("b")?.hasKeys ?? false) { try run.turn() }
    crowd.users = ["b"]
    run.terminal.typed = Array("r".utf8)
    try run.turn()
    for _ in 0..<9 { try run.turn(after: 50_000_000) }
    #expect(crowd.offers.isEmpty && session.events.count == (isPick ? 0 : 1))
    #expect(crowd.stage.context.query?.text == (isPick ? "r" : nil))
    for _ in 0..<2 { try run.turn(after: 50_000_000) }
    #expect(crowd.offers.map(\.name) == (isPick ? [] : ["b"]) && session.events.isEmpty)
  }

  /// The child has not answered the first of them.
  @Test func `opens the host's page at once behind keys that a child uses slowly, and drops them`()
    throws
  {
    crowd.users = ["b"]
    terminal.typed = Array(repeating: UInt8(ascii: "z"), count: 2_000)
    for _ in 0..<2 {
      world.arrives = [Ready(terminal.token, isReadable: true)]
      try session.turn()
    }
    #expect(session.events.count == 2_000 && terminal.isRead && !session.stage.showsPage)
    terminal.typed = Array("\u{1B}[24~".utf8)
    world.arrives = [Ready(terminal.token, isReadable: true)]
    try session.turn()
    // A child that answers in time loses none of the keys before.
    #expect(session.events.count == 2_001 && !session.stage.showsPage)
    world.skip(nanoseconds: 100_000_000)
    try session.turn()
    #expect(session.stage.showsPage && session.events.isEmpty && !session.stage.awaitsAnswer)
    try settle()
    #expect(crowd.offers.map(\.name) == ["b"])
    try type("\u{1B}[24~")
    try type("y")
    #expect(!session.stage.showsPage && crowd.offers.map(\.name) == ["b", "b"])
  }

  /// A paste without brackets: the child takes one key each turn, and the terminal keeps the rest.
  @Test func `reads no more keys than a child can soon have, and loses none`() throws {
    let text = (0..<4_300).map { UInt8(ascii: "A") + UInt8($0 % 17) }
    crowd.users = ["a", "b"]
    terminal.typed = text
    var unread: [Int] = []
    while session.outcome == nil, !(terminal.typed.isEmpty && session.events.isEmpty) {
      try turn()
      let count = terminal.typed.count
      if !terminal.isRead, count != unread.last { unread.append(count) }
    }
    #expect(unread == [4_300 - 4_096, 0])
    let typed = crowd.offers.compactMap { offer -> UInt8? in
      if case .key(let key) = offer.input { key.text.utf8.first } else { nil }
    }
    #expect(typed == text)
  }

  @Test func `gives all keys to standard error while that is shown, but Ctrl-L`() throws {
    let before = screen
    let load = session.feed?.loader.content.load
    try type("e/error\r?xRrrn\u{1B}OQ\u{C}")
    #expect(
      screen == [
        "0  standard error: 2 lines", "1 first", "2 second", "7  /error   no match",
      ])
    try type("q")
    #expect(screen == before && session.feed?.loader.content.load == load)
  }

  @Test(arguments: [false, true])
  func `goes back from a state with its key, or with escape, which leaves a pick only then`(
    isPick: Bool
  ) throws {
    crowd.stage.context.situation.isPick = isPick
    let pickRow = "7  enter prints \"row\"                 F12"
    for back in ["\u{1B}OQ", "\u{1B}"] {
      try type("\u{1B}OQ")
      #expect(screen == ["0 I am c", isPick ? pickRow : Self.onScreen])
      try type(back)
      let row = isPick ? pickRow : Self.keyboard("b")
      #expect(screen == ["0 I am b", "1 I am a", row])
    }
    try type("\u{1B}")
    #expect(session.outcome == (isPick ? .left : nil))
  }
}
