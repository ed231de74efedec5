internal import ChildPluginAPI
internal import HostContent

extension ViewFacts {
  /// The struct of the ABI.
  var foreign: childplugin_view_t {
    var view = childplugin_view_t()
    view.size = UInt32(MemoryLayout<childplugin_view_t>.size)
    view.flags = flags
    view.revision = revision
    view.rows = rows
    view.looked_rows = lookedRows
    view.all_rows = allRows
    view.finds = finds
    if case .found(let row) = find { view.found_row = row }
    view.cells = sortedType?.foreign ?? CHILDPLUGIN_CELLS_UNSORTED
    return view
  }

  private var flags: UInt32 {
    var flags: UInt32 = 0
    if isComplete { flags |= CHILDPLUGIN_VIEW_COMPLETE }
    if request.filter != nil { flags |= CHILDPLUGIN_VIEW_FILTERED }
    if request.sort != nil { flags |= CHILDPLUGIN_VIEW_SORTED }
    if problem != nil { flags |= CHILDPLUGIN_VIEW_PROBLEM }
    if isInOrder { flags |= CHILDPLUGIN_VIEW_IN_ORDER }
    switch find {
    case .none: break
    case .running: flags |= CHILDPLUGIN_VIEW_FINDING
    case .found: flags |= CHILDPLUGIN_VIEW_FOUND
    case .noMatch: flags |= CHILDPLUGIN_VIEW_NO_MATCH
    }
    return flags
  }
}

extension CellType {
  /// The number in the ABI.
  var foreign: UInt32 {
    switch self {
    case .number: CHILDPLUGIN_CELLS_NUMBER
    case .size: CHILDPLUGIN_CELLS_SIZE
    case .duration: CHILDPLUGIN_CELLS_DURATION
    case .time: CHILDPLUGIN_CELLS_TIME
    case .date: CHILDPLUGIN_CELLS_DATE
    case .address: CHILDPLUGIN_CELLS_ADDRESS
    case .version: CHILDPLUGIN_CELLS_VERSION
    case .text: CHILDPLUGIN_CELLS_TEXT
    }
  }
}

extension RowFilter {
  /// Converts a filter and its text; nil when a number is unknown or the text is too long.
  init?(_ filter: childplugin_filter_t, text: UnsafeRawBufferPointer) {
    guard text.count <= Self.longestText else { return nil }
    let kind: Kind
    switch unsafe filter.kind {
    case CHILDPLUGIN_MATCH_TEXT: kind = .text
    case CHILDPLUGIN_MATCH_EXPRESSION: kind = .expression
    case CHILDPLUGIN_MATCH_FUZZY: kind = .fuzzy
    case CHILDPLUGIN_MATCH_QUERY: kind = .query
    default: return nil
    }
    let letterCase: LetterCase
    switch unsafe filter.letter_case {
    case CHILDPLUGIN_CASE_SMART: letterCase = .smart
    case CHILDPLUGIN_CASE_SENSITIVE: letterCase = .sensitive
    case CHILDPLUGIN_CASE_INSENSITIVE: letterCase = .insensitive
    default: return nil
    }
    unsafe self.init(
      Array(text), kind: kind, letterCase: letterCase, column: Self.column(filter.column))
  }

  /// The struct of the ABI, without its text.
  var foreign: childplugin_filter_t {
    var filter = unsafe childplugin_filter_t()
    unsafe filter.size = UInt32(MemoryLayout<childplugin_filter_t>.size)
    unsafe filter.kind =
      switch kind {
      case .text: CHILDPLUGIN_MATCH_TEXT
      case .expression: CHILDPLUGIN_MATCH_EXPRESSION
      case .fuzzy: CHILDPLUGIN_MATCH_FUZZY
      case .query: CHILDPLUGIN_MATCH_QUERY
      }
    unsafe filter.letter_case =
      switch letterCase {
      case .smart: CHILDPLUGIN_CASE_SMART
      case .sensitive: CHILDPLUGIN_CASE_SENSITIVE
      case .insensitive: CHILDPLUGIN_CASE_INSENSITIVE
      }
    unsafe filter.column = column.map { UInt32(clamping: $0) } ?? .max
    return unsafe filter
  }

  /// The column with a number; nil for the whole row.
  fileprivate static func column(_ number: UInt32) -> Int? { number == .max ? nil : Int(number) }
}

extension RowSort {
  /// Nil when a number is unknown.
  init?(_ sort: childplugin_sort_t) {
    let key: Key
    switch sort.key {
    case CHILDPLUGIN_SORT_TEXT: key = .text
    case CHILDPLUGIN_SORT_NUMBER: key = .number
    case CHILDPLUGIN_SORT_SCORE: key = .score
    case CHILDPLUGIN_SORT_NATURAL: key = .natural
    default: return nil
    }
    self.init(
      by: key, column: RowFilter.column(sort.column),
      isDescending: sort.flags & CHILDPLUGIN_SORT_DESCENDING != 0)
  }

  /// The struct of the ABI.
  var foreign: childplugin_sort_t {
    let key =
      switch key {
      case .text: CHILDPLUGIN_SORT_TEXT
      case .number: CHILDPLUGIN_SORT_NUMBER
      case .score: CHILDPLUGIN_SORT_SCORE
      case .natural: CHILDPLUGIN_SORT_NATURAL
      }
    return childplugin_sort_t(
      size: UInt32(MemoryLayout<childplugin_sort_t>.size), key: key,
      column: column.map { UInt32(clamping: $0) } ?? .max,
      flags: isDescending ? CHILDPLUGIN_SORT_DESCENDING : 0)
  }
}
