package import HostSystem

/// The filter and the sort order that the host applies to the rows, for the user or a child;
/// without both, the content is shown as it is.
package struct ViewRequest: Equatable, Sendable {
  package var filter: RowFilter?
  package var sort: RowSort?

  package init(filter: RowFilter? = nil, sort: RowSort? = nil) {
    self.filter = filter
    self.sort = sort
  }
}

/// The host's condition on rows, for a filter or a search: a text or pattern, how it is
/// interpreted, whether case matters, and the column it applies to, if not whole rows.
package struct RowFilter: Equatable, Sendable {
  /// The way in which the host interprets the text of a row filter: as a substring, a regular
  /// expression, fuzzy words, or an fzf-style query.
  package enum Kind: String, Sendable {
    case text
    /// A POSIX extended regular expression (`RegexParser`) matches in the row; `.` excludes NUL.
    case expression
    /// The row contains the characters of each word in their order, with gaps.
    case fuzzy
    /// The row matches each word of a query; see `RowQuery`.
    case query
  }

  /// The case sensitivity of the host's or a child's filter or search; `smart` distinguishes case
  /// only if the text, or the word of a query, has an uppercase letter.
  package enum LetterCase: String, Sendable {
    case smart, sensitive, insensitive
  }

  /// In bytes.
  package static let longestText = 1024

  /// UTF-8, or any bytes to find; empty matches every row.
  package var text: [UInt8]
  package var kind: Kind
  package var letterCase: LetterCase
  /// Restricts the filter to the cells of a column; nil for whole rows.
  package var column: Int?
  /// Whether the words of a query match as they are, and those after ' with gaps; set by the host,
  /// and not visible to children.
  package var matchesExactly = false

  package init(
    _ text: [UInt8], kind: Kind = .text, letterCase: LetterCase = .smart, column: Int? = nil
  ) {
    self.text = text
    self.kind = kind
    self.letterCase = letterCase
    self.column = column
  }
}

/// The host's sort order for rows: what is compared, in which column, ascending or descending; the
/// sort is stable, and more than 10 million rows stay unsorted.
package struct RowSort: Equatable, Sendable {
  /// The key by which the host compares rows when it sorts them: text, a leading number, the
  /// natural order of a type, or the match score.
  package enum Key: Equatable, Sendable {
    /// The first 511 bytes of the cell.
    case text
    /// The `LeadingNumber` of the cell; cells without one are last in either direction.
    case number
    /// The natural order of the column's `CellType`; other types, then empty cells are last.
    case natural
    /// By how well the row matches the filter: best first, then the shorter; see `RowRanker`.
    case score
  }

  /// The most rows that are sorted; their order takes 80 MB, and sorting them 440 MB.
  package static let maxRows = 10_000_000

  package var key: Key
  /// The column to compare; nil for whole rows.
  package var column: Int?
  package var isDescending: Bool
  /// What `Key.score` compares; set by the host, and not visible to children.
  package var ranking = Ranking()

  /// The ranking of rows sorted by score: whether scores and lengths count (not with `--no-sort`),
  /// and whether the last of equally good rows is first (`--tac`).
  package struct Ranking: Equatable, Sendable {
    /// Whether scores are compared, or only the content's order.
    package var comparesScores = true
    /// Whether the last of equally good rows is first.
    package var isLastFirst = false

    package init(comparesScores: Bool = true, isLastFirst: Bool = false) {
      self.comparesScores = comparesScores
      self.isLastFirst = isLastFirst
    }
  }

  package init(
    by key: Key, column: Int? = nil, isDescending: Bool = false, ranking: Ranking = Ranking()
  ) {
    self.key = key
    self.column = column
    self.isDescending = isDescending
    self.ranking = ranking
  }
}

/// The sort order of `--sort`: a column by name or number, yet to be found, and a direction.
package struct SortRequest: Equatable, Sendable {
  package let column: String
  package let isDescending: Bool

  /// `column` is a name, or a number from 1.
  package init(_ column: String, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }

  /// The natural order of the column, nil if there is none; without a table, 1 is the whole row.
  package func resolve(in columns: Columns?) -> RowSort? {
    guard let number = Columns.number(of: column, in: columns) else { return nil }
    return RowSort(
      by: .natural, column: columns == nil && number == 0 ? nil : number,
      isDescending: isDescending)
  }
}

/// The reason why a filter, search or sort cannot be applied, or only in part, such as a syntax
/// error, an expression that takes too long, rows of which only the beginning was searched, a
/// missing column, or too many rows to sort; it has the text of the message, which children show.
package enum ViewProblem: Error, Equatable, Sendable {
  case textTooLong
  /// A syntax error in the regular expression.
  case expression(String)
  /// The regular expression took too long on a row and finds nothing more.
  ///
  /// The pattern is quoted; `setter` is the child that has set it, nil for the user.
  case takesTooLong(pattern: String, isFilter: Bool, setter: String? = nil)
  /// Rows longer than `RowLimits.maxRowBytes` were searched only at the start; some did not match.
  case onlyBeginnings(isFilter: Bool)
  /// More than `RowSort.maxRows` rows; they are in the content's order.
  case tooManyToSort
  /// The sorted column does not exist after a reload.
  case sortedColumnGone(String)
  /// The filtered column does not exist after a reload.
  case filteredColumnGone(String)
  /// The column from the command line does not exist.
  case noColumnToSort(String)
  /// No thread or descriptor for a background search.
  case system(SystemError)

  /// The problem without a full stop.
  package var text: String {
    switch self {
    case .textTooLong: "the text is longer than \(RowFilter.longestText) bytes"
    case .expression(let problem): "invalid regular expression: \(problem)"
    case .takesTooLong(let pattern, let isFilter, let setter):
      "\(setter == nil ? "your " : "")\(isFilter ? "filter" : "search") \(pattern)"
        + (setter.map { " of \($0)" } ?? "") + " takes too long; not all matches are found"
    case .onlyBeginnings(let isFilter):
      isFilter
        ? "of long rows only the first 1 MiB was searched"
        : "no match in the first 1 MiB of long rows"
    case .tooManyToSort: "more than \(RowSort.maxRows) rows are not sorted"
    case .sortedColumnGone(let name): "not sorted: there is no column \(name) any more"
    case .noColumnToSort(let name): "--sort: there is no column \(name)"
    case .filteredColumnGone(let name): "not filtered: there is no column \(name) any more"
    case .system(let error): "the rows cannot be searched: \(error)"
    }
  }
}

/// A view's filter and sort as requested, whose columns are found again by name after a reload.
///
/// A part whose column is missing waits until it is back.
struct TrackedRequest {
  /// The part of the request whose columns exist.
  private(set) var current = ViewRequest()
  /// The missing column once all rows have arrived; the filter goes before the sort.
  private(set) var missing: ViewProblem?

  private var requested = ViewRequest()
  private var filterColumn: TrackedColumn?
  private var sortColumn: TrackedColumn?

  init() {}

  init(_ request: ViewRequest, in columns: Columns?) {
    (requested, current) = (request, request)
    filterColumn = TrackedColumn(request.filter?.column, of: columns)
    sortColumn = TrackedColumn(request.sort?.column, of: columns)
  }

  /// Applies the current columns.
  ///
  /// Nothing changes until they are known. While rows arrive, a missing column is not reported.
  mutating func update(_ content: Content) {
    guard content.hasKnownColumns else { return }
    // Requests made before there were columns get their names now.
    filterColumn = filterColumn ?? TrackedColumn(requested.filter?.column, of: content.columns)
    sortColumn = sortColumn ?? TrackedColumn(requested.sort?.column, of: content.columns)
    current = requested
    var unmet: ViewProblem?
    if let name = sortColumn?.name {
      current.sort?.column = sortColumn?.find(in: content.columns)
      if current.sort?.column == nil { (current.sort, unmet) = (nil, .sortedColumnGone(name)) }
    }
    if let name = filterColumn?.name {
      current.filter?.column = filterColumn?.find(in: content.columns)
      if current.filter?.column == nil {
        (current.filter, unmet) = (nil, .filteredColumnGone(name))
      }
    }
    missing = content.isLoading && unmet != missing ? nil : unmet
  }
}

/// A column with a name, remembered by name and number to be found again after a reload.
struct TrackedColumn {
  let name: String
  private var place: Int

  /// Nil without a column, and for one without a name.
  init?(_ column: Int?, of columns: Columns?) {
    guard let column, let name = Self.name(of: column, in: columns), !name.isEmpty else {
      return nil
    }
    self.name = name
    place = column
  }

  /// The column with the name: the same number as before if possible, else the first.
  mutating func find(in columns: Columns?) -> Int? {
    if Self.name(of: place, in: columns) == name { return place }
    guard let found = columns?.columns.firstIndex(where: { $0.name == name }) else { return nil }
    place = found
    return found
  }

  private static func name(of column: Int, in columns: Columns?) -> String? {
    guard let columns = columns?.columns, columns.indices.contains(column) else { return nil }
    return columns[column].name
  }
}

extension Content {
  /// Whether column detection has finished, or found columns.
  package var hasKnownColumns: Bool { columns != nil || !isLoading && rowCount > 0 }
}
