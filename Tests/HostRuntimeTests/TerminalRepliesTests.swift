import HostPlugins
import HostRuntime
import HostSurface
import HostSystem
import HostTerminal
import Testing

/// Nothing but a clock and a terminal that answers after a while.
private final class AnsweringWorld: World {
  let sources: any SourceWorld
  private(set) var nowNanoseconds: Int64 = 0
  private let terminal: NarrowTerminal
  private var answers: [(atNanoseconds: Int64, text: String)]

  init(_ terminal: NarrowTerminal, answers: [(atNanoseconds: Int64, text: String)]) throws {
    self.terminal = terminal
    self.answers = answers
    sources = SystemSources(in: try Poller())
  }

  func wait(untilNanoseconds deadline: Int64?, into ready: inout [Ready]) {
    ready = []
    guard let answer = answers.first, answer.atNanoseconds < deadline ?? .max else {
      nowNanoseconds = deadline ?? nowNanoseconds
      return
    }
    answers.removeFirst()
    nowNanoseconds = answer.atNanoseconds
    terminal.typed += Array(answer.text.utf8)
    ready = [Ready(terminal.token, isReadable: true)]
  }

  func takeSignals() -> Signals { [] }
  func suspend() {}

  func openBackground(
    for work: any BackgroundWork
  ) throws(SystemError) -> any BackgroundHandle { throw SystemError(call: "eventfd", code: 24) }
}

@Suite struct `A terminal's answers` {
  private let terminal = NarrowTerminal(columns: 10, rows: 2)

  private func screen() throws -> TerminalScreen {
    try TerminalScreen(
      terminal,
      TerminalScreen.Choices(depth: .trueColour, theme: nil, usesMouse: false),
      pool: CellPool(), environment: { _ in nil })
  }

  @Test func `that are on their way are taken before it is given back`() throws {
    let screen = try screen()
    let world = try AnsweringWorld(
      terminal,
      answers: [
        (300_000_000, "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"), (600_000_000, "\u{1B}[?62c"),
      ])
    screen.end(in: world)
    #expect(world.nowNanoseconds == 600_000_000)
    #expect(terminal.typed.isEmpty)
    #expect(!screen.isDark)
    #expect(!terminal.isEntered)
  }

  @Test func `that do not come are waited for a second`() throws {
    let screen = try screen()
    let world = try AnsweringWorld(terminal, answers: [(5_000_000_000, "\u{1B}[?62c")])
    screen.end(in: world)
    #expect(world.nowNanoseconds == 1_000_000_000)
    #expect(!terminal.isEntered)
  }

  @Test func `are not waited for where all have come, or the terminal is gone`() throws {
    let answered = try screen()
    _ = answered.learn(.deviceAttributes)
    let world = try AnsweringWorld(terminal, answers: [])
    answered.end(in: world)
    let gone = try screen()
    gone.hangUp()
    gone.end(in: world)
    #expect(world.nowNanoseconds == 0)
  }
}
