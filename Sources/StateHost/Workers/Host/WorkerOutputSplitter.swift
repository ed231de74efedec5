internal import HostText

/// A splitter, in the host, of the output of a worker process into lines of at most 64 KiB, which
/// it passes on unchanged; keeps the last three printed or logged lines, made safe, for errors.
struct WorkerOutputSplitter {
  private static let count = 3
  private static let lineBytes = 64 << 10
  private static let shownBytes = 200

  /// The lines, oldest first, safe to display.
  private(set) var last: [String] = []
  private var begun: [UInt8] = []

  mutating func add(_ text: String) {
    // Anything before that is never shown.
    let end = text.utf8.suffix(Self.count * Self.shownBytes)
    for line in end.split(separator: UInt8(ascii: "\n")).suffix(Self.count) {
      let text = String(decoding: line.prefix(Self.shownBytes), as: UTF8.self)
      last.append(HarmlessText.cleanLine(text))
    }
    last.removeFirst(max(0, last.count - Self.count))
  }

  /// Adds printed bytes, and calls `body` with each complete line, without its newline.
  mutating func add(_ bytes: Span<UInt8>, _ body: ([UInt8]) -> Void) {
    for index in bytes.indices {
      let isEnd = bytes[index] == UInt8(ascii: "\n")
      if !isEnd { begun.append(bytes[index]) }
      if isEnd || begun.count == Self.lineBytes { end(body) }
    }
  }

  /// Treats a nonempty incomplete line as complete.
  mutating func end(_ body: ([UInt8]) -> Void) {
    if begun.isEmpty { return }
    body(begun)
    add(String(decoding: begun, as: UTF8.self))
    begun.removeAll(keepingCapacity: true)
  }
}
