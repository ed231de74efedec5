/// A copy of a child's layer as last sent to the host, in a worker process: compared with the
/// layer, it gives the rows that changed since, as styled texts, for `DrawnLayer` to encode.
///
/// The host draws the texts with `Layer.put`, so they pass through the same scanner as all drawing.
package final class LayerDiff: CellOwner {
  /// The layer's cells at the last call.
  private(set) var grid = CellGrid(columns: 0, rows: 0, filledWith: .transparent)
  private let pool: CellPool

  /// `pool` is that of the layers to compare.
  package init(pool: CellPool) {
    self.pool = pool
    pool.add(self)
  }

  deinit { pool.remove(ObjectIdentifier(self)) }

  /// A piece of a layer's changed row: adjacent cells of one style, printable ASCII or a grapheme.
  package struct Text {
    package let column: Int
    package let style: Style
    package let bytes: [UInt8]
  }

  /// Calls `body` with each changed row and its texts from left to right.
  ///
  /// After a change of size, all rows with text are changed: the receiver's layer is empty.
  package func takeChanges(of layer: Layer, _ body: (_ row: Int, _ texts: [Text]) -> Void) {
    let new = layer.grid
    if new.columns != grid.columns || new.rows != grid.rows {
      grid.resize(columns: new.columns, rows: new.rows, filledWith: .transparent)
    }
    for row in 0..<new.rows {
      let places = row * new.columns..<(row + 1) * new.columns
      if new.cells[places] != grid.cells[places] { body(row, texts(of: new.cells[places])) }
    }
    grid.copy(new)
  }

  private func texts(of cells: ArraySlice<Cell>) -> [Text] {
    var texts: [Text] = []
    var bytes: [UInt8] = []
    /// The first cell of the text in `bytes`.
    var start = cells.endIndex
    func endText() {
      if bytes.isEmpty { return }
      texts.append(
        Text(column: start - cells.startIndex, style: cells[start].style, bytes: bytes))
      bytes.removeAll(keepingCapacity: true)
    }
    for index in cells.indices {
      let cell = cells[index]
      if cell.isTransparent || cell.isContinuation {
        endText()
        continue
      }
      let isASCII = cell.grapheme.isASCII
      if !bytes.isEmpty, !isASCII || !cell.hasStyle(of: cells[start]) { endText() }
      if bytes.isEmpty { start = index }
      if isASCII {
        bytes.append(cell.grapheme == .none ? 0x20 : UInt8(truncatingIfNeeded: cell.grapheme.code))
      } else {
        pool.append(cell.grapheme, to: &bytes)
        endText()
      }
    }
    endText()
    return texts
  }
}
