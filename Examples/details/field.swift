// SPDX-License-Identifier: 0BSD (make of it what you like)
import ChildPluginKit

/// A column of a row, or a row that is one text: its name, its text, and the matches in it.
struct Field {
  let name: TextBuffer
  let text: TextBuffer
  /// The matches as ranges of the text's bytes, in order.
  private(set) var matches: [Range<Int>] = []

  /// - Parameters:
  ///   - column: nil for the whole row, without a name.
  ///   - row: its number in the content.
  ///   - content: the content.
  ///   - limit: the maximum number of bytes to read.
  init(column: Int?, row: Int, of content: Content, limit: Int) {
    var name = TextBuffer()
    if let column { _ = content.column(column, name: &name) }
    self.name = name
    var buffer = TextBuffer()
    let length = content.read(row: row, column: column, into: &buffer, limit: limit)
    // From here on it is valid UTF-8, so every position is one of a character.
    var text = TextBuffer(buffer.string)
    if length > limit { text.append(" … \(length - limit) bytes more") }
    self.text = text
  }

  /// Finds a text, ignoring case in ASCII.
  mutating func look(for wanted: String) {
    matches = []
    let wanted = wanted.utf8.map(\.small)
    guard !wanted.isEmpty else { return }
    var place = 0
    while place + wanted.count <= text.count {
      if wanted.indices.allSatisfy({ text[place + $0].small == wanted[$0] }) {
        matches.append(place..<place + wanted.count)
        place += wanted.count
      } else {
        place += 1
      }
    }
  }
}

extension UInt8 {
  fileprivate var small: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}

extension TextBuffer {
  /// Its bytes, line by line: as many as fit, broken after a space if there is one.
  func wrapped(to width: Int, measuredBy host: Host) -> [Range<Int>] {
    guard !isEmpty else { return [0..<0] }
    var lines: [Range<Int>] = []
    var start = 0
    while start < count {
      var end = fitting(from: start, width: width, measuredBy: host)
      if end < count, let space = (start..<end).last(where: { self[$0] == UInt8(ascii: " ") }) {
        end = space + 1
      }
      lines.append(start..<end)
      start = end
    }
    return lines
  }

  /// The end of the part that fits, at least one character.
  private func fitting(from start: Int, width: Int, measuredBy host: Host) -> Int {
    let simple = (start..<min(start + width, count)).prefix { (0x20..<0x7F).contains(self[$0]) }
    if simple.count == width || start + simple.count == count { return start + simple.count }
    var end = start
    var room = width
    let bytes = (start..<min(start + width * 32, count)).map { self[$0] }
    for character in String(decoding: bytes, as: UTF8.self) {
      room -= host.columns(of: String(character))
      if room < 0 && end > start { break }
      end += character.utf8.count
    }
    return min(end, count)
  }
}
