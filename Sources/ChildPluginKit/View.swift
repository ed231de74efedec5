internal import ChildPluginAPI

/// The content's rows as they are shown, filtered and sorted: the container's, so all its children see the
/// same.
///
/// A row's number in it is its *place*; ``Content`` goes on meaning the whole content. What it says of itself
/// is what was so when ``Host/view`` was asked; its functions answer as it is now.
@safe public struct View {
  /// Which rows match.
  public struct Filter: Equatable, Sendable {
    /// How the text is meant.
    public enum Kind: Sendable {
      /// The row holds the text, blanks and all.
      case text
      /// A part of the row matches the POSIX extended regular expression.
      case expression
      /// The row holds the characters of each word in their order.
      case fuzzy
    }

    /// When a capital letter and its small one are the same.
    public enum LetterCase: Sendable {
      /// They are, unless the text has a capital.
      case smart
      /// Never.
      case sensitive
      /// Always.
      case insensitive
    }

    /// At most 1,024 bytes; empty matches every row.
    public var text: String
    /// How it is meant.
    public var kind: Kind
    /// Whether letters may differ in their case.
    public var letterCase: LetterCase
    /// Looks at the cells of this column alone; nil looks at whole rows.
    public var column: Int?

    /// Rows that hold a text, wherever that is.
    public init(
      _ text: String, kind: Kind = .text, letterCase: LetterCase = .smart, column: Int? = nil
    ) {
      self.text = text
      self.kind = kind
      self.letterCase = letterCase
      self.column = column
    }
  }

  /// In which order rows stand; those with equal keys stand as in the content.
  public struct Sort: Equatable, Sendable {
    /// What rows are compared by.
    public enum Key: Sendable {
      /// The bytes.
      case text
      /// The number that the text begins with; what has none is last.
      case number
      /// How well the row matches the filter, the best first.
      case score
      /// The natural order of what nearly all cells are, see ``View/CellType``; others come last, and empty ones
      /// after these.
      case natural
    }

    /// What is compared.
    public var key: Key
    /// Whose cells are compared; nil compares whole rows.
    public var column: Int?
    /// Whether the greatest is first.
    public var isDescending: Bool

    /// An order of rows.
    public init(by key: Key, column: Int? = nil, isDescending: Bool = false) {
      self.key = key
      self.column = column
      self.isDescending = isDescending
    }
  }

  /// What cells are taken for where rows are in the natural order.
  public enum CellType: Sendable {
    /// `-1.5`, `1,024`, `80%`.
    case number
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
    /// Anything else, with runs of digits as numbers.
    case text
  }

  /// What the last find has come to.
  public enum Find: Equatable, Sendable {
    /// Nothing is looked for.
    case none
    /// The next match is looked for.
    case running
    /// This row of the content is it.
    case found(row: Int)
    /// There is none.
    case noMatch
  }

  private let host: Host
  private let table: childplugin_host_view_t
  private let facts: childplugin_view_t

  init?(_ host: Host, _ table: childplugin_host_view_t) {
    var facts = childplugin_view_t()
    facts.size = UInt32(MemoryLayout<childplugin_view_t>.size)
    guard let ask = unsafe table.info, unsafe ask(host.pointer, &facts) else { return nil }
    self.host = host
    self.table = table
    self.facts = facts
  }
}

// MARK: - What it is

extension View {
  /// Another one when places mean other rows, or other bytes match; not when rows are added at the end.
  public var revision: UInt64 { facts.revision }

  /// How many rows it shows.
  public var rows: Int { Int(clamping: facts.rows) }

  /// How many rows have been looked at, of how many.
  public var progress: (looked: Int, of: Int) {
    (Int(clamping: facts.looked_rows), Int(clamping: facts.all_rows))
  }

  /// Whether it shows what was asked for, of all the rows so far.
  public var isComplete: Bool { has(CHILDPLUGIN_VIEW_COMPLETE) }

  /// Whether a filter was asked for.
  public var isFiltered: Bool { has(CHILDPLUGIN_VIEW_FILTERED) }

  /// Whether an order was asked for.
  public var isSorted: Bool { has(CHILDPLUGIN_VIEW_SORTED) }

  /// Whether the rows are shown in the order that was asked for.
  public var isInOrder: Bool { has(CHILDPLUGIN_VIEW_IN_ORDER) }

  /// What the cells are taken for that the rows are in the natural order of; nil where they are not in one.
  public var sortedType: CellType? {
    switch facts.cells {
    case CHILDPLUGIN_CELLS_NUMBER: .number
    case CHILDPLUGIN_CELLS_SIZE: .size
    case CHILDPLUGIN_CELLS_DURATION: .duration
    case CHILDPLUGIN_CELLS_TIME: .time
    case CHILDPLUGIN_CELLS_DATE: .date
    case CHILDPLUGIN_CELLS_ADDRESS: .address
    case CHILDPLUGIN_CELLS_VERSION: .version
    case CHILDPLUGIN_CELLS_TEXT: .text
    default: nil
    }
  }

  /// How many times a child has called ``find(_:from:backward:)``: ``find`` tells of the last.
  public var finds: UInt64 { facts.finds }

  /// What the last find has come to.
  public var find: Find {
    if has(CHILDPLUGIN_VIEW_FINDING) { return .running }
    if has(CHILDPLUGIN_VIEW_FOUND) { return .found(row: Int(clamping: facts.found_row)) }
    return has(CHILDPLUGIN_VIEW_NO_MATCH) ? .noMatch : .none
  }

  private func has(_ flag: UInt32) -> Bool { facts.flags & flag != 0 }

  /// Why it is not as it was asked for; nil when it is.
  public var problem: String? {
    guard has(CHILDPLUGIN_VIEW_PROBLEM), let ask = unsafe table.problem else { return nil }
    var buffer = TextBuffer()
    _ = unsafe buffer.fill(limit: 1024) { room, capacity in
      unsafe ask(host.pointer, room?.assumingMemoryBound(to: CChar.self), capacity)
    }
    return buffer.string
  }

  /// The filter that was asked for.
  public var filter: Filter? {
    guard isFiltered, let ask = unsafe table.filter else { return nil }
    var filter = unsafe childplugin_filter_t()
    unsafe filter.size = UInt32(MemoryLayout<childplugin_filter_t>.size)
    var text = TextBuffer()
    _ = unsafe text.fill(limit: 1024) { room, capacity in
      unsafe ask(host.pointer, &filter, room?.assumingMemoryBound(to: CChar.self), capacity)
    }
    return unsafe Filter(filter, text: text.string)
  }

  /// The order that was asked for.
  public var sort: Sort? {
    var sort = childplugin_sort_t()
    sort.size = UInt32(MemoryLayout<childplugin_sort_t>.size)
    guard isSorted, let ask = unsafe table.sort, unsafe ask(host.pointer, &sort) else { return nil }
    return Sort(sort)
  }
}

// MARK: - Its rows

extension View {
  /// The rows at places side by side, as numbered in the content.
  ///
  /// Read a screenful at once, before its cells.
  ///
  /// - Parameters:
  ///   - place: of the first.
  ///   - limit: how many there are at most, 4,096 or less.
  ///   - rows: replaced.
  public func read(from place: Int, limit: Int, into rows: inout [Int]) {
    rows.removeAll(keepingCapacity: true)
    guard place >= 0, limit > 0, let ask = unsafe table.rows else { return }
    for row in unsafe host.rowNumbers(limit, { unsafe ask(host.pointer, UInt64(place), $0, $1) }) {
      rows.append(Int(clamping: row))
    }
  }

  /// The row at a place; nil where there is none.
  public func row(at place: Int) -> Int? {
    guard place >= 0, let ask = unsafe table.rows else { return nil }
    var row: UInt64 = 0
    return unsafe ask(host.pointer, UInt64(place), &row, 1) == 1 ? Int(clamping: row) : nil
  }

  /// The place of a row; nil where it is not shown.
  public func place(of row: Int) -> Int? {
    guard row >= 0, let ask = unsafe table.place else { return nil }
    let place = unsafe ask(host.pointer, UInt64(row))
    return place == CHILDPLUGIN_NO_ROW ? nil : Int(clamping: place)
  }

  /// Where a row matches the filter, or what was last looked for: ranges of the bytes that
  /// ``Content/read(row:column:into:limit:)`` reads, in order.
  ///
  /// - Parameters:
  ///   - row: as numbered in the content.
  ///   - column: the cell; nil for the whole row.
  ///   - ranges: replaced, 256 at most.
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

// MARK: - Asking for another one

extension View {
  /// Shows other rows, or others first; not from ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// - Parameters:
  ///   - filter: nil shows all rows.
  ///   - sort: nil is the content's order.
  /// - Returns: false when the filter's text is too long, or the user has done nothing to the plugin for a second.
  @discardableResult
  public func show(_ filter: Filter?, sort: Sort?) -> Bool {
    guard let show = unsafe table.show else { return false }
    return unsafe withABI(filter) { filter in
      guard var sort = sort?.table else { return unsafe show(host.pointer, filter, nil) }
      return unsafe show(host.pointer, filter, &sort)
    }
  }

  /// Looks for the next row of the view that matches, round the end; not from ``ChildPlugin/draw(on:)``, and
  /// only on screen.
  ///
  /// ``find`` says what it has come to, at once or later.
  ///
  /// - Parameters:
  ///   - filter: what is looked for.
  ///   - place: it begins after this place, or before; nil looks from the first on, or from the last.
  ///   - isBackward: looks for the one before.
  /// - Returns: false when the filter's text is too long, or the user has done nothing to the plugin for a second.
  @discardableResult
  public func find(_ filter: Filter, from place: Int?, backward isBackward: Bool = false) -> Bool {
    guard let find = unsafe table.find else { return false }
    let place = place.map { UInt64(max(0, $0)) } ?? CHILDPLUGIN_NO_ROW
    return unsafe withABI(filter) {
      unsafe find(host.pointer, $0, place, isBackward ? CHILDPLUGIN_FIND_BACKWARD : 0)
    }
  }

  /// Nothing is looked for any more, and nothing of it matches; not from ``ChildPlugin/draw(on:)``, and only on
  /// screen.
  public func endFind() {
    guard let find = unsafe table.find else { return }
    _ = unsafe find(host.pointer, nil, CHILDPLUGIN_NO_ROW, 0)
  }
}

extension Host {
  /// The rows as they are shown; nil without a content, and where the host is older than 1.1.
  public var view: View? { viewTable.flatMap { View(self, $0) } }
}

// MARK: - As the ABI has it

extension View.Filter {
  fileprivate init?(_ table: childplugin_filter_t, text: String) {
    let kind: Kind
    switch unsafe table.kind {
    case CHILDPLUGIN_MATCH_TEXT: kind = .text
    case CHILDPLUGIN_MATCH_EXPRESSION: kind = .expression
    case CHILDPLUGIN_MATCH_FUZZY: kind = .fuzzy
    default: return nil
    }
    let letterCase: LetterCase =
      switch unsafe table.letter_case {
      case CHILDPLUGIN_CASE_SENSITIVE: .sensitive
      case CHILDPLUGIN_CASE_INSENSITIVE: .insensitive
      default: .smart
      }
    let column = unsafe table.column
    self.init(
      text, kind: kind, letterCase: letterCase, column: column == .max ? nil : Int(column))
  }
}

/// Hands a filter over for the length of a call.
private func withABI<Result>(
  _ filter: View.Filter?, _ body: (UnsafePointer<childplugin_filter_t>?) -> Result
) -> Result {
  guard let filter else { return body(nil) }
  return unsafe withABIText(filter.text) { text in
    var table = unsafe childplugin_filter_t()
    unsafe table.size = UInt32(MemoryLayout<childplugin_filter_t>.size)
    unsafe table.kind =
      switch filter.kind {
      case .text: CHILDPLUGIN_MATCH_TEXT
      case .expression: CHILDPLUGIN_MATCH_EXPRESSION
      case .fuzzy: CHILDPLUGIN_MATCH_FUZZY
      }
    unsafe table.letter_case =
      switch filter.letterCase {
      case .smart: CHILDPLUGIN_CASE_SMART
      case .sensitive: CHILDPLUGIN_CASE_SENSITIVE
      case .insensitive: CHILDPLUGIN_CASE_INSENSITIVE
      }
    unsafe table.column = filter.column.map { UInt32(clamping: $0) } ?? .max
    unsafe table.text = text
    return unsafe body(&table)
  }
}

extension View.Sort {
  fileprivate init?(_ table: childplugin_sort_t) {
    switch table.key {
    case CHILDPLUGIN_SORT_TEXT: key = .text
    case CHILDPLUGIN_SORT_NUMBER: key = .number
    case CHILDPLUGIN_SORT_SCORE: key = .score
    case CHILDPLUGIN_SORT_NATURAL: key = .natural
    default: return nil
    }
    column = table.column == .max ? nil : Int(table.column)
    isDescending = table.flags & CHILDPLUGIN_SORT_DESCENDING != 0
  }

  fileprivate var table: childplugin_sort_t {
    let number =
      switch key {
      case .text: CHILDPLUGIN_SORT_TEXT
      case .number: CHILDPLUGIN_SORT_NUMBER
      case .score: CHILDPLUGIN_SORT_SCORE
      case .natural: CHILDPLUGIN_SORT_NATURAL
      }
    return childplugin_sort_t(
      size: UInt32(MemoryLayout<childplugin_sort_t>.size), key: number,
      column: column.map { UInt32(clamping: $0) } ?? .max,
      flags: isDescending ? CHILDPLUGIN_SORT_DESCENDING : 0)
  }
}
