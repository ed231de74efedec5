import HostSurface
import Testing

@Suite struct `The strip of a dock` {
  private let room = CellRectangle(column: 5, row: 2, columns: 80, rows: 24)

  private func strip(
    _ edge: Dock.Edge, _ extent: Dock.Extent = .percent(25), minimum: Int = 0,
    sized size: DockSize? = nil
  ) throws -> DockedStrip {
    var rest = room
    return DockedStrip(
      try #require(Dock(edge, extent, minimum: minimum)), sized: size, from: &rest)
  }

  @Test(arguments: [
    (Dock.Edge.left, CellRectangle(column: 24, row: 2, columns: 1, rows: 24)),
    (.right, CellRectangle(column: 65, row: 2, columns: 1, rows: 24)),
    (.top, CellRectangle(column: 5, row: 7, columns: 80, rows: 1)),
    (.bottom, CellRectangle(column: 5, row: 20, columns: 80, rows: 1)),
  ]) func `has its border beside the rest, and reaches where that is moved to`(
    edge: Dock.Edge, border: CellRectangle
  ) throws {
    let strip = try strip(edge)
    #expect(strip.border == border)
    #expect(strip.cells(reaching: border.column, row: border.row) == strip.cells)
    #expect(
      strip.cells(reaching: border.column + 1, row: border.row + 1)
        == strip.cells + (edge == .left || edge == .top ? 1 : -1))
    #expect(
      strip.cells(reaching: -100, row: -100)
        == (edge == .left || edge == .top
          ? 2 : edge == .right ? 60 : 21))
    #expect(
      strip.cells(reaching: 100, row: 100)
        == (edge == .left ? 60 : edge == .top ? 21 : 2))
  }

  /// The share of 30 cells of 80, in areas of other sizes.
  @Test(arguments: [(80, 30), (160, 60), (44, 17), (41, 15), (25, 5)])
  func `has the share that the user gave it, rounded, and leaves what others need`(
    columns: Int, cells: Int
  ) throws {
    let size = try #require(DockSize(.right, cells: 30, of: 80))
    var rest = CellRectangle(column: 0, row: 0, columns: columns, rows: 9)
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
