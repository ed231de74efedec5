/// The selected row, first visible row and sideways offset of the list, with the arithmetic of
/// moving, paging and jumping, clamped to the number of rows.
///
/// Rows are counted from 0.
struct ListPosition: Equatable {
  /// The most columns that a list scrolls right: no row is longer.
  static let maxOffset = 1 << 20

  /// The end of the view, its first or last row, where the cursor stays as rows arrive.
  enum Anchor { case top, end }

  /// The selected row, by its place in the view.
  var selected = 0
  /// The first row in view; may be out of range after a refresh, until it is settled.
  var top = 0
  /// Whether the view begins with the first row, and stays there while that shows the selected row.
  private(set) var isAtTop: Bool
  /// Columns scrolled to the right.
  var offset = 0
  /// The lines of the first row that are above the view, if rows are wrapped.
  var topLine = 0

  init(selected: Int = 0, top: Int = 0, offset: Int = 0) {
    self.selected = selected
    self.top = top
    self.offset = offset
    isAtTop = top == 0
  }

  /// Clamps all values, and brings the selected row into view.
  mutating func settle(rows: Int, visible: Int) {
    let visible = max(1, visible)
    selected = max(0, min(selected, rows - 1))
    offset = max(0, min(offset, Self.maxOffset))
    top = max(0, min(top, rows - visible))
    if selected < top { top = selected }
    if selected - top >= visible { top = selected - visible + 1 }
    isAtTop = top == 0
  }

  /// Selects the row `distance` further down, clamped.
  mutating func move(by distance: Int, rows: Int, visible: Int) {
    settle(rows: rows, visible: visible)
    selected = Self.sum(selected, distance)
    settle(rows: rows, visible: visible)
  }

  /// Selects a row, clamped.
  mutating func select(_ row: Int, rows: Int, visible: Int) {
    selected = row
    settle(rows: rows, visible: visible)
  }

  /// Selects a row, clamped, and centres it unless it is visible already.
  mutating func jump(to row: Int, rows: Int, visible: Int) {
    settle(rows: rows, visible: visible)
    selected = max(0, min(row, rows - 1))
    if !(top..<top + max(1, visible)).contains(selected) { top = selected - visible / 2 }
    settle(rows: rows, visible: visible)
  }

  /// Moves the selection and the view by `distance` rows.
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

  /// Follows the selected row to its place after a refresh, at the same height in the view.
  ///
  /// The height is kept even if it puts `top` out of range, so that a later refresh has the same
  /// result as without this one.
  mutating func follow(to row: Int) {
    if !isAtTop { top = Self.sum(top, row - selected) }
    selected = row
  }

  /// Selects a row at the height of another place's selected row.
  mutating func select(_ row: Int, atHeightOf place: ListPosition) {
    (selected, top, isAtTop) = (place.selected, place.top, place.isAtTop)
    follow(to: row)
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? (b < 0 ? .min : .max) : sum
  }
}
