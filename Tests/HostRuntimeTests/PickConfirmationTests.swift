import HostPlugins
import HostSurface
import HostTerminal
import HostText
import Testing

@testable import HostRuntime

/// How long a row must be there to have been read.
private let readingNanoseconds: Int64 = 500_000_000

@Suite final class `What a pick prints while a third-party child is in the way` {
  private typealias Offer = PickConfirmation.Offer
  private var pick = PickConfirmation()
  private var now: Int64 = 0

  /// A frame that shows what there is, and the time to read it.
  private func showFrame(readingFor nanoseconds: Int64 = readingNanoseconds) {
    pick.frameBegan()
    pick.frameEnded(at: now)
    now += nanoseconds
  }

  /// The user presses a key, for which a child asks for this.
  private func press(_ key: Key = Key(.enter), for offer: Offer) -> Bool {
    pick.inputBegan(.key(key))
    defer { pick.inputEnded() }
    return pick.confirms(offer, at: now)
  }

  private func said(_ pick: PickConfirmation) -> String { pick.text { "row \($0)\u{1B}[2J" } }

  @Test func `is what the last whole frame showed, at once`() {
    pick.selection = Offer([1..<2])
    #expect(said(pick) == #"enter prints "row 1\u{1B}[2J""#)
    #expect(!press(for: Offer([1..<2])))
    pick.inputEnded()
    pick.frameBegan()
    #expect(!press(for: Offer([1..<2])))
    pick.inputEnded()
    pick.frameBegan()
    pick.frameEnded(at: now)
    #expect(press(for: Offer([1..<2])))
  }

  @Test func `is anything else only when it is asked for again, after a frame that shows it`() {
    pick.selection = Offer([0..<1])
    showFrame()
    // The second one is typed ahead.
    for _ in 0..<2 { #expect(!press(for: Offer([6..<7]))) }
    #expect(said(pick) == #"not printed yet; press again to print "row 6\u{1B}[2J""#)
    showFrame()
    for isAgain in [false, true] {
      #expect(press(for: Offer([7..<8])) == isAgain)
      showFrame()
    }
  }

  @Test func `is what a child asks for only by the same key, and once it can have been read`() {
    pick.selection = Offer([0..<1])
    showFrame()
    _ = press(for: Offer([6..<7]))
    showFrame(readingFor: readingNanoseconds - 1)
    #expect(!press(for: Offer([6..<7])), "too soon")
    now += 1
    #expect(!press(Key(.character("j")), for: Offer([6..<7])), "another key")
    showFrame()
    #expect(press(Key(.character("j")), for: Offer([6..<7])))
  }

  @Test func `is not where a child just moved the cursor, nor what was a row before a reload`() {
    pick.selection = Offer([0..<1])
    showFrame()
    pick.childMoved(at: now)
    showFrame(readingFor: readingNanoseconds - 1)
    #expect(!press(for: Offer([0..<1])))
    pick.inputEnded()
    showFrame()
    #expect(press(for: Offer([0..<1])))
    pick.rowsWereReplaced()
    #expect(!press(for: Offer([0..<1])))
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
    let small = try SmallSession("seq 9").loaded()
    let run = small.run
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
  }

  /// A frame that was begun before the rows were replaced shows the old ones.
  @Test func `is not what a frame shows that was begun before the rows were replaced`() {
    pick.selection = Offer([0..<1])
    pick.frameBegan()
    pick.rowsWereReplaced()
    pick.frameEnded(at: now)
    now += 2 * readingNanoseconds
    #expect(!press(for: Offer([0..<1])))
  }

  @Test(arguments: [false, true])
  func `is the selection again once the user does something else, or the rows are others`(
    areOthers: Bool
  ) {
    pick.selection = Offer([0..<1])
    showFrame()
    _ = press(for: Offer([6..<7]))
    #expect(said(pick).hasPrefix("not printed yet"))
    if areOthers { pick.rowsWereReplaced() } else { pick.inputEnded() }
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
    crowd.show(columns: 80, rows: 24)
    for isPick in [false, true] {
      crowd.stage.context.situation.isPick = isPick
      #expect(crowd.stage.guardsPick == isPick)
    }
  }

  @Test func `is shown until the rows can be read that the child has left behind`() {
    pick.follow(thirdPartyIsOnScreen: false, at: now)
    #expect(!pick.guards(at: now))
    pick.follow(thirdPartyIsOnScreen: true, at: now)
    now = 1 << 40
    #expect(pick.guards(at: now) && pick.guardDeadline(after: now) == nil)
    for _ in 0..<2 { pick.follow(thirdPartyIsOnScreen: false, at: now) }
    let end = now + readingNanoseconds
    #expect(pick.guards(at: end - 1) && pick.guardDeadline(after: end - 1) == end)
    #expect(!pick.guards(at: end) && pick.guardDeadline(after: end) == nil)
    // What a child has asked for stays guarded.
    _ = press(for: Offer([6..<7]))
    #expect(pick.guards(at: end))
  }

  @Test func `is not what a key asks for that is held down, however long`() {
    pick.selection = Offer([0..<1])
    showFrame()
    for _ in 0..<40 {
      #expect(!press(for: Offer([6..<7])))
      showFrame(readingFor: 30_000_000)
    }
    now += readingNanoseconds
    #expect(press(for: Offer([6..<7])))
  }

  @Test func `counts rows, and names a text that is no row`() {
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
  func `is said with both ends of the row, in fewer words where there is little room`(
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
    let crowd = try CrowdedStage(states: [("content", ["c"])], docks: ["c": dock]).show(
      columns: columns, rows: 8)
    crowd.say(ChildRequest.collapse(true), by: "c")
    crowd.settle()
    #expect(crowd.child("c")?.area.isEmpty == true)
    crowd.stage.context.situation.isPick = true
    crowd.stage.followHostRow()
    #expect(crowd.stage.overlays.row?.messages.first?.text == "enter prints nothing")
    #expect(crowd.stage.overlays.row?.hints.last == "F12")
  }

  @Test func `is the same however its rows are told apart, but not in another order`() {
    #expect(Offer([3..<4, 4..<5, 5..<6]) == Offer([3..<6]))
    #expect(Offer([5..<6, 4..<5, 3..<4]) != Offer([3..<6]))
  }
}
