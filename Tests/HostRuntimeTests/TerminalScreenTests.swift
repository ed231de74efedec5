import HostSurface
import HostSystem
import HostTerminal
import HostText
import Testing

@testable import HostRuntime

@Suite struct `A terminal that is taken over` {
  private let terminal = NarrowTerminal(columns: 10, rows: 2)

  @Test(arguments: [
    ("xterm", true, "\u{1B}[?1002h\u{1B}[?1006h"), ("xterm", false, ""), ("linux", true, ""),
  ])
  func `has a screen of its own, and neither cursor nor wrapping, until it is given back`(
    name: String, usesMouse: Bool, mouse: String
  ) throws {
    _ = try TerminalScreen(
      on: terminal, usesMouse: usesMouse, environment: { $0 == "TERM" ? name : nil })
    let mode = try #require(terminal.mode)
    #expect(
      String(decoding: mode.enter, as: UTF8.self)
        == "\u{1B}[22;2t\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h" + mouse)
    #expect(
      String(decoding: mode.leave, as: UTF8.self)
        == "\u{1B}\\\u{1B}[?2026l\u{1B}[r\u{1B}[m\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[?1004l"
        + "\u{1B}[?7h\u{1B}[?1049l\u{1B}[?25h\u{1B}[23;2t")
  }

  @Test func `is drawn on with its own colours, once it has said them, unless others were chosen`()
    throws
  {
    for chosen in [nil, TerminalColours.dark] {
      let screen = try TerminalScreen(
        terminal,
        TerminalScreen.Choices(
          depth: .trueColour, theme: chosen, usesMouse: false, queriesTerminal: false),
        pool: CellPool(), environment: { _ in nil })
      let background: UInt32 = 0xF1F2F3
      let isLearnt = screen.learn(.foreground(0x010203))
      #expect(!isLearnt)
      #expect(screen.learn(.background(background)) == (chosen == nil))
      #expect(!screen.learn(.background(background)), "it is what it was")
      #expect(screen.isDark == (chosen != nil))
      if chosen == nil {
        #expect(screen.colours == TerminalColours(foreground: 0x010203, background: 0xF1F2F3))
      }
    }
  }

  @Test func `takes no half sequence for the beginning of what comes after a program`() throws {
    let screen = try TerminalScreen(on: terminal, pool: CellPool())
    var events: [InputEvent] = []
    terminal.typed = Array("\u{1B}[".utf8)
    #expect(screen.read(atNanoseconds: 0, into: &events) && screen.nextDeadline != nil)
    let world = try SmallWorld()
    #expect(throws: SystemError.self) { try screen.handOver(to: [], in: world) }
    #expect(screen.nextDeadline == nil && events.isEmpty)
  }

  @Test(arguments: [false, true])
  func `has ctrl-j as a key of its own where that was chosen, also after a program had it`(
    hasControlJ: Bool
  ) throws {
    let choices = TerminalScreen.Choices(
      depth: .none, theme: nil, usesMouse: false, queriesTerminal: false, hasControlJ: hasControlJ)
    let screen = try TerminalScreen(terminal, choices, pool: CellPool(), environment: { _ in nil })
    for _ in 0..<2 {
      var events: [InputEvent] = []
      terminal.typed = [0x0A]
      #expect(screen.read(atNanoseconds: 0, into: &events))
      #expect(events == [.key(hasControlJ ? Key(.character("j"), .control) : Key(.enter))])
      let world = try SmallWorld()
      #expect(throws: SystemError.self) { try screen.handOver(to: [], in: world) }
    }
  }

  @Test func `has the title that it was given, also when it has been others' meanwhile`() throws {
    let screen = try TerminalScreen(on: terminal, pool: CellPool())
    screen.enterAgain()
    #expect(terminal.taken == [])
    #expect(screen.setTitle("one") && screen.setTitle("mine"))
    let count = terminal.taken.count
    screen.enterAgain()
    #expect(
      String(decoding: terminal.taken.dropFirst(count), as: UTF8.self) == "\u{1B}]2;mine\u{1B}\\")
  }

  /// What is sent for a frame.
  private func sent(of scripted: ScriptedStage, by screen: TerminalScreen) -> String {
    let count = terminal.taken.count
    #expect(screen.show(scripted.stage, isMotion: false))
    return String(decoding: terminal.taken.dropFirst(count), as: UTF8.self)
  }

  @Test func `is asked where the mouse is anew when it has been others' meanwhile`() throws {
    let scripted = try ScriptedStage().appear()
    let screen = try TerminalScreen(
      on: terminal, pool: scripted.stage.pool, usesMouse: true,
      environment: { $0 == "TERM" ? "xterm" : nil })
    func sends(_ sequence: String) -> Bool { sent(of: scripted, by: screen).contains(sequence) }
    func asks() -> Bool { sends("\u{1B}[?1003h") }
    #expect(asks() && !asks())
    screen.wasTakenAgain()
    #expect(asks() && !asks())
    // And no more once nobody follows it.
    scripted.stage.request("empty", animated: false)
    #expect(sends("\u{1B}[?1003l") && !sends("\u{1B}[?1003"))
  }

  @Test func `is sent the marks of an update once it has said that it knows them`() throws {
    let scripted = try ScriptedStage().appear()
    let screen = try TerminalScreen(on: terminal, pool: scripted.stage.pool)
    let before = sent(of: scripted, by: screen)
    #expect(!before.isEmpty && !before.contains("\u{1B}[?2026"))
    _ = screen.learn(.mode(2026, .reset))
    screen.enterAgain()
    let after = sent(of: scripted, by: screen)
    #expect(after.hasPrefix("\u{1B}[?2026h") && after.hasSuffix("\u{1B}[?2026l"))
  }
}
