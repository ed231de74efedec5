/// What the view shows, as a search has found it; its rows are numbered as those of `Rows`.
struct ViewResult: Sendable {
  var rows = RowSet()
  /// Where the sort puts them; nil without a sort, and before there is one.
  var order: RowOrder?
  /// The rows before this one have been looked at.
  var lookedRow = 0
  /// The rows before this one are where they belong: with a sort, they are in order.
  var placedRow = 0
  /// All that were handed over are in place.
  var isSettled = false
  var problem: ViewProblem?
  /// The file was changed since it was opened.
  var hasFileChanged = false
}

/// Finds the rows of a view, and their order.
struct ViewSearch: PieceWork {
  private let scan: RowScan
  private var sorter: RowSorter?
  private var buffer = RowPiece.Buffer()
  private(set) var result = ViewResult()

  init(_ scan: RowScan, sorter: RowSorter?) {
    self.scan = scan
    self.sorter = sorter
  }

  mutating func search(_ piece: RowPiece, isCancelled: () -> Bool) {
    let before = result.rows.count
    result.isSettled = false
    if case .every = scan.matcher {
      for row in piece.wanted { result.rows.append(row) }
    } else if piece.isLookedAt {
      var found: [Int] = []
      let scan = scan
      piece.withBytes(in: &buffer) { bytes in
        scan.scan(bytes, of: piece, isCancelled: isCancelled) { found.append($0) }
      }
      for row in found { result.rows.append(row) }
    }
    result.lookedRow = piece.wanted.upperBound
    if sorter == nil { result.placedRow = result.lookedRow }
    result.hasFileChanged = buffer.hasSeenChange
    if result.rows.count > before { sorter?.add(piece) }
  }

  mutating func settle(isCancelled: () -> Bool) {
    if sorter != nil {
      do throws(ViewProblem) {
        result.order = try sorter?.sort(result.rows, isCancelled: isCancelled) ?? result.order
      } catch {
        result.order = nil
        result.problem = error
      }
      result.hasFileChanged = result.hasFileChanged || sorter?.hasFileChanged ?? false
    }
    result.isSettled = true
    result.placedRow = result.lookedRow
  }
}
