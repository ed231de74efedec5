/// What stands where in the room there is.
struct ListLayout: Equatable {
  /// The row of the column names.
  let headerRow: Int?
  /// The first row of the list.
  let firstRow: Int
  /// The lines for rows of the list.
  let lines: Int
  /// How many rows of the list are in view.
  var visible: Int
  /// The row of a notice; without it, a notice stands in the status line.
  let noticeRow: Int?
  /// The row of the status line.
  let statusRow: Int?
  /// The column of the scroll bar.
  let barColumn: Int?
  /// Left of the rows and right of them so many columns are blank, but for marks.
  let margin: Int
  /// The columns of the numbers of rows, a space behind them among these.
  let numberColumns: Int
  /// Where the text of a row begins.
  let textColumn: Int
  /// The columns for the text of a row.
  let textColumns: Int

  /// The columns from the left edge that the background of a row fills: all of them but the bar's.
  var filledColumns: Int { min(textColumn + textColumns, barColumn ?? .max) }

  /// Whether long rows go on on the next line.
  let wraps: Bool
  /// The row below those in view is kept for a line that has not ended.
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
    // Without a margin the bar stands where the text leaves room for it.
    let end = columns - margin - (hasBar && hasMargin ? 1 : 0)
    textColumns = max(0, end - textColumn)
  }

  /// The row of the list at a row of the layer.
  func row(at layerRow: Int, place: ListPlace, contentRows: Int) -> Int? {
    guard layerRow >= firstRow, layerRow < firstRow + visible else { return nil }
    let row = place.top + layerRow - firstRow
    return row < contentRows ? row : nil
  }
}

/// The part of a scroll bar that shows where the view is.
struct ScrollThumb: Equatable {
  /// Its first cell, from the bar's upper end.
  let start: Int
  /// How many cells it has, 1 or more.
  let length: Int

  /// - Parameters:
  ///   - top: the first row in view.
  ///   - visible: how many rows are in view.
  ///   - rows: how many there are.
  ///   - cells: the height of the bar; nil where each row takes a line.
  init(top: Int, visible: Int, rows: Int, cells: Int? = nil) {
    let cells = cells ?? visible
    let share = Double(visible) / Double(max(rows, 1))
    length = max(1, min(cells, Int(Double(cells) * share)))
    let way = Double(max(1, rows - visible))
    start = Int((Double(cells - length) * min(1, Double(top) / way)).rounded())
  }

  /// The first row in view when the bar is held at a cell.
  static func top(at cell: Int, visible: Int, rows: Int) -> Int {
    let cell = max(0, min(cell, visible - 1))
    return Int(Double(max(0, rows - visible)) * Double(cell) / Double(max(1, visible - 1)))
  }
}
