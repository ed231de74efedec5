/// The screen rows and columns of the list's parts (header, rows, notice, status line, row numbers,
/// scroll bar), computed from the canvas size; on a small canvas parts are omitted.
struct ListLayout: Equatable {
  /// The row of the column names.
  let headerRow: Int?
  /// The first row of the list.
  let firstRow: Int
  /// The lines for rows of the list.
  let lines: Int
  /// How many rows of the list are in view.
  var visible: Int
  /// The row of a notice; nil if it is shown in the status line.
  let noticeRow: Int?
  /// The row of the status line.
  let statusRow: Int?
  /// The column of the scroll bar.
  let barColumn: Int?
  /// The blank columns at each side of the rows, in which marks are drawn.
  let margin: Int
  /// The columns for row numbers, including a space after them.
  let numberColumns: Int
  /// The first column of a row's text.
  let textColumn: Int
  /// The columns for the text of a row.
  let textColumns: Int

  /// The columns from the left edge that the background of a row fills, up to the bar.
  var filledColumns: Int { min(textColumn + textColumns, barColumn ?? .max) }

  /// Whether long rows wrap.
  let wraps: Bool
  /// Whether a line below the rows is kept for an unterminated line.
  let hasOpenLine: Bool

  init(
    columns: Int, rows: Int, contentRows: Int, hasHeader: Bool, hasNotice: Bool,
    hasOpenLine: Bool = false, wraps: Bool = false, hasMargin: Bool = true, numberColumns: Int = 0
  ) {
    self.wraps = wraps
    self.hasOpenLine = hasOpenLine
    let status = rows >= 2 ? 1 : 0
    let header = hasHeader && rows >= 4 ? 1 : 0
    let notice = hasNotice && rows >= 5 ? 1 : 0
    headerRow = header == 1 ? 0 : nil
    firstRow = header
    lines = max(0, rows - status - header - notice - (hasOpenLine ? 1 : 0))
    visible = lines
    noticeRow = notice == 1 ? rows - 2 : nil
    statusRow = status == 1 ? rows - 1 : nil
    let hasBar = contentRows > visible && columns >= 4 && visible >= 2
    barColumn = hasBar ? columns - 1 : nil
    margin = hasMargin && columns >= 30 ? 1 : 0
    self.numberColumns = columns >= 2 * numberColumns ? numberColumns : 0
    textColumn = margin + self.numberColumns
    // Without a margin, the bar shares the last column with the text.
    let end = columns - margin - (hasBar && hasMargin ? 1 : 0)
    textColumns = max(0, end - textColumn)
  }

  /// The row of the list at a row of the layer.
  func row(at layerRow: Int, place: ListPosition, contentRows: Int) -> Int? {
    guard layerRow >= firstRow, layerRow < firstRow + visible else { return nil }
    let row = place.top + layerRow - firstRow
    return row < contentRows ? row : nil
  }
}

/// The position and length in cells of the list's scroll bar thumb, and the row that a drag shows.
struct ScrollThumb: Equatable {
  /// Its first cell, from the bar's upper end.
  let start: Int
  /// Its length in cells, at least 1.
  let length: Int

  /// - Parameters:
  ///   - top: the first row in view.
  ///   - visible: how many rows are in view.
  ///   - rows: how many rows there are.
  ///   - cells: the height of the bar; nil for `visible`.
  init(top: Int, visible: Int, rows: Int, cells: Int? = nil) {
    let cells = cells ?? visible
    let share = Double(visible) / Double(max(rows, 1))
    length = max(1, min(cells, Int(Double(cells) * share)))
    let way = Double(max(1, rows - visible))
    start = Int((Double(cells - length) * min(1, Double(top) / way)).rounded())
  }

  /// The first row in view when the bar is dragged to a cell.
  static func top(at cell: Int, visible: Int, rows: Int) -> Int {
    let cell = max(0, min(cell, visible - 1))
    return Int(Double(max(0, rows - visible)) * Double(cell) / Double(max(1, visible - 1)))
  }
}
