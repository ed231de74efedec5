/// A piecewise reader of a row longer than `RowLimits.maxRowBytes` for a search: its beginning,
/// which is in a slice's bytes, then the rest, of any length, from where it is stored.
struct LongRow {
  /// A function that reads some bytes of a long row from an offset in it on; none at its end.
  ///
  /// `start` is where the row begins in the bytes of the slice.
  typealias Reader = @Sendable (_ start: Int, _ offset: Int) -> [UInt8]

  private let read: Reader
  private let start: Int
  private let beginning: [UInt8]
  private var offset = 0
  /// The last bytes of the piece before, with which the next one begins.
  private var carried: [UInt8] = []

  /// The last row of a slice that has these bytes; nil if it is not a long one to search.
  init?(endOf slice: RowSlice, _ bytes: Span<UInt8>) {
    guard bytes.count >= RowLimits.maxRowBytes, slice.wanted.upperBound == slice.rows.upperBound
    else { return nil }
    let row = bytes.rowRange(at: slice.rows.count - 1)
    guard row.count == RowLimits.maxRowBytes else { return nil }
    read = slice.readRest
    start = row.lowerBound
    beginning = bytes.extracting(row).copied
  }

  /// The next bytes without the line end; nil at the end.
  private mutating func nextBytes() -> [UInt8]? {
    var bytes = offset == 0 ? beginning : read(start, offset)
    guard !bytes.isEmpty else { return nil }
    offset += bytes.count
    if bytes.last == 0x0A {
      bytes.removeLast()
      if bytes.last == 0x0D { bytes.removeLast() }
    }
    return bytes
  }

  /// The next piece, which begins with the last `count` bytes of the one before.
  fileprivate mutating func next(repeating count: Int) -> [UInt8]? {
    guard let bytes = nextBytes() else { return nil }
    let piece = carried + bytes
    carried = Array(piece.suffix(count))
    return piece
  }

  /// The next piece of whole characters.
  fileprivate mutating func nextCharacters() -> [UInt8]? {
    guard let bytes = nextBytes() else {
      defer { carried = [] }
      return carried.isEmpty ? nil : carried
    }
    var piece = carried + bytes
    // From the last byte that may begin a character.
    let start = piece.suffix(3).lastIndex { $0 >= 0xC0 } ?? piece.endIndex
    carried = Array(piece[start...])
    piece.removeSubrange(start...)
    return piece
  }
}

extension RowScan {
  /// Whether a long row matches in any part of it; nil if that is unknown.
  ///
  /// It is unknown for queries, for cells, and for text displayed differently from its bytes.
  func matches(_ row: LongRow, isCancelled: () -> Bool) -> Bool? {
    guard selector == CellSelector(nil, of: nil) else { return nil }
    var row = row
    switch matcher {
    case .every, .query: return nil
    case .text(let pattern):
      while !isCancelled(), let piece = row.next(repeating: pattern.longestMatch) {
        if piece.span.needsRendering { return nil }
        if pattern.range(in: piece.span) != nil { return true }
      }
      return false
    case .expression(let expression):
      var needsRendering = false
      let matches = expression.matches(pieces: {
        guard !isCancelled(), let piece = row.nextCharacters() else { return nil }
        needsRendering = piece.span.needsRendering
        return needsRendering ? nil : piece
      })
      return needsRendering ? nil : matches
    }
  }
}
