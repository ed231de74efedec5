import HostPlugins
import HostRuntime
import PluginSupport
import Testing

@Suite struct `What a child has asked for` {
  /// What comes of an action that a child has asked for, and what the terminal is sent meanwhile.
  private func outcome(of action: ChildAction) throws -> (RunOutcome?, sent: String) {
    let terminal = NarrowTerminal(columns: 10, rows: 2)
    let small = try SmallSession("printf 'a\\nb\\nc\\n'", on: terminal).begun()
    #expect(try small.turn { small.rows.count == 3 })
    let before = terminal.taken.count
    let child = ChildContext(small.run)
    child.use()
    #expect(child.does(action))
    small.session.performRequests()
    let outcome = small.session.outcome
    let sent = String(decoding: terminal.taken[before...], as: UTF8.self)
    return (outcome, sent)
  }

  @Test func `ends the run with the rows that it names, in its order`() throws {
    #expect(try outcome(of: .acceptRow(1)).0 == .accepted([1..<2]))
    #expect(try outcome(of: .acceptRows([2, 0])).0 == .accepted([2..<3, 0..<1]))
    let text = ChildAction.acceptText([0x61], exitStatus: 7)
    #expect(try outcome(of: text).0 == .acceptedText([0x61], exitStatus: 7))
    #expect(try outcome(of: .quit).0 == .left)
  }

  @Test func `is not done to rows that have taken the place of those that it names`() throws {
    let reloaded = try Reloaded("a\nb\nc\n")
    try reloaded.run.perform(.acceptRow(1))
    try reloaded.run.perform(.bell)
    try reloaded.beginReload("x\ny\nz\n")
    #expect(reloaded.run.actions.map(\.action) == [.bell])
    #expect(reloaded.selection.facts.notice?.contains("nothing was chosen") == true)
  }

  @Test(
    arguments: [
      (.bell, "\u{7}"), (.clipboard(Array("ab".utf8)), "\u{1B}]52;c;YWI=\u{1B}\\"),
      // The end of a bracketed paste, the direction of text and what is not seen are left out.
      (
        .clipboard(Array("a\u{1B}[201~\u{202E}b\u{E0041}\u{200B}".utf8)),
        "\u{1B}]52;c;YWI=\u{1B}\\"
      ),
      (.clipboard(Array("a\tb\n".utf8)), "\u{1B}]52;c;YQliCg==\u{1B}\\"),
      (.title("it"), "\u{1B}]2;it\u{1B}\\"),
    ] as [(ChildAction, String)])
  func `is sent to the terminal at once`(action: ChildAction, sequence: String) throws {
    let (outcome, sent) = try outcome(of: action)
    #expect(outcome == nil && sent == sequence)
  }

  @Test func `is one load more`() throws {
    let (outcome, sent) = try outcome(of: .reload)
    #expect(outcome == nil && sent == "")
  }
}
