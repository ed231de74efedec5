import ChildPluginAPI
import Testing

private func failure(_ kind: UInt32 = CHILDPLUGIN_ERROR_EXIT_STATUS) -> FakeContent {
  var content = FakeContent()
  content.flags = CHILDPLUGIN_CONTENT_ERROR
  content.errorKind = kind
  content.exitStatus = 3
  content.signal = 9
  content.texts = [
    CHILDPLUGIN_CONTENT_TEXT_TITLE: "kubectl get podz",
    CHILDPLUGIN_CONTENT_TEXT_ERROR: "the command failed",
    CHILDPLUGIN_CONTENT_TEXT_ERROR_DETAIL: (1...20).map { "line \($0)" }.joined(separator: "\n"),
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
      try child("error", failure()).screen(60, 14) == [
        "  ✗ kubectl get podz",
        "",
        "    the command failed",
        "    exit status 3",
        "    check the name",
        "",
        "  ╭─ standard error ─────────────────────────────────────╮",
        "  │ line 17                                              │",
        "  │ line 18                                              │",
        "  │ line 19                                              │",
        "  │ line 20                                              │",
        "  ╰─────────────────────────────── lines 17 to 20 of 20 ─╯",
        "",
        "    r try again  q quit",
      ])
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
    #expect(try child("error", failure()).screen(columns, rows) == screen)
  }

  @Test func `a short error stands in the middle`() throws {
    var content = failure(CHILDPLUGIN_ERROR_NOT_FOUND)
    content.texts = [:]
    #expect(
      try child("error", content).screen(60, 7) == [
        "", "", "  ✗ Error", "    there is no such command or file", "    r try again  q quit", "",
        "",
      ])
    #expect(try child("error", nil).screen(60, 1) == ["  ✗ something failed"])
  }

  @Test(arguments: [(CHILDPLUGIN_ERROR_SIGNAL, "signal 9 (killed)"), (99, "check the name")])
  func `the ending is in words`(kind: UInt32, line: String) throws {
    #expect(try child("error", failure(kind)).screen(60, 14)[3] == "    " + line)
  }

  @Test func `long lines of standard error are broken at spaces, wide ones by columns`() throws {
    var content = failure()
    content.texts[CHILDPLUGIN_CONTENT_TEXT_ERROR_DETAIL] =
      "one two three four five six seven\n日本語日本語日本語日本語\n\n"
    let screen = try child("error", content).screen(26, 16)
    #expect(
      screen[5...] == [
        "    check the name", "", "  ╭─ standard error ───╮", "  │ one two three four │",
        "  │ five six seven     │",
        "  │ 日本語日本語日本語 │", "  │ 日本語             │", "  ╰────────────────────╯", "",
        "    r try again  q quit", "",
      ])
  }

  @Test func `a cause that is too long goes on below, then with a mark`() throws {
    var content = failure()
    content.texts[CHILDPLUGIN_CONTENT_TEXT_ERROR] = "a cause that takes many a word to tell it all"
    content.texts[CHILDPLUGIN_CONTENT_TEXT_ERROR_DETAIL] = nil
    #expect(
      try child("error", content).screen(20, 6) == [
        "✗ kubectl get podz", "  a cause that takes", "  many a word to te…", "  exit status 3",
        "  check the name", "  r try again",
      ])
  }

  @Test func `a cause that names the status is not followed by it`() throws {
    var content = failure()
    content.texts[CHILDPLUGIN_CONTENT_TEXT_ERROR_DETAIL] = nil
    for (cause, isNamed) in [("it exited with status 3", true), ("status 35 was awaited", false)] {
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

struct ErrorChildKeys {
  @Test(arguments: ["error", "empty"])
  func `r runs the source again, where the host allows it`(name: String) throws {
    let child = try child(name, failure())
    #expect(try child.type("r"))
    #expect(child.host.requests == [.action(CHILDPLUGIN_ACTION_RELOAD, 0)])
    child.host.performs = false
    #expect(try !child.type("r"))
    child.host.forgetRequests()
    #expect(try !child.key(UInt32(UInt8(ascii: "r")), modifiers: CHILDPLUGIN_MODIFIER_CONTROL))
    #expect(try !child.type("q"))
    #expect(child.host.requests == [])
  }

  @Test func `arrows, pages and the wheel scroll standard error`() throws {
    let child = try child("error", failure())
    func lines() -> String { String(child.screen(60, 14)[11].suffix(25)) }
    #expect(lines().contains(" lines 17 to 20 of 20"))
    try child.key(CHILDPLUGIN_KEY_UP)
    #expect(lines().contains(" lines 16 to 19 of 20"))
    try child.key(CHILDPLUGIN_KEY_PAGE_UP)
    #expect(lines().contains(" lines 13 to 16 of 20"))
    try child.mouse(CHILDPLUGIN_MOUSE_WHEEL, 5, 8, wheel: -2)
    #expect(lines().contains(" lines 11 to 14 of 20"))
    try child.key(CHILDPLUGIN_KEY_HOME)
    #expect(lines().contains(" lines 1 to 4 of 20"))
    try child.key(CHILDPLUGIN_KEY_UP)
    try child.key(CHILDPLUGIN_KEY_DOWN)
    #expect(lines().contains(" lines 2 to 5 of 20"))
    try child.key(CHILDPLUGIN_KEY_END)
    #expect(lines().contains(" lines 17 to 20 of 20"))
  }

  @Test func `an error that comes again shows the end of standard error again`() throws {
    let child = try child("error", failure())
    func lines() -> String { String(child.screen(60, 14)[11].suffix(25)) }
    _ = lines()
    try child.key(CHILDPLUGIN_KEY_HOME)
    #expect(lines().contains(" lines 1 to 4 of 20"))
    child.disappear()
    child.appear()
    #expect(lines().contains(" lines 17 to 20 of 20"))
  }

  @Test func `both name their keys and say what they show`() throws {
    let error = try child("error", failure())
    _ = error.screen(60, 14)
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
    #expect(try child("empty", failure()).screen(columns, rows) == screen)
  }

  @Test func `an option speaks in place of the headline, a notice is shown`() throws {
    let host = FakeHost()
    host.options = ["text": "No comments yet"]
    host.content = FakeContent()
    host.content?.texts = [CHILDPLUGIN_CONTENT_TEXT_NOTICE: "2 lines on standard error"]
    let child = try BundledPlugin.error.child("org.statehost.empty", on: host)
    child.appear()
    let screen = child.screen(40, 4)
    #expect(screen[0] == "           ○ No comments yet")
    #expect(screen[1] == "       2 lines on standard error")
  }
}
