internal import ChildPluginAPI

/// The drawing surface that a plugin's child gets in ``ChildPlugin/draw(on:)``, valid only during
/// that call: writes text, fills rectangles, places the cursor, makes links and dims the children
/// beneath, all on the child's own layer.
///
/// Column 0, row 0 is the top left cell. Cells outside are clipped, so any coordinate is allowed.
@safe public struct Canvas: ~Copyable {
  /// The width in cells; may be 0.
  public let columns: Int
  /// The height in cells; may be 0.
  public let rows: Int
  /// The time of this frame on the host's clock, in nanoseconds.
  public let timeNanoseconds: Int64

  private let pointer: UnsafePointer<childplugin_canvas_t>
  private let table: childplugin_canvas_t

  init(_ pointer: UnsafePointer<childplugin_canvas_t>) {
    unsafe self.pointer = pointer
    let table = unsafe sizedCopy(of: pointer)
    unsafe self.table = table
    columns = unsafe Int(max(0, table.columns))
    rows = unsafe Int(max(0, table.rows))
    timeNanoseconds = unsafe table.time_nanoseconds
  }

  /// Writes text in one row, from `column` to the right.
  ///
  /// - Parameters:
  ///   - text: control characters are removed; a newline ends it.
  ///   - column: the column of the first cell; may be negative.
  ///   - row: the row.
  ///   - width: the maximum width in columns; nil reaches to the end of the canvas. A wide character that does not
  ///     fit is left out.
  ///   - style: the style of the cells.
  /// - Returns: the width in columns, including columns clipped at the left.
  @discardableResult
  public func put(
    _ text: String, column: Int, row: Int, width: Int? = nil, style: Style = Style()
  ) -> Int {
    unsafe withABIText(text) { unsafe put($0, column, row, width, style) }
  }

  /// Writes a buffer's text, or a range of its bytes; see ``put(_:column:row:width:style:)``.
  @discardableResult
  public func put(
    _ text: TextBuffer, bytes: Range<Int>? = nil, column: Int, row: Int, width: Int? = nil,
    style: Style = Style()
  ) -> Int {
    unsafe text.withText(bytes ?? 0..<text.count) { bytes in
      unsafe put(childplugin_text_t(bytes), column, row, width, style)
    }
  }

  /// Fills a rectangle with the first grapheme of a text, or with spaces if the text is empty.
  public func fill(
    column: Int = 0, row: Int = 0, columns: Int? = nil, rows: Int? = nil,
    with grapheme: String = " ", style: Style = Style()
  ) {
    let columns = Int32(clamping: columns ?? self.columns - column)
    let rows = Int32(clamping: rows ?? self.rows - row)
    var styleTable = style.table
    unsafe withABIText(grapheme) { text in
      unsafe table.fill?(
        pointer, Int32(clamping: column), Int32(clamping: row), columns, rows, text, &styleTable)
    }
  }

  /// Places the terminal's cursor, which is shown while this child has the focus.
  public func showCursor(column: Int, row: Int) {
    unsafe table.cursor?(pointer, Int32(clamping: column), Int32(clamping: row))
  }

  /// Creates a link for styles of this draw.
  ///
  /// - Parameter address: an http, https, file or mailto address without blanks, up to 2048 bytes.
  /// - Returns: nil for any other address, after 256 links in a draw, and in a host before 1.1.
  public func link(to address: String) -> Link? {
    let number = unsafe withABIText(address) { unsafe table.link?(pointer, $0) ?? 0 }
    return number == 0 ? nil : Link(number: number)
  }

  /// Dims the children beneath a rectangle; does nothing in a host before 1.1.
  public func dim(column: Int = 0, row: Int = 0, columns: Int? = nil, rows: Int? = nil) {
    unsafe table.dim?(
      pointer, Int32(clamping: column), Int32(clamping: row),
      Int32(clamping: columns ?? self.columns - column), Int32(clamping: rows ?? self.rows - row))
  }

  private func put(
    _ text: childplugin_text_t, _ column: Int, _ row: Int, _ width: Int?, _ style: Style
  ) -> Int {
    let (rest, overflow) = columns.subtractingReportingOverflow(column)
    let width = Int32(clamping: width ?? (overflow ? Int.max : rest))
    var styleTable = style.table
    let used = unsafe table.text?(
      pointer, Int32(clamping: column), Int32(clamping: row), width, text, &styleTable)
    return Int(max(0, used ?? 0))
  }
}
