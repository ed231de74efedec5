/// The rows in which the parts of an error message are drawn, computed for the size of the canvas;
/// parts without room are omitted.
///
/// With few rows the cause has precedence, then the title, the keys, the exit status or signal, the
/// last line of standard error, and a second line of the cause.
struct ErrorLayout: Equatable {
  /// The first column of all lines.
  let column: Int
  /// The width of all lines.
  let columns: Int
  private(set) var titleRow: Int?
  private(set) var causeRows = 0..<0
  private(set) var endingRow: Int?
  private(set) var remedyRow: Int?
  /// The rows of standard error, including its frame.
  private(set) var blockRows = 0..<0
  private(set) var isFramed = false
  private(set) var keysRow: Int?

  /// The width of all lines in a layer, wider than usual for long lines of standard error.
  static func columns(of columns: Int, for detailColumns: Int) -> Int {
    columns >= 24 ? min(max(usualColumns, detailColumns + 4), columns - 4) : columns
  }

  private static let usualColumns = 76

  /// Whether a layer is large enough for a frame.
  static func canFrame(columns: Int, rows: Int) -> Bool { columns >= 24 && rows >= 8 }

  /// - Parameters:
  ///   - size: the size of the layer.
  ///   - columns: the width of all lines.
  ///   - causeLines: the number of lines of the cause.
  ///   - hasEnding: whether there is a text for the exit status or signal.
  ///   - hasRemedy: whether there is a text for what to do.
  ///   - blockLines: the number of lines of standard error.
  init(
    size: (columns: Int, rows: Int), columns: Int, causeLines: Int, hasEnding: Bool,
    hasRemedy: Bool, blockLines: Int
  ) {
    self.columns = columns
    column = (size.columns - columns) / 2
    var free = size.rows
    func take(_ wanted: Int) -> Int {
      let taken = max(0, min(wanted, free))
      free -= taken
      return taken
    }
    var cause = take(1)
    let title = take(1)
    let keys = take(1)
    let ending = hasEnding ? take(1) : 0
    var block = take(min(1, blockLines))
    cause += take(min(1, causeLines - 1))
    // With few rows, standard error is more useful than the remedy.
    let remedy = hasRemedy && (blockLines == 0 || size.rows >= Self.rowsForRemedy) ? take(1) : 0
    cause += take(min(1, causeLines - 2))
    let isWorthFrame = block > 0 && free >= 2 + min(blockLines, 3) - block
    let canFrame = Self.canFrame(columns: size.columns, rows: size.rows)
    let frame = isWorthFrame && canFrame ? take(2) : 0
    block += take(blockLines - block)
    // The remaining rows become gaps.
    let gaps = size.rows >= 10 ? 1 : 0
    let blockGap = block > 0 ? take(gaps) : 0
    let titleGap = take(gaps)
    let keysGap = take(gaps)
    isFramed = frame > 0
    var row = free / 2
    func next(_ height: Int) -> Range<Int> {
      defer { row += height }
      return row..<row + height
    }
    titleRow = next(title).first
    _ = next(titleGap)
    causeRows = next(cause)
    endingRow = next(ending).first
    remedyRow = next(remedy).first
    _ = next(blockGap)
    blockRows = next(block + frame)
    _ = next(keysGap)
    keysRow = next(keys).first
  }

  /// The number of rows from which on the remedy is shown beside standard error.
  private static let rowsForRemedy = 14

  /// The rows of standard error without its frame.
  var textRows: Range<Int> {
    isFramed ? blockRows.lowerBound + 1..<blockRows.upperBound - 1 : blockRows
  }
}
