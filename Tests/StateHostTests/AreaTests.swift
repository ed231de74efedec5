import HostSurface
import TestSupport
import Testing

/// A child that docks at an edge.
@Suite struct `An area` {
  @Test func `keeps its size over a run, and to the next one`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.placeFields = ".edge = CHILDPLUGIN_EDGE_RIGHT, .unit = 1, .extent = 50, .minimum = 10"
    try plugin.compile(into: folder)
    let words = [
      "--plugins", folder.path, "--remember", folder.path + "/memory", "--", "seq", "11", "19",
    ]
    func waitForChild(at column: Int, in terminal: PlayedTerminal) throws {
      try terminal.wait(for: "the child in column \(column)") {
        $0.rows[0].dropFirst(column).hasPrefix("a small child")
      }
    }
    let terminal = try PlayedTerminal(words)
    try waitForChild(at: 30, in: terminal)
    // The button goes down on the border, and moves; the mouse counts from 1.
    terminal.type("\u{1B}[<0;31;5M\u{1B}[<32;28;5M\u{1B}[<32;25;5M")
    try waitForChild(at: 24, in: terminal)
    terminal.type("\u{1B}[<32;41;6M")
    try waitForChild(at: 40, in: terminal)
    terminal.type("\u{1B}[<0;36;6m")
    try waitForChild(at: 35, in: terminal)
    terminal.type("\u{1B}[1;5D")
    try waitForChild(at: 34, in: terminal)
    // In mid-drag, too, the program ends as ever.
    terminal.type("\u{1B}[<0;35;5M\u{1B}[<32;33;5M")
    try waitForChild(at: 32, in: terminal)
    terminal.send(2)
    #expect(try terminal.waitForEnd() == 130)
    #expect(terminal.screen.modes == [7, 25])
    let next = try PlayedTerminal(words)
    try waitForChild(at: 32, in: next)
    next.type("q")
    #expect(try next.waitForEnd() == 0)
    let report = try ProgramRun.run(["inspect", folder.path + "/small.so"])
    #expect(report.output.contains("content (place 20, 50% at the right, 10 cells at least)"))
  }
}
