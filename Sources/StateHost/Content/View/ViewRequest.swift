package import HostSystem

/// What is asked of the view: which rows, and in which order; nothing of both is the content as it is.
package struct ViewRequest: Equatable, Sendable {
  /// Shows the rows alone that match.
  package var filter: RowFilter?
  /// Shows them in another order than the content's.
  package var sort: RowSort?

  package init(filter: RowFilter? = nil, sort: RowSort? = nil) {
    self.filter = filter
    self.sort = sort
  }
}

/// What makes a row match.
package struct RowFilter: Equatable, Sendable {
  /// How the text is meant.
  package enum Kind: String, Sendable {
    /// The row holds the text, blanks and all.
    case text
    /// The text is a POSIX extended regular expression that some part of the row matches; `.` is no NUL.
    case expression
    /// The row holds the characters of each word of the text in their order, whatever is between
    /// them.
    case fuzzy
  }

  /// When a capital letter and its small one are the same.
  package enum LetterCase: String, Sendable {
    /// They are, unless the text has a capital.
    case smart
    case sensitive
    case insensitive
  }

  /// The longest text, in bytes.
  package static let longestText = 1024

  /// UTF-8, or whatever bytes are looked for; empty matches every row.
  package var text: [UInt8]
  package var kind: Kind
  package var letterCase: LetterCase
  /// Looks at the cells of this column alone; nil looks at whole rows.
  package var column: Int?

  package init(
    _ text: [UInt8], kind: Kind = .text, letterCase: LetterCase = .smart, column: Int? = nil
  ) {
    self.text = text
    self.kind = kind
    self.letterCase = letterCase
    self.column = column
  }
}

/// An order of rows.
///
/// Rows with equal keys keep the content's order, whatever the direction.
package struct RowSort: Equatable, Sendable {
  /// What rows are compared by.
  package enum Key: Equatable, Sendable {
    /// The bytes of the cell, the first 511 of them.
    case text
    /// The number that the cell begins with, its unit taken into account (`LeadingNumber`); what begins
    /// with none comes last in both directions.
    case number
    /// The natural order of the type that nearly all cells have (`CellType`); cells of another type come last, and
    /// empty ones after these, in both directions.
    case natural
    /// How well the row matches the filter, the best first; see `FuzzyScore`.
    case score
  }

  package var key: Key
  /// Whose cells are compared; nil compares whole rows.
  package var column: Int?
  package var isDescending: Bool

  package init(by key: Key, column: Int? = nil, isDescending: Bool = false) {
    self.key = key
    self.column = column
    self.isDescending = isDescending
  }
}

/// The order that the user asks for on the command line, by the name or the number of a column.
package struct SortRequest: Equatable, Sendable {
  package let column: String
  package let isDescending: Bool

  /// - Parameters:
  ///   - column: as it was typed, the first column is 1.
  ///   - isDescending: the greatest first.
  package init(_ column: String, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }

  /// The natural order of that column; where there are no columns, 1 is the whole row.
  ///
  /// - Returns: nil where there is no such column.
  package func resolve(in columns: Columns?) -> RowSort? {
    let number = columns?.number(of: column)
    guard number != nil || columns == nil && column == "1" else { return nil }
    return RowSort(by: .natural, column: number, isDescending: isDescending)
  }
}

extension RowSort {
  /// The most rows that are sorted.
  ///
  /// Of so many, their order takes 80 MB, and making it 440 MB for as long as that takes.
  package static let mostRows = 10_000_000
}

/// Why there is no view as it was asked for; the view is that of the request before, or the content.
package enum ViewProblem: Error, Equatable, Sendable {
  /// The text of the filter has more than `RowFilter.longestText` bytes.
  case textTooLong
  /// What is wrong with the regular expression, in words.
  case expression(String)
  /// The regular expression of the filter, or of the search, takes too long on a row, and finds nothing more.
  ///
  /// The pattern is quoted, and `setter` names the child that has set it; nil where the user has.
  case takesTooLong(pattern: String, isFilter: Bool, setter: String? = nil)
  /// More rows than `RowSort.mostRows` would have to be sorted; they are in the content's order.
  case tooManyToSort
  /// After a reload no column has the name of the one that the rows were sorted by; they are not any more.
  case sortedColumnGone(String)
  /// The same of the column that they were filtered by.
  case filteredColumnGone(String)
  /// There is no such column as the command line names.
  case noColumnToSort(String)
  /// There is no thread, or no descriptor, to look at the rows with.
  case system(SystemError)

  /// The problem in words, without a full stop.
  package var text: String {
    switch self {
    case .textTooLong: "the text is longer than \(RowFilter.longestText) bytes"
    case .expression(let problem): "this is no regular expression: \(problem)"
    case .takesTooLong(let pattern, let isFilter, let setter):
      "\(setter == nil ? "your " : "")\(isFilter ? "filter" : "search") \(pattern)"
        + (setter.map { " of \($0)" } ?? "") + " takes too long, not all is found"
    case .tooManyToSort: "more than \(RowSort.mostRows) rows are not sorted"
    case .sortedColumnGone(let name): "not sorted: there is no column \(name) any more"
    case .noColumnToSort(let name): "--sort: there is no column \(name)"
    case .filteredColumnGone(let name): "not filtered: there is no column \(name) any more"
    case .system(let error): "the rows cannot be looked at: \(error)"
    }
  }
}

/// What was asked of the view, and what of it the columns that there are now allow.
///
/// Columns are asked for by their numbers and followed by their names, so that a request means the same ones when
/// a reload has others, or has them in another order. What they lack waits until they have it again.
struct TrackedRequest {
  /// What of the request there are columns for.
  private(set) var current = ViewRequest()
  /// What there is no column for in all the rows; the filter goes before the sort.
  private(set) var lost: ViewProblem?

  private var asked = ViewRequest()
  private var filterColumn: TrackedColumn?
  private var sortColumn: TrackedColumn?

  init() {}

  init(_ request: ViewRequest, in columns: Columns?) {
    (asked, current) = (request, request)
    filterColumn = TrackedColumn(request.filter?.column, of: columns)
    sortColumn = TrackedColumn(request.sort?.column, of: columns)
  }

  /// Takes the columns as they are now.
  ///
  /// While those of rows that still arrive are not known yet, or there are no rows, all stays as it is. What is
  /// missing from rows that still arrive may come with others of them: that is not told yet.
  mutating func follow(_ content: Content) {
    guard content.hasKnownColumns else { return }
    // What was asked for before there were columns has its names from now on.
    filterColumn = filterColumn ?? TrackedColumn(asked.filter?.column, of: content.columns)
    sortColumn = sortColumn ?? TrackedColumn(asked.sort?.column, of: content.columns)
    current = asked
    var missing: ViewProblem?
    if let name = sortColumn?.name {
      current.sort?.column = sortColumn?.find(in: content.columns)
      if current.sort?.column == nil { (current.sort, missing) = (nil, .sortedColumnGone(name)) }
    }
    if let name = filterColumn?.name {
      current.filter?.column = filterColumn?.find(in: content.columns)
      if current.filter?.column == nil {
        (current.filter, missing) = (nil, .filteredColumnGone(name))
      }
    }
    lost = content.isLoading && missing != lost ? nil : missing
  }
}

/// A column that somebody means by its number, followed by its name.
struct TrackedColumn {
  let name: String
  private var place: Int

  /// Nil for none, and for one without a name.
  init?(_ column: Int?, of columns: Columns?) {
    guard let column, let name = Self.name(of: column, in: columns), !name.isEmpty else {
      return nil
    }
    self.name = name
    place = column
  }

  /// Where the name is now; where several have it, at the same place as before, or the first of them.
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
  /// It is known which columns there are, or that there are none.
  package var hasKnownColumns: Bool { columns != nil || !isLoading && rowCount > 0 }
}
