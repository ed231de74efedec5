internal import ChildPluginAPI

/// A plugin child's access to the view, the content's rows as filtered and sorted, which all
/// children of the container share: reads the rows, changes filter and order, and searches for the
/// next row that matches; the host's `View` holds it.
///
/// The index of a row in the view is its *place*; ``Content`` always has all rows. The properties
/// describe the view at the call of ``Host/view``, the functions use the current view.
@safe public struct View {
  /// A filter that a plugin's child sets on the host's view, reads from it or searches with: a
  /// text, how it is interpreted, whether case matters, and the column, if not whole rows; the host
  /// applies it, as a `RowFilter`.
  public struct Filter: Equatable, Sendable {
    /// The way in which the text of a plugin's row filter is interpreted: as plain text, a regular
    /// expression, fuzzy words or a query.
    public enum Kind: UInt32, Sendable {
      /// The row contains the text, including its blanks.
      case text = 1
      /// A part of the row matches the POSIX extended regular expression.
      case expression
      /// The row contains the characters of each word in order.
      case fuzzy
      /// The words of a query all match: `word`, `'exact`, `^start`, `end$`, `!not`, `column:word`,
      /// `a | b`. Since 1.2.
      case query
    }

    /// The case sensitivity of a plugin's row filter: on, off, or on only if the text has an
    /// upper-case letter.
    public enum LetterCase: UInt32, Sendable {
      /// Insensitive, unless the text has an upper-case letter.
      case smart
      /// Case-sensitive.
      case sensitive
      /// Case-insensitive.
      case insensitive
    }

    /// At most 1,024 bytes; empty matches every row.
    public var text: String
    /// The meaning of the text.
    public var kind: Kind
    /// The case sensitivity.
    public var letterCase: LetterCase
    /// The column to search; nil for whole rows.
    public var column: Int?

    /// Creates a filter; by default for rows that contain a text.
    public init(
      _ text: String, kind: Kind = .text, letterCase: LetterCase = .smart, column: Int? = nil
    ) {
      self.text = text
      self.kind = kind
      self.letterCase = letterCase
      self.column = column
    }
  }

  /// A sort order of the shown rows that a plugin's child requests or reads: a sort key, a column
  /// and a direction; rows with equal keys keep the content's order; `RowSort` in the host.
  public struct Sort: Equatable, Sendable {
    /// The property by which a plugin's sort order compares rows: text, number, quality of the
    /// match, or natural order, which is that of the type (such as sizes, dates or versions) that
    /// nearly all cells have.
    public enum Key: UInt32, Sendable {
      /// The bytes of the text.
      case text = 1
      /// The number at the start of the text; rows without one come last.
      case number
      /// The quality of the match, best first.
      case score
      /// The natural order of the type that nearly all cells have, see ``View/CellType``; then the
      /// other cells, then empty ones.
      case natural
    }

    /// The sort key.
    public var key: Key
    /// The column to compare; nil for whole rows.
    public var column: Int?
    /// Whether the greatest comes first.
    public var isDescending: Bool

    /// Creates an order.
    public init(by key: Key, column: Int? = nil, isDescending: Bool = false) {
      self.key = key
      self.column = column
      self.isDescending = isDescending
    }
  }

  /// The type of the sorted cells, or of the first words of sorted whole rows, such as sizes or
  /// dates, which the host has detected for the natural order and a plugin's child reads from
  /// ``View/sortedType``; the host has its own `CellType`.
  public enum CellType: UInt32, Sendable {
    /// `-1.5`, `1,024`, `80%`.
    case number = 1
    /// `4.0K`, `128Mi`, `1.5 GB`.
    case size
    /// `12d`, `3m12s`, `5 minutes ago`.
    case duration
    /// `1:02`, `10:00:01`.
    case time
    /// `2026-01-02`, `2026-01-02T10:00:00Z`.
    case date
    /// `10.0.0.1`, `fe80::1`.
    case address
    /// `v1.2.3`, `2.0.0-rc.1`.
    case version
    /// Other text, with embedded numbers.
    case text
  }

  /// The result, as a plugin's child reads it, of the last search in the view for the next row that
  /// matches, which any child may have begun: none (not begun, ended or failed, or its row is
  /// gone), running, a row, or no match; `ViewFacts.Find` in the host.
  public enum Find: Equatable, Sendable {
    /// No find was begun, or the last one was ended or failed, or its row is gone.
    case none
    /// The search is running.
    case running
    /// This row of the content matches.
    case found(row: Int)
    /// No row matches.
    case noMatch
  }

  private let host: Host
  private let table: childplugin_host_view_t
  private let facts: childplugin_view_t

  init?(_ host: Host, _ table: childplugin_host_view_t) {
    var facts = sized(childplugin_view_t())
    guard let ask = unsafe table.info, unsafe ask(host.pointer, &facts) else { return nil }
    self.host = host
    self.table = table
    self.facts = facts
  }
}

// MARK: - State

extension View {
  /// A number that changes when places or matches change, but not when rows are added at the end.
  public var revision: UInt64 { facts.revision }

  /// The number of rows in the view.
  public var rows: Int { Int(clamping: facts.rows) }

  /// The number of rows examined so far, and of all rows.
  public var progress: (looked: Int, of: Int) {
    (Int(clamping: facts.looked_rows), Int(clamping: facts.all_rows))
  }

  /// Whether filter and order have been applied to all rows so far.
  public var isComplete: Bool { has(CHILDPLUGIN_VIEW_COMPLETE) }

  /// Whether a filter is set.
  public var isFiltered: Bool { has(CHILDPLUGIN_VIEW_FILTERED) }

  /// Whether an order is set.
  public var isSorted: Bool { has(CHILDPLUGIN_VIEW_SORTED) }

  /// Whether the rows are in the order that is set.
  public var isInOrder: Bool { has(CHILDPLUGIN_VIEW_IN_ORDER) }

  /// The type of the sorted cells; nil if the rows are not in a natural order.
  public var sortedType: CellType? { CellType(rawValue: facts.cells) }

  /// The number of ``find(_:from:backward:)`` calls by any child; ``find`` is the latest result.
  public var finds: UInt64 { facts.finds }

  /// The result of the last find.
  public var find: Find {
    if has(CHILDPLUGIN_VIEW_FINDING) { return .running }
    if has(CHILDPLUGIN_VIEW_FOUND) { return .found(row: Int(clamping: facts.found_row)) }
    return has(CHILDPLUGIN_VIEW_NO_MATCH) ? .noMatch : .none
  }

  private func has(_ flag: UInt32) -> Bool { facts.flags & flag != 0 }

  /// The reason why filter or order could not be applied; nil if there is none.
  public var problem: String? {
    guard has(CHILDPLUGIN_VIEW_PROBLEM), let ask = unsafe table.problem else { return nil }
    var buffer = TextBuffer()
    _ = unsafe buffer.fill(limit: 1024) { unsafe ask(host.pointer, $0, $1) }
    return buffer.string
  }

  /// The filter that is set.
  public var filter: Filter? {
    guard isFiltered, let ask = unsafe table.filter else { return nil }
    var filter = unsafe sized(childplugin_filter_t())
    var text = TextBuffer()
    _ = unsafe text.fill(limit: 1024) { unsafe ask(host.pointer, &filter, $0, $1) }
    return unsafe Filter(filter, text: text.string)
  }

  /// The order that is set.
  public var sort: Sort? {
    var sort = sized(childplugin_sort_t())
    guard isSorted, let ask = unsafe table.sort, unsafe ask(host.pointer, &sort) else { return nil }
    return Sort(sort)
  }
}

// MARK: - Rows

extension View {
  /// Reads the row numbers at adjacent places; read a screenful at once.
  ///
  /// - Parameters:
  ///   - place: the first place.
  ///   - limit: the maximum number of rows, at most 4,096.
  ///   - rows: is replaced.
  public func read(from place: Int, limit: Int, into rows: inout [Int]) {
    rows.removeAll(keepingCapacity: true)
    guard place >= 0, limit > 0, let ask = unsafe table.rows else { return }
    for row in unsafe host.rowNumbers(limit, { unsafe ask(host.pointer, UInt64(place), $0, $1) }) {
      rows.append(Int(clamping: row))
    }
  }

  /// The row at a place; nil if there is none.
  public func row(at place: Int) -> Int? {
    guard place >= 0, let ask = unsafe table.rows else { return nil }
    var row: UInt64 = 0
    return unsafe ask(host.pointer, UInt64(place), &row, 1) == 1 ? Int(clamping: row) : nil
  }

  /// The place of a row; nil if it is not in the view.
  public func place(of row: Int) -> Int? {
    guard row >= 0, let ask = unsafe table.place else { return nil }
    let place = unsafe ask(host.pointer, UInt64(row))
    return place == CHILDPLUGIN_NO_ROW ? nil : Int(clamping: place)
  }

  /// Reads the matches of the filter or the last find in a row: ranges of the bytes of
  /// ``Content/read(row:column:into:limit:)``, in order.
  ///
  /// - Parameters:
  ///   - row: a row number of the content.
  ///   - column: a column; nil for the whole row.
  ///   - ranges: is replaced; at most 256.
  public func matches(row: Int, column: Int? = nil, into ranges: inout [Range<Int>]) {
    ranges.removeAll(keepingCapacity: true)
    guard row >= 0, let ask = unsafe table.matches else { return }
    let column = column.map { UInt32(clamping: $0) } ?? UInt32.max
    let found = unsafe host.ranges { unsafe ask(host.pointer, UInt64(row), column, $0, $1) }
    for range in found where range.start <= range.end {
      ranges.append(Int(clamping: range.start)..<Int(clamping: range.end))
    }
  }
}

// MARK: - Changing the view

extension View {
  /// Sets the filter and the order; not from ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// - Parameters:
  ///   - filter: nil for all rows.
  ///   - sort: nil for the content's order.
  /// - Returns: false if the filter's text is too long, or without a user activation.
  @discardableResult
  public func show(_ filter: Filter?, sort: Sort?) -> Bool {
    unsafe withABI(filter) { filter in
      guard var sort = sort?.table else {
        return unsafe table.show?(host.pointer, filter, nil) ?? false
      }
      return unsafe table.show?(host.pointer, filter, &sort) ?? false
    }
  }

  /// Searches for the next row of the view that matches, and wraps around; not from
  /// ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// ``find`` has the result, at once or later.
  ///
  /// - Parameters:
  ///   - filter: the condition.
  ///   - place: the place to start after; nil starts at the first row, or backward at the last.
  ///   - isBackward: searches for the previous match.
  /// - Returns: false if the filter's text is too long, or without a user activation.
  @discardableResult
  public func find(_ filter: Filter, from place: Int?, backward isBackward: Bool = false) -> Bool {
    let place = place.map { UInt64(max(0, $0)) } ?? CHILDPLUGIN_NO_ROW
    return unsafe withABI(filter) {
      unsafe table.find?(
        host.pointer, $0, place, isBackward ? CHILDPLUGIN_FIND_BACKWARD : 0) ?? false
    }
  }

  /// Ends the find and removes its matches; not from ``ChildPlugin/draw(on:)``, and only on screen.
  public func endFind() {
    _ = unsafe table.find?(host.pointer, nil, CHILDPLUGIN_NO_ROW, 0)
  }
}

extension Host {
  /// The view of the content; nil without content, and in a host before 1.1.
  public var view: View? { viewTable.flatMap { View(self, $0) } }
}

// MARK: - ABI

extension View.Filter {
  fileprivate init?(_ table: childplugin_filter_t, text: String) {
    guard let kind = unsafe Kind(rawValue: table.kind) else { return nil }
    let column = unsafe table.column
    self.init(
      text, kind: kind, letterCase: unsafe LetterCase(rawValue: table.letter_case) ?? .smart,
      column: column == .max ? nil : Int(column))
  }
}

/// Calls `body` with a filter that is valid during the call.
private func withABI<Result>(
  _ filter: View.Filter?, _ body: (UnsafePointer<childplugin_filter_t>?) -> Result
) -> Result {
  guard let filter else { return body(nil) }
  return unsafe withABIText(filter.text) { text in
    var table = unsafe sized(childplugin_filter_t())
    unsafe table.kind = filter.kind.rawValue
    unsafe table.letter_case = filter.letterCase.rawValue
    unsafe table.column = filter.column.map { UInt32(clamping: $0) } ?? .max
    unsafe table.text = text
    return unsafe body(&table)
  }
}

extension View.Sort {
  fileprivate init?(_ table: childplugin_sort_t) {
    guard let key = Key(rawValue: table.key) else { return nil }
    self.key = key
    column = table.column == .max ? nil : Int(table.column)
    isDescending = table.flags & CHILDPLUGIN_SORT_DESCENDING != 0
  }

  fileprivate var table: childplugin_sort_t {
    childplugin_sort_t(
      size: tableSize(childplugin_sort_t.self), key: key.rawValue,
      column: column.map { UInt32(clamping: $0) } ?? .max,
      flags: isDescending ? CHILDPLUGIN_SORT_DESCENDING : 0)
  }
}
