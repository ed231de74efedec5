internal import HostText

/// Splits the output of a worker into lines, and keeps the last lines that it printed or logged.
struct WorkerLines {
  private static let count = 3
  private static let lineBytes = 64 << 10
  private static let shownBytes = 200

  /// Harmless, the eldest first.
  private(set) var last: [String] = []
  /// A line that has not ended.
  private var begun: [UInt8] = []

  /// What it logged.
  mutating func add(_ text: String) {
    // No more of it can be shown.
    let end = text.utf8.suffix(Self.count * Self.shownBytes)
    for line in end.split(separator: UInt8(ascii: "\n")).suffix(Self.count) {
      let text = String(decoding: line.prefix(Self.shownBytes), as: UTF8.self)
      last.append(HarmlessText.cleanLine(text))
    }
    last.removeFirst(max(0, last.count - Self.count))
  }

  /// What it printed.
  ///
  /// - Parameters:
  ///   - bytes: the next of it.
  ///   - body: called with each whole line, without its end.
  mutating func add(_ bytes: Span<UInt8>, _ body: ([UInt8]) -> Void) {
    for index in bytes.indices {
      let isEnd = bytes[index] == UInt8(ascii: "\n")
      if !isEnd { begun.append(bytes[index]) }
      if isEnd || begun.count == Self.lineBytes { end(body) }
    }
  }

  /// Takes what has begun for a line, if there is something.
  mutating func end(_ body: ([UInt8]) -> Void) {
    if begun.isEmpty { return }
    body(begun)
    add(String(decoding: begun, as: UTF8.self))
    begun.removeAll(keepingCapacity: true)
  }
}
