/// How large the user has made a strip, in place of what its dock wants.
package struct DockSize: Equatable, Sendable {
  /// It counts only while the child docks there.
  package let edge: Dock.Edge
  /// Rows at the top and the bottom, columns at the sides.
  package let cells: Int
  /// Of how many, where the dock wants a part of what there is: it stays that part; nil: the cells stay.
  package let whole: Int?

  /// A size whose numbers are in range; nil where one is not.
  package init?(_ edge: Dock.Edge, cells: Int, of whole: Int?) {
    guard 1...Dock.cellsLimit ~= cells, whole.map({ $0 >= cells }) ?? true else { return nil }
    self.edge = edge
    self.cells = cells
    self.whole = whole
  }

  /// How many cells it is of those there are now.
  func cells(of available: Int) -> Int {
    guard let whole else { return cells }
    return Int((Double(available) * Double(cells) / Double(whole)).rounded())
  }
}
