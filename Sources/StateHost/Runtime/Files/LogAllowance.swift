/// How much is kept of what one writer logs and prints in a second; the rest is counted.
///
/// What a plugin has to say is a few lines. A thread of its own that writes without end must not take
/// the loop's time, nor fill a disk.
struct LogAllowance {
  private static let bytesASecond = 256 << 10
  /// What a line costs at least, however short it is.
  private static let bytesALine = 64

  /// Who writes.
  let writer: String
  private var left = bytesASecond
  private(set) var lostLines = 0

  init(of writer: String) { self.writer = writer }

  /// Counts a line; false when it is one too many, and lost.
  mutating func takes(lineOf byteCount: Int) -> Bool {
    guard left > 0 else {
      lostLines += 1
      return false
    }
    left -= max(byteCount, Self.bytesALine)
    return true
  }

  /// The second is over.
  mutating func renew() { self = LogAllowance(of: writer) }
}
