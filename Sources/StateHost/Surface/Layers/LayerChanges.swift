/// What of a layer is another than it was when it was last asked: whole rows, as texts.
///
/// A drawing of another process is made anew of them with `Layer.put`, so whatever they say, it passes
/// through the same scanner as everything else that is drawn.
package final class LayerChanges: CellHolder {
  /// As it was then.
  private(set) var grid = CellGrid(columns: 0, rows: 0, filledWith: .transparent)
  private let pool: GraphemePool

  /// - Parameter pool: that of the layers which it is asked about.
  package init(pool: GraphemePool) {
    self.pool = pool
    pool.add(self)
  }

  deinit { pool.remove(ObjectIdentifier(self)) }

  /// Letters side by side in one style: printable ASCII, or one grapheme.
  package struct Text {
    package let column: Int
    package let style: Style
    package let bytes: [UInt8]
  }

  /// Calls with every row that is another, and its texts from left to right.
  ///
  /// Of a layer of another size that is every row with texts, for the other side's is empty.
  package func take(of layer: Layer, _ body: (_ row: Int, _ texts: [Text]) -> Void) {
    let new = layer.grid
    if new.columns != grid.columns || new.rows != grid.rows {
      grid.resize(columns: new.columns, rows: new.rows, filledWith: .transparent)
    }
    for row in 0..<new.rows {
      let places = row * new.columns..<(row + 1) * new.columns
      if !isSame(new, in: places) { body(row, texts(of: new.cells[places])) }
    }
    grid.copy(new)
  }

  private func isSame(_ new: CellGrid, in places: Range<Int>) -> Bool {
    let new = new.cells.span
    let known = grid.cells
    let old = known.span
    for place in places where new[place] != old[place] { return false }
    return true
  }

  private func texts(of cells: ArraySlice<Cell>) -> [Text] {
    var texts: [Text] = []
    var bytes: [UInt8] = []
    // Where the text begins that `bytes` is of; the end of the row: there is none.
    var start = cells.endIndex
    func end() {
      if bytes.isEmpty { return }
      texts.append(
        Text(column: start - cells.startIndex, style: cells[start].style, bytes: bytes))
      bytes.removeAll(keepingCapacity: true)
    }
    for index in cells.indices {
      let cell = cells[index]
      if cell.isTransparent || cell.isContinuation {
        end()
        continue
      }
      let isASCII = cell.grapheme.isASCII
      if !bytes.isEmpty, !isASCII || !cell.hasStyle(of: cells[start]) { end() }
      if bytes.isEmpty { start = index }
      if isASCII {
        bytes.append(cell.grapheme == .none ? 0x20 : UInt8(truncatingIfNeeded: cell.grapheme.code))
      } else {
        pool.append(cell.grapheme, to: &bytes)
        end()
      }
    }
    end()
    return texts
  }
}

extension Cell {
  fileprivate var style: Style {
    Style(
      foreground: foreground, background: background, attributes: attributes,
      decoration: decoration)
  }
}
