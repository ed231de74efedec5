import HostPlugins
import HostSurface
import HostTerminal
import HostText
import Testing

@testable import HostRuntime

@Suite struct `What a pick prints while a third-party child is in the way` {
  private typealias Offer = PickConfirmation.Offer
  private static let readingNanoseconds: Int64 = 500_000_000
  private var pick = PickConfirmation()
  private var now: Int64 = 0

  /// A frame that shows what there is, and the time to read it.
  private mutating func showFrame(readingFor nanoseconds: Int64 = Self.readingNanoseconds) {
    pick.frameBegan()
    pick.frameEnded(at: now)
    now += nanoseconds
  }

  /// The user presses a key, for which a child asks for this.
  private mutating func press(_ key: Key = Key(.enter), for offer: Offer) -> Bool {
    pick.inputBegan(.key(key))
    defer { pick.inputEnded() }
    return pick.confirms(offer, at: now)
  }

  private func said(_ pick: PickConfirmation) -> String { pick.text { "row \($0)\u{1B}[2J" } }

  @Test mutating func `is what the last whole frame showed, at once`() {
    pick.selection = Offer([1..<2])
    #expect(said(pick) == #"enter prints "row 1\u{1B}[2J""#)
    let isBefore = press(for: Offer([1..<2]))
    pick.inputEnded()
    pick.frameBegan()
    let isDuring = press(for: Offer([1..<2]))
    pick.inputEnded()
    pick.frameBegan()
    pick.frameEnded(at: now)
    let isAfter = press(for: Offer([1..<2]))
    #expect([isBefore, isDuring, isAfter] == [false, false, true])
  }

  @Test
  mutating func `is anything else only when it is asked for again, after a frame that shows it`() {
    pick.selection = Offer([0..<1])
    showFrame()
    let isFirst = press(for: Offer([6..<7]))
    let isTypedAhead = press(for: Offer([6..<7]))
    #expect(!isFirst && !isTypedAhead)
    #expect(said(pick) == #"not printed yet; press again to print "row 6\u{1B}[2J""#)
    showFrame()
    let isAnother = press(for: Offer([7..<8]))
    showFrame()
    let isAgain = press(for: Offer([7..<8]))
    #expect(!isAnother && isAgain)
  }

  @Test
  mutating func `is what a child asks for only by the same key, and once it can have been read`() {
    pick.selection = Offer([0..<1])
    showFrame()
    _ = press(for: Offer([6..<7]))
    showFrame(readingFor: Self.readingNanoseconds - 1)
    let isTooSoon = press(for: Offer([6..<7]))
    now += 1
    let isOtherKey = press(Key(.character("j")), for: Offer([6..<7]))
    showFrame()
    let isThatKey = press(Key(.character("j")), for: Offer([6..<7]))
    #expect(!isTooSoon && !isOtherKey && isThatKey)
  }

  @Test
  mutating func `is not where a child just moved the cursor, nor what was a row before a reload`() {
    pick.selection = Offer([0..<1])
    showFrame()
    pick.childMoved(at: now)
    showFrame(readingFor: Self.readingNanoseconds - 1)
    let isMoved = press(for: Offer([0..<1]))
    pick.inputEnded()
    showFrame()
    let isRead = press(for: Offer([0..<1]))
    pick.rowsWereReplaced()
    let isOfOtherRows = press(for: Offer([0..<1]))
    #expect(!isMoved && isRead && !isOfOtherRows)
  }

  /// The pointer is at a row of the screen that shows the text 4.
  @Test(
    arguments: [
      (InputEvent.key(Key(.down)), [1], true), (.key(Key(.down)), [1, 2], false),
      (.key(Key(.down)), [6], false), (.key(Key(.up)), [0], true), (.key(Key(.up)), [1], false),
      (.key(Key(.character("x"))), [1], false),
      (.mouse(MouseEvent(.press, .left, column: 2, row: 3)), [3], true),
      (.mouse(MouseEvent(.press, .left, column: 2, row: 3)), [6], false),
      (.mouse(MouseEvent(.drag, .left, column: 2, row: 3)), [3], false),
    ] as [(input: InputEvent, rows: [UInt64], isMeant: Bool)], [false, true])
  func `is not where a child just moved it for an input, unless the input means that row`(
    moved: (input: InputEvent, rows: [UInt64], isMeant: Bool), isNamed: Bool
  ) throws {
    let small = try SmallSession("seq 9")
    small.session.begin()
    let run = small.session.stage.context
    #expect(try small.turn { small.rows.count == 9 && run.view?.count == 9 })
    let child = ChildContext(run, as: RequestPolicy.Child(id: "com.example.a", isNamed: isNamed))
    child.thirdPartyName = "a child"
    run.pick.inputBegan(moved.input) { $0 == 3 ? "4      a child" : "" }
    child.note(.inputBegan(.any))
    for row in moved.rows { try child.perform(.select(row: row), during: .input) }
    child.note(.inputEnded(isUsed: true))
    run.pick.inputEnded()
    let offer = Offer(try #require(run.selection.chosenRows))
    run.pick.selection = offer
    run.pick.frameBegan()
    run.pick.frameEnded(at: run.nowNanoseconds)
    run.pick.inputBegan(.key(Key(.enter)))
    #expect(run.pick.confirms(offer, at: run.nowNanoseconds) == (moved.isMeant || isNamed))
    small.session.end()
  }

  /// A frame that was begun before the rows were replaced shows the old ones.
  @Test mutating func `is not what a frame shows that was begun before the rows were replaced`() {
    pick.selection = Offer([0..<1])
    pick.frameBegan()
    pick.rowsWereReplaced()
    pick.frameEnded(at: now)
    now += 2 * Self.readingNanoseconds
    let isPrinted = press(for: Offer([0..<1]))
    #expect(!isPrinted)
  }

  @Test mutating func `is the selection again once the user does something else`() {
    pick.selection = Offer([0..<1])
    showFrame()
    _ = press(for: Offer([6..<7]))
    #expect(said(pick).hasPrefix("not printed yet"))
    pick.inputEnded()
    #expect(said(pick).hasPrefix("enter prints \"row 0"))
  }

  @Test mutating func `is the selection again once the rows are others`() {
    pick.selection = Offer([0..<1])
    showFrame()
    _ = press(for: Offer([6..<7]))
    pick.rowsWereReplaced()
    #expect(said(pick).hasPrefix("enter prints \"row 0"))
  }

  @Test(arguments: ["a", "c"], [false, true])
  func `is shown while a child of others is on screen, docked or not, with keys or without`(
    name: String, isDocked: Bool
  ) throws {
    let dock = isDocked ? Dock(.right, .percent(100)) : nil
    let crowd = try CrowdedStage(
      states: [("content", [name])], docks: dock.map { [name: $0] } ?? [:])
    for entry in crowd.stage.arrangement.entries.indices {
      crowd.stage.arrangement.entries[entry].isNamed = false
    }
    crowd.stage.resize(columns: 80, rows: 24)
    crowd.stage.appear()
    crowd.settle()
    for isPick in [false, true] {
      crowd.stage.context.situation.isPick = isPick
      #expect(crowd.stage.guardsPick == isPick)
    }
    crowd.stage.leave()
    crowd.stage.free()
  }

  @Test mutating func `is shown until the rows can be read that the child has left behind`() {
    pick.follow(thirdPartyIsOnScreen: false, at: now)
    #expect(!pick.guards(at: now))
    pick.follow(thirdPartyIsOnScreen: true, at: now)
    now = 1 << 40
    #expect(pick.guards(at: now) && pick.guardDeadline(after: now) == nil)
    for _ in 0..<2 { pick.follow(thirdPartyIsOnScreen: false, at: now) }
    let end = now + Self.readingNanoseconds
    #expect(pick.guards(at: end - 1) && pick.guardDeadline(after: end - 1) == end)
    #expect(!pick.guards(at: end) && pick.guardDeadline(after: end) == nil)
    // What a child has asked for stays guarded.
    _ = press(for: Offer([6..<7]))
    #expect(pick.guards(at: end))
  }

  @Test mutating func `is not what a key asks for that is held down, however long`() {
    pick.selection = Offer([0..<1])
    showFrame()
    for _ in 0..<40 {
      let isPrinted = press(for: Offer([6..<7]))
      #expect(!isPrinted)
      showFrame(readingFor: 30_000_000)
    }
    now += Self.readingNanoseconds
    let isPrinted = press(for: Offer([6..<7]))
    #expect(isPrinted)
  }

  @Test mutating func `counts rows, and names a text that is no row`() {
    #expect(said(pick) == "enter prints nothing")
    pick.selection = Offer([4..<6, 9..<10])
    #expect(said(pick) == #"enter prints 3 rows, first: "row 4\u{1B}[2J""#)
    _ = press(for: .text(Array("a\nb".utf8), exitStatus: 0))
    #expect(said(pick) == #"not printed yet; press again to print "a\u{A}b", which is not a row"#)
  }

  @Test(arguments: [
    (80, #"enter prints "project-long-name-number-007""#),
    (34, #"enter prints "project-l…umber-007""#), (24, #"enter: "project…ber-007""#),
    (14, #"enter: "pr…07""#),
  ])
  mutating func `is said with both ends of the row, in fewer words where there is little room`(
    columns: Int, line: String
  ) {
    pick.selection = Offer([7..<8])
    #expect(pick.text(columns: columns) { _ in "project-long-name-number-007" } == line)
    _ = press(for: Offer([7..<8]))
    let again = pick.text(columns: columns) { _ in "project-long-name-number-007" }
    #expect(again.hasSuffix(#"07""#) && TextWidth.columns(of: again) <= columns)
  }

  @Test(arguments: [20, 30, 80])
  func `is said beside the key of the host's page, also where the child has no room`(
    columns: Int
  ) throws {
    let dock = try #require(Dock(.right, .percent(40)))
    let crowd = try CrowdedStage(states: [("content", ["c"])], docks: ["c": dock])
    crowd.stage.resize(columns: columns, rows: 8)
    crowd.stage.appear()
    crowd.settle()
    crowd.say(ChildRequest.collapse(true), by: "c")
    crowd.settle()
    #expect(crowd.child("c")?.area.isEmpty == true)
    crowd.stage.context.situation.isPick = true
    crowd.stage.followHostRow()
    #expect(crowd.stage.overlays.row?.messages.first?.text == "enter prints nothing")
    #expect(crowd.stage.overlays.row?.hints.last == "F12")
    crowd.stage.leave()
    crowd.stage.free()
  }

  @Test func `is the same however its rows are told apart, but not in another order`() {
    #expect(Offer([3..<4, 4..<5, 5..<6]) == Offer([3..<6]))
    #expect(Offer([5..<6, 4..<5, 3..<4]) != Offer([3..<6]))
  }
}
