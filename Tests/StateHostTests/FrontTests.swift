import TestSupport
import Testing

/// Which of the children that take keys is in front, as the list shows that.
@Suite struct `The child in front` {
  @Test func `is to be seen: the list behind it is dimmer, and after Tab takes text`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.key = "return key->code == '5';"
    plugin.draw = "canvas->text(canvas, 30, 1, 20, childplugin_text(\"a small child\"), NULL);"
    plugin.text = ""
    try plugin.compile(into: folder)
    let terminal = try TmuxTerminal(
      columns: 80, rows: 10,
      command: "statehost --plugins '\(folder.path)' \(patientDeadlines.joined(separator: " ")) "
        + "-- seq 11 19")
    try terminal.wait(forText: "a small child")
    try terminal.wait(forText: "1/9")
    let underlined = "\u{1b}[4m"
    try terminal.wait(for: "the list behind") { _ in
      try terminal.styledScreen().contains(underlined)
    }
    try terminal.press("Tab")
    try terminal.wait(for: "the list in front") { _ in
      try !terminal.styledScreen().contains(underlined)
    }
    // What is typed into its search is the list's, wherever it was.
    try terminal.press("Tab")
    try terminal.wait(for: "the list behind again") { _ in
      try terminal.styledScreen().contains(underlined)
    }
    try terminal.type("/15")
    try terminal.wait(forText: "/15")
    try terminal.wait(for: "a cursor") { _ in try terminal.fact("#{cursor_flag}") == "1" }
  }
}
