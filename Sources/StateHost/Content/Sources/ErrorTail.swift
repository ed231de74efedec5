/// The end of what a command wrote to its standard error: the last 64 KiB, of them 200 lines.
struct ErrorTail {
  static let mostBytes = 64 << 10
  static let mostLines = 200

  /// How many bytes were written, those included that are not kept.
  private(set) var byteCount = 0
  private var bytes: [UInt8] = []
  private var endCount = 0
  private var endsInLine = false
  /// How many lines were written, those included that are not kept.
  var lineCount: Int { endCount + (endsInLine ? 1 : 0) }
  /// Something was dropped from the front, so the first line may have lost its beginning.
  private var isCut = false

  /// Takes in what was written next.
  mutating func append(_ more: Span<UInt8>) {
    byteCount += more.count
    for index in 0..<more.count where more[index] == UInt8(ascii: "\n") { endCount += 1 }
    if more.count > 0 { endsInLine = more[more.count - 1] != UInt8(ascii: "\n") }
    let skipped = max(0, more.count - Self.mostBytes)
    for index in skipped..<more.count { bytes.append(more[index]) }
    isCut = isCut || skipped > 0
    // Trimmed at twice the limit, so that many small writes do not move the whole each time.
    if bytes.count > 2 * Self.mostBytes {
      bytes.removeFirst(bytes.count - Self.mostBytes)
      isCut = true
    }
  }

  /// The lines, oldest first, invalid UTF-8 repaired, line ends and a cut first line left out.
  var lines: [String] {
    var pieces = bytes.suffix(Self.mostBytes).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    if isCut || bytes.count > Self.mostBytes, pieces.count > 1 { pieces.removeFirst() }
    return pieces.suffix(Self.mostLines).map { piece in
      String(decoding: piece.last == UInt8(ascii: "\r") ? piece.dropLast() : piece, as: UTF8.self)
    }
  }
}
