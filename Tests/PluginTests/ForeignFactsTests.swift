import ChildPluginAPI
import HostContent
import Testing

@testable import HostPlugins

/// Each field has a number of its own, so that none can stand for another.
@Suite struct `What a child is told in a struct` {
  private static func facts(_ change: (inout ContentFacts) -> Void) -> ContentFacts {
    var facts = ContentFacts()
    change(&facts)
    return facts
  }

  @Test func `of the content is each number in its field`() {
    let facts = Self.facts {
      ($0.revision, $0.generation, $0.rows, $0.bytes, $0.columns) = (1, 2, 3, 4, 5)
      ($0.fraction, $0.beganNanoseconds, $0.elapsedNanoseconds) = (0.6, 7, 8)
      ($0.loadedNanoseconds, $0.failedNanoseconds) = (9, 10)
      ($0.everyNanoseconds, $0.failures) = (11, 12)
    }
    let content = facts.foreign
    #expect(content.size == UInt32(MemoryLayout<childplugin_content_t>.size))
    #expect(content.revision == 1 && content.generation == 2)
    #expect(content.rows == 3 && content.bytes == 4)
    #expect(content.columns == 5 && content.fraction == 0.6)
    #expect(content.began_nanoseconds == 7 && content.elapsed_nanoseconds == 8)
    #expect(content.loaded_nanoseconds == 9 && content.failed_nanoseconds == 10)
    #expect(content.every_nanoseconds == 11 && content.failures == 12)
    #expect(Self.facts { _ in }.foreign.fraction == 0)
  }

  @Test(
    arguments: [
      (facts { _ in }, 0), (facts { $0.isLoading = true }, CHILDPLUGIN_CONTENT_LOADING),
      (facts { $0.isComplete = true }, CHILDPLUGIN_CONTENT_COMPLETE),
      (facts { $0.failure = .other }, CHILDPLUGIN_CONTENT_ERROR),
      (facts { $0.fraction = 0 }, CHILDPLUGIN_CONTENT_FRACTION),
      (facts { $0.isCut = true }, CHILDPLUGIN_CONTENT_CUT),
      (facts { $0.isReadOnce = true }, CHILDPLUGIN_CONTENT_ONCE),
    ] as [(ContentFacts, UInt32)]) func `of the content has a flag for each thing that is so`(
      facts: ContentFacts, flag: UInt32
    )
  {
    #expect(facts.foreign.flags == flag)
  }

  @Test(
    arguments: [
      (.notFound, CHILDPLUGIN_ERROR_NOT_FOUND, 0, 0),
      (.notAllowed, CHILDPLUGIN_ERROR_NOT_ALLOWED, 0, 0),
      (.exitStatus(3), CHILDPLUGIN_ERROR_EXIT_STATUS, 3, 0),
      (.signal(9), CHILDPLUGIN_ERROR_SIGNAL, 0, 9), (.read, CHILDPLUGIN_ERROR_READ, 0, 0),
      (.other, CHILDPLUGIN_ERROR_OTHER, 0, 0), (.later(kind: 99, number: 4), 99, 4, 4),
    ] as [(ContentFacts.Failure, UInt32, Int32, Int32)])
  func `of a failure is its kind, and the number of that kind`(
    failure: ContentFacts.Failure, kind: UInt32, status: Int32, signal: Int32
  ) {
    let content = Self.facts { $0.failure = failure }.foreign
    #expect(content.error_kind == kind)
    #expect(content.exit_status == status && content.error_signal == signal)
  }

  @Test func `of a column and of a row is how they are kept`() {
    for (isRight, width, alignment) in [
      (false, 0, CHILDPLUGIN_ALIGNMENT_LEFT), (true, 7, CHILDPLUGIN_ALIGNMENT_RIGHT),
    ] {
      let column = ContentColumnFacts(isRightAligned: isRight, width: width).foreign
      #expect(column.alignment == alignment && column.width == max(1, Int32(width)))
    }
    for (full, flags) in [(5, 0), (6, CHILDPLUGIN_ROW_CUT)] as [(UInt64, UInt32)] {
      let row = ContentRowFacts(length: 5, fullLength: full).foreign
      #expect(row.flags == flags && row.length == 5 && row.full_length == full)
    }
  }

  @Test func `of the terminal is its size, its colours and a flag for each thing that it has`() {
    var facts = TerminalFacts()
    (facts.columns, facts.rows, facts.colours) = (1, 2, 3)
    (facts.isUTF8, facts.isDark) = (false, false)
    let terminal = facts.foreign
    #expect(terminal.columns == 1 && terminal.rows == 2 && terminal.colours == 3)
    #expect(terminal.flags == 0)
    for (has, flag) in [
      (\TerminalFacts.isUTF8, CHILDPLUGIN_TERMINAL_UTF8),
      (\.hasMouse, CHILDPLUGIN_TERMINAL_MOUSE), (\.isDark, CHILDPLUGIN_TERMINAL_DARK),
      (\.isMotionReduced, CHILDPLUGIN_TERMINAL_REDUCED_MOTION),
    ] {
      var one = facts
      one[keyPath: has] = true
      #expect(one.foreign.flags == flag)
    }
  }

  @Test func `of the view is each number in its field, and a flag for each thing that is so`() {
    var facts = ViewFacts()
    (facts.revision, facts.rows, facts.lookedRows, facts.allRows, facts.finds) = (1, 2, 3, 4, 5)
    facts.find = .found(row: 6)
    let view = facts.foreign
    #expect(view.revision == 1 && view.rows == 2)
    #expect(view.looked_rows == 3 && view.all_rows == 4)
    #expect(view.finds == 5 && view.found_row == 6)
    #expect(view.cells == CHILDPLUGIN_CELLS_UNSORTED)
    let types: [(CellType, UInt32)] = [
      (.number, CHILDPLUGIN_CELLS_NUMBER), (.size, CHILDPLUGIN_CELLS_SIZE),
      (.duration, CHILDPLUGIN_CELLS_DURATION), (.time, CHILDPLUGIN_CELLS_TIME),
      (.date, CHILDPLUGIN_CELLS_DATE), (.address, CHILDPLUGIN_CELLS_ADDRESS),
      (.version, CHILDPLUGIN_CELLS_VERSION), (.text, CHILDPLUGIN_CELLS_TEXT),
    ]
    #expect(types.map(\.0) == CellType.allCases)
    for (type, number) in types {
      facts.sortedType = type
      #expect(facts.foreign.cells == number)
    }
    func flags(_ change: (inout ViewFacts) -> Void) -> UInt32 {
      var facts = ViewFacts()
      facts.isComplete = false
      change(&facts)
      return facts.foreign.flags
    }
    #expect(flags { _ in } == 0)
    #expect(flags { $0.isComplete = true } == CHILDPLUGIN_VIEW_COMPLETE)
    #expect(flags { $0.request.filter = RowFilter([1]) } == CHILDPLUGIN_VIEW_FILTERED)
    #expect(flags { $0.request.sort = RowSort(by: .text) } == CHILDPLUGIN_VIEW_SORTED)
    #expect(flags { $0.problem = "" } == CHILDPLUGIN_VIEW_PROBLEM)
    #expect(flags { $0.isInOrder = true } == CHILDPLUGIN_VIEW_IN_ORDER)
    #expect(flags { $0.find = .running } == CHILDPLUGIN_VIEW_FINDING)
    #expect(flags { $0.find = .found(row: 0) } == CHILDPLUGIN_VIEW_FOUND)
    #expect(flags { $0.find = .noMatch } == CHILDPLUGIN_VIEW_NO_MATCH)
  }

  @Test func `of a filter and of an order is what it asks for with the same struct`() {
    let kinds: [(RowFilter.Kind, UInt32)] = [
      (.text, CHILDPLUGIN_MATCH_TEXT), (.expression, CHILDPLUGIN_MATCH_EXPRESSION),
      (.fuzzy, CHILDPLUGIN_MATCH_FUZZY), (.query, CHILDPLUGIN_MATCH_QUERY),
    ]
    let cases: [(RowFilter.LetterCase, UInt32)] = [
      (.smart, CHILDPLUGIN_CASE_SMART), (.sensitive, CHILDPLUGIN_CASE_SENSITIVE),
      (.insensitive, CHILDPLUGIN_CASE_INSENSITIVE),
    ]
    for (kind, kindNumber) in kinds {
      for (letterCase, caseNumber) in cases {
        let filter = RowFilter([0x61], kind: kind, letterCase: letterCase, column: 2)
        let foreign = unsafe filter.foreign
        unsafe #expect(foreign.kind == kindNumber && foreign.letter_case == caseNumber)
        unsafe #expect(foreign.column == 2)
        let again = unsafe filter.text.withUnsafeBytes { unsafe RowFilter(foreign, text: $0) }
        #expect(again == filter)
      }
    }
    let keys: [(RowSort.Key, UInt32)] = [
      (.text, CHILDPLUGIN_SORT_TEXT), (.number, CHILDPLUGIN_SORT_NUMBER),
      (.score, CHILDPLUGIN_SORT_SCORE), (.natural, CHILDPLUGIN_SORT_NATURAL),
    ]
    for (key, number) in keys {
      for isDescending in [false, true] {
        let flag = isDescending ? CHILDPLUGIN_SORT_DESCENDING : 0
        let sort = RowSort(by: key, column: nil, isDescending: isDescending)
        #expect(sort.foreign.key == number && sort.foreign.flags == flag)
        #expect(sort.foreign.column == .max && RowSort(sort.foreign) == sort)
      }
    }
  }
}
