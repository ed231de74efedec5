/// The detector of a load's columns while its rows arrive: detects whether they form a table after
/// the first two rows (one if a format is requested), then each time that there are ten times as
/// many, last with 200 rows or at the end of the load; later rows only widen the columns.
struct ColumnDetector {
  /// The result of `ColumnDetector.find`: no detection was due, or columns, nil for plain lines.
  enum Finding: Equatable {
    case notYetTime
    case found(Columns?)
  }

  private let request: Columns.Request
  /// The format suggested by the file name.
  private let name: Columns.Request?
  /// The names of columns that the user has given.
  private let wanted: [String]
  private var nextCount: Int
  /// The number of rows at the last detection in all rows; 0 before the first.
  private var wholeCount = 0
  private var isDone = false
  /// The last result; nil once its widths cover all rows.
  private var found: Columns?

  init(request: Columns.Request, named name: Columns.Request? = nil, with wanted: [String] = []) {
    (self.request, self.name, self.wanted) = (request, name, wanted)
    // A table needs two rows to be recognised; a requested header is known with the first.
    nextCount = request == .automatic ? 2 : 1
  }

  mutating func restart() { self = ColumnDetector(request: request, named: name, with: wanted) }

  /// Changes the request, when a plugin's source declares its format.
  mutating func expect(_ request: Columns.Request) {
    if self.request != request {
      self = ColumnDetector(request: request, named: name, with: wanted)
    }
  }

  /// Detects the columns of the rows so far if a detection is due.
  ///
  /// `rows` include the header; `isWhole` is whether no more are expected, unless the file `grows`.
  mutating func find(in rows: Rows, isWhole: Bool, grows: Bool = false) -> Finding {
    if isDone {
      guard isWhole, let columns = found else { return .notYetTime }
      found = nil
      return .found(columns.widened(for: rows))
    }
    let isDue = isWhole ? wholeCount == 0 || rows.count > wholeCount : rows.count >= nextCount
    guard request != .none, isDue else { return .notYetTime }
    isDone = isWhole && !grows || rows.count >= RowSample.maxRows
    if isWhole {
      wholeCount = max(1, rows.count)
      found = nil
      return .found(Columns.find(in: rows, as: request, named: name, with: wanted))
    }
    while nextCount <= rows.count, !isDone { nextCount *= 10 }
    nextCount = min(nextCount, RowSample.maxRows)
    found = Columns.detect(in: rows, as: request, named: name, with: wanted, isWhole: false)
    return .found(found)
  }
}

extension Columns.Request {
  /// The format that a file name suggests; nil for none.
  init?(nameOf path: String) {
    let parts = path.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    switch parts.dropFirst().last {
    case "csv": self = .commaSeparated
    case "tsv": self = .tabSeparated
    case "jsonl", "ndjson": self = .members
    default: return nil
    }
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
  ///
  /// A first row with all names `wanted` by the user is always a header, at last split into words.
  static func detect(
    in rows: Rows, as request: Request, named name: Request? = nil, with wanted: [String] = [],
    isWhole: Bool
  ) -> Columns? {
    let sample = RowSample(of: rows)
    guard sample.count > 0 else { return nil }
    switch request {
    case .none: return nil
    case .tabSeparated: return TableCandidate(sample, format: .tabs).columns
    case .commaSeparated: return TableCandidate(sample, format: .quoted(in: sample)).columns
    case .members: return JSONTableCandidate(sample).columns
    case .automatic:
      if let name, let columns = expected(in: sample, as: name) { return columns }
      let members = JSONTableCandidate(sample)
      // The beginning of a stream may differ from the rest.
      let isEnough = isWhole || sample.count >= fewestRows
      if isEnough, members.isConvincing { return members.columns }
      let layouts = [
        RowFormat.tabs.splitting(sample), AlignedColumnDetector(sample)?.format,
        RowFormat.words.splitting(sample), isEnough ? .quoted(in: sample).splitting(sample) : nil,
      ]
      for format in layouts.compactMap({ $0 }) {
        let table = TableCandidate(sample, format: format)
        if table.isConvincing(isWhole: isWhole) { return table.columns }
      }
      guard !wanted.isEmpty, sample.count > 1 else { return nil }
      return (layouts.compactMap { $0 } + [.words]).lazy
        .map { TableCandidate(sample, format: $0).columns }
        .first { columns in wanted.allSatisfy { columns.number(of: $0) != nil } }
    }
  }

  private static let fewestRows = 10

  /// The columns in the format that the file name suggests; nil if the rows do not have it.
  private static func expected(in sample: RowSample, as name: Request) -> Columns? {
    let format: RowFormat?
    switch name {
    case .automatic, .none: return nil
    case .members:
      let members = JSONTableCandidate(sample)
      return members.isOfObjects ? members.columns : nil
    case .tabSeparated: format = RowFormat.tabs.splitting(sample)
    case .commaSeparated: format = RowFormat.quoted(in: sample).splitting(sample)
    }
    guard let table = format.map({ TableCandidate(sample, format: $0) }) else { return nil }
    return table.hasPossibleHeader ? table.columns : nil
  }
}

extension RowFormat {
  static let tabs = RowFormat.separated(by: 0x09)

  /// Fields separated by commas, or by semicolons if these split the first row into more.
  static func quoted(in sample: RowSample) -> RowFormat {
    let commas = RowFormat.quoted(separator: 0x2C)
    let semicolons = RowFormat.quoted(separator: 0x3B)
    let hasMore = sample.withRow(0) { semicolons.cellCount(of: $0) > commas.cellCount(of: $0) }
    return hasMore ? semicolons : commas
  }

  /// The format if every row has as many cells as the first, and it has two or more; nil otherwise.
  ///
  /// Of words there must be four or more in the first row, and at least as many in the others.
  fileprivate func splitting(_ sample: RowSample) -> RowFormat? {
    let isOfWords = self == .words
    let first = sample.withRow(0) { cellCount(of: $0) }
    guard first >= (isOfWords ? 4 : 2), sample.count > 1 else { return nil }
    let exceptions = (1..<sample.count).count { row in
      let count = sample.withRow(row) { cellCount(of: $0) }
      return isOfWords ? count < first : count != first
    }
    return exceptions <= TableCandidate.allowedExceptions(sample.count - 1) ? self : nil
  }
}

/// The detector of column boundaries in space-aligned output, such as that of `ps`: the character
/// positions that are blank in the header and in nearly all of the first 200 rows; the result is a
/// `RowFormat`, nil for fewer than two columns.
struct AlignedColumnDetector {
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
    rows = (first..<max(first, sample.count)).map { Self.blanks(sample, $0, most: header.count) }
      .filter { $0.contains(false) }
    headerIsBlank = header
    let allowed = TableCandidate.allowedExceptions(rows.count)
    gaps = header.indices.map { [rows] position in
      header[position] && rows.count { $0.count > position && !$0[position] } <= allowed
    }
  }

  /// Nil for fewer than two columns.
  var format: RowFormat? {
    let segments = mergedSegments()
    guard segments.count > 1 else { return nil }
    return .aligned(
      zip(segments, segments.dropFirst()).map { left, right in
        // Right-aligned is a name that ends at the end of its segment but begins after its start.
        RowFormat.Border(
          position: left.upperBound,
          nextStandsRight: headerIsBlank[right.lowerBound] && !headerIsBlank[right.upperBound - 1])
      })
  }

  /// Runs of positions that are not gaps, merged where a run has no name.
  private func mergedSegments() -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for segment in gaps.indices.split(whereSeparator: { gaps[$0] }) {
      guard let last = merged.last else {
        merged.append(segment)
        continue
      }
      let isNameless = segment.allSatisfy { headerIsBlank[$0] }
      let isEmptyWord =
        segment.lowerBound - last.upperBound == 1
        && rows.allSatisfy { row in segment.allSatisfy { $0 >= row.count || row[$0] } }
      if isNameless || isEmptyWord {
        merged[merged.count - 1] = last.lowerBound..<segment.upperBound
      } else {
        merged.append(segment)
      }
    }
    return merged
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
