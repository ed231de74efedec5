/// Detects whether arriving rows form a table and which columns it has: from the first rows, again with more, and
/// finally with a full sample or at the end of the load.
struct ColumnDetector {
  /// What the content loader learns when it asks for the columns of the rows so far: no detection is due yet, or the
  /// columns, nil where the rows are plain lines.
  enum Finding: Equatable {
    case notYetTime
    /// Nil if there are no columns.
    case found(Columns?)
  }

  private var request: Columns.Request
  /// The format suggested by the file name.
  private let name: Columns.Request?
  private var nextCount: Int
  /// The number of rows at the last detection in all rows; 0 before the first.
  private var wholeCount = 0
  private var isDone = false
  /// The last result; nil once its widths cover all rows.
  private var found: Columns?

  init(request: Columns.Request, named name: Columns.Request? = nil) {
    self.request = request
    self.name = name
    nextCount = Self.firstCount(request)
  }

  /// Starts again for other rows.
  mutating func restart() {
    nextCount = Self.firstCount(request)
    wholeCount = 0
    isDone = false
    found = nil
  }

  /// Changes the request, when a plugin's source declares its format.
  mutating func expect(_ request: Columns.Request) {
    guard self.request != request else { return }
    self.request = request
    restart()
  }

  /// Detects the columns of the rows so far if a detection is due.
  ///
  /// - Parameters:
  ///   - rows: all rows with the header.
  ///   - isWhole: whether no more rows are expected.
  ///   - grows: whether the file may grow, so that detection repeats with more rows.
  /// - Returns: `notYetTime` if no detection is due.
  mutating func find(in rows: Rows, isWhole: Bool, grows: Bool = false) -> Finding {
    if isDone {
      guard isWhole, let columns = found else { return .notYetTime }
      found = nil
      return .found(columns.widened(for: rows))
    }
    let isDue = isWhole ? wholeCount == 0 || rows.count > wholeCount : rows.count >= nextCount
    guard request != .none, isDue else { return .notYetTime }
    isDone = isWhole && !grows || rows.count >= RowSample.maxRows
    if isWhole { wholeCount = max(1, rows.count) }
    if isWhole {
      found = nil
      return .found(Columns.find(in: rows, as: request, named: name))
    }
    while nextCount <= rows.count, !isDone { nextCount *= 10 }
    nextCount = min(nextCount, RowSample.maxRows)
    found = Columns.detect(in: rows, as: request, named: name, isWhole: false)
    return .found(found)
  }

  /// A table needs two rows to be recognised; a requested header is known with the first.
  private static func firstCount(_ request: Columns.Request) -> Int {
    request == .automatic ? 2 : 1
  }
}

extension Columns.Request {
  /// The format that a file name suggests; nil for none.
  init?(nameOf path: String) {
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
  /// Detects the columns of `rows` from the first 200.
  ///
  /// To leave plain text alone, `automatic` requires all of this:
  /// - The first row is a header: its cells could be names (`CellText.isName`), they differ, and
  ///   none repeats below itself.
  /// - The rows split alike: by tabs, the same number in every row; or by blanks at the same
  ///   positions in all rows, at least two of them between some names. Of 20 rows or more, one in
  ///   20 may be an exception.
  /// - Aligned cells begin or end where their name does, or stay below it.
  /// - There is further evidence: the names are in capitals and some column below is not, or a line
  ///   is drawn below them, or there are three columns of which two are numeric (with tabs: one).
  /// - Names in capitals above only capitals are an ordinary row.
  /// - If cells shift columns, as in `ps aux`, words may be cells: at least four one-word names in
  ///   capitals, as many words in every row, half of them below their name, and two numeric
  ///   columns. The last column takes the rest of the row.
  /// - A header without rows counts at the end of the load (`isWhole`): four names in capitals with
  ///   at least two blanks between them. Three such words are probably text.
  /// - Commas or semicolons split like tabs, except in double quotes; without numbers and capitals
  ///   they need three columns and two rows. If blanks follow them, as in text, they need three
  ///   columns, two rows and a numeric column.
  ///
  /// Two or more rows of JSON objects need no header if they have most keys in common: three in
  /// five of all possible values exist.
  ///
  /// While rows still arrive, the last two rules need ten rows.
  ///
  /// A format suggested by the file `name` applies if every row has as many fields and the first
  /// could name them, or every row is an object.
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
      return named(sample, format: .separated(by: 0x09))
    case .commaSeparated:
      return named(
        sample, format: .quoted(separator: SeparatedDetector.likelySeparator(of: sample)))
    case .members:
      return JSONTable(sample).columns
    case .automatic:
      if let name, let columns = expected(in: sample, as: name) { return columns }
      let members = JSONTable(sample)
      // The beginning of a stream may differ from the rest.
      let isEnough = isWhole || sample.count >= fewestRows
      if isEnough, members.isConvincing { return members.columns }
      let layouts = [
        SeparatedDetector.tabs(of: sample), AlignedDetector(sample)?.format,
        SeparatedDetector.words(of: sample),
        isEnough ? SeparatedDetector.quoted(of: sample) : nil,
      ]
      for case .some(let format) in layouts {
        let table = TableCandidate(sample, format: format)
        if table.isConvincing(isWhole: isWhole) { return table.columns }
      }
      return nil
    }
  }

  private static let fewestRows = 10

  /// The columns in the format that the file name suggests; nil if the rows do not have it.
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
    let table = TableCandidate(sample, format: layout)
    return table.hasPossibleHeader ? table.columns : nil
  }

  private static func named(_ sample: RowSample, format: RowFormat) -> Columns {
    TableCandidate(sample, format: format).columns
  }
}

/// Functions that recognise tables with separated fields (tabs, commas or blanks): every row must have as many fields
/// as the first.
enum SeparatedDetector {
  private static let fewestWords = 4

  static func tabs(of sample: RowSample) -> RowFormat? {
    let tabs = tabCount(sample, 0)
    return tabs > 0 && allFit(sample) { tabCount(sample, $0) == tabs }
      ? .separated(by: 0x09) : nil
  }

  /// Words separated by blanks: four or more in the first row, and at least as many in the others.
  static func words(of sample: RowSample) -> RowFormat? {
    let words = wordCount(sample, 0)
    return words >= fewestWords && allFit(sample) { wordCount(sample, $0) >= words } ? .words : nil
  }

  static func quoted(of sample: RowSample) -> RowFormat? {
    let separator = likelySeparator(of: sample)
    let fields = fieldCount(sample, 0, separator)
    return fields > 1 && allFit(sample) { fieldCount(sample, $0, separator) == fields }
      ? .quoted(separator: separator) : nil
  }

  /// The comma, or the semicolon if it splits the first row into more fields.
  static func likelySeparator(of sample: RowSample) -> UInt8 {
    let comma = UInt8(ascii: ",")
    let semicolon = UInt8(ascii: ";")
    return fieldCount(sample, 0, semicolon) > fieldCount(sample, 0, comma) ? semicolon : comma
  }

  private static func fieldCount(_ sample: RowSample, _ row: Int, _ separator: UInt8) -> Int {
    sample.withRow(row) { fieldCount(of: $0, separator) }
  }

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

  static func wordCount(of row: Span<UInt8>) -> Int {
    var count = 0
    SeparatedCells.walkWords(row, count: row.count) { _ in
      count += 1
      return true
    }
    return count
  }
}

/// Recognises tables with aligned columns, as `ps` prints them, by the character positions that are blank in every
/// row.
struct AlignedDetector {
  /// In Unicode scalars; the rest of a long header is ignored.
  private static let maxPositions = 1024

  /// By position: whether the header is blank, and whether every row is.
  private let headerIsBlank: [Bool]
  private let gaps: [Bool]
  private let rows: [[Bool]]

  /// Nil unless two blanks separate two names in the first row.
  init?(_ sample: RowSample) {
    let header = Self.blanks(sample, 0, most: Self.maxPositions)
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

  /// Nil for fewer than two columns.
  var format: RowFormat? {
    let segments = mergedSegments()
    guard segments.count > 1 else { return nil }
    var borders: [RowFormat.Border] = []
    for (left, right) in zip(segments, segments.dropFirst()) {
      borders.append(
        RowFormat.Border(position: left.upperBound, nextStandsRight: standsRight(right)))
    }
    return .aligned(borders)
  }

  /// Runs of positions that are not gaps, merged where a run has no name.
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

  /// Whether the name ends at the end of its segment but does not begin at its start.
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
