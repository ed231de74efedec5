import Foundation
import HostContent
import TestSupport
import Testing

@testable import StateHost

@Suite struct `Remembered states` {
  @Test(arguments: [
    " ", "{\"children\":[{\"name\":\"a\",\"use\":\"b\",\"state\":\"0\"}]}",
  ])
  func `are not what another file has, and that file stays`(text: String) throws {
    let folder = try ScratchFolder()
    let file = try folder.write(text, to: "file")
    let run = try ProgramRun.run(["--plain", "--remember", file, "--", "echo", "a row"])
    #expect(run.status == 2)
    #expect(
      run.errors
        == "statehost: not a file of --remember: \(file): give another file, or remove this one\n"
    )
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test func `let the list go on where it was`() throws {
    let folder = try ScratchFolder()
    let command =
      "seq 1 100 | statehost --pick --remember '\(folder.path)/memory' -; cat '\(folder.path)/memory'"
    let first = try TmuxTerminal(columns: 250, rows: 10, command: command)
    try first.wait(forText: "1/100")
    try first.press("Down", "Down", "Down")
    try first.wait(forText: "4/100")
    try first.press("Escape")
    try first.wait(forText: "\"use\":\"org.statehost.list\"")
    let memory = folder.path + "/memory"
    let mode = try FileManager.default.attributesOfItem(atPath: memory)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let second = try TmuxTerminal(columns: 250, rows: 10, command: command)
    try second.wait(forText: "4/100")
    try second.press("Enter")
    try second.wait(for: "the row that was taken") { $0.contains("4") }
  }
}

/// What `w` and `#` set, without an option.
@Suite struct `The way rows are shown` {
  private static let row = "one two three four five six seven eight"

  @Test(arguments: ["app.log", "-- cat app.log", "-c 'cat app.log'"])
  func `is remembered for the source`(source: String) throws {
    let home = try ScratchFolder()
    for name in ["app.log", "other.log"] { try home.write(Self.row + "\n", to: name) }
    func open(_ words: String) throws -> TmuxTerminal {
      try TmuxTerminal(
        columns: 30, rows: 6, environment: ["HOME": home.path],
        command: "cd '\(home.path)' && \(words)")
    }
    func change(by key: String, until text: String) throws {
      let terminal = try open("statehost \(source)")
      try terminal.wait(forText: "one two")
      try terminal.press(key)
      try terminal.wait(forText: text)
      try terminal.press("q")
      try terminal.wait(forText: "ended:0")
    }
    try change(by: "w", until: "↳")
    try change(by: "#", until: "   1 one two")
    let both = ["   1 one two three four five", "    ↳six seven eight"]
    let number = ["   1 one two three four five …", ""]
    let none = ["one two three four five six s…", ""]
    for (words, rows) in [
      ("statehost \(source)", both), ("statehost --no-wrap \(source)", number),
      ("statehost -S \(source)", number), ("statehost other.log", none),
      ("statehost --wrap other.log", ["one two three four five six", "↳seven eight"]),
      ("statehost - <app.log", none), ("STATEHOST_NO_REMEMBER=1 statehost \(source)", none),
    ] {
      let shown = try open(words).wait(for: "rows") { $0[0].contains("one two") }
      #expect(Array(shown[0...1]) == rows, "\(words)")
    }
    // What is as it was at first is no longer in the file.
    try change(by: "w", until: "five …")
    try change(by: "#", until: none[0])
    let file = home.path + "/.local/state/statehost/options.jsonl"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "{\"version\":1}\n")
  }

  @Test func `is kept in the file of --remember where there is one, also of standard input`() throws
  {
    let home = try ScratchFolder()
    for (options, text, key) in [("", "six s…", "w"), ("", "↳", ""), ("--no-wrap", "six s…", "")] {
      let terminal = try TmuxTerminal(
        columns: 30, rows: 6, environment: ["HOME": home.path],
        command: "echo \(Self.row) | statehost --remember \(home.path)/memory \(options)")
      try terminal.wait(forText: text)
      if !key.isEmpty {
        try terminal.press(key)
        try terminal.wait(forText: "↳")
      }
      try terminal.press("q")
      try terminal.wait(forText: "ended:0")
    }
    #expect(!FileManager.default.fileExists(atPath: home.path + "/.local"))
  }

  @Test func `is that of a file by any path, of a command in its folder, of an address`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("", to: "a")
    let here = try #require(SourceChoice.source(.file(file)).identity)
    for path in ["/./a", "//a", "/../" + (folder.path.split(separator: "/").last ?? "") + "/a"] {
      #expect(SourceChoice.source(.file(folder.path + path)).identity == here, "\(path)")
    }
    let others: [SourceChoice] = [
      .source(.file(try folder.write("", to: "b"))), .source(.command([file])),
      .source(.command(["cat", file])), .source(.commandLine("cat " + file, shell: "sh")),
      .source(.url("https://example.org/a")), .plugin("a.b", argument: file),
    ]
    #expect(Set(others.map(\.identity) + [here]).count == others.count + 1)
    for choice in [SourceChoice.source(.standardInput), .demonstration] {
      #expect(choice.identity == nil)
    }
    for path in [folder.path, "/dev/null", folder.path + "/none"] {
      #expect(SourceChoice.source(.file(path)).identity == nil)
    }
    #expect(
      SourceChoice.source(.commandLine("a", shell: "sh")).identity
        == SourceChoice.source(.commandLine("a", shell: "zsh")).identity)
  }

  /// In a process of its own, which goes to another folder.
  @Test func `is another one in another folder, but that of a path or an address`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let choices: [(SourceChoice, isOfFolder: Bool)] = [
        (.source(.command(["a"])), true), (.source(.commandLine("a", shell: "sh")), true),
        (.plugin("a.b", argument: "a"), true), (.source(.url("https://example.org/a")), false),
        (.source(.file(try folder.write("", to: "a"))), false),
      ]
      let here = choices.map(\.0.identity)
      #expect(FileManager.default.changeCurrentDirectoryPath(folder.path))
      #expect(zip(choices, here).allSatisfy { ($0.0.identity != $1) == $0.isOfFolder })
    }
  }
}
