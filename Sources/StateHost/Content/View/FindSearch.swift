/// Where the next match is, as far as that is known.
struct FindResult: Sendable {
  /// The row that was looked for, numbered as those of `Rows`.
  var row: Int?
  /// All that were handed over have been looked at.
  var isSettled = false
  var hasFileChanged = false
}

/// Finds the next row that matches among those of a view.
struct FindSearch: PieceWork {
  /// How the view's rows follow each other.
  enum Order: Sendable {
    /// As the pieces do.
    case content(isBackward: Bool)
    /// As sorted: the one that is looked for comes after a place, or before it, round the end.
    case sorted(RowOrder, from: Int, isBackward: Bool)
  }

  private let scan: RowScan
  /// The rows of the view; nil for all.
  private let view: RowSet?
  private let order: Order
  /// All matches, where only the order tells which is the next.
  private var matches: [Int] = []
  private var buffer = RowPiece.Buffer()
  private(set) var result = FindResult()

  init(_ scan: RowScan, view: RowSet?, order: Order) {
    self.scan = scan
    self.view = view
    self.order = order
  }

  mutating func search(_ piece: RowPiece, isCancelled: () -> Bool) {
    guard result.row == nil else { return }
    result.isSettled = false
    let found = piece.isLookedAt ? matches(in: piece, isCancelled: isCancelled) : []
    switch order {
    case .content(let isBackward): result.row = isBackward ? found.last : found.first
    case .sorted: matches += found
    }
    result.hasFileChanged = buffer.hasSeenChange
  }

  /// The matches of a piece, or the first alone where that is the one.
  private mutating func matches(in piece: RowPiece, isCancelled: () -> Bool) -> [Int] {
    let isEnough: Bool = if case .content(isBackward: false) = order { true } else { false }
    let (scan, view) = (scan, view)
    var found: [Int] = []
    piece.withBytes(in: &buffer) { bytes in
      scan.scan(bytes, of: piece, isCancelled: { isEnough && !found.isEmpty || isCancelled() }) {
        if view?.contains($0) ?? true { found.append($0) }
      }
    }
    return found
  }

  mutating func settle(isCancelled: () -> Bool) {
    if case .sorted(let order, let from, let isBackward) = order, let view {
      var nearest = Int.max
      for row in matches {
        let rank = view.rank(of: row)
        guard rank < order.places.count else { continue }
        let place = Int(order.places[rank])
        let count = order.places.count
        // How many places further it is, round the end; its own place is the last.
        let distance = ((isBackward ? from - place : place - from) - 1 + count) % count
        if distance < nearest { (nearest, result.row) = (distance, row) }
      }
    }
    result.isSettled = true
  }
}
