import HostSurface
import Testing

@Suite struct `A dock` {
  private let room = CellRectangle(5, 2, 80, 24)

  private func taken(
    _ edge: Dock.Edge, _ extent: Dock.Extent, minimum: Int = 0, of room: CellRectangle
  ) throws -> (strip: CellRectangle?, rest: CellRectangle) {
    var rest = room
    let dock = try #require(Dock(edge, extent, minimum: minimum))
    return (DockedStrip(dock, from: &rest).area, rest)
  }

  @Test(arguments: [
    (Dock.Edge.left, CellRectangle(5, 2, 20, 24), CellRectangle(25, 2, 60, 24)),
    (.right, CellRectangle(65, 2, 20, 24), CellRectangle(5, 2, 60, 24)),
    (.top, CellRectangle(5, 2, 80, 6), CellRectangle(5, 8, 80, 18)),
    (.bottom, CellRectangle(5, 20, 80, 6), CellRectangle(5, 2, 80, 18)),
  ])
  func `takes a strip along its edge, and the rest is the others'`(
    edge: Dock.Edge, strip: CellRectangle, rest: CellRectangle
  ) throws {
    #expect(try taken(edge, .percent(25), of: room) == (strip, rest))
  }

  @Test(
    arguments: [
      (45, 20, 20), (40, 20, 20), (39, 20, nil), (25, 0, 5), (21, 0, 1), (20, 0, nil), (0, 0, nil),
    ] as [(Int, Int, Int?)])
  func `leaves 20 columns, and without its minimum takes nothing`(
    columns: Int, minimum: Int, expected: Int?
  ) throws {
    let room = CellRectangle(0, 0, columns, 3)
    let (strip, rest) = try taken(.right, .percent(40), minimum: minimum, of: room)
    #expect(strip?.columns == expected)
    #expect(rest.columns == columns - (expected ?? 0))
  }

  @Test func `leaves 3 rows`() throws {
    let room = CellRectangle(0, 0, 8, 9)
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

@Suite struct `The strip of a dock` {
  private let room = CellRectangle(5, 2, 80, 24)

  private func strip(
    _ edge: Dock.Edge, _ extent: Dock.Extent = .percent(25), minimum: Int = 0,
    sized size: DockSize? = nil
  ) throws -> DockedStrip {
    var rest = room
    return DockedStrip(
      try #require(Dock(edge, extent, minimum: minimum)), sized: size, from: &rest)
  }

  @Test(arguments: [
    (Dock.Edge.left, CellRectangle(24, 2, 1, 24)),
    (.right, CellRectangle(65, 2, 1, 24)),
    (.top, CellRectangle(5, 7, 80, 1)),
    (.bottom, CellRectangle(5, 20, 80, 1)),
  ])
  func `has its border beside the rest, and reaches where that is moved to`(
    edge: Dock.Edge, border: CellRectangle
  ) throws {
    let strip = try strip(edge)
    let isFirst = edge == .left || edge == .top
    let most = strip.dock.isAtSide ? 60 : 21
    #expect(strip.border == border)
    #expect(strip.cells(reaching: border.column, row: border.row) == strip.cells)
    #expect(
      strip.cells(reaching: border.column + 1, row: border.row + 1)
        == strip.cells + (isFirst ? 1 : -1))
    #expect(strip.cells(reaching: -100, row: -100) == (isFirst ? 2 : most))
    #expect(strip.cells(reaching: 100, row: 100) == (isFirst ? most : 2))
  }

  /// The share of 30 cells of 80, in areas of other sizes.
  @Test(arguments: [(80, 30), (160, 60), (44, 17), (41, 15), (25, 5)])
  func `has the share that the user gave it, rounded, and leaves what others need`(
    columns: Int, cells: Int
  ) throws {
    let size = try #require(DockSize(.right, cells: 30, of: 80))
    var rest = CellRectangle(0, 0, columns, 9)
    let dock = try #require(Dock(.right, .percent(10)))
    #expect(DockedStrip(dock, sized: size, from: &rest).cells == cells)
    #expect(rest.columns == columns - cells)
  }

  @Test func `has no border where it has one line, no room, or no choice`() throws {
    #expect(try strip(.top, .cells(1)).border == nil)
    #expect(try strip(.right, minimum: 61).border == nil)
    #expect(try strip(.right, minimum: 60).border == nil)
    #expect(try strip(.right, minimum: 59).border != nil)
  }

  @Test func `keeps what the user has made of it while it is at that edge`() throws {
    let part = try #require(try strip(.right).size(of: 30))
    let cells = try #require(try strip(.right, .cells(20)).size(of: 30))
    #expect(part == DockSize(.right, cells: 30, of: 80))
    #expect(cells == DockSize(.right, cells: 30, of: nil))
    #expect(try strip(.right, sized: part).cells == 30)
    #expect(try strip(.left, sized: part).cells == 20)
    #expect(try strip(.right, minimum: 35, sized: cells).cells == 35)
    #expect(DockSize(.left, cells: 0, of: nil) == nil && DockSize(.left, cells: 9, of: 8) == nil)
    #expect(DockSize(.left, cells: 8, of: 8)?.cells == 8)
  }
}
