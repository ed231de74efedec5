/// Looks for columns while rows arrive: with the first, again with more, a last time with all
/// that are looked at or when no more come.
struct ColumnDetector {
  /// What a look gave.
  enum Finding: Equatable {
    case notYetTime
    /// The columns, or that there are none.
    case found(Columns?)
  }

  private var request: Columns.Request
  /// What the rows are likely to be, by the name of their file.
  private let name: Columns.Request?
  private var nextCount: Int
  private var isDone = false
  /// What was found last, until it has room for all rows.
  private var found: Columns?

  init(request: Columns.Request, named name: Columns.Request? = nil) {
    self.request = request
    self.name = name
    nextCount = Self.firstCount(request)
  }

  /// Other rows take the place of those looked at.
  mutating func restart() {
    nextCount = Self.firstCount(request)
    isDone = false
    found = nil
  }

  /// The source says what there is to find.
  mutating func expect(_ request: Columns.Request) {
    guard self.request != request else { return }
    self.request = request
    restart()
  }

  /// Looks at the rows so far, if it is time to; `isWhole` says that no more come.
  mutating func find(in rows: Rows, isWhole: Bool) -> Finding {
    if isDone {
      guard isWhole, let columns = found else { return .notYetTime }
      found = nil
      return .found(columns.widened(for: rows))
    }
    guard request != .none, isWhole || rows.count >= nextCount else { return .notYetTime }
    isDone = isWhole || rows.count >= RowSample.mostRows
    if isWhole {
      found = nil
      return .found(Columns.find(in: rows, as: request, named: name))
    }
    while nextCount <= rows.count, !isDone { nextCount *= 10 }
    nextCount = min(nextCount, RowSample.mostRows)
    found = Columns.detect(in: rows, as: request, named: name, isWhole: false)
    return .found(found)
  }

  /// A table is seen by its second row; a header that was asked for is there with the first.
  private static func firstCount(_ request: Columns.Request) -> Int {
    request == .automatic ? 2 : 1
  }
}

extension Columns.Request {
  /// What a file is likely to be, by the end of its name; nil where that says nothing.
  init?(nameOf source: Source) {
    guard case .file(let path) = source else { return nil }
    let name = path.lowercased()
    let ends: [(end: String, request: Columns.Request)] = [
      (".csv", .commaSeparated), (".tsv", .tabSeparated), (".jsonl", .members),
      (".ndjson", .members),
    ]
    guard let known = ends.first(where: { name.hasSuffix($0.end) }) else { return nil }
    self = known.request
  }
}

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
        sample, division: .quoted(separator: SeparatedDetector.likelySeparator(of: sample)))
    case .members:
      return JSONTable(sample).columns
    case .automatic:
      if let name, let columns = expected(in: sample, as: name) { return columns }
      let members = JSONTable(sample)
      // A stream that has hardly begun may go on in another way.
      let isEnough = isWhole || sample.count >= fewestRows
      if isEnough, members.isConvincing { return members.columns }
      let layouts = [
        SeparatedDetector.tabs(of: sample), AlignedDetector(sample)?.division,
        SeparatedDetector.words(of: sample),
        isEnough ? SeparatedDetector.quoted(of: sample) : nil,
      ]
      for case .some(let division) in layouts {
        let table = TableCandidate(sample, division: division)
        if table.isConvincing(isWhole: isWhole) { return table.columns }
      }
      return nil
    }
  }

  private static let fewestRows = 10

  /// What a file is by its name, if its rows allow that.
  private static func expected(in sample: RowSample, as name: Request) -> Columns? {
    let layout: RowFormat?
    switch name {
    case .automatic, .none: return nil
    case .members:
      let members = JSONTable(sample)
      return members.isOfObjects ? members.columns : nil
    case .tabSeparated: layout = SeparatedDetector.tabs(of: sample)
    case .commaSeparated: layout = SeparatedDetector.quoted(of: sample)
    }
    guard let layout else { return nil }
    let table = TableCandidate(sample, division: layout)
    return table.hasPossibleHeader ? table.columns : nil
  }

  private static func named(_ sample: RowSample, division: RowFormat) -> Columns {
    TableCandidate(sample, division: division).columns
  }
}

/// Finds out whether every row has as many fields as the first one.
enum SeparatedDetector {
  private static let fewestWords = 4

  /// Fields with tabs between them, if the first row has a tab and the others have as many.
  static func tabs(of sample: RowSample) -> RowFormat? {
    let tabs = tabCount(sample, 0)
    return tabs > 0 && allFit(sample) { tabCount(sample, $0) == tabs }
      ? .separated(by: 0x09) : nil
  }

  /// Words with blanks between them, if the first row has four or more and the others as many or
  /// more.
  static func words(of sample: RowSample) -> RowFormat? {
    let words = wordCount(sample, 0)
    return words >= fewestWords && allFit(sample) { wordCount(sample, $0) >= words } ? .words : nil
  }

  /// Fields with commas or semicolons between them, if the first row has some and the others as many.
  static func quoted(of sample: RowSample) -> RowFormat? {
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
    return exceptions <= TableCandidate.allowedExceptions(sample.count - 1)
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

/// Finds the blanks that all rows have at the same positions.
struct AlignedDetector {
  /// Positions are in Unicode scalars; a header is not looked at beyond this one.
  private static let mostPositions = 1024

  /// The header's text at each position, and which positions are blank in every row.
  private let headerIsBlank: [Bool]
  private let gaps: [Bool]
  private let rows: [[Bool]]

  /// `nil` if nothing in the first row looks like two names with two blanks between them.
  init?(_ sample: RowSample) {
    let header = Self.blanks(sample, 0, most: Self.mostPositions)
    guard Self.hasWideGap(header) else { return nil }
    let first = TableCandidate.hasRule(sample) ? 2 : 1
    rows = (first..<max(first, sample.count)).map {
      Self.blanks(sample, $0, most: header.count)
    }.filter { $0.contains(false) }
    headerIsBlank = header
    let allowed = TableCandidate.allowedExceptions(rows.count)
    var gaps = header
    for position in header.indices where header[position] {
      let taken = rows.count { $0.count > position && !$0[position] }
      gaps[position] = taken <= allowed
    }
    self.gaps = gaps
  }

  /// The division into two or more columns, if there is one.
  var division: RowFormat? {
    let segments = mergedSegments()
    guard segments.count > 1 else { return nil }
    var borders: [RowFormat.Border] = []
    for (left, right) in zip(segments, segments.dropFirst()) {
      borders.append(
        RowFormat.Border(position: left.upperBound, nextStandsRight: standsRight(right)))
    }
    return .aligned(borders)
  }

  /// Runs of positions that are no gap, joined where only one of two neighbours has a name.
  private func mergedSegments() -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for segment in segments() {
      guard let last = merged.last else {
        merged.append(segment)
        continue
      }
      let gap = segment.lowerBound - last.upperBound
      let isNameless = !hasName(segment)
      let isEmptyWord = gap == 1 && rows.allSatisfy { isBlank($0, segment) }
      if isNameless || isEmptyWord {
        merged[merged.count - 1] = last.lowerBound..<segment.upperBound
      } else {
        merged.append(segment)
      }
    }
    return merged
  }

  private func segments() -> [Range<Int>] {
    var segments: [Range<Int>] = []
    var start: Int?
    for position in gaps.indices {
      if gaps[position], let begun = start {
        segments.append(begun..<position)
        start = nil
      } else if !gaps[position], start == nil {
        start = position
      }
    }
    if let start { segments.append(start..<gaps.count) }
    return segments
  }

  private func hasName(_ segment: Range<Int>) -> Bool {
    segment.contains { !headerIsBlank[$0] }
  }

  private func isBlank(_ row: [Bool], _ segment: Range<Int>) -> Bool {
    segment.allSatisfy { $0 >= row.count || row[$0] }
  }

  /// The name of the column ends where its segment does, and does not begin where that begins.
  private func standsRight(_ segment: Range<Int>) -> Bool {
    headerIsBlank[segment.lowerBound] && !headerIsBlank[segment.upperBound - 1]
  }

  private static func blanks(_ sample: RowSample, _ row: Int, most: Int) -> [Bool] {
    sample.withRow(row) { bytes in
      var blanks: [Bool] = []
      for index in 0..<bytes.count where bytes[index] & 0xC0 != 0x80 {
        if blanks.count == most { break }
        blanks.append(CellText.isBlank(bytes[index]))
      }
      while blanks.last == true { blanks.removeLast() }
      return blanks
    }
  }

  private static func hasWideGap(_ header: [Bool]) -> Bool {
    guard let first = header.firstIndex(of: false) else { return false }
    let named = header[first...]
    return zip(named, named.dropFirst()).contains { $0 && $1 }
  }
}
