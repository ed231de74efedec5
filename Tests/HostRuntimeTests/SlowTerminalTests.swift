import HostRuntime
import HostSurface
import Testing

@Suite struct SlowTerminalTests {
  private let terminal = NarrowTerminal(columns: 10, rows: 2)
  private let stage: Stage
  private let screen: TerminalScreen

  init() throws {
    stage = try Stage()
    stage.resize(columns: 10, rows: 2)
    stage.appear()
    screen = try TerminalScreen(on: terminal, pool: stage.pool)
  }

  /// What the terminal shows of all that it took.
  private var shown: [String] {
    let headless = HeadlessTerminal(columns: 10, rows: 2)
    headless.apply(terminal.taken)
    return headless.rows
  }

  @Test func `the rest of a frame that moved is left out, and the last frame is shown whole`() {
    terminal.room = 3
    #expect(screen.show(stage, isMotion: true))
    #expect(screen.isBehind)
    screen.dropMotion()
    #expect(terminal.droppedCount > 20)
    terminal.room = nil
    #expect(screen.flush())
    #expect(!screen.isBehind)
    #expect(screen.show(stage, isMotion: false))
    #expect(shown == screen.frame.text)
    #expect(shown.contains { $0.contains("content") })
  }

  @Test func `what was cut is ended before anything else is sent`() {
    terminal.room = 3
    #expect(screen.show(stage, isMotion: true))
    screen.dropMotion()
    #expect(screen.send("more"))
    terminal.room = nil
    #expect(screen.flush())
    #expect(String(decoding: terminal.taken.dropFirst(3), as: UTF8.self) == "\u{1B}\\more")
  }

  @Test func `what stays is never left out`() {
    terminal.room = 3
    #expect(screen.show(stage, isMotion: false))
    screen.dropMotion()
    #expect(terminal.droppedCount == 0)
    terminal.room = nil
    #expect(screen.flush())
    #expect(shown == screen.frame.text)
  }

  @Test func `a short rest is sent: a whole frame would be longer`() {
    #expect(screen.show(stage, isMotion: false))
    stage.resize(columns: 10, rows: 2)
    terminal.room = 0
    #expect(screen.show(stage, isMotion: true))
    screen.dropMotion()
    #expect(terminal.droppedCount == 0)
  }
}
