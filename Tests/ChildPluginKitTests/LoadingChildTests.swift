import ChildPluginAPI
import Testing

private let second: Int64 = 1_000_000_000
private let id = "org.statehost.loading"

private func loadingContent(fraction: Double? = nil) -> FakeContent {
  var content = FakeContent()
  content.flags = CHILDPLUGIN_CONTENT_LOADING | (fraction == nil ? 0 : CHILDPLUGIN_CONTENT_FRACTION)
  content.fraction = fraction ?? 0
  content.rows = 12_345
  content.bytes = 1_234_567
  content.texts = [CHILDPLUGIN_CONTENT_TEXT_TITLE: "du -a /usr"]
  return content
}

private func loading(
  _ content: FakeContent? = loadingContent(), at nanoseconds: Int64 = 3 * second,
  flags: UInt32 = CHILDPLUGIN_TERMINAL_UTF8, options: [String: String] = ["text": "du -a /usr"]
) throws -> TestChild {
  let host = FakeHost()
  host.content = content
  host.terminalFlags = flags
  host.options = options
  let child = try BundledPlugin.loading.child(id, on: host)
  child.appear(animated: true)
  host.now = nanoseconds
  return child
}

struct LoadingChildScreens {
  @Test func `a box in the middle says what is known`() throws {
    #expect(
      try loading().screen(60, 12) == [
        "", "", "", "",
        "             ╭────────────────────────────────╮",
        "             │ ⠋ du -a /usr                   │",
        "             │   3 s · 12,345 rows · 1.2 MB   │",
        "             ╰────────────────────────────────╯",
        "", "", "", "",
      ])
  }

  @Test func `a known fraction is a bar`() throws {
    #expect(
      try loading(loadingContent(fraction: 0.42)).screen(20, 5) == [
        "╭──────────────────╮",
        "│ du -a /usr       │",
        "│ ━━━━━──────  42% │",
        "│ 3 s · 1.2 MB     │",
        "╰──────────────────╯",
      ])
  }

  @Test(arguments: [
    (0, "───────────   0%"), (0.5, "━━━━━━─────  50%"), (0.999, "━━━━━━━━━━━  99%"),
    (1, "━━━━━━━━━━━ 100%"),
  ])
  func `a bar is as long as what is done`(fraction: Double, bar: String) throws {
    #expect(try loading(loadingContent(fraction: fraction)).screen(20, 5)[2] == "│ \(bar) │")
  }

  @Test(arguments: [(nil, 14, 4), (0.5, 14, 5)])
  func `a box needs room for its lines`(fraction: Double?, columns: Int, rows: Int) throws {
    let child = try loading(loadingContent(fraction: fraction))
    #expect(child.screen(columns, rows)[0].hasPrefix("╭"))
    for (columns, rows) in [(columns - 1, rows), (columns, rows - 1)] {
      #expect(!child.screen(columns, rows).joined().contains("╭"))
    }
    #expect(child.screen(8, 1)[0].hasPrefix("⠋ du") && child.screen(7, 1) == ["   ⠋"])
  }

  @Test(arguments: [(10, 34), (28, 34), (29, 35), (54, 60), (70, 60)])
  func `a box is as wide as its title, within bounds`(title: Int, columns: Int) throws {
    let child = try loading(options: ["text": String(repeating: "x", count: title)])
    #expect(child.screen(80, 4)[0].count { $0 == "─" } == columns - 2)
  }

  @Test(arguments: [
    (columns: 40, rows: 3, screen: ["", "           ⠋ du -a /usr  3 s", ""]),
    (columns: 10, rows: 1, screen: ["⠋ du -a /…"]),
    (columns: 3, rows: 1, screen: [" ⠋"]),
    (columns: 1, rows: 1, screen: ["⠋"]),
    (columns: 0, rows: 0, screen: []),
  ])
  func `little room shows one line, then the spinner alone`(
    columns: Int, rows: Int, screen: [String]
  ) throws {
    #expect(try loading().screen(columns, rows) == screen)
  }

  @Test func `without UTF-8 it is drawn in ASCII`() throws {
    #expect(
      try loading(at: 2 * second + 100_000_000, flags: 0).screen(20, 4) == [
        "+------------------+",
        "| / du -a /usr     |",
        "|   2 s, 1.2 MB    |",
        "+------------------+",
      ])
  }

  @Test func `a title that is too long is cut with a mark, by columns`() throws {
    var content = loadingContent()
    content.texts = [CHILDPLUGIN_CONTENT_TEXT_TITLE: "日本語日本語日本語"]
    content.rows = 0
    #expect(try loading(content, options: [:]).screen(20, 4)[1] == "│ ⠋ 日本語日本語…  │")
  }

  @Test func `an option speaks in place of the title, and without both it still says something`()
    throws
  {
    let asked = try loading(options: ["text": "Fetching comments"])
    #expect(asked.screen(40, 4)[1].contains("⠋ Fetching comments"))
    #expect(try loading(nil, options: [:]).screen(40, 4)[1].contains("⠋ Loading"))
  }

  @Test func `once there are rows it leaves the place to them, but where it is given a text`()
    throws
  {
    #expect(try loading(options: [:]).screen(40, 4) == ["", "", "", ""])
    #expect(try loading().screen(40, 4) != ["", "", "", ""])
    var content = loadingContent()
    content.rows = 0
    #expect(try loading(content, options: [:]).screen(40, 4) != ["", "", "", ""])
  }

  @Test(arguments: [
    (59 * second, "59 s"), (60 * second, "1:00"), (3_609 * second, "1:00:09"), (-second, "0 s"),
    (61 * second, "1:01"), (3_599 * second, "59:59"), (3_600 * second, "1:00:00"),
  ])
  func `elapsed time changes by the second`(nanoseconds: Int64, text: String) throws {
    let line = try loading(at: nanoseconds).screen(40, 4)[2]
    #expect(line.contains("  \(text) · "))
  }

  @Test(arguments: [
    (0, ""), (999, " · 999 B"), (1_000, " · 1.0 kB"), (9_999, " · 9.9 kB"), (10_000, " · 10 kB"),
    (999_999_999, " · 999 MB"), (1, " · 1 B"), (999_999, " · 999 kB"), (1_000_000, " · 1.0 MB"),
    (2_500_000_000_000, " · 2.5 TB"),
  ])
  func `bytes are told in the unit that fits`(bytes: UInt64, text: String) throws {
    var content = loadingContent()
    content.rows = 1
    content.bytes = bytes
    let line = try loading(content).screen(34, 4)[2]
    #expect(line == "│   3 s · 1 row\(text)".padded(to: 33) + "│")
  }

  @Test func `a size that no file has does not trap`() throws {
    var content = loadingContent(fraction: .nan)
    content.bytes = .max
    content.rows = .max
    content.began = .min
    #expect(try loading(content).screen(60, 5).count == 5)
  }
}

struct LoadingChildMotion {
  @Test func `the spinner turns with the time of the frame alone`() throws {
    let child = try loading(at: 0)
    var seen: [String] = []
    for turn in 0..<11 {
      child.host.now = Int64(turn) * 100_000_000
      seen.append(child.screen(1, 1)[0])
      #expect(child.screen(1, 1)[0] == seen[turn])
    }
    #expect(seen == ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏", "⠋"])
  }

  @Test func `it turns on while it leaves after the load has ended`() throws {
    let child = try loading(at: 1_000_000_000)
    child.host.content?.flags = CHILDPLUGIN_CONTENT_COMPLETE
    child.host.content?.elapsed = 950_000_000
    let first = child.screen(34, 4)
    child.host.now += 100_000_000
    let second = child.screen(34, 4)
    #expect(first[1] != second[1])
    #expect(first[2] == second[2])
    #expect(first[2].contains("0 s"))
  }

  @Test func `it is woken for the next turn, from the time of the event`() throws {
    let child = try loading(at: 0)
    #expect(child.host.wakeAfter == 100_000_000)
    child.host.now = 130_000_000
    try child.woke()
    #expect(child.host.wakeAfter == 70_000_000)
    child.disappear()
    #expect(child.host.wakeAfter == nil)
  }

  @Test(arguments: [
    (nil, CHILDPLUGIN_TERMINAL_UTF8 | CHILDPLUGIN_TERMINAL_REDUCED_MOTION),
    (0.5, CHILDPLUGIN_TERMINAL_UTF8),
  ])
  func `where nothing turns it is woken each second`(fraction: Double?, flags: UInt32) throws {
    let child = try loading(loadingContent(fraction: fraction), at: 1_250_000_000, flags: flags)
    try child.woke()
    #expect(child.host.wakeAfter == 750_000_000)
  }

  @Test func `reduced motion shows a still mark`() throws {
    let flags = CHILDPLUGIN_TERMINAL_UTF8 | CHILDPLUGIN_TERMINAL_REDUCED_MOTION
    #expect(try loading(at: 0, flags: flags).screen(1, 1) == ["•"])
    #expect(try loading(at: 300_000_000, flags: flags).screen(1, 1) == ["•"])
  }

  @Test(arguments: [(true, 350_000_000), (false, 200_000_000)])
  func `it fades in and out`(appearing: Bool, nanoseconds: Int64) throws {
    let timing = try loading().timing(appearing: appearing)
    #expect(timing.delay_nanoseconds == 0)
    #expect(timing.duration_nanoseconds == nanoseconds)
    #expect(timing.effect == CHILDPLUGIN_EFFECT_FADE)
  }

  @Test func `it says in words what it shows`() throws {
    let text = try loading(loadingContent(fraction: 0.42)).accessibilityText()
    #expect(text == "Loading du -a /usr, 42%, 3 s, 12,345 rows, 1.2 MB so far")
    var content = loadingContent()
    (content.rows, content.bytes) = (1, 0)
    #expect(try loading(content).accessibilityText() == "Loading du -a /usr, 3 s, 1 row so far")
    content.rows = 0
    #expect(try loading(content).accessibilityText() == "Loading du -a /usr, 3 s")
  }
}

extension String {
  fileprivate func padded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - count))
  }
}
