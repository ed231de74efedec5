internal import HostText

/// The last lines that a worker logged or printed.
struct LastLines {
  private static let count = 3
  private static let lineBytes = 64 << 10
  private static let shownCharacters = 200

  /// Harmless, the eldest first.
  private(set) var last: [String] = []
  /// A line that has not ended.
  private var begun: [UInt8] = []

  /// What it logged.
  mutating func add(_ text: String) {
    for line in text.split(separator: "\n") {
      last.append(String(HarmlessText.cleanLine(String(line)).prefix(Self.shownCharacters)))
    }
    last.removeFirst(max(0, last.count - Self.count))
  }

  /// What it printed.
  ///
  /// - Parameter body: called with each whole line, without its end.
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
