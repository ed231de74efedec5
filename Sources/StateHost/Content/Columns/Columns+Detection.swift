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
  /// - It cannot be chance: the names are in capitals, which what stands below some of them is not, or a line is
  ///   drawn below them, or there are three columns of which two hold numbers only (with tabs: one does).
  /// - Names in capitals above nothing but capitals are a row like the others.
  /// - Where cells push each other to the right, as `ps aux` lets them, words may be cells: four or more
  ///   names of one word in capitals, as many words in every row, half of them below their name,
  ///   and two columns of numbers. The last column takes the rest of the row.
  /// - A header alone is one when it is all there is (`isWhole`): four names in capitals with
  ///   two or more blanks between them. Three such words are a text that somebody wants to see.
  /// - Commas divide, or semicolons, where every row has as many (those in double quotes are none), as tabs do;
  ///   without numbers and capitals where there are three columns and two rows. Where blanks follow them it
  ///   may be a text: that needs three columns, two rows and a column of numbers.
  ///
  /// No header is needed where the rows, two or more, are objects of JSON that have most keys in common: of all
  /// values that the columns could have, three in five are there.
  ///
  /// Neither is looked for in fewer than ten rows of a stream that goes on.
  ///
  /// What a file is by its `name` it is where every row has as many fields and the first could name them, or
  /// every row is an object.
  static func detect(
    in rows: Rows, as request: Request, named name: Request? = nil, isWhole: Bool
  ) -> Columns? {
    detect(in: RowSample(of: rows), as: request, named: name, isWhole: isWhole)
  }

  static func detect(
    in sample: RowSample, as request: Request, named name: Request? = nil, isWhole: Bool
  ) -> Columns? {
    guard sample.count > 0, request != .none else { return nil }
    switch request {
    case .none:
      return nil
    case .tabSeparated:
      return named(sample, division: .separated(by: 0x09))
    case .commaSeparated:
      return named(
        sample, division: .quoted(separator: SeparatedLayout.likelySeparator(of: sample)))
    case .members:
      return MemberTable(sample).columns
    case .automatic:
      if let name, let columns = expected(in: sample, as: name) { return columns }
      let members = MemberTable(sample)
      // A stream that has hardly begun may go on in another way.
      let isEnough = isWhole || sample.count >= fewestRows
      if isEnough, members.isConvincing { return members.columns }
      let layouts = [
        SeparatedLayout.tabs(of: sample), AlignedLayout(sample)?.division,
        SeparatedLayout.words(of: sample),
        isEnough ? SeparatedLayout.quoted(of: sample) : nil,
      ]
      for case .some(let division) in layouts {
        let table = SampledTable(sample, division: division)
        if table.isConvincing(isWhole: isWhole) { return table.columns }
      }
      return nil
    }
  }

  private static let fewestRows = 10

  /// What a file is by its name, if its rows allow that.
  private static func expected(in sample: RowSample, as name: Request) -> Columns? {
    let layout: ColumnDivision?
    switch name {
    case .automatic, .none: return nil
    case .members:
      let members = MemberTable(sample)
      return members.isOfObjects ? members.columns : nil
    case .tabSeparated: layout = SeparatedLayout.tabs(of: sample)
    case .commaSeparated: layout = SeparatedLayout.quoted(of: sample)
    }
    guard let layout else { return nil }
    let table = SampledTable(sample, division: layout)
    return table.hasPossibleHeader ? table.columns : nil
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

  /// Fields with commas or semicolons between them, if the first row has some and the others as many.
  static func quoted(of sample: RowSample) -> ColumnDivision? {
    let separator = likelySeparator(of: sample)
    let fields = fieldCount(sample, 0, separator)
    return fields > 1 && allFit(sample) { fieldCount(sample, $0, separator) == fields }
      ? .quoted(separator: separator) : nil
  }

  /// The comma, or the semicolon where that divides the first row into more fields.
  static func likelySeparator(of sample: RowSample) -> UInt8 {
    let comma = UInt8(ascii: ",")
    let semicolon = UInt8(ascii: ";")
    return fieldCount(sample, 0, semicolon) > fieldCount(sample, 0, comma) ? semicolon : comma
  }

  private static func fieldCount(_ sample: RowSample, _ row: Int, _ separator: UInt8) -> Int {
    sample.withRow(row) { fieldCount(of: $0, separator) }
  }

  /// How many fields `row` has where `separator` divides it.
  static func fieldCount(of row: Span<UInt8>, _ separator: UInt8) -> Int {
    var count = 0
    SeparatedCells.walkQuoted(row, separator: separator, count: row.count + 1) { _ in
      count += 1
      return true
    }
    return count
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
