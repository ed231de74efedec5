/// A rate limit on what one writer logs and prints, for each second; lines over the limit are only counted.
///
/// A plugin normally writes a few lines. A thread that writes without end must neither block the loop nor fill the
/// disk.
struct LogRateLimit {
  private static let bytesASecond = 256 << 10
  /// The minimum cost of a line.
  private static let bytesALine = 64

  /// The name of the plugin or child that writes.
  let writer: String
  private var left = bytesASecond
  private(set) var lostLines = 0

  init(of writer: String) { self.writer = writer }

  /// Counts a line; returns false if it exceeds the limit and is lost.
  mutating func takes(lineOf byteCount: Int) -> Bool {
    guard left > 0 else {
      lostLines += 1
      return false
    }
    left -= max(byteCount, Self.bytesALine)
    return true
  }

  /// Starts a new second.
  mutating func renew() { self = LogRateLimit(of: writer) }
}
