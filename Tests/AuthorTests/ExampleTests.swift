import Foundation
import TestSupport
import Testing

@Suite("The examples")
struct ExampleTests {
  private static let table = """
    NAME   SIZE  FILES
    alpha   100      1
    beta     50      4
    gamma    25      2

    """

  @Test(.needsSandbox)
  func `a clock in C lies over the rows, and is large where a file asks for it`()
    throws
  {
    let clock = try BuiltExample("clock", rows: "one\ntwo\n")
    let rows = try clock.frame("40x6")
    #expect(rows[0].hasPrefix("one"))
    let time = rows[0].split(separator: " ").last?.split(separator: ":").map { Int($0) ?? -1 } ?? []
    #expect(time.count == 3)
    #expect(zip(time, [24, 60, 61]).allSatisfy { 0..<$1 ~= $0 })
    _ = try clock.folder.write(
      """
      { "initial": "content", "states": { "content": ["clock"] },
        "children": { "clock": { "use": "com.example.clock",
                                 "options": { "size": "big" } } } }
      """, to: "states.json")
    let large = try clock.frame("60x7", "--states", "states.json")
    #expect(large.count { $0.contains("██") } == 5)
    #expect(!large.contains { $0.contains(":") })
  }

  @Test(.needsSandbox) func `a bar chart in C++ draws the column that the arrows choose`() throws {
    let bars = try BuiltExample("bars", rows: Self.table)
    #expect(
      try bars.frame("44x6").prefix(5) == [
        " SIZE  1 of 2", "", " alpha 100 ████████████████████████████████",
        " beta   50 ████████████████",
        " gamma  25 ████████",
      ])
    let terminal = try bars.terminal()
    try terminal.wait(forText: "SIZE")
    try terminal.press("Right")
    let rows = try terminal.wait(forText: "FILES")
    #expect(rows[3] == " beta  4 ██████████████████████████████████████████████████")
    try terminal.press("Right")
    try terminal.wait(forText: "SIZE")
  }

  @Test(.needsSandbox) func `a difference in Rust shows what a reload changed`() throws {
    let changes = try BuiltExample("changes", rows: "one\ntwo\nthree\n")
    #expect(
      try changes.frame("40x6").prefix(5) == [
        " 3 lines, no change", "", "   one", "   two", "   three",
      ])
    let terminal = try changes.terminal()
    try terminal.wait(forText: "3 lines, no change")
    _ = try changes.folder.write("one\n2\nthree\nfour\n", to: "rows")
    try terminal.press("r")
    let rows = try terminal.wait(forText: "2 added, 1 removed")
    #expect(rows.prefix(7).dropFirst(2) == ["   one", " - two", " + 2", "   three", " + four"])
    try terminal.press("r")
    try terminal.wait(forText: "4 lines, no change")
  }

  @Test(.needsSandbox) func `details in Swift show every column of the row that the list is on`()
    throws
  {
    let details = try BuiltExample("details", rows: Self.table)
    let terminal = try details.terminal()
    let first = try terminal.wait(forText: "│ FILES")
    #expect(
      first.prefix(4) == [
        " NAME  SIZE FILES             │ NAME   alpha",
        " alpha  100     1             │ SIZE   100",
        " beta    50     4             │ FILES  1",
        " gamma   25     2             │",
      ])
    try terminal.press("Down")
    try terminal.wait(forText: "│ NAME   beta")
    try terminal.press("End")
    try terminal.wait(forText: "│ NAME   gamma")
    let pick = try details.terminal("--pick")
    try pick.wait(forText: "│ NAME   alpha")
    try pick.press("End")
    try pick.wait(forText: "│ NAME   gamma")
    try pick.press("Enter")
    try pick.wait(for: "the row that was picked") { $0.first == "gamma    25      2" }
  }

  @Test(.needsSandbox) func `details of a row that is one text go on over lines`() throws {
    let details = try BuiltExample("details", rows: "one 漢字 and more of it\n")
    #expect(
      try details.frame("40x4").map { $0.drop { $0 != "│" } }.prefix(3) == [
        "│ one 漢字 and more", "│ of it", "│",
      ])
  }

  @Test func `details find a text in the row, and scroll to it`() throws {
    let numbers = (1...99).map { "word\($0)" }.joined(separator: " ")
    let details = try BuiltExample("details", rows: numbers + "\n")
    let terminal = try details.terminal()
    try terminal.wait(forText: "│ word1 word2")
    try terminal.type("fWORD9")
    #expect(try terminal.wait(forText: "find: WORD9  11 found")[0].contains("│ word1 word2"))
    try terminal.type("9")
    let found = try terminal.wait(forText: "find: WORD99  1 found")
    #expect(found.contains { $0.contains("│ ") && $0.hasSuffix("word99") })
    try terminal.press("Enter", "<")
    try terminal.wait(for: "a line less") { rows in !rows.contains { $0.hasSuffix("word99") } }
    try terminal.press("f", "Escape")
    try terminal.wait(for: "the end of the find") { rows in !rows.contains { $0.contains("find:") }
    }
  }

  @Test(.needsSandbox) func `a line in C++ is one of the rows that are shown, as they come`() throws
  {
    let rows = "NAME  PRICE  LEFT\na         2    40\nb        30     6\nc         2    17\n"
    let chart = try BuiltExample("chart", rows: rows)
    let frame = try chart.frame("60x6", "-o", "com.example.chart.column=PRICE")
    #expect(
      frame.map { String($0.drop { $0 != "│" }) }.dropLast() == [
        "│ PRICE 1/2  row 1: 2", "│ 30", "│        ⣀⠤⠒⠉⠒⠤⣀", "│    ⢀⡠⠔⠊       ⠑⠢⢄⡀",
        "│ ⡠⠔⠊⠁             ⠈⠑⠢⢄", "│ 2",
      ], "\(frame)")
    let terminal = try chart.terminal()
    try terminal.wait(forText: "│ PRICE 1/2  row 1: 2")
    try terminal.press("c", "Down")
    try terminal.wait(forText: "│ LEFT 2/2  row 2: 6")
    try terminal.type("&b")
    try terminal.wait(for: "one row of them") { rows in
      rows.dropFirst().first?.hasSuffix("│ 6") == true && rows.contains { $0.hasSuffix("│ 6") }
    }
    _ = try chart.folder.write(rows.replacing(" 6\n", with: "60\n"), to: "rows")
    try terminal.press("Enter", "r")
    try terminal.wait(forText: "│ 60")
  }

  @Test(.needsSandbox) func `the bytes in C are those of the row that the list is on`() throws {
    let bytes = try BuiltExample("hexview", rows: "one two\none ten\n\tcaf\u{e9} and more\n")
    #expect(
      try bytes.frame("44x8").dropFirst(4).prefix(3) == [
        "─ row 1: 7 bytes ───────────────────────────",
        " 000000  6f 6e 65 20 74 77 6f     one two",
        "",
      ])
    let terminal = try bytes.terminal()
    try terminal.wait(forText: "row 1: 7 bytes")
    try terminal.press("Down", "x")
    try terminal.wait(forText: "row 2: 7 bytes, 2 differ from the row above")
    try terminal.press("Down")
    let third = try terminal.wait(forText: "row 3: 15 bytes, 15 differ")
    #expect(third.contains(" 000000  09 63 61 66 c3 a9 20 61  .caf.. a"))
  }

  @Test func `the bytes of a long row are scrolled, by the row's last line at most`() throws {
    let text = String(repeating: "a", count: (1 << 20) - 4) + "end!"
    let bytes = try BuiltExample("hexview", rows: "\(text)\nshort\n")
    let terminal = try bytes.terminal()
    try terminal.wait(forText: "row 1: 1048576 bytes")
    try terminal.press("]")
    try terminal.wait(for: "the second line first") {
      $0.dropFirst(6).first?.hasPrefix(" 000008") == true
    }
    try terminal.press("}")
    try terminal.wait(for: "a page further") { $0.dropFirst(6).first?.hasPrefix(" 000028") == true }
    try terminal.press("{", "[")
    try terminal.wait(for: "the begin") { $0.dropFirst(6).first?.hasPrefix(" 000000") == true }
  }

  private static let confirm = "-o com.example.confirm"
  private static let grant = "--grant com.example.confirm=run"

  @Test func `a question in C is asked, its command run on the marked rows, and left again`() throws
  {
    let example = try BuiltExample("confirm", rows: "one row\n$(two)\nthree\n")
    let terminal = try example.terminal(
      "\(Self.grant) --reduced-motion \(Self.confirm).command='printf \"<%s>\\n\"'")
    try terminal.wait(forText: "three")
    try terminal.press("Tab", "!")
    try terminal.wait(forText: "run this on 1 row?")
    try terminal.press("n")
    try terminal.wait(forText: "three")
    try terminal.press("Tab", "!")
    try terminal.wait(forText: "run this on 2 rows?")
    try terminal.press("y")
    let done = try terminal.wait(forText: "<$(two)>")
    #expect(done.contains { $0.contains("<one row>") } && done.contains { $0.contains("done") })
    try terminal.press("Enter")
    try terminal.wait(forText: "three")
  }

  @Test func `a question in C shows a failure, and what it may not run`() throws {
    let example = try BuiltExample("confirm", rows: "one\n")
    let failing = try example.terminal(
      "\(Self.grant) --reduced-motion \(Self.confirm).rows=input \(Self.confirm).command='cat >&2; exit 3'"
    )
    try failing.wait(forText: "one")
    try failing.press("!")
    try failing.wait(forText: "run this on 1 row?")
    try failing.press("y")
    let failed = try failing.wait(forText: "it failed with status 3")
    #expect(failed.contains { $0.contains("one") })
    let refused = try example.terminal(
      "--revoke com.example.confirm --reduced-motion \(Self.confirm).command=true")
    try refused.wait(forText: "one")
    try refused.press("!")
    try refused.wait(forText: "run this on 1 row?")
    try refused.press("y")
    try refused.wait(forText: "it was not started")
    try refused.wait(forText: "sh is not granted")
  }

  @Test(.needsSandbox) func `a tree in Rust folds and is filtered by path`() throws {
    let json = try BuiltExample("json", rows: Self.stock)
    #expect(
      try json.frame("60x7") == [
        " ▾ {3}", "     shop: \"corner\"", "     open: true", "   ▾ items: [2]",
        "     ▸ 0: {name: \"apples\", price: 2.5, tags: […]}",
        "     ▸ 1: {name: \"olive oil\", price: 12, left: null}", " .  14 values", "",
      ])
    let terminal = try json.terminal()
    try terminal.wait(forText: "items: [2]")
    try terminal.press("Down", "Down", "Down", "Down", "Right", "Down")
    let open = try terminal.wait(forText: " .items[0].name  14 values")
    #expect(
      open[4...7] == [
        "     ▾ 0: {3}", "         name: \"apples\"", "         price: 2.5",
        "       ▸ tags: [\"fruit\", \"fresh\"]",
      ])
    try terminal.press("Left", "Left")
    try terminal.wait(for: "the fold") { $0[4].hasPrefix("     ▸ 0: {name") }
    try terminal.type("/.items[].na")
    let filtered = try terminal.wait(forText: "/.items[].na  2 of 14 match")
    #expect(
      filtered.prefix(7) == [
        " ▾ {3}", "   ▾ items: [2]", "     ▾ 0: {3}", "         name: \"apples\"",
        "     ▾ 1: {3}", "         name: \"olive oil\"", "",
      ])
    try terminal.press("Enter", "End")
    try terminal.wait(forText: " .items[1].name  2 of 14 match")
    try terminal.press("Escape")
    try terminal.wait(forText: " .items[1]  14 values")
    try terminal.press("-")
    #expect(
      try terminal.wait(forText: " .  14 values").first
        == " ▸ {shop: \"corner\", open: true, items: […]}")
    try terminal.press("+")
    try terminal.wait(forText: "0: \"fruit\"")
  }

  @Test(.needsSandbox) func `a tree says at the row what is no JSON, however hostile`() throws {
    let deep = String(repeating: "[", count: 100_000)
    let long = "{\"a\": \"" + String(repeating: "x", count: 10 << 20) + "\"}"
    let json = try BuiltExample("json", rows: "{\"a\": 1}\nno\n\(deep)\n\(long)\n{\"a\": \n[1] 2\n")
    #expect(
      try json.frame("60x9").prefix(7) == [
        " ▸ 0: {a: 1}",
        "   row 2, byte 1: no number and no word of JSON",
        "   row 3, byte 1001: it is nested more than 1,000 deep",
        "   row 4, byte 1048577: the row is longer than is kept",
        "   row 5, byte 7: it ends before it is whole",
        " ▸ 5: [1]",
        "   6: 2",
      ])
    for (rows, last) in [
      ("{\n \"a\": [1,\n", "row 2, byte 1: it ends before it is whole"),
      ("{\n \"a\": [1}\n", "row 2, byte 9: expected , or the end"),
      (deep + "\n", "row 1, byte 1001: it is nested more than 1,000 deep"),
      ("NAME SIZE\n", "no JSON: expected a value"),
    ] {
      _ = try json.folder.write(rows, to: "rows")
      #expect(try json.frame("70x9").contains { $0.hasSuffix(last) }, "\(last)")
    }
  }

  @Test func `a tree grows while rows come, and keeps its place in other rows`() throws {
    let json = try BuiltExample("json", rows: "")
    let terminal = try TmuxTerminal(
      columns: 60, rows: 10,
      command: """
        cd \(json.folder.path) && \(BuiltProducts.program) --plugins . -- \
          sh -c 'echo "{"; echo "\\"a\\": [1,"; while [ ! -e go ]; do sleep 0.02; done; echo "2, {\\"b\\": 3}]}"'
        """)
    try terminal.wait(forText: "a: [1]")
    try json.folder.write("", to: "go")
    try terminal.wait(forText: "▸ 2: {b: 3}")
    try terminal.press("End", "Right", "Down")
    try terminal.wait(forText: " .a[2].b  6 values")
    try terminal.press("r")
    try terminal.wait(forText: " .a[2].b  6 values")
  }

  @Test(arguments: ["none", "auto"])
  func `a trail in Rust shows states, and the path that a tree says, asked or not`(
    isolation: String
  ) throws {
    let json = try BuiltExample("json", rows: Self.stock)
    let trail = try BuiltExample("trail", rows: "")
    _ = try json.folder.write(
      """
      { "initial": "content", "keys": { "x": "empty", "c": "content" },
        "states": { "loading": [], "content": ["tree", "trail"], "empty": ["trail"], "error": [] },
        "children": { "tree": { "use": "com.example.json" },
                      "trail": { "use": "com.example.trail",
                                 "area": { "dock": "top", "size": 1 } } } }
      """, to: "states.json")
    // However slow the machine is, loading is not shown.
    let flags = [
      "--isolation", isolation, "--plugins", trail.folder.path, "--states", "states.json",
      "--loading-delay", "60s",
    ]
    let terminal = try json.terminal(flags.joined(separator: " "))
    func wait(for line: String) throws { try terminal.wait(for: line) { $0[0] == line } }
    try wait(for: " content › .")
    try terminal.press("Down", "Down", "Down", "Right")
    try wait(for: " content › .items[0]")
    try terminal.press("x")
    try wait(for: " content › empty")
    // Nothing has moved in the tree, so it has been asked.
    try terminal.press("c")
    try wait(for: " empty › content › .items[0]")
    _ = try json.folder.write("no JSON", to: "rows")
    try terminal.press("r")
    try wait(for: " empty › content")
  }

  @Test(.needsSandbox, .enabled(if: ProgramRun.canRun("git"), "git is not installed"))
  func `a log of git in C shows what a commit has changed, and has it edited on the terminal`()
    throws
  {
    let log = try BuiltExample("git-log", rows: "")
    let commit = """
      export HOME="$PWD" GIT_AUTHOR_DATE='2026-11-22T12:00:00Z'
      git init -q mill && cd mill && git config user.name A && git config user.email a@b.c
      echo apples >'a b' && git add . && git commit -qm first
      echo bread >>'a b' && echo tea >two && git add . && git commit -qm second
      printf '#!/bin/sh\nprintf "edit %%s: " "$#"; cat "$@" | grep -c .; read line; echo "$line" >>"$1"\n' >../editor
      chmod +x ../editor
      """
    #expect(try Tools.run(["sh", "-c", commit], in: log.folder.path).status == 0)
    let id = "com.example.git-log"
    let terminal = try TmuxTerminal(
      columns: 100, rows: 25,
      command: """
        cd \(log.folder.path) && HOME="$PWD" XDG_CONFIG_HOME="$PWD" EDITOR="$PWD/editor" \
        \(BuiltProducts.program) --reduced-motion --plugins . --source \(id)=mill \
        --grant \(id)=run,files:read -o \(id).diff.folder=mill
        """)
    try terminal.wait(forText: "+bread")
    try terminal.press("Down")
    let first = try terminal.wait(forText: "+apples")
    #expect(first.contains { $0.contains("new file mode") })
    #expect(!first.contains { $0.contains("+tea") })
    try terminal.press("Up")
    try terminal.wait(forText: "+tea")
    try terminal.press("o")
    try terminal.wait(forText: "edit 2: 3")
    try terminal.enter("milk")
    try terminal.wait(forText: "+tea")
    let file = "\(log.folder.path)/mill/a b"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "apples\nbread\nmilk\n")
    try terminal.press("O")
    try terminal.wait(forText: "edit 1: ")
    try terminal.press("Enter")
    try terminal.wait(forText: "+tea")
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }

  @Test(.needsSandbox, .enabled(if: ProgramRun.canRun("git"), "git is not installed"))
  func `a log of git in C delivers the commits of a folder, once it may`() throws {
    let log = try BuiltExample("git-log", rows: "")
    let commit = """
      export GIT_AUTHOR_DATE='2026-11-22T12:00:00Z' HOME="$PWD"
      git init -q work && cd work && git config user.name 'A\tB' && git config user.email a@b.c
      touch one && git add . && git commit -qm first && touch two && git add . && git commit -qm second
      """
    #expect(try Tools.run(["sh", "-c", commit], in: log.folder.path).status == 0)
    let id = "com.example.git-log"
    func shown(_ words: String...) throws -> ProgramRun {
      try Tools.run(
        [
          "env", "HOME=\(log.folder.path)", "XDG_CONFIG_HOME=", "XDG_CACHE_HOME=",
          BuiltProducts.program, "--plugins", ".", "--source",
        ] + words, in: log.folder.path)
    }
    let refused = try shown("\(id)=work")
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(
      refused.errors.contains("--grant \(id)=files:read=PATH | files:read | run=PROGRAM (with"),
      "\(refused.errors)")
    let all = try shown("\(id)=work", "--grant", "\(id)=run,files:read")
    let rows = all.output.split(separator: "\n").map { $0.split(separator: "\t").dropFirst() }
    #expect(
      rows == [
        ["date", "author", "subject"], ["2026-11-22", "A B", "second"],
        ["2026-11-22", "A B", "first"],
      ], "\(all)")
    let one = try shown("\(id)=work", "-o", "\(id).path=one", "-o", "\(id).count=5")
    #expect(one.output.split(separator: "\n").count == 2, "\(one)")
    let none = try shown("\(id)=.")
    #expect(none.status == 1 && none.errors.contains("git log has failed"), "\(none)")
  }

  @Test(
    arguments: [
      "clock", "bars", "chart", "changes", "confirm", "details", "git-log", "hexview", "json",
      "trail",
    ])
  func `an example keeps the contract, by the most that is checked`(name: String) throws {
    let example = try BuiltExample(name, rows: "one\n")
    let inspected = try example.said(by: "inspect")
    #expect(inspected.status == 0, "\(inspected.output)")
    let validated = try example.said(by: "validate", "--strictness", "10")
    #expect(validated.status == 0, "\(validated.output)")
  }

  private static let stock = """
    {
      "shop": "corner",
      "open": true,
      "items": [
        { "name": "apples", "price": 2.5, "tags": ["fruit", "fresh"] },
        { "name": "olive oil", "price": 12, "left": null }
      ]
    }

    """
}
