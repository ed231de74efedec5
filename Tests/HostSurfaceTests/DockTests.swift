import HostSurface
import Testing

@Suite struct `A dock` {
  private let room = CellRectangle(column: 5, row: 2, columns: 80, rows: 24)

  private func taken(
    _ edge: Dock.Edge, _ extent: Dock.Extent, minimum: Int = 0, of room: CellRectangle
  ) throws -> (strip: CellRectangle?, rest: CellRectangle) {
    var rest = room
    let dock = try #require(Dock(edge, extent, minimum: minimum))
    return (DockedStrip(dock, from: &rest).area, rest)
  }

  @Test(arguments: Dock.Edge.allCases)
  func `takes a strip along its edge, and the rest is the others'`(edge: Dock.Edge) throws {
    let (strip, rest) = try taken(edge, .percent(25), of: room)
    let (first, second) =
      edge == .left || edge == .right
      ? (20, CellRectangle(column: 25, row: 2, columns: 60, rows: 24))
      : (6, CellRectangle(column: 5, row: 8, columns: 80, rows: 18))
    switch edge {
    case .left:
      #expect(strip == CellRectangle(column: 5, row: 2, columns: first, rows: 24))
      #expect(rest == second)
    case .right:
      #expect(strip == CellRectangle(column: 65, row: 2, columns: first, rows: 24))
      #expect(rest == CellRectangle(column: 5, row: 2, columns: 60, rows: 24))
    case .top:
      #expect(strip == CellRectangle(column: 5, row: 2, columns: 80, rows: first))
      #expect(rest == second)
    case .bottom:
      #expect(strip == CellRectangle(column: 5, row: 20, columns: 80, rows: first))
      #expect(rest == CellRectangle(column: 5, row: 2, columns: 80, rows: 18))
    }
  }

  @Test(
    arguments: [
      (45, 20, 20), (40, 20, 20), (39, 20, nil), (25, 0, 5), (21, 0, 1), (20, 0, nil), (0, 0, nil),
    ] as [(Int, Int, Int?)])
  func `leaves 20 columns, and without its minimum takes nothing`(
    columns: Int, minimum: Int, expected: Int?
  ) throws {
    let room = CellRectangle(column: 0, row: 0, columns: columns, rows: 3)
    let (strip, rest) = try taken(.right, .percent(40), minimum: minimum, of: room)
    #expect(strip?.columns == expected)
    #expect(rest.columns == columns - (expected ?? 0))
  }

  @Test func `leaves 3 rows`() throws {
    let room = CellRectangle(column: 0, row: 0, columns: 8, rows: 9)
    #expect(try taken(.bottom, .cells(4), of: room).strip?.rows == 4)
    #expect(try taken(.bottom, .cells(40), of: room).strip?.rows == 6)
    #expect(try taken(.bottom, .cells(4), minimum: 7, of: room).strip == nil)
  }

  @Test(arguments: Dock.Edge.allCases)
  func `that is collapsed takes nothing, at any edge`(edge: Dock.Edge) throws {
    var rest = room
    let dock = try #require(Dock(edge, .percent(25)))
    let strip = DockedStrip(dock, isCollapsed: true, from: &rest)
    #expect(strip.area == nil && strip.cells == 0 && strip.border == nil)
    #expect(rest == room && strip.room == room)
  }

  @Test(arguments: [Dock.Extent.cells(1), .cells(4096), .percent(1), .percent(100)])
  func `may have the least and the most of its numbers`(extent: Dock.Extent) {
    #expect(Dock(.top, extent)?.extent == extent)
    #expect(Dock(.top, extent, minimum: 4096)?.minimum == 4096)
    #expect(Dock(.top, extent, minimum: 4097) == nil)
  }

  @Test(arguments: [Dock.Extent.cells(0), .cells(4097), .percent(0), .percent(101)])
  func `is none where its numbers are out of range`(extent: Dock.Extent) {
    #expect(Dock(.top, extent) == nil)
    #expect(Dock(.top, .cells(1), minimum: -1) == nil)
  }
}
