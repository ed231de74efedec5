package import HostContent

/// A query of a plugin's child for data of the host, such as a cell or the rows of the view, with
/// the child's buffer for the result; `ChildHost` replies to it.
///
/// The buffer, valid during the call, gets as much as fits, and the reply has the full length.
@safe package enum HostQuery {
  case text(ContentText, into: UnsafeMutableRawBufferPointer)
  case column(UInt32)
  case columnName(UInt32, into: UnsafeMutableRawBufferPointer)
  case row(UInt64)
  /// A cell; without a column, the whole row.
  case cell(row: UInt64, column: UInt32?, into: UnsafeMutableRawBufferPointer)
  /// The cells of several rows, as many rows as fit; each cell as in `cell`.
  case cells(CellBatch)
  case option(named: String, into: UnsafeMutableRawBufferPointer)

  /// The current row, and the number of marked rows.
  case selection
  case isMarked(UInt64)
  /// At most `count` marked rows, in order, from an index on.
  case markedRows(from: UInt64, count: UInt64)

  case view
  case viewRows(from: UInt64, into: UnsafeMutableBufferPointer<UInt64>)
  case place(ofRow: UInt64)
  /// The byte ranges of a cell that match, in order, at most `ViewFacts.mostMatches`; without a
  /// column, of the whole row.
  case matches(row: UInt64, column: UInt32?)
}

/// The host's reply to a child's query: a length, a value, or none for what does not exist.
package enum HostReply {
  case none
  /// The length of the whole text, or the number of rows.
  case length(UInt64)
  case column(ContentColumnFacts)
  case row(ContentRowFacts)
  case selection(SelectionFacts)
  case isMarked(Bool)
  case rows([UInt64])
  case view(ViewFacts)
  case place(UInt64)
  case matches([Range<Int>])

  package init(length: UInt64?) { self = length.map { .length($0) } ?? .none }
}

/// Protocol of the view (the filtered and sorted rows) as it is read for a child: its facts, its
/// rows, their places in it, and matches; implemented by the runtime's view, a worker's copy and
/// the validator's simulated view.
package protocol ViewReader {
  var facts: ViewFacts { get }
  /// Copies the rows from a place on, as many as fit and are there; returns their number.
  func copyRows(from place: UInt64, into rows: UnsafeMutableBufferPointer<UInt64>) -> Int
  /// Nil when the row is not shown.
  func place(of row: UInt64) -> UInt64?
  /// The byte ranges of a cell that match; without a column, of the whole row.
  func matches(in row: UInt64, column: UInt32?) -> [Range<Int>]
}

extension ViewReader {
  /// The reply to a query about the view; `none` to others.
  package func answer(_ query: HostQuery) -> HostReply {
    switch query {
    case .view: .view(facts)
    case .viewRows(let place, let rows): .length(UInt64(unsafe copyRows(from: place, into: rows)))
    case .place(let row): place(of: row).map { .place($0) } ?? .none
    case .matches(let row, let column): .matches(matches(in: row, column: column))
    default: .none
    }
  }
}

// MARK: - Queries

extension ChildHost {
  private func length(_ query: HostQuery) -> UInt64? {
    if case .length(let length) = answer(query) { length } else { nil }
  }

  package func copyContentText(
    _ text: ContentText, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 { unsafe length(.text(text, into: buffer)) ?? 0 }

  package func contentColumn(_ index: UInt32) -> ContentColumnFacts? {
    if case .column(let facts) = answer(.column(index)) { facts } else { nil }
  }

  package func copyColumnName(
    _ index: UInt32, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 { unsafe length(.columnName(index, into: buffer)) ?? 0 }

  package func contentRow(_ row: UInt64) -> ContentRowFacts? {
    if case .row(let facts) = answer(.row(row)) { facts } else { nil }
  }

  package func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 { unsafe length(.cell(row: row, column: column, into: buffer)) ?? 0 }

  /// Adds the rows of a batch, cell by cell if the host does not support batches.
  package func copyCells(into batch: CellBatch) {
    if case .length = answer(.cells(batch)) { return }
    while let row = batch.nextRow,
      unsafe batch.addRow({ unsafe copyCell(row: row, column: $0, into: $1) })
    {}
  }

  package func copyOption(
    named name: String, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64? { unsafe length(.option(named: name, into: buffer)) }

  package var selection: SelectionFacts {
    if case .selection(let facts) = answer(.selection) { facts } else { SelectionFacts() }
  }

  package func isMarked(_ row: UInt64) -> Bool {
    if case .isMarked(let isMarked) = answer(.isMarked(row)) { isMarked } else { false }
  }

  package func markedRows(from first: UInt64, count: UInt64) -> [UInt64] {
    if case .rows(let rows) = answer(.markedRows(from: first, count: count)) { rows } else { [] }
  }

  /// Nil when there is no content.
  package var viewFacts: ViewFacts? {
    if case .view(let facts) = answer(.view) { facts } else { nil }
  }

  package func copyViewRows(
    from place: UInt64, into rows: UnsafeMutableBufferPointer<UInt64>
  ) -> UInt64 { unsafe length(.viewRows(from: place, into: rows)) ?? 0 }

  /// Nil when the row is not shown.
  package func place(of row: UInt64) -> UInt64? {
    if case .place(let place) = answer(.place(ofRow: row)) { place } else { nil }
  }

  package func matches(in row: UInt64, column: UInt32?) -> [Range<Int>] {
    if case .matches(let ranges) = answer(.matches(row: row, column: column)) { ranges } else { [] }
  }
}

/// The state of the view, the rows as filtered and sorted, as a child can read it: the filter and
/// sort, row counts, the search result, and why the view is not as requested.
package struct ViewFacts: Equatable, Sendable {
  /// The result, as the host passes it to children, of the last search in the view, which any child
  /// may have begun: none (not begun, ended, failed, or its row is gone), running, found in a row,
  /// or no match.
  package enum Find: Equatable, Sendable {
    /// No find was begun, or the last one was ended or failed, or its row is gone.
    case none
    case running
    case found(row: UInt64)
    case noMatch
  }

  /// The most matches that are returned for a row.
  package static let mostMatches = 256
  /// How many bytes of a row are searched for matches.
  package static let matchedBytes = 64 << 10
  /// The most rows returned at a time.
  package static let mostRows = 4096

  package var request = ViewRequest()
  /// Changes when places refer to other rows, or other bytes match.
  package var revision: UInt64 = 0
  package var rows: UInt64 = 0
  package var lookedRows: UInt64 = 0
  package var allRows: UInt64 = 0
  package var isComplete = true
  package var isInOrder = false
  /// The type that cells are compared as in the natural order.
  package var sortedType: CellType?
  /// Whether the view has all rows of the content, in their order.
  package var isContent = true
  /// Whether a filter or find determines which bytes match.
  package var hasMatches = false
  package var finds: UInt64 = 0
  package var find = Find.none
  /// Why the view is not as requested, as text for the user.
  package var problem: String?

  package init() {}
}
