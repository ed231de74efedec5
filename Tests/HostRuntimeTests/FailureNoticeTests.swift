import HostSurface
import Testing

@testable import HostPlugins
@testable import HostRuntime
@testable import HostWorkers

@Suite struct `What stands for a child that has failed` {
  private func notice(
    _ cause: WorkerFailure.Cause = .jammed, culprit: String? = nil
  ) -> FailureNotice {
    FailureNotice(
      for: ChildType(id: "com.example.a", name: "Example"), of: "/lib/a.so",
      WorkerFailure(cause: cause, function: "draw", culprit: culprit, lines: ["one", "two"]),
      place: CellInsets(), saved: nil)
  }

  private func shown(_ notice: FailureNotice, columns: Int = 78, rows: Int) -> [String] {
    shownText(columns: columns, rows: rows) { pool, bounds in
      let layer = Layer(columns: bounds.columns, rows: bounds.rows, pool: pool)
      notice.draw(into: layer, timeNanoseconds: 0)
      return [PlacedLayer(layer, in: bounds)]
    }
  }

  @Test func `leaves two cells at each side where it is too long, and no fewer`() {
    let title = "\"Example\" (com.example.a): stopped reading messages in draw"
    let short = "\"Example\": stopped reading messages in draw"
    #expect(shown(notice(), columns: 63, rows: 1) == ["  " + title])
    #expect(shown(notice(), columns: 62, rows: 1)[0].hasSuffix("  " + short))
    #expect(shown(notice(), columns: 47, rows: 1) == ["  " + short])
    let narrow = shown(notice(), columns: 46, rows: 1)[0]
    #expect(narrow.hasPrefix("  " + short.dropLast(2)) && !narrow.contains("draw"))
    #expect(shown(notice(), columns: 4, rows: 1) == [""])
  }

  private static let title =
    "         \"Example\" (com.example.a): stopped reading messages in draw"
  private static let file = "         /lib/a.so"
  private static let outlook = "         R starts it again"

  @Test(arguments: [
    (1, [title]), (2, [title, outlook]), (3, [title, file, outlook]),
    (5, [title, file, "         says \"one\"", "         says \"two\"", outlook]),
    (6, [title, file, "         says \"one\"", "         says \"two\"", outlook, ""]),
    (7, ["", title, file, "         says \"one\"", "         says \"two\"", outlook, ""]),
    (9, ["", "", title, file, "         says \"one\"", "         says \"two\"", outlook, "", ""]),
  ])
  func `says first who failed and how, then what to press, then the rest`(
    rows: Int, expected: [String]
  ) {
    #expect(shown(notice(), rows: rows) == expected)
  }

  @Test func `has its own rows beside others`() {
    let places = (0..<3).map { index in
      let notice = notice()
      notice.place = (index, 3)
      return shown(notice, rows: 8).indices.filter { shown(notice, rows: 8)[$0] != "" }
    }
    #expect(places == [[0, 1], [2, 3, 4], [5, 6, 7]])
  }

  @Test func `blames the plugin that was called, and nobody for what no plugin did`() {
    #expect(shown(notice(culprit: "com.example.b"), rows: 1)[0].contains("com.example.b: stopped"))
    #expect(
      shown(notice(culprit: "com.example.a"), rows: 1)[0].contains(
        "\"Example\" (com.example.a): stopped"))
    let refused = notice(.refused(what: "was refused", remedy: "ask for it"))
    #expect(shown(refused, rows: 5).last?.hasSuffix("ask for it; R tries it again") == true)
  }
}
