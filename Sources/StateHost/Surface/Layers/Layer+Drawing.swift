internal import HostText

extension Layer {
  /// Writes text from a place to the right, as far as the layer and `maximumColumns` reach.
  ///
  /// Tabs reach to the next multiple of eight columns from where the text begins; a newline is a
  /// space. A wide grapheme that is cut in half, at either side, becomes spaces. With a transparent
  /// background the text stands on what the layer has there.
  ///
  /// - Parameters:
  ///   - text: UTF-8, not trusted.
  ///   - column: where the text begins; what lies left of the layer is not seen.
  ///   - row: nothing is drawn above or below the layer.
  ///   - style: how it looks.
  ///   - maximumColumns: how many columns the text may use; 0 or less for none.
  /// - Returns: the columns used, counted from `column`.
  @discardableResult
  package func put(
    _ text: Span<UInt8>, column: Int, row: Int, style: Style, maximumColumns: Int = .max
  ) -> Int {
    guard 0..<rows ~= row, column < columns, column > -Self.farthestLeft else { return 0 }
    let limit = min(max(0, maximumColumns), columns - column)
    willWrite(to: row..<row + 1)
    let keepsBackground = style.background == .transparent
    let model = Cell(
      .space, foreground: style.foreground, background: style.background,
      attributes: style.attributes, decoration: style.decoration)
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
        like: model)
      used += width
    }
    return used
  }

  /// What styles for this layer refer to a decoration by; valid until the next call.
  package func intern(_ decoration: Decoration) -> DecorationID { pool.intern(decoration) }

  /// The decoration of a cell, or of a text that `LayerChanges` gives.
  package func decoration(_ id: DecorationID) -> Decoration { pool[id] }

  /// Writes text; see the form that takes bytes.
  @discardableResult
  package func put(
    _ text: String, column: Int, row: Int, style: Style, maximumColumns: Int = .max
  ) -> Int {
    put(text.utf8.span, column: column, row: row, style: style, maximumColumns: maximumColumns)
  }

  /// Fills a rectangle with one grapheme, a space if the text is empty or not fit to be shown.
  ///
  /// A wide grapheme is repeated every two columns. A transparent background keeps those there.
  package func fill(_ area: CellRectangle, with grapheme: Span<UInt8>, style: Style) {
    let area = area.clipped(to: bounds)
    guard !area.isEmpty else { return }
    willWrite(to: area.row..<area.row + area.rows)
    var scanner = GraphemeScanner()
    let isFound = scanner.next(in: grapheme) && scanner.cluster.firstScalar >= 0x20
    var model = Cell(
      .space, foreground: style.foreground, background: style.background,
      attributes: style.attributes, decoration: style.decoration)
    let keepsBackground = style.background == .transparent
    guard isFound, scanner.cluster.width == 2 else {
      if isFound { model.grapheme = pool.intern(scanner.cluster) }
      grid.fill(area, with: model, keepsBackground: keepsBackground)
      return
    }
    for row in area.row..<area.row + area.rows {
      for step in stride(from: 0, to: area.columns, by: 2) {
        place(
          scanner.cluster, columns: min(2, area.columns - step),
          at: CellPlace(column: area.column + step, row: row), like: model)
      }
    }
  }

  /// Fills a rectangle with spaces, or with the grapheme.
  package func fill(_ area: CellRectangle, with grapheme: String = " ", style: Style) {
    fill(area, with: grapheme.utf8.span, style: style)
  }

  /// Makes a rectangle transparent again.
  package func clear(_ area: CellRectangle) {
    let area = area.clipped(to: bounds)
    grid.fill(area, with: .transparent, keepsBackground: false)
  }

  /// Text that begins farther left than this is not looked at.
  private static var farthestLeft: Int { 1 << 24 }

  /// Writes one grapheme, or the spaces that stand for it: a tab, or one that is cut in half.
  private func place(
    _ cluster: GraphemeCluster, columns width: Int, at place: CellPlace, like model: Cell
  ) {
    guard place.column + width > 0 else { return }
    let keepsBackground = model.background == .transparent
    let isWhole = place.column >= 0 && width == cluster.width && cluster.firstScalar >= 0x20
    guard isWhole else {
      for column in max(0, place.column)..<place.column + width {
        grid.place(model, column: column, row: place.row, keepsBackground: keepsBackground)
      }
      return
    }
    let cell = Cell(
      pool.intern(cluster), width: width, foreground: model.foreground,
      background: model.background, attributes: model.attributes, decoration: model.decoration)
    grid.place(cell, column: place.column, row: place.row, keepsBackground: keepsBackground)
  }
}
