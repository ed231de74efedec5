import Foundation
import TestSupport
import Testing

@Suite struct `With a states file` {
  private static let text = """
    { "initial": "loading",
      "states": { "loading": ["list"], "content": ["list"], "error": ["failure"], "empty": [],
                  "away": [] },
      "children": { "list": { "use": "org.statehost.list" },
                    "failure": { "use": "org.statehost.error" } },
      "keys": { "e": "error", "a": "away", "c": "content" } }
    """

  @Test func `keys show its states`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write(Self.text, to: "states.json")
    // Another state that the content asks for would take the place of what a key has opened.
    let terminal = try TmuxTerminal(
      command: "statehost --loading-delay 1m --states '\(file)' -- seq 9")
    try terminal.wait(forText: "1/9")
    try terminal.press("e")
    try terminal.wait(for: "the error alone") { rows in
      rows.contains { $0.contains("nothing has failed") }
        && !rows.contains { $0.contains("1/9") }
    }
    try terminal.press("a")
    try terminal.wait(for: "a word for a state without children") { rows in
      rows.contains { $0.contains("away: no child presents this state") }
        && !rows.contains { $0.contains("nothing has failed") }
    }
    for (there, back) in [([String](), "c"), (["e"], "e"), (["e", "a", "e"], "Escape")] {
      if !there.isEmpty {
        try terminal.press(there)
        try terminal.wait(forText: "nothing has failed")
      }
      try terminal.press(back)
      try terminal.wait(for: "the list") { rows in
        rows[8].contains("9") && rows.contains { $0.contains("1/9") }
          && !rows.contains { $0.contains("nothing has failed") }
      }
    }
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }

  @Test func `a state without children keeps the keys of the program`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write(Self.text, to: "states.json")
    let terminal = try TmuxTerminal(command: "statehost --states '\(file)' -- true")
    try terminal.wait(forText: "empty: no child presents this state")
    try terminal.resize(columns: 1, rows: 1)
    try terminal.wait(for: "one cell") { $0.count == 1 }
    try terminal.press("q")
    try terminal.resize(columns: 80, rows: 24)
    try terminal.wait(forText: "ended:0")
  }

  @Test(arguments: [
    ("{ \"initial\": \"a\",\n  \"states\": { \"a\": [], }\n}", ":2:", ""),
    ("{ \"initial\": \"a\", \"states\": { \"a\": [] },\n\n  \"kyes\": {} }", ":3:", "keys"),
    ("", ":1:1", ""),
  ])
  func `what is wrong in it is told with line and column`(
    text: String, place: String, word: String
  ) throws {
    let folder = try ScratchFolder()
    let file = try folder.write(text, to: "states.json")
    let run = try ProgramRun.run(["--states", file, "--", "echo", "a"])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("statehost: "))
    #expect(run.errors.contains(file + place), "\(run.errors)")
    #expect(word.isEmpty || run.errors.contains(word), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }
}
