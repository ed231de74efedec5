internal import HostSystem

/// The rows that a search goes over, in its direction.
struct RowWay {
  /// Rows that follow each other.
  struct Stretch {
    var rows: Range<Int>
    /// Others than these need not be looked at; nil looks at all.
    var only: RowSet?
  }

  private var stretches: [Stretch]
  private let isBackward: Bool
  private let mostBytes: Int

  init(_ stretches: [Stretch], isBackward: Bool = false, mostBytes: Int = RowPiece.mostBytes) {
    self.stretches = stretches.filter { !$0.rows.isEmpty }
    self.isBackward = isBackward
    self.mostBytes = mostBytes
  }

  /// All has been gone over.
  var isDone: Bool { stretches.isEmpty }

  /// More rows have come.
  mutating func append(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    if let last = stretches.last, last.only == nil {
      stretches[stretches.count - 1].rows = last.rows.lowerBound..<rows.upperBound
    } else {
      stretches.append(Stretch(rows: rows, only: nil))
    }
  }

  /// The next piece; nil at the end.
  ///
  /// - Throws: that a file cannot be read beside the loop.
  mutating func next(in rows: Rows) throws(SystemError) -> RowPiece? {
    guard let stretch = stretches.first else { return nil }
    let first = isBackward ? stretch.rows.upperBound - 1 : stretch.rows.lowerBound
    let target = Self.target(from: first, in: stretch, isBackward)
    guard target == first else {
      let skipped = isBackward ? target + 1..<first + 1 : first..<target
      advance(over: skipped)
      return RowPiece(bytes: .none, rows: skipped, wanted: skipped)
    }
    guard
      var piece = try rows.piece(
        at: target, mostBytes: stretch.only == nil ? mostBytes : RowSorter.pieceBytes,
        isBackward: isBackward)
    else { return nil }
    piece.wanted = piece.rows.clamped(to: stretch.rows)
    advance(over: piece.wanted)
    return piece
  }

  /// The first row from `row` on that is to be looked at, or the one past the end of the stretch.
  private static func target(from row: Int, in stretch: Stretch, _ isBackward: Bool) -> Int {
    guard let only = stretch.only else { return row }
    if isBackward {
      let rank = only.rank(of: row + 1)
      return max(only.row(at: rank - 1) ?? -1, stretch.rows.lowerBound - 1)
    }
    return min(only.row(at: only.rank(of: row)) ?? .max, stretch.rows.upperBound)
  }

  private mutating func advance(over rows: Range<Int>) {
    let stretch = stretches[0].rows
    stretches[0].rows =
      isBackward ? stretch.lowerBound..<rows.lowerBound : rows.upperBound..<stretch.upperBound
    if stretches[0].rows.isEmpty { stretches.removeFirst() }
  }
}
