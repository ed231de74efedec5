package import HostContent
package import HostSurface

/// What a child asks the host, with the memory that the answer comes into where it is of no fixed size.
///
/// Such memory gets as much as fits; the reply has the length of the whole. It is lent for the time of the call.
@safe package enum HostQuery {
  /// A text of the content.
  case text(ContentText, into: UnsafeMutableRawBufferPointer)
  case column(UInt32)
  case columnName(UInt32, into: UnsafeMutableRawBufferPointer)
  /// How a row of the content is kept.
  case row(UInt64)
  /// A cell, without a column the whole row.
  case cell(row: UInt64, column: UInt32?, into: UnsafeMutableRawBufferPointer)
  /// The cells of many rows, as many as there is room for: of each what `cell` gives.
  case cells(CellBatch)
  case option(named: String, into: UnsafeMutableRawBufferPointer)

  /// The row that the user is on, and how many are marked.
  case selection
  case isMarked(UInt64)
  /// The marked rows in order, from the `first`-th on, so many at most.
  case markedRows(from: UInt64, count: UInt64)

  /// The rows as they are shown.
  case view
  /// The rows at the places of the view from one on.
  case viewRows(from: UInt64, into: UnsafeMutableBufferPointer<UInt64>)
  /// The place of a row in the view.
  case place(ofRow: UInt64)
  /// Where a cell matches, without a column the whole row: ranges of its bytes, in order, at most
  /// `ViewFacts.mostMatches`.
  case matches(row: UInt64, column: UInt32?)
}

/// The answer to a question of a child's.
package enum HostReply {
  /// There is nothing of what it asked for.
  case none
  /// The length of the whole text, or how many rows there were.
  case length(UInt64)
  case column(ContentColumnFacts)
  case row(ContentRowFacts)
  case selection(SelectionFacts)
  case isMarked(Bool)
  case rows([UInt64])
  case view(ViewFacts)
  case place(UInt64)
  case matches([Range<Int>])

  /// Nil where there is nothing of what was asked for.
  package init(length: UInt64?) { self = length.map { .length($0) } ?? .none }
}

// MARK: - Asking

extension ChildHost {
  package var nowNanoseconds: Int64 { facts.nowNanoseconds }
  package var terminalFacts: TerminalFacts { facts.terminal }
  package var contentFacts: ContentFacts? { facts.content }
  package var situation: ContainerSituation { facts.situation }
  package var focus: FocusFacts { facts.focus }
  package var policy: RequestPolicy { facts.policy }
  /// A true colour or the default one.
  package func colour(of role: ThemeRole) -> Colour { facts.theme[role] }

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

  /// Adds the rows of a batch; where the host has no better way, one cell after the other.
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

  /// Nil when there is no content at all.
  package var viewFacts: ViewFacts? {
    if case .view(let facts) = answer(.view) { facts } else { nil }
  }

  package func copyViewRows(
    from place: UInt64, into rows: UnsafeMutableBufferPointer<UInt64>
  ) -> UInt64 { unsafe length(.viewRows(from: place, into: rows)) ?? 0 }

  /// Nil where the row is not shown.
  package func place(of row: UInt64) -> UInt64? {
    if case .place(let place) = answer(.place(ofRow: row)) { place } else { nil }
  }

  package func matches(in row: UInt64, column: UInt32?) -> [Range<Int>] {
    if case .matches(let ranges) = answer(.matches(row: row, column: column)) { ranges } else { [] }
  }
}

/// The view as a child sees it.
package struct ViewFacts: Equatable, Sendable {
  /// What the last find has come to.
  package enum Find: Equatable, Sendable {
    /// There was none, or it was ended.
    case none
    case running
    case found(row: UInt64)
    case noMatch
  }

  /// So many matches of a row are told.
  package static let mostMatches = 256
  /// So many bytes of it are looked at for them.
  package static let matchedBytes = 64 << 10
  /// So many rows are given at a time.
  package static let mostRows = 4096

  package var request = ViewRequest()
  /// Changes when places mean other rows, or other bytes match.
  package var revision: UInt64 = 0
  package var rows: UInt64 = 0
  package var lookedRows: UInt64 = 0
  package var allRows: UInt64 = 0
  package var isComplete = true
  /// The rows are in the order that was asked for.
  package var isInOrder = false
  /// What cells are taken for where the rows are in the natural order.
  package var sortedType: CellType?
  /// The rows are all of the content, in its order.
  package var isContent = true
  /// A filter or a find says that bytes match.
  package var hasMatches = false
  /// How many finds have begun.
  package var finds: UInt64 = 0
  package var find = Find.none
  /// Why it is not as it was asked for, in words.
  package var problem: String?

  package init() {}
}
