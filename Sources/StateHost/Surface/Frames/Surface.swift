/// The screen as the program draws it: composes layers into a frame, and encodes the difference to
/// the last frame as bytes for the terminal.
///
/// Rendering swaps the shown frame and the next one and allocates nothing. Belongs to one thread.
package final class Surface {
  /// The pool of its frames, and of the layers that are drawn on it.
  package let pool: CellPool
  package var compositor: Compositor
  /// Whether the terminal supports synchronized updates (mode 2026).
  package var isSynchronized: Bool

  private var shown: Frame
  private var next: Frame
  private var encoder: Encoder

  package init(
    columns: Int, rows: Int, depth: ColourDepth, theme: Theme, terminal: TerminalColours = .dark,
    isSynchronized: Bool = false, capabilities: StyleCapabilities = .all, isInPlace: Bool = false,
    pool: CellPool = CellPool()
  ) {
    encoder = Encoder(capabilities, isInPlace: isInPlace)
    self.pool = pool
    compositor = Compositor(depth: depth, theme: theme, terminal: terminal)
    self.isSynchronized = isSynchronized
    shown = Frame(columns: columns, rows: rows, pool: pool)
    next = Frame(columns: columns, rows: rows, pool: pool)
  }

  package var columns: Int { shown.columns }
  package var rows: Int { shown.rows }
  package var bounds: CellRectangle { shown.grid.bounds }

  /// The frame rendered last.
  package var frame: Frame { shown }

  /// The bytes that update the terminal to the last frame; empty if nothing changed.
  ///
  /// Valid until the next call of `render`; write them at once and completely.
  package var bytes: [UInt8] { encoder.bytes }

  /// Changes the size; the next frame is sent completely.
  package func resize(columns: Int, rows: Int) {
    shown.resize(columns: columns, rows: rows)
    next.resize(columns: columns, rows: rows)
    encoder.invalidate()
  }

  /// Makes the next frame a complete one: after a suspension, or when another program has written.
  package func invalidate() { encoder.invalidate() }

  /// Composes the layers, bottom first, and encodes the frame into `bytes`.
  package func render(_ layers: [PlacedLayer], showsCursor: Bool = true) {
    compositor.compose(layers, onto: next)
    if !showsCursor { next.cursor = nil }
    encoder.encode(from: shown, to: next, isSynchronized: isSynchronized)
    swap(&shown, &next)
  }
}

/// A complete picture of the screen: all cells, with final colours, and the cursor's position.
package final class Frame: CellOwner {
  let pool: CellPool
  var grid: CellGrid

  /// The cursor's place; nil while it is hidden.
  package var cursor: CellPlace?

  /// A blank frame, at most 4096 × 2048; negative sizes count as 0.
  package init(columns: Int, rows: Int, pool: CellPool) {
    self.pool = pool
    self.grid = CellGrid(columns: columns, rows: rows, filledWith: .blank)
    pool.add(self)
  }

  deinit { pool.remove(ObjectIdentifier(self)) }

  package var columns: Int { grid.columns }
  package var rows: Int { grid.rows }

  /// Changes the size and becomes blank.
  package func resize(columns: Int, rows: Int) {
    cursor = nil
    grid.resize(columns: columns, rows: rows, filledWith: .blank)
  }

  package func clear() {
    cursor = nil
    grid.fill(with: .blank)
  }

  /// The cell at a place; nil outside.
  package func cell(column: Int, row: Int) -> Cell? {
    guard 0..<columns ~= column, 0..<rows ~= row else { return nil }
    return grid[column, row]
  }

  /// The decoration at a place; nil outside.
  package func decoration(column: Int, row: Int) -> Decoration? {
    cell(column: column, row: row).map { pool[$0.decoration] }
  }

  /// The text of every row without trailing spaces.
  package var text: [String] {
    (0..<rows).map { text(row: $0) }
  }

  /// The text of one row without trailing spaces; empty outside.
  package func text(row: Int) -> String {
    guard 0..<rows ~= row else { return "" }
    var bytes: [UInt8] = []
    var end = 0
    for column in 0..<columns where !grid[column, row].isContinuation {
      let grapheme = grid[column, row].grapheme
      pool.append(grapheme == .none ? .space : grapheme, to: &bytes)
      if !grapheme.isBlank { end = bytes.count }
    }
    return String(decoding: bytes.prefix(end), as: UTF8.self)
  }
}
