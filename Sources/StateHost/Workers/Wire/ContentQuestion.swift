internal import HostPlugins
internal import HostSystem

/// A worker's question to the host about content (loaded rows, selection, filtered view) that its
/// copy cannot answer: child, row generation, and subject; the worker blocks until the answer.
package struct ContentQuestion: Equatable, Sendable {
  var child: UInt32
  /// The generation of the content to which row numbers refer; if outdated, the answer is `gone`.
  var generation: UInt64
  var subject: Subject

  /// The subject of a question: rows, a cell, text, selection, marks, view, place, or matches.
  enum Subject: Equatable, Sendable {
    /// Rows, as many as fit into the answer.
    case rows(RowRequest)
    /// The text of a cell; without a column, of the whole row.
    case cell(row: UInt64, column: UInt32?)
    case text(ContentText)
    case selection
    /// Which rows of a range are marked.
    case marks(from: UInt64, count: UInt32)
    /// Marked rows in order, from the given index among them.
    case markedRows(from: UInt64, count: UInt32)
    case view
    case place(ofRow: UInt64)
    /// Where a cell matches; without a column, where the row does.
    case matches(row: UInt64, column: UInt32?)

    /// The most row numbers in a question or an answer.
    static let rowNumbersLimit: UInt32 = 4096
  }
}

/// The function that sends a mirror's question to the host and awaits the answer; nil for `gone`.
typealias AskHost = (ContentQuestion.Subject) -> ContentAnswer?

/// The part of the content that a worker requests in one question: which rows, which columns, how
/// many bytes of each cell, and whether matches too; not related to the query that a user types.
struct RowRequest: Equatable, Sendable {
  /// Rows that a worker requests: a range, single ones, or a range of places in the filtered view.
  enum Rows: Equatable, Sendable {
    /// Contiguous rows.
    case from(UInt64, count: UInt32)
    case these([UInt64])
    /// Contiguous places of the view.
    case places(from: UInt64, count: UInt32)
  }

  var rows: Rows
  /// The columns, in ascending order; `wholeRow` for the row itself.
  var columns: [UInt32]
  /// The most bytes of each text.
  var textBytes: UInt32
  /// Whether to include where the texts match the filter and the search.
  var wantsMatches = false

  /// Stands for the whole row in `columns`.
  static let wholeRow = UInt32.max
  /// The default limit of a text, in bytes.
  static let textBytes: UInt32 = 1 << 10
}

// MARK: - Encoding

extension RowRequest: GeneratedWireValue {
  var isWithinLimits: Bool {
    columns.count <= Self.columnsLimit && zip(columns, columns.dropFirst()).allSatisfy(<)
  }

  private static let columnsLimit = 65_537
}

extension RowRequest.Rows: GeneratedWireValue {
  var isWithinLimits: Bool {
    switch self {
    case .from(_, let count), .places(_, let count):
      count <= ContentQuestion.Subject.rowNumbersLimit
    case .these(let rows): rows.count <= ContentQuestion.Subject.rowNumbersLimit
    }
  }
}

extension ContentQuestion: GeneratedWireValue {}

extension ContentText: WireRawValue {}

extension ContentQuestion.Subject: GeneratedWireValue {
  var isWithinLimits: Bool {
    switch self {
    case .marks(_, let count), .markedRows(_, let count): count <= Self.rowNumbersLimit
    default: true
    }
  }
}
