package import HostContent

/// What one child may ask of the view: the content's rows as they are shown.
package protocol ViewServices: AnyObject {
  var facts: ViewFacts { get }
  /// Fills a buffer with the rows at the places from one on; how many there were.
  func copyRows(from place: UInt64, into rows: UnsafeMutableBufferPointer<UInt64>) -> Int
  /// Nil where the row is not shown.
  func place(of row: UInt64) -> UInt64?
  /// Where a cell matches, or without a column the whole row: ranges of its bytes, in order, at most
  /// `ViewFacts.mostMatches`.
  func matches(in row: UInt64, column: UInt32?) -> [Range<Int>]
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
