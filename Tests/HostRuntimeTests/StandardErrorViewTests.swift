import HostContent
import HostSurface
import HostText
import Testing

@testable import HostRuntime
@testable import HostTerminal

@Suite final class `Standard error on the screen` {
  private let pool = CellPool()
  private lazy var view = StandardErrorView(pool: pool)
  private let lines = (1...20).map { "line \($0)" }
  private var columns = 12
  private var bounds: CellRectangle { CellRectangle(column: 0, row: 0, columns: columns, rows: 7) }

  /// Its lines, of a surface of 7 rows: five of them are in view.
  private func shown(_ lines: [String], of count: Int? = nil) -> [String] {
    let placed = view.placed(lines, of: count ?? lines.count, on: bounds)
    let surface = Surface(columns: columns, rows: 7, depth: .none, theme: .dark, pool: pool)
    surface.render([placed])
    return surface.frame.text
  }

  private func press(_ code: Key.Code) -> PageAnswer {
    view.receive(.key(Key(code)))
  }

  /// The first and the last line in view.
  private var inView: [String] {
    let shown = shown(lines)
    return [shown[1], shown[5]]
  }

  @Test func `begins at its end, and is scrolled by lines, by screens but a line, and to its ends`()
  {
    #expect(inView == ["line 16", "line 20"])
    let steps: [(Key.Code, String)] = [
      (.up, "line 15"), (.character("k"), "line 14"), (.pageUp, "line 10"),
      (.character("b"), "line 6"), (.character(" "), "line 10"), (.pageDown, "line 14"),
      (.character("j"), "line 15"), (.home, "line 1"), (.up, "line 1"), (.down, "line 2"),
      (.end, "line 16"), (.down, "line 16"), (.character("g"), "line 1"),
      (.character("G"), "line 16"), (.character("x"), "line 16"),
    ]
    for (code, first) in steps {
      #expect(press(code) == .used)
      #expect(inView[0] == first, "\(code)")
    }
    let wheel = [MouseEvent.Action.wheelUp, .wheelUp, .wheelDown, .press].map { action in
      #expect(view.receive(.mouse(MouseEvent(action, column: 0, row: 0))) == .used)
      return inView[0]
    }
    #expect(wheel == ["line 13", "line 10", "line 13", "line 13"])
  }

  @Test func `takes what the user does, and nothing else, until it is closed`() {
    _ = inView
    #expect(view.receive(.paste("q")) == .used)
    #expect(view.receive(.focus(true)) == .unused)
    #expect(view.receive(.reply(.deviceAttributes)) == .unused)
    for code in [.character("r"), .character("?"), .enter, .tab, .left] as [Key.Code] {
      #expect(press(code) == .used)
    }
    #expect(view.receive(.key(Key(.character("d"), .control))) == .used && inView[1] == "line 20")
    for code in [.character("e"), .character("q"), .escape] as [Key.Code] {
      #expect(press(code) == .closes)
    }
  }

  private func type(_ text: String) {
    for scalar in text.unicodeScalars { #expect(press(.character(scalar)) == .used) }
  }

  @Test func `is searched: typed keys are text, n and N go on round the ends, escape ends it`() {
    columns = 40
    _ = inView
    #expect(press(.home) == .used)
    type("/line 1")
    #expect(inView == ["line 1", "line 5"] && shown(lines)[6] == " /line 1   1 of 11")
    type("2")
    #expect(inView == ["line 10", "line 14"] && shown(lines)[6] == " /line 12   1 of 1")
    // It begins anew where the typing began.
    #expect(press(.backspace) == .used)
    #expect(inView[0] == "line 1")
    _ = view.receive(.paste("9\nq"))
    #expect(inView[1] == "line 20")
    #expect(press(.escape) == .used)
    #expect(inView[0] == "line 1")
    // Text that would close it, or scroll it.
    type("/qegG")
    #expect(inView[0] == "line 1" && shown(lines)[6].contains("no match"))
    for _ in 0..<5 { #expect(press(.backspace) == .used) }
    type("/E 2")
    #expect(shown(lines)[6].contains("no match"))
    _ = press(.escape)
    type("/e 2")
    #expect(press(.enter) == .used)
    #expect(inView[0] == "line 1")
    var seen: [String] = []
    for key in ["n", "n", "n", "N", "N"] {
      type(key)
      seen.append(inView[0])
    }
    #expect(seen == ["line 16", "line 1", "line 16", "line 1", "line 16"])
    #expect(press(.escape) == .closes)
  }

  @Test func `marks what matches, also where a line goes on below`() {
    _ = shown(["0123456789abcdef", "xBCx"])
    type("/bc")
    let surface = Surface(columns: 12, rows: 7, depth: .none, theme: .dark, pool: pool)
    surface.render([view.placed(["0123456789abcdef", "xBCx"], of: 2, on: bounds)])
    let marked = (1...3).map { row in
      (0..<12).filter {
        surface.frame.cell(column: $0, row: row)?.attributes.contains(.underline) ?? false
      }
    }
    #expect(marked == [[11], [0], [1, 2]])
    #expect(surface.frame.cursor == CellPlace(column: 4, row: 6))
  }

  @Test func `is not scrolled beyond what there is when there is less`() {
    _ = inView
    _ = press(.home)
    #expect(Array(shown(Array(lines.prefix(6)))[1...5]) == (1...5).map { "line \($0)" })
    _ = press(.down)
    #expect(shown(Array(lines.prefix(6)))[5] == "line 6")
  }

  @Test func `has its lines in other pieces on a surface of another width`() {
    let text = ["0123456789abcdef"]
    #expect(Array(shown(text)[1...2]) == ["0123456789ab", "cdef"])
    columns = 16
    #expect(Array(shown(text)[1...2]) == ["0123456789abcdef", ""])
  }

  @Test func `says how much there is, and how much of it is kept`() {
    columns = 60
    func title(_ lines: [String], of count: Int) -> String { shown(lines, of: count)[0] }
    #expect(title(["a"], of: 1) == " standard error: 1 line")
    #expect(title(["a", "b"], of: 2) == " standard error: 2 lines")
    #expect(title(["a", "b"], of: 3) == " standard error: 3 lines, the last 2 are kept")
  }

  @Test func `has long lines in pieces, and of a line what was written over it last`() {
    #expect(
      Array(shown(["0123456789abcdef", "1%\r2%\r3%\r\r", "你好你好你好你"])[1...5])
        == ["0123456789ab", "cdef", "3%", "你好你好你好", "你"])
  }
}

@Suite struct `Standard error that grows` {
  @Test func `is drawn anew where it is shown, and alone tells children nothing`() throws {
    let small = try SmallSession("echo row; echo why >&2; sleep 60")
    let stage = small.stage
    small.session.begin()
    #expect(
      try small.turn { stage.context.content?.standardErrorLineCount == 1 && !small.rows.isEmpty })
    for isShown in [false, true] {
      if isShown { stage.showStandardError() }
      stage.needsFrame = false
      small.session.contentChanged(.standardError)
      #expect(stage.needsFrame == isShown)
    }
  }
}
