import ChildPluginAPI
import Testing

private func lines(_ count: Int) -> String {
  (1...count).map { "line \($0)" }.joined(separator: "\n")
}

private func failure(
  _ kind: UInt32 = CHILDPLUGIN_ERROR_EXIT_STATUS, detail: String = lines(20)
) -> FakeContent {
  var content = FakeContent()
  content.flags = CHILDPLUGIN_CONTENT_ERROR
  content.errorKind = kind
  content.exitStatus = 3
  content.signal = 9
  content.texts = [
    CHILDPLUGIN_CONTENT_TEXT_TITLE: "kubectl get podz",
    CHILDPLUGIN_CONTENT_TEXT_ERROR: "the command failed",
    CHILDPLUGIN_CONTENT_TEXT_ERROR_DETAIL: detail,
    CHILDPLUGIN_CONTENT_TEXT_REMEDY: "check the name",
  ]
  return content
}

private func child(_ name: String, _ content: FakeContent?) throws -> TestChild {
  let host = FakeHost()
  host.content = content
  let child = try BundledPlugin.error.child("org.statehost.\(name)", on: host)
  child.appear()
  return child
}

struct ErrorChildScreens {
  @Test func `what failed, why, how it ended, and the end of standard error`() throws {
    #expect(
      try child("error", failure()).screen(60, 15) == [
        "  ✗ kubectl get podz",
        "    the command failed",
        "    exit status 3",
        "    check the name",
        "  ╭─ standard error ─────────────────────────────────────╮",
        "  │ line 14                                              │",
        "  │ line 15                                              │",
        "  │ line 16                                              │",
        "  │ line 17                                              │",
        "  │ line 18                                              │",
        "  │ line 19                                              │",
        "  │ line 20                                              │",
        "  ╰─────────────────────────────── lines 14 to 20 of 20 ─╯",
        "    r try again  ↑↓ scroll  q quit",
        " no rows   kubectl get podz                          ? keys",
      ])
  }

  @Test func `a pick has another key for the keys`() throws {
    let child = try child("error", failure())
    child.host.isPick = true
    #expect(child.screen(60, 15).last?.hasSuffix("  f1 keys") == true)
  }

  @Test func `little room goes to standard error first`() throws {
    let screen = try child("error", failure(detail: lines(40))).screen(80, 13)
    #expect(screen.count { $0.contains("│ line ") } == 6)
    #expect(screen.allSatisfy { !$0.isEmpty })
    #expect(screen[10].contains(" lines 35 to 40 of 40 "))
  }

  @Test func `long lines of standard error have the width there is`() throws {
    let child = try child("error", failure(detail: String(repeating: "x", count: 90)))
    #expect(
      child.screen(120, 14).contains { $0.contains("│ " + String(repeating: "x", count: 90)) })
    #expect(child.screen(60, 14).count { $0.contains("│ xx") } == 2)
  }

  @Test func `standard error has its colours, also where a line goes on`() throws {
    let detail =
      "file.c:1: \u{1B}[31merror\u{1B}[m: no\n" + String(repeating: "x", count: 30)
      + "\u{1B}[31mred\u{1B}[m"
    let canvas = try child("error", failure(detail: detail)).canvas(36, 16)
    func red(_ row: Int) -> [Int] {
      (0..<36).filter { canvas.cell($0, row).foreground == FakeStyles.red }
    }
    let first = try #require(canvas.screen.firstIndex { $0.contains("file.c") })
    #expect(canvas.screen[first].contains("file.c:1: error: no"))
    #expect(red(first) == Array(14..<19))
    #expect(red(first + 1) == [] && red(first + 2).count == 3)
  }

  @Test func `standard error is shown as it would be printed`() throws {
    let detail = "1%\r20%\r100%\nN\u{8}NAME _\u{8}f\na\tb"
    let canvas = try child("error", failure(detail: detail)).canvas(40, 16)
    let first = try #require(canvas.screen.firstIndex { $0.contains("100%") })
    #expect(
      canvas.screen[first..<first + 3].map { $0.dropFirst(4).prefix(10) } == [
        "100%      ", "NAME f    ", "a       b ",
      ])
    #expect(canvas.cell(4, first + 1).attributes == CHILDPLUGIN_ATTRIBUTE_BOLD)
    #expect(canvas.cell(5, first + 1).attributes == 0)
    #expect(canvas.cell(9, first + 1).attributes == CHILDPLUGIN_ATTRIBUTE_UNDERLINE)
  }

  @Test func `it keeps what it said while it leaves`() throws {
    let child = try child("error", failure())
    let before = child.screen(60, 20)
    var loading = FakeContent()
    loading.flags = CHILDPLUGIN_CONTENT_LOADING
    loading.revision = 2
    child.host.content = loading
    // The line below tells of the content as it is now.
    #expect(child.screen(60, 20).prefix(19) == before.prefix(19))
    #expect(child.screen(40, 20)[0...1].contains { $0.contains("kubectl get podz") })
    child.disappear()
    child.appear()
    #expect(child.screen(60, 20).contains("    nothing has failed"))
  }

  @Test(arguments: [
    (
      20, 5,
      ["✗ kubectl get podz", "  the command failed", "  exit status 3", "line 20", "  r try again"]
    ),
    (20, 2, ["✗ kubectl get podz", "  the command failed"]),
    (20, 1, ["✗ the command failed"]), (1, 1, ["✗"]), (0, 0, []), (0, 2, ["", ""]),
    (3, 3, ["✗ k", "  t", "  r"]),
  ])
  func `little room keeps what matters`(columns: Int, rows: Int, screen: [String]) throws {
    // The last line is that of the status.
    #expect(try child("error", failure()).screen(columns, rows + 1).dropLast() == screen[...])
  }

  @Test func `a short error stands in the middle`() throws {
    var content = failure(CHILDPLUGIN_ERROR_NOT_FOUND)
    content.texts = [:]
    #expect(
      try child("error", content).screen(60, 8).dropLast() == [
        "", "", "  ✗ Error", "    there is no such command or file", "    r try again  q quit", "",
        "",
      ])
    #expect(try child("error", nil).screen(60, 1) == ["  ✗ something failed"])
  }

  @Test func `in a pick, where letters are text, its keys are others`() throws {
    for name in ["error", "empty"] {
      var content = FakeContent([])
      content.flags = name == "error" ? CHILDPLUGIN_CONTENT_ERROR : CHILDPLUGIN_CONTENT_COMPLETE
      let child = try child(name, content)
      child.host.isPick = true
      let action = name == "error" ? "try again" : "look again"
      #expect(child.screen(60, 9).contains { $0.hasSuffix("alt-r \(action)  escape quit") })
    }
  }

  @Test(
    arguments: [
      (1, "signal 1 (hung up)"), (2, "signal 2 (interrupted)"), (3, "signal 3 (quit)"),
      (6, "signal 6 (aborted)"), (9, "signal 9 (killed)"), (10, "signal 10"),
      (11, "signal 11 (invalid memory access)"), (13, "signal 13 (broken pipe)"),
      (15, "signal 15 (terminated)"), (0, "check the name"),
    ] as [(Int32, String)])
  func `a signal is in words, and an ending of another kind left out`(
    signal: Int32, line: String
  ) throws {
    var content = failure(signal == 0 ? 99 : CHILDPLUGIN_ERROR_SIGNAL)
    content.signal = signal
    #expect(try child("error", content).screen(60, 15)[2] == "    " + line)
  }

  @Test(arguments: [
    (CHILDPLUGIN_ERROR_NOT_ALLOWED, "it may not be read or run"),
    (CHILDPLUGIN_ERROR_EXIT_STATUS, "the command failed"),
    (CHILDPLUGIN_ERROR_SIGNAL, "the command was stopped"),
    (CHILDPLUGIN_ERROR_READ, "reading failed"), (CHILDPLUGIN_ERROR_OTHER, "something failed"),
  ])
  func `a failure without a text has one of its kind`(kind: UInt32, cause: String) throws {
    var content = failure(kind)
    content.texts = [:]
    #expect(try child("error", content).screen(60, 1) == ["  ✗ " + cause])
  }

  @Test(arguments: ["error", "empty"])
  func `the line below needs two lines, as that of the list, and no rows`(name: String) throws {
    func hasLine(_ content: FakeContent, _ rows: Int) throws -> Bool {
      try child(name, content).screen(60, rows).last?.hasPrefix(" no rows") == true
    }
    var content = failure()
    #expect(try !hasLine(content, 1) && hasLine(content, 2))
    content.rows = 1
    #expect(try !hasLine(content, 2))
  }

  @Test func `long lines of standard error are broken at spaces, wide ones by columns`() throws {
    let detail = "one two three four five six seven\n日本語日本語日本語日本語\n\n"
    let screen = try child("error", failure(detail: detail)).screen(26, 16).dropLast()
    #expect(
      screen[4...] == [
        "    check the name", "", "  ╭─ standard error ───╮", "  │ one two three four │",
        "  │ five six seven     │",
        "  │ 日本語日本語日本語 │", "  │ 日本語             │", "  ╰────────────────────╯", "",
        "    r try again  q quit", "",
      ])
  }

  @Test func `a line below tells of the source, how old it is, and how often it has failed`() throws
  {
    var content = failure()
    content.every = 2_000_000_000
    content.failures = 3
    content.failed = 1
    for name in ["error", "empty"] {
      let screen = try child(name, content).screen(80, 20)
      #expect(screen[19].hasPrefix(" no rows   kubectl get podz "), "\(screen[19])")
      #expect(
        screen[19].hasSuffix(" every 2 s · failed 3 times, last 0 s ago  ? keys"), "\(screen[19])")
    }
  }

  @Test func `a line below says that a periodic load takes more than a second`() throws {
    for name in ["error", "empty"] {
      var content = failure()
      content.every = 2_000_000_000
      let child = try child(name, content)
      let before = child.screen(80, 20)
      child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
      child.host.content?.began = child.host.now
      #expect(child.screen(80, 20) == before)
      #expect(child.host.wakeAfter == 1_000_000_000)
      child.host.now += 1_000_000_000
      #expect(child.screen(80, 20)[19].hasSuffix("  reloading"))
      #expect(child.screen(80, 20)[..<19] == before[..<19])
      #expect(child.screen(30, 20)[19].hasSuffix(" reloading"))
    }
  }

  @Test func `a cause that is too long goes on below, then with a mark`() throws {
    var content = failure()
    content.texts[CHILDPLUGIN_CONTENT_TEXT_ERROR] = "a cause that takes many a word to tell it all"
    content.texts[CHILDPLUGIN_CONTENT_TEXT_ERROR_DETAIL] = nil
    #expect(
      try child("error", content).screen(20, 7).dropLast() == [
        "✗ kubectl get podz", "  a cause that takes", "  many a word to te…", "  exit status 3",
        "  check the name", "  r try again",
      ])
  }

  @Test func `a cause that names the status is not followed by it`() throws {
    var content = failure()
    content.texts[CHILDPLUGIN_CONTENT_TEXT_ERROR_DETAIL] = nil
    for (cause, isNamed) in [
      ("it exited with status 3", true), ("exit 3: no such host", true),
      ("status 35 was awaited", false),
    ] {
      content.texts[CHILDPLUGIN_CONTENT_TEXT_ERROR] = cause
      let screen = try child("error", content).screen(40, 10)
      #expect(screen.contains { $0.hasSuffix("exit status 3") } == !isNamed, "\(screen)")
    }
  }

  @Test func `without UTF-8 it is drawn in ASCII`() throws {
    let child = try child("error", failure())
    child.host.terminalFlags = 0
    let screen = child.screen(40, 20).joined()
    #expect(screen.utf8.allSatisfy { $0 < 128 })
    #expect(screen.contains("+- standard error -"))
  }
}

struct ErrorChildWithoutFailure {
  @Test func `says that nothing has failed, and where that leads back, until something fails`()
    throws
  {
    var content = failure()
    content.flags = CHILDPLUGIN_CONTENT_COMPLETE
    content.texts = [CHILDPLUGIN_CONTENT_TEXT_TITLE: "kubectl get pods"]
    let child = try child("error", content)
    #expect(
      child.screen(60, 8).dropLast().map { $0.drop { $0 == " " } } == [
        "", "", "○ kubectl get pods", "nothing has failed", "escape back  q quit", "",
        "",
      ])
    #expect(
      child.canvas(60, 8).cell(4, 3).foreground == 0x0300_0000 | CHILDPLUGIN_ROLE_TEXT)
    #expect(try child.keyHelp() == [])
    #expect(
      try child.accessibilityText() == "No error: kubectl get pods, nothing has failed")
    child.host.content = failure()
    child.host.content?.revision = 2
    #expect(child.screen(60, 14)[0] == "  ✗ kubectl get podz")
  }

  @Test(arguments: ["error", "empty"])
  func `offers no reload of what can be read only once`(name: String) throws {
    var content = failure()
    content.flags |= CHILDPLUGIN_CONTENT_ONCE
    let child = try child(name, content)
    let last = try #require(child.screen(60, 8).dropLast().last { !$0.isEmpty })
    #expect(last.hasSuffix("  q quit") && !last.contains("again"))
    #expect(try !child.keyHelp().contains { $0.hasPrefix("r ") })
  }
}

struct ErrorChildKeys {
  @Test(arguments: ["error", "empty"])
  func `r runs the source again, where the host allows it`(name: String) throws {
    let child = try child(name, failure())
    #expect(try child.type("r"))
    #expect(child.host.requests == [.action(CHILDPLUGIN_ACTION_RELOAD, 0)])
    child.host.performs = false
    #expect(try !child.type("r"))
    child.host.forgetRequests()
    #expect(try !child.control("r"))
    #expect(try !child.type("q"))
    #expect(child.host.requests == [])
  }

  @Test(arguments: [
    ("", 14), ("↑", 13), ("↑⇞", 7), ("⇱", 1), ("⇱↑↓", 2), ("⇱↑↓⇟", 8), ("⇱⇲", 14),
    ("k", 13), ("b", 8), ("g", 1), ("gj", 2), ("g ", 7), ("gG", 14), ("j", 14), ("gk", 1),
  ])
  func `keys and letters scroll standard error, no further than it goes`(
    keys: String, first: Int
  ) throws {
    let child = try child("error", failure())
    _ = position(child)
    #expect(try child.type(keys))
    #expect(position(child).contains(" lines \(first) to \(first + 6) of 20"))
    let code = UInt32(UInt8(ascii: "k"))
    #expect(try !child.key(code, modifiers: CHILDPLUGIN_MODIFIER_ALT))
    #expect(
      try !child.mouse(CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_LEFT, 5, 8))
    #expect(position(child).contains(" lines \(first) to "))
    try child.mouse(CHILDPLUGIN_MOUSE_WHEEL, 5, 8, wheel: -2)
    #expect(position(child).contains(" lines \(max(1, first - 2)) to "))
  }

  @Test func `an error that comes again shows the end of standard error again`() throws {
    let child = try child("error", failure())
    #expect(position(child).contains(" lines 14 to 20 of 20"))
    try child.key(CHILDPLUGIN_KEY_HOME)
    #expect(position(child).contains(" lines 1 to 7 of 20"))
    child.disappear()
    child.appear()
    #expect(position(child).contains(" lines 14 to 20 of 20"))
  }

  private func position(_ child: TestChild) -> String { child.screen(60, 15)[12] }

  @Test func `both name their keys and say what they show`() throws {
    let error = try child("error", failure())
    _ = error.screen(60, 15)
    #expect(try error.keyHelp() == ["r try again", "up/down scroll"])
    #expect(
      try error.accessibilityText()
        == "Error: kubectl get podz, the command failed, exit status 3")
    let empty = try child("empty", failure())
    #expect(try empty.keyHelp() == ["r look again"])
    #expect(try empty.accessibilityText() == "Nothing to show: kubectl get podz")
  }
}

struct EmptyChildScreens {
  @Test(arguments: [
    (
      60, 7,
      [
        "", "                     ○ Nothing to show", "                      kubectl get podz", "",
        "                    r look again  q quit", "", "",
      ]
    ),
    (20, 5, ["", " ○ Nothing to show", "  kubectl get podz", "r look again  q quit", ""]),
    (10, 2, ["○ Nothing…", "kubectl g…"]), (1, 1, ["○"]), (0, 0, []),
  ])
  func `that there is nothing, and what was asked`(columns: Int, rows: Int, screen: [String])
    throws
  {
    #expect(try child("empty", failure()).screen(columns, rows + 1).dropLast() == screen[...])
  }

  @Test func `an option speaks in place of the headline, a notice is shown`() throws {
    let host = FakeHost()
    host.options = ["text": "No comments yet"]
    host.content = FakeContent()
    host.content?.texts = [CHILDPLUGIN_CONTENT_TEXT_NOTICE: "2 lines on standard error"]
    let child = try BundledPlugin.error.child("org.statehost.empty", on: host)
    child.appear()
    let screen = child.screen(40, 5)
    #expect(screen[0] == "           ○ No comments yet")
    #expect(screen[1] == "       2 lines on standard error")
    #expect(!child.screen(40, 4).contains { $0.contains("standard error") })
    child.host.content?.flags = CHILDPLUGIN_CONTENT_LOADING
    child.host.content?.texts = [:]
    #expect(child.screen(40, 5) == screen)
  }
}
