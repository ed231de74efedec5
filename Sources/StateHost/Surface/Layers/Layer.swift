internal import HostText

/// A grid of cells drawn by a child, or the host for its rows and pages, with its cursor and areas
/// dimmed beneath: text is sanitised when drawn; the compositor places the layer on screen.
///
/// Drawing outside is cut off, whatever the numbers. Text is untrusted: it passes through
/// `HarmlessScanner`. Belongs to one thread, as its pool does.
package final class Layer: CellOwner {
  let pool: CellPool
  var grid: CellGrid

  // The properties read in each draw are private and never passed inout, so that the compiler omits
  // exclusivity checks for them, in other modules too.

  private var size: (columns: Int, rows: Int)

  package var columns: Int { size.columns }
  package var rows: Int { size.rows }

  /// The child's place for the terminal's cursor; nil, or a place outside the layer, hides it.
  package var cursor: CellPlace? { cursorPlace }
  private var cursorPlace: CellPlace?

  /// The rectangles in which everything beneath is shown dimmed.
  package private(set) var dimmed: [CellRectangle] = []
  private var isDimming = false
  package static let dimmedLimit = 16

  /// The range of rows written to since all were transparent.
  private var writtenRows = 0..<0

  /// A transparent layer, at most 4096 × 2048; negative sizes count as 0.
  package init(columns: Int, rows: Int, pool: CellPool) {
    self.pool = pool
    let grid = CellGrid(columns: columns, rows: rows, filledWith: .transparent)
    size = (grid.columns, grid.rows)
    self.grid = grid
    pool.add(self)
  }

  deinit { pool.remove(ObjectIdentifier(self)) }

  package var bounds: CellRectangle { grid.bounds }

  /// Changes the size and becomes transparent; allocates only to grow.
  package func resize(columns: Int, rows: Int) {
    reset()
    grid.resize(columns: columns, rows: rows, filledWith: .transparent)
    size = (grid.columns, grid.rows)
  }

  /// Makes every cell transparent, and removes the cursor and the dimmed rectangles.
  package func clear() {
    grid.fill(rows: writtenRows, with: .transparent)
    reset()
  }

  private func reset() {
    cursorPlace = nil
    undim()
    writtenRows = 0..<0
  }

  /// Dims what is beneath a rectangle; false if there are `dimmedLimit` already.
  package func dim(_ area: CellRectangle) -> Bool {
    let area = area.clipped(to: bounds)
    if area.isEmpty { return true }
    if dimmed.count == Self.dimmedLimit { return false }
    dimmed.append(area)
    isDimming = true
    return true
  }

  /// Removes all dimmed rectangles.
  package func undim() {
    if isDimming { dimmed.removeAll(keepingCapacity: true) }
    isDimming = false
  }

  /// Places the terminal's cursor; nil hides it.
  package func putCursor(at place: CellPlace?) { cursorPlace = place }

  /// Records that visible cells will be written to rows of the layer.
  private func willWrite(to rows: Range<Int>) {
    if writtenRows.isEmpty {
      writtenRows = rows
    } else {
      let first = min(writtenRows.lowerBound, rows.lowerBound)
      writtenRows = first..<max(writtenRows.upperBound, rows.upperBound)
    }
  }

  /// The cell at a place; nil outside.
  package func cell(column: Int, row: Int) -> Cell? {
    guard 0..<columns ~= column, 0..<rows ~= row else { return nil }
    return grid[column, row]
  }

  /// The reference to a decoration for styles of this layer; valid until the next call.
  package func intern(_ decoration: Decoration) -> DecorationID { pool.intern(decoration) }

  package func decoration(_ id: DecorationID) -> Decoration { pool[id] }
}

// MARK: - Drawing

extension Layer {
  /// Writes text from a place to the right, as far as the layer and `maximumColumns` reach.
  ///
  /// Tab stops are every eight columns from the start of the text; a newline is a space. A wide
  /// grapheme that is cut in half becomes spaces. A transparent background keeps the layer's.
  ///
  /// The text is untrusted UTF-8. What lies outside the layer is not drawn.
  ///
  /// - Returns: the columns used, counted from `column`.
  @discardableResult
  package func put(
    _ text: Span<UInt8>, column: Int, row: Int, style: Style, maximumColumns: Int = .max
  ) -> Int {
    guard 0..<rows ~= row, column < columns, column > -Self.farthestLeft else { return 0 }
    let limit = min(max(0, maximumColumns), columns - column)
    willWrite(to: row..<row + 1)
    let keepsBackground = style.background == .transparent
    let model = Cell(.space, style: style)
    var scanner = GraphemeScanner()
    var used = 0
    while used < limit {
      if column + used >= 0 {
        let ascii = scanner.takePlainASCII(in: text, atMost: limit - used)
        if !ascii.isEmpty {
          grid.place(
            ascii: text, from: ascii, like: model, column: column + used, row: row,
            keepsBackground: keepsBackground)
          used += ascii.count
          continue
        }
      }
      guard scanner.next(in: text) else { break }
      let width = min(TextWidth.columns(of: scanner.cluster, at: used), limit - used)
      place(
        scanner.cluster, columns: width, at: CellPlace(column: column + used, row: row),
        style: style)
      used += width
    }
    return used
  }

  /// Writes text; see the overload for bytes.
  @discardableResult
  package func put(
    _ text: String, column: Int, row: Int, style: Style, maximumColumns: Int = .max
  ) -> Int {
    put(text.utf8.span, column: column, row: row, style: style, maximumColumns: maximumColumns)
  }

  /// Fills a rectangle with one grapheme, or with spaces if there is no printable one.
  ///
  /// A wide grapheme is repeated every two columns. A transparent background keeps the layer's.
  package func fill(_ area: CellRectangle, with grapheme: Span<UInt8>, style: Style) {
    let area = area.clipped(to: bounds)
    guard !area.isEmpty else { return }
    willWrite(to: area.row..<area.row + area.rows)
    var scanner = GraphemeScanner()
    let isFound = scanner.next(in: grapheme) && scanner.cluster.firstScalar >= 0x20
    guard isFound, scanner.cluster.width == 2 else {
      let model = Cell(isFound ? pool.intern(scanner.cluster) : .space, style: style)
      grid.fill(area, with: model, keepsBackground: style.background == .transparent)
      return
    }
    for row in area.row..<area.row + area.rows {
      for step in stride(from: 0, to: area.columns, by: 2) {
        place(
          scanner.cluster, columns: min(2, area.columns - step),
          at: CellPlace(column: area.column + step, row: row), style: style)
      }
    }
  }

  /// Fills a rectangle; see the overload for bytes.
  package func fill(_ area: CellRectangle, with grapheme: String = " ", style: Style) {
    fill(area, with: grapheme.utf8.span, style: style)
  }

  /// Makes a rectangle transparent.
  package func clear(_ area: CellRectangle) {
    let area = area.clipped(to: bounds)
    grid.fill(area, with: .transparent, keepsBackground: false)
  }

  /// Text that starts farther left than this is not scanned.
  private static var farthestLeft: Int { 1 << 24 }

  /// Writes one grapheme, or spaces for a tab and for a grapheme that is cut in half.
  private func place(
    _ cluster: GraphemeCluster, columns width: Int, at place: CellPlace, style: Style
  ) {
    guard place.column + width > 0 else { return }
    let keepsBackground = style.background == .transparent
    let isWhole = place.column >= 0 && width == cluster.width && cluster.firstScalar >= 0x20
    guard isWhole else {
      for column in max(0, place.column)..<place.column + width {
        grid.place(
          Cell(.space, style: style), column: column, row: place.row,
          keepsBackground: keepsBackground)
      }
      return
    }
    grid.place(
      Cell(pool.intern(cluster), width: width, style: style), column: place.column, row: place.row,
      keepsBackground: keepsBackground)
  }
}
