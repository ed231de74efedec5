/// Where the list is: the selected row and what is in view.
///
/// Rows are counted from 0.
struct ListPlace: Equatable {
  /// The most columns that a list scrolls to the right: what lies left of them is read for nothing.
  static let furthestOffset = 8192

  /// The selected row, by its place in the view.
  var selected = 0
  /// The first row in view; out of range where a refresh has moved the selected row, until it is settled.
  var top = 0
  /// Whether the view begins with the first row, and stays there while that shows the selected row.
  private(set) var isAtTop: Bool
  /// Columns scrolled to the right.
  var offset = 0
  /// The lines of the first row that are above the view, where rows are wrapped.
  var topLine = 0

  init(selected: Int = 0, top: Int = 0, offset: Int = 0) {
    self.selected = selected
    self.top = top
    self.offset = offset
    isAtTop = top == 0
  }

  /// Brings everything into range, and the selected row into view.
  mutating func settle(rows: Int, visible: Int) {
    let visible = max(1, visible)
    selected = max(0, min(selected, rows - 1))
    offset = max(0, min(offset, Self.furthestOffset))
    top = max(0, min(top, rows - visible))
    if selected < top { top = selected }
    if selected - top >= visible { top = selected - visible + 1 }
    isAtTop = top == 0
  }

  /// Selects the row that lies `distance` further down, or the nearest there is.
  mutating func move(by distance: Int, rows: Int, visible: Int) {
    settle(rows: rows, visible: visible)
    selected = Self.sum(selected, distance)
    settle(rows: rows, visible: visible)
  }

  /// Selects a row, or the nearest there is.
  mutating func select(_ row: Int, rows: Int, visible: Int) {
    selected = row
    settle(rows: rows, visible: visible)
  }

  /// Selects a row, or the nearest there is; it stands in the middle of the view unless it is in view already.
  mutating func jump(to row: Int, rows: Int, visible: Int) {
    settle(rows: rows, visible: visible)
    selected = max(0, min(row, rows - 1))
    if !(top..<top + max(1, visible)).contains(selected) { top = selected - visible / 2 }
    settle(rows: rows, visible: visible)
  }

  /// Moves the selection and the view by a page, of which one row stays in view.
  mutating func page(by pages: Int, rows: Int, visible: Int) {
    advance(by: pages * max(1, visible - 1), rows: rows, visible: visible)
  }

  /// Moves the selection and the view by so many rows.
  mutating func advance(by distance: Int, rows: Int, visible: Int) {
    settle(rows: rows, visible: visible)
    top = Self.sum(top, distance)
    selected = Self.sum(selected, distance)
    settle(rows: rows, visible: visible)
  }

  /// Moves the view; the selected row stays where it is, or at the edge of the view.
  mutating func scroll(by distance: Int, rows: Int, visible: Int) {
    settle(rows: rows, visible: visible)
    scroll(to: Self.sum(top, distance), rows: rows, visible: visible)
  }

  /// Moves the view so that it begins with a row.
  mutating func scroll(to row: Int, rows: Int, visible: Int) {
    let visible = max(1, visible)
    top = max(0, min(row, rows - visible))
    selected = max(top, min(selected, top + visible - 1))
    settle(rows: rows, visible: visible)
  }

  /// Follows the selected row to where a refresh has put it, at the same height of the view.
  ///
  /// The height is kept also where a row close to the first one cannot be shown at it: a refresh after that shows what
  /// it would show without the one before.
  mutating func follow(to row: Int) {
    if !isAtTop { top = Self.sum(top, row - selected) }
    selected = row
  }

  /// Selects a row at the height of the view that another place had its selected row at.
  mutating func select(_ row: Int, atHeightOf place: ListPlace) {
    (selected, top, isAtTop) = (place.selected, place.top, place.isAtTop)
    follow(to: row)
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? (b < 0 ? .min : .max) : sum
  }
}
