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
      let division = SeparatedLayout.division(of: sample) ?? AlignedLayout(sample)?.division
      guard let division else { return nil }
      let table = SampledTable(sample, division: division)
      return table.isConvincing(isWhole: isWhole) ? table.columns : nil
    }
  }

  private static func named(_ sample: RowSample, division: ColumnDivision) -> Columns {
    SampledTable(sample, division: division).columns
  }
}

/// Finds out whether rows are fields with tabs between them.
enum SeparatedLayout {
  /// The division, if the first row has a tab and the others have as many.
  static func division(of sample: RowSample) -> ColumnDivision? {
    let tabs = tabCount(sample, 0)
    guard tabs > 0, sample.count > 1 else { return nil }
    var exceptions = 0
    for row in 1..<sample.count where tabCount(sample, row) != tabs { exceptions += 1 }
    return exceptions <= SampledTable.allowedExceptions(sample.count - 1)
      ? .separated(by: 0x09) : nil
  }

  private static func tabCount(_ sample: RowSample, _ row: Int) -> Int {
    sample.withRow(row) { bytes in
      var count = 0
      for index in 0..<bytes.count where bytes[index] == 0x09 { count += 1 }
      return count
    }
  }
}
