internal import ChildPluginAPI
internal import HostContent

/// A two-way table of the host between numbers of the C plugin header (constants, such as those for
/// keys) and values of a Swift type.
struct ABINumberMap<Value: Equatable & Sendable>: Sendable {
  private let pairs: [(number: UInt32, value: Value)]

  init(_ pairs: [(UInt32, Value)]) { self.pairs = pairs }

  subscript(number: UInt32) -> Value? { pairs.first { $0.number == number }?.value }

  func number(of value: Value) -> UInt32? { pairs.first { $0.value == value }?.number }
}

// MARK: - The content and the terminal

extension ContentFacts {
  var foreign: childplugin_content_t {
    var content = childplugin_content_t()
    content.size = UInt32(MemoryLayout<childplugin_content_t>.size)
    if isLoading { content.flags |= CHILDPLUGIN_CONTENT_LOADING }
    if isComplete { content.flags |= CHILDPLUGIN_CONTENT_COMPLETE }
    if failure != nil { content.flags |= CHILDPLUGIN_CONTENT_ERROR }
    if fraction != nil { content.flags |= CHILDPLUGIN_CONTENT_FRACTION }
    if isCut { content.flags |= CHILDPLUGIN_CONTENT_CUT }
    if isReadOnce { content.flags |= CHILDPLUGIN_CONTENT_ONCE }
    content.revision = revision
    content.generation = generation
    content.rows = rows
    content.bytes = bytes
    content.columns = columns
    switch failure {
    case nil: break
    case .notFound: content.error_kind = CHILDPLUGIN_ERROR_NOT_FOUND
    case .notAllowed: content.error_kind = CHILDPLUGIN_ERROR_NOT_ALLOWED
    case .exitStatus(let status):
      content.error_kind = CHILDPLUGIN_ERROR_EXIT_STATUS
      content.exit_status = status
    case .signal(let signal):
      content.error_kind = CHILDPLUGIN_ERROR_SIGNAL
      content.error_signal = signal
    case .read: content.error_kind = CHILDPLUGIN_ERROR_READ
    case .other: content.error_kind = CHILDPLUGIN_ERROR_OTHER
    case .later(let kind, let number):
      content.error_kind = kind
      content.exit_status = number
      content.error_signal = number
    }
    content.fraction = fraction ?? 0
    content.began_nanoseconds = beganNanoseconds
    content.elapsed_nanoseconds = elapsedNanoseconds
    content.loaded_nanoseconds = loadedNanoseconds
    content.failed_nanoseconds = failedNanoseconds
    content.every_nanoseconds = everyNanoseconds
    content.failures = failures
    return content
  }
}

extension ContentColumnFacts {
  var foreign: childplugin_column_t {
    childplugin_column_t(
      size: UInt32(MemoryLayout<childplugin_column_t>.size),
      alignment: isRightAligned ? CHILDPLUGIN_ALIGNMENT_RIGHT : CHILDPLUGIN_ALIGNMENT_LEFT,
      width: Int32(clamping: max(1, width)), reserved: 0)
  }
}

extension ContentRowFacts {
  var foreign: childplugin_row_t {
    childplugin_row_t(
      size: UInt32(MemoryLayout<childplugin_row_t>.size),
      flags: length < fullLength ? CHILDPLUGIN_ROW_CUT : 0, length: length,
      full_length: fullLength)
  }
}

extension TerminalFacts {
  var foreign: childplugin_terminal_t {
    var flags: UInt32 = 0
    if isUTF8 { flags |= CHILDPLUGIN_TERMINAL_UTF8 }
    if hasMouse { flags |= CHILDPLUGIN_TERMINAL_MOUSE }
    if isMotionReduced { flags |= CHILDPLUGIN_TERMINAL_REDUCED_MOTION }
    if isDark { flags |= CHILDPLUGIN_TERMINAL_DARK }
    return childplugin_terminal_t(
      size: UInt32(MemoryLayout<childplugin_terminal_t>.size), flags: flags,
      columns: Int32(clamping: columns), rows: Int32(clamping: rows), colours: colours,
      reserved: 0)
  }
}

extension ProgramEnd {
  /// The struct of the ABI, without its texts.
  var foreign: childplugin_program_end_t {
    var end = unsafe childplugin_program_end_t()
    unsafe end.size = unsafe UInt32(MemoryLayout<childplugin_program_end_t>.size)
    unsafe end.number = number
    switch how {
    case .exited(let status):
      unsafe end.kind = CHILDPLUGIN_END_EXITED
      unsafe end.status = status
    case .killed(let signal):
      unsafe end.kind = CHILDPLUGIN_END_SIGNAL
      unsafe end.status = signal
    case .notStarted: unsafe end.kind = CHILDPLUGIN_END_NOT_STARTED
    }
    if output.isCut { unsafe end.flags |= CHILDPLUGIN_END_OUTPUT_CUT }
    if errors.isCut { unsafe end.flags |= CHILDPLUGIN_END_ERRORS_CUT }
    return unsafe end
  }
}

// MARK: - The view

extension ViewFacts {
  private static let cellTypes = ABINumberMap([
    (CHILDPLUGIN_CELLS_NUMBER, CellType.number), (CHILDPLUGIN_CELLS_SIZE, .size),
    (CHILDPLUGIN_CELLS_DURATION, .duration), (CHILDPLUGIN_CELLS_TIME, .time),
    (CHILDPLUGIN_CELLS_DATE, .date), (CHILDPLUGIN_CELLS_ADDRESS, .address),
    (CHILDPLUGIN_CELLS_VERSION, .version), (CHILDPLUGIN_CELLS_TEXT, .text),
  ])

  var foreign: childplugin_view_t {
    var view = childplugin_view_t()
    view.size = UInt32(MemoryLayout<childplugin_view_t>.size)
    if isComplete { view.flags |= CHILDPLUGIN_VIEW_COMPLETE }
    if request.filter != nil { view.flags |= CHILDPLUGIN_VIEW_FILTERED }
    if request.sort != nil { view.flags |= CHILDPLUGIN_VIEW_SORTED }
    if problem != nil { view.flags |= CHILDPLUGIN_VIEW_PROBLEM }
    if isInOrder { view.flags |= CHILDPLUGIN_VIEW_IN_ORDER }
    view.revision = revision
    view.rows = rows
    view.looked_rows = lookedRows
    view.all_rows = allRows
    view.finds = finds
    switch find {
    case .none: break
    case .running: view.flags |= CHILDPLUGIN_VIEW_FINDING
    case .found(let row):
      view.flags |= CHILDPLUGIN_VIEW_FOUND
      view.found_row = row
    case .noMatch: view.flags |= CHILDPLUGIN_VIEW_NO_MATCH
    }
    view.cells = sortedType.flatMap(Self.cellTypes.number) ?? CHILDPLUGIN_CELLS_UNSORTED
    return view
  }
}

extension RowFilter {
  private static let kinds = ABINumberMap([
    (CHILDPLUGIN_MATCH_TEXT, Kind.text), (CHILDPLUGIN_MATCH_EXPRESSION, .expression),
    (CHILDPLUGIN_MATCH_FUZZY, .fuzzy), (CHILDPLUGIN_MATCH_QUERY, .query),
  ])
  private static let letterCases = ABINumberMap([
    (CHILDPLUGIN_CASE_SMART, LetterCase.smart), (CHILDPLUGIN_CASE_SENSITIVE, .sensitive),
    (CHILDPLUGIN_CASE_INSENSITIVE, .insensitive),
  ])

  /// Converts a filter and its text; nil when a number is unknown or the text is too long.
  init?(_ filter: childplugin_filter_t, text: UnsafeRawBufferPointer) {
    guard text.count <= Self.longestText, let kind = unsafe Self.kinds[filter.kind],
      let letterCase = unsafe Self.letterCases[filter.letter_case]
    else { return nil }
    unsafe self.init(
      Array(text), kind: kind, letterCase: letterCase, column: Self.column(filter.column))
  }

  /// The struct of the ABI, without its text.
  var foreign: childplugin_filter_t {
    var filter = unsafe childplugin_filter_t()
    unsafe filter.size = UInt32(MemoryLayout<childplugin_filter_t>.size)
    unsafe filter.kind = Self.kinds.number(of: kind) ?? 0
    unsafe filter.letter_case = Self.letterCases.number(of: letterCase) ?? 0
    unsafe filter.column = column.map { UInt32(clamping: $0) } ?? .max
    return unsafe filter
  }

  fileprivate static func column(_ number: UInt32) -> Int? { number == .max ? nil : Int(number) }
}

extension RowSort {
  private static let keys = ABINumberMap([
    (CHILDPLUGIN_SORT_TEXT, Key.text), (CHILDPLUGIN_SORT_NUMBER, .number),
    (CHILDPLUGIN_SORT_SCORE, .score), (CHILDPLUGIN_SORT_NATURAL, .natural),
  ])

  init?(_ sort: childplugin_sort_t) {
    guard let key = Self.keys[sort.key] else { return nil }
    self.init(
      by: key, column: RowFilter.column(sort.column),
      isDescending: sort.flags & CHILDPLUGIN_SORT_DESCENDING != 0)
  }

  var foreign: childplugin_sort_t {
    childplugin_sort_t(
      size: UInt32(MemoryLayout<childplugin_sort_t>.size), key: Self.keys.number(of: key) ?? 0,
      column: column.map { UInt32(clamping: $0) } ?? .max,
      flags: isDescending ? CHILDPLUGIN_SORT_DESCENDING : 0)
  }
}
