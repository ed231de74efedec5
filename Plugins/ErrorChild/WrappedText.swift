import ChildPluginKit

/// The wrapped cause or standard error of an error message; each line is a range of its bytes.
struct WrappedText {
  /// The range of bytes of each line.
  private(set) var lines: [Range<Int>] = []
  /// The width of the longest line before wrapping.
  private(set) var columns = 0

  /// The text with its styles.
  private(set) var printed = PrintedText()
  /// The width that the lines are wrapped to; nil if the text has changed.
  private var wrappedColumns: Int?

  var text: TextBuffer { printed.text }

  /// The end of the last line.
  var end: Int { lines.last?.upperBound ?? 0 }

  mutating func clear() { read { $0.clear() } }

  /// Fills in another text.
  mutating func read(_ fill: (inout TextBuffer) -> Void) {
    fill(&printed.text)
    wrappedColumns = nil
  }

  /// Applies carriage returns and backspaces, see `PrintedText`.
  mutating func print(host: Host) {
    printed.print(host: host)
    wrap(columns: .max, host: host)
    columns = lines.reduce(0) { max($0, host.columns(of: text, bytes: $1)) }
  }

  /// Wraps the text if the width or the text has changed.
  mutating func wrap(columns: Int, host: Host) {
    guard columns != wrappedColumns else { return }
    wrappedColumns = columns
    lines.removeAll(keepingCapacity: true)
    var end = text.count
    while end > 0 && Self.isBlank(text[end - 1]) { end -= 1 }
    var start = 0
    while start < end {
      var lineEnd = start
      while lineEnd < end && text[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
      wrapLine(start..<lineEnd, columns: max(1, columns), host: host)
      start = lineEnd + 1
    }
  }

  private mutating func wrapLine(_ line: Range<Int>, columns: Int, host: Host) {
    var start = line.lowerBound
    while let end = firstBreak(in: start..<line.upperBound, columns: columns, host: host) {
      lines.append(start..<end)
      start = end
      while start < line.upperBound && text[start] == UInt8(ascii: " ") { start += 1 }
    }
    if start < line.upperBound || line.isEmpty { lines.append(start..<line.upperBound) }
  }

  /// The end of the part that fits into the width; nil if the whole line fits.
  private func firstBreak(in line: Range<Int>, columns: Int, host: Host) -> Int? {
    guard line.count > columns else { return nil }
    var isPlain = true
    var space: Int?
    var index = line.lowerBound
    while index < line.upperBound {
      let byte = text[index]
      var next = index + 1
      while next < line.upperBound && text[next] & 0b1100_0000 == 0b1000_0000 { next += 1 }
      if byte < 32 || byte > 126 { isPlain = false }
      let before = line.lowerBound..<next
      if (isPlain ? before.count : host.columns(of: text, bytes: before)) > columns {
        if byte == UInt8(ascii: " ") { return index }
        if let space, space > line.lowerBound { return space }
        return index > line.lowerBound ? index : next
      }
      if byte == UInt8(ascii: " ") { space = index }
      index = next
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 32 }
}
