import HostContent
import HostPlugins
import HostSystem
import HostTerminal
import HostText
import StateContainer
import Testing

@testable import HostRuntime

@Suite struct `A run with options` {
  /// Loads all rows of a session.
  private func load(_ small: SmallSession) throws {
    small.session.begin()
    let stage = small.stage
    _ = try small.turn {
      stage.context.content?.facts(at: 0).isLoading == false && stage.container.hasDeterminedState
        && stage.context.view?.isAtRest == true
    }
  }

  @Test(
    arguments: [
      ("true", true, false, nil), ("true", false, true, .matchedNothing),
      ("true", true, true, .matchedNothing), ("echo ba", true, false, .accepted([0..<1])),
      ("echo ba", false, true, nil), ("seq -f b%g 2", true, true, nil),
      ("echo b; exit 3", true, true, nil), ("exit 3", true, false, nil),
      ("exit 3", true, true, .loadFailed), ("exit 3", false, true, .loadFailed),
      ("echo a; echo b", true, false, .accepted([1..<2])),
    ] as [(String, Bool, Bool, RunOutcome?)])
  func `ends by itself with the only row that matches, or without any, where that is asked for`(
    script: String, takesOnlyRow: Bool, endsWithoutMatch: Bool, outcome: RunOutcome?
  ) throws {
    let small = try SmallSession(script, filter: RowFilter(Array("b".utf8))) {
      $0.takesOnlyRow = takesOnlyRow
      $0.endsWithoutMatch = endsWithoutMatch
    }
    try load(small)
    #expect(small.session.outcome == outcome)
    // What matches later is the user's affair.
    small.run.view?.show(ViewRequest(filter: RowFilter(Array("b2".utf8))))
    small.world.arrives = [Ready(PortToken(rawValue: 99), isReadable: true)]
    if outcome == nil { try small.session.turn() }
    #expect(small.session.outcome == outcome)
  }

  @Test(arguments: [true, false])
  func `follows its source until Ctrl-C, at its end again, and ends by Ctrl-C elsewhere`(
    isByKey: Bool
  ) throws {
    let small = try SmallSession("printf 'a\\nb\\n'; exec sleep 60") {
      $0.followsSource = !isByKey
    }
    small.session.begin()
    let context = small.run
    #expect(try small.turn { small.rows.count == 2 })
    func turn(_ signals: Signals = []) throws {
      small.world.signals = signals
      small.world.arrives = [Ready(PortToken(rawValue: 99), isReadable: true)]
      try small.session.turn()
    }
    context.selection.anchor(.end)
    try turn()
    #expect(context.situation.isFollowing == !isByKey)
    if isByKey { small.session.handle(.key(Key(.character("F")))) }
    try turn()
    #expect(context.situation.isFollowing && context.selection.facts.row == 1)
    #expect(small.session.feed?.loader.followsFile == true)
    for goesToEnd in [false, true, false] {
      if goesToEnd {
        context.selection.anchor(.end)
        try turn()
        #expect(context.situation.isFollowing)
      }
      try turn(.interrupt)
      #expect(!context.situation.isFollowing && !context.selection.isAtEnd)
      #expect(context.selection.facts.row == 1)
    }
    #expect(small.session.outcome == .signalled(2))
  }

  @Test(arguments: [nil, 0, 1, 2, 3, 4] as [UInt64?])
  func `marks no more rows than it may, and says so`(most: UInt64?) throws {
    let small = try SmallSession("seq 4") { $0.mostMarked = most }
    try load(small)
    let selection = small.run.selection
    for row in 0..<4 as Range<UInt64> {
      #expect(selection.mark(row, count: 1, true) == true)
      #expect(selection.facts.markedCount == min(row + 1, most ?? .max))
      #expect((selection.facts.notice != nil) == (row >= most ?? .max))
    }
    // Several at once are marked together or not at all.
    #expect(selection.mark(0, count: 4, false) == true && selection.facts.notice == nil)
    #expect(selection.mark(0, count: 4, true) == true)
    #expect(selection.facts.markedCount == (most ?? 4 >= 4 ? 4 : 0))
  }
}

@Suite struct `Keys of the program` {
  @Test(arguments: [
    ("q", "quit"), ("r", "reload"), ("ctrl-r", "reload"), ("f5", "reload"), ("ctrl-l", "redraw"),
    ("F", "follow"), ("?", "showKeys"), ("f1", "showKeys"), ("e", "showStandardError"),
    ("f12", "showPage"), ("tab", "next"), ("f6", "next"), ("shift-tab", "previous"),
    ("ctrl-up", "up"), ("ctrl-right", "right"), ("ctrl-down", "down"), ("ctrl-left", "left"),
    ("Q", nil), ("R", nil), ("f", nil), ("alt-q", nil), ("up", nil), ("escape", nil), ("f2", nil),
  ])
  func `each do one thing`(name: String, expected: String?) throws {
    let key = HostKeyCommand(try Key(naming: name))
    let done = key.map { if case .moveBorder(let step) = $0 { "\(step)" } else { "\($0)" } }
    #expect(done == expected)
  }

  @Test(arguments: ["", "?", "f12"])
  func `that stand for signals act whatever is shown`(page: String) throws {
    for (letter, outcome) in [("z", nil), ("c", .signalled(2)), ("\\", .signalled(3))]
      as [(Unicode.Scalar, RunOutcome?)]
    {
      let small = try SmallSession("true")
      if let key = try? Key(naming: page) { small.session.handle(.key(key)) }
      small.session.handle(.key(Key(.character(letter), .control)))
      #expect(small.session.outcome == outcome)
    }
  }
}
