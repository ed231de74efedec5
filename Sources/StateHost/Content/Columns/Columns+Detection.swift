extension Columns {
  /// Finds the columns of `rows`, if they have any, from the first 200 of them.
  ///
  /// Plain text must not become garbage, so `automatic` asks for all of this:
  /// - The first row is a header: its cells could be names (`CellText.isName`), they differ, and none
  ///   of them appears below itself.
  /// - It divides the rows: tabs, the same number in every row; or blanks that all rows have at the
  ///   same positions, two or more of them somewhere between two names. Of 20 rows or more, one in
  ///   20 may be an exception.
  /// - Aligned cells begin or end where their name does, or stay below it.
  /// - It cannot be chance: the names are in capitals, or a line is drawn below them, or there are
  ///   three columns of which two hold numbers only (with tabs: one does).
  /// - Where cells push each other to the right, as `ps aux` lets them, words may be cells: four or more
  ///   names of one word in capitals, as many words in every row, half of them below their name,
  ///   and two columns of numbers. The last column takes the rest of the row.
  /// - A header alone is one when it is all there is (`isWhole`): three names in capitals with
  ///   two or more blanks between them.
  package static func detect(in rows: Rows, as request: Request, isWhole: Bool) -> Columns? {
    detect(in: RowSample(of: rows), as: request, isWhole: isWhole)
  }

  static func detect(in sample: RowSample, as request: Request, isWhole: Bool) -> Columns? {
    guard sample.count > 0, request != .none else { return nil }
    switch request {
    case .none:
      return nil
    case .tabSeparated:
      return named(sample, division: .separated(by: 0x09))
    case .commaSeparated:
      return named(sample, division: .commas)
    case .automatic:
      let layouts = [
        SeparatedLayout.tabs(of: sample), AlignedLayout(sample)?.division,
        SeparatedLayout.words(of: sample),
      ]
      for case .some(let division) in layouts {
        let table = SampledTable(sample, division: division)
        if table.isConvincing(isWhole: isWhole) { return table.columns }
      }
      return nil
    }
  }

  private static func named(_ sample: RowSample, division: ColumnDivision) -> Columns {
    SampledTable(sample, division: division).columns
  }
}

/// Finds out whether every row has as many fields as the first one.
enum SeparatedLayout {
  private static let fewestWords = 4

  /// Fields with tabs between them, if the first row has a tab and the others have as many.
  static func tabs(of sample: RowSample) -> ColumnDivision? {
    let tabs = tabCount(sample, 0)
    return tabs > 0 && allFit(sample) { tabCount(sample, $0) == tabs }
      ? .separated(by: 0x09) : nil
  }

  /// Words with blanks between them, if the first row has four or more and the others as many or
  /// more.
  static func words(of sample: RowSample) -> ColumnDivision? {
    let words = wordCount(sample, 0)
    return words >= fewestWords && allFit(sample) { wordCount(sample, $0) >= words } ? .words : nil
  }

  private static func allFit(_ sample: RowSample, _ fits: (Int) -> Bool) -> Bool {
    guard sample.count > 1 else { return false }
    let exceptions = (1..<sample.count).count { !fits($0) }
    return exceptions <= SampledTable.allowedExceptions(sample.count - 1)
  }

  private static func tabCount(_ sample: RowSample, _ row: Int) -> Int {
    sample.withRow(row) { bytes in
      var count = 0
      for index in 0..<bytes.count where bytes[index] == 0x09 { count += 1 }
      return count
    }
  }

  private static func wordCount(_ sample: RowSample, _ row: Int) -> Int {
    sample.withRow(row) { wordCount(of: $0) }
  }

  /// How many words `row` has.
  static func wordCount(of row: Span<UInt8>) -> Int {
    var count = 0
    SeparatedCells.walkWords(row, count: row.count) { _ in
      count += 1
      return true
    }
    return count
  }
}
