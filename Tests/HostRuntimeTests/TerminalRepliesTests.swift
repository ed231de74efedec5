import HostRuntime
import HostSurface
import HostSystem
import HostTerminal
import Testing

@Suite struct `A terminal's answers` {
  private let terminal = NarrowTerminal(columns: 10, rows: 2)

  /// A world in which the terminal answers after a while.
  private func world(_ answers: (atNanoseconds: Int64, text: String)...) -> ScriptedWorld {
    let world = ScriptedWorld()
    var answers = answers[...]
    world.next = { [terminal] _, deadline in
      guard let answer = answers.first, answer.atNanoseconds < deadline else { return nil }
      answers.removeFirst()
      terminal.typed += Array(answer.text.utf8)
      return (answer.atNanoseconds, Ready(terminal.token, isReadable: true))
    }
    return world
  }

  private func screen() throws -> TerminalScreen {
    try TerminalScreen(
      terminal,
      TerminalScreen.Choices(depth: .trueColour, theme: nil, usesMouse: false),
      pool: CellPool(), environment: { _ in nil })
  }

  @Test func `that are on their way are taken before it is given back`() throws {
    let screen = try screen()
    let world = world(
      (300_000_000, "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"), (600_000_000, "\u{1B}[?62c"))
    screen.end(in: world)
    #expect(world.nowNanoseconds == 600_000_000)
    #expect(terminal.typed.isEmpty)
    #expect(!screen.isDark)
    #expect(!terminal.isEntered)
  }

  @Test func `that do not come are waited for a second`() throws {
    let screen = try screen()
    let world = world((5_000_000_000, "\u{1B}[?62c"))
    screen.end(in: world)
    #expect(world.nowNanoseconds == 1_000_000_000)
    #expect(!terminal.isEntered)
  }

  @Test func `are not waited for where all have come, or the terminal is gone`() throws {
    let answered = try screen()
    _ = answered.learn(.deviceAttributes)
    let world = world()
    answered.end(in: world)
    let gone = try screen()
    gone.hangUp()
    gone.end(in: world)
    #expect(world.nowNanoseconds == 0)
  }
}
