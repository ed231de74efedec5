/// The columns of a line as a terminal would show it, after carriage returns, backspaces, tabs and
/// escape sequences: for each, the byte range of its character in the line, and whether it is
/// overstruck as bold or underlined.
///
/// This file is part of two modules: the kit uses it for texts to draw, the host for texts to
/// search, compare or print.
struct PrintedLine {
  /// The character printed in one column of a line: its bytes in the source text, its width, and
  /// whether it is bold or underlined.
  struct Place {
    /// Its bytes in the source text; empty for a column that was skipped.
    fileprivate(set) var bytes: Range<Int>
    /// 1 or 2; 0 for the second column of a wide character.
    fileprivate(set) var width: Int
    fileprivate(set) var isBold = false
    fileprivate(set) var isUnderlined = false

    fileprivate static let space = Place(bytes: 0..<0, width: 1)

    /// The result of overstriking: the same character becomes bold, `_` underlines, a space erases,
    /// and any other character replaces.
    fileprivate func overstruck(by other: Place, in text: Span<UInt8>) -> Place {
      if bytes.isEmpty || other.isMade(of: UInt8(ascii: " "), in: text) { return other }
      if isMade(of: UInt8(ascii: " "), in: text) { return other }
      var place = self
      if bytes.count == other.bytes.count,
        zip(bytes, other.bytes).allSatisfy({ text[$0] == text[$1] })
      {
        place.isBold = true
      } else if other.isMade(of: UInt8(ascii: "_"), in: text) {
        place.isUnderlined = true
      } else if isMade(of: UInt8(ascii: "_"), in: text) {
        place.bytes = other.bytes
        place.width = other.width
        place.isUnderlined = true
      } else {
        return other
      }
      return place
    }

    private func isMade(of byte: UInt8, in text: Span<UInt8>) -> Bool {
      bytes.count == 1 && text[bytes.lowerBound] == byte
    }
  }

  /// The distance of tab stops.
  static let tabColumns = 8
  private static let columnLimit = 16_384
  private static let byteLimit = 65_536

  /// The characters, column by column.
  private(set) var places: [Place] = []
  private var column = 0
  /// Characters left of this column are overstruck, since a backspace has moved back over them.
  private var overstrikeEnd = 0

  /// Prints a new line.
  ///
  /// - Parameters:
  ///   - text: UTF-8 that contains the line.
  ///   - bytes: the range of the line.
  ///   - columns: returns the width of a range of the text.
  mutating func print(
    _ text: Span<UInt8>, bytes: Range<Int>, columns: (Range<Int>) -> Int
  ) {
    places.removeAll(keepingCapacity: true)
    column = 0
    overstrikeEnd = 0
    var index = Self.start(of: bytes, in: text)
    while index < bytes.upperBound {
      let next = Self.end(ofScalarAt: index, in: text, before: bytes.upperBound)
      switch text[index] {
      case 0x08:
        overstrikeEnd = max(overstrikeEnd, column)
        column = max(0, column - 1)
      case 0x09:
        column = min(Self.columnLimit, (column / Self.tabColumns + 1) * Self.tabColumns)
      case 0x0D:
        column = 0
        overstrikeEnd = 0
      case 0x1B:
        let escape = Escape(at: index, in: text, before: bytes.upperBound)
        if escape.erasesToEnd, column < places.count { places.removeLast(places.count - column) }
        index = escape.end
        continue
      case 0x20...0x7E: put(index..<next, width: 1, in: text)
      default: printScalar(index..<next, in: text, columns)
      }
      index = next
    }
  }

  /// The start of the last part of a line that was overwritten very often.
  private static func start(of line: Range<Int>, in text: Span<UInt8>) -> Int {
    guard line.count > byteLimit else { return line.lowerBound }
    for index in line.suffix(byteLimit) where text[index] == 0x0D { return index }
    return line.lowerBound
  }

  private static func end(ofScalarAt index: Int, in text: Span<UInt8>, before limit: Int) -> Int {
    var end = index + 1
    guard text[index] >= 0xC0 else { return end }
    while end < limit, end < index + 4, text[end] & 0b1100_0000 == 0b1000_0000 { end += 1 }
    return end
  }

  /// Prints a scalar that is not ASCII: a character, or a mark on the previous one.
  private mutating func printScalar(
    _ bytes: Range<Int>, in text: Span<UInt8>, _ columns: (Range<Int>) -> Int
  ) {
    let width = columns(bytes)
    if let last = lastPrinted, places[last].bytes.upperBound == bytes.lowerBound {
      let joined = places[last].bytes.lowerBound..<bytes.upperBound
      let joinedWidth = columns(joined)
      // U+FE0F selects the emoji presentation, which is wide.
      let isEmoji = zip(bytes, [0xEF, 0xB8, 0x8F]).allSatisfy { text[$0] == $1 }
      if joinedWidth < places[last].width + max(1, width) || isEmoji {
        places[last].bytes = joined
        if isEmoji, joinedWidth == 2, places[last].width == 1 { widen(last) }
        return
      }
    }
    if width > 0 { put(bytes, width: min(2, width), in: text) }
  }

  /// The character before the current column.
  private var lastPrinted: Int? {
    guard column > 0, column <= places.count else { return nil }
    return places[column - 1].width == 0 ? column - 2 : column - 1
  }

  private mutating func widen(_ index: Int) {
    places[index].width = 2
    clear(index + 1)
    set(Place(bytes: 0..<0, width: 0), at: index + 1)
    column = index + 2
  }

  private mutating func put(_ bytes: Range<Int>, width: Int, in text: Span<UInt8>) {
    guard column + width <= Self.columnLimit else { return }
    while places.count < column { places.append(.space) }
    if column < overstrikeEnd, column > 0, column < places.count, places[column].width == 0 {
      column -= 1
    }
    var place = Place(bytes: bytes, width: width)
    if column < overstrikeEnd, column < places.count {
      place = places[column].overstruck(by: place, in: text)
    }
    clear(column)
    if place.width == 2 { clear(column + 1) }
    set(place, at: column)
    if place.width == 2 { set(Place(bytes: 0..<0, width: 0), at: column + 1) }
    column += place.width
  }

  private mutating func set(_ place: Place, at index: Int) {
    if index < places.count { places[index] = place } else { places.append(place) }
  }

  /// Erases the character at a column, including the other half of a wide one.
  private mutating func clear(_ index: Int) {
    guard index < places.count else { return }
    if places[index].width == 0 { places[index - 1] = .space }
    if places[index].width == 2 { places[index + 1] = .space }
    places[index] = .space
  }
}

extension PrintedLine {
  /// An escape sequence in a line that is printed, parsed: where it ends, and whether it erases to
  /// the end of the line.
  private struct Escape {
    /// The index after the sequence.
    fileprivate(set) var end: Int
    fileprivate(set) var erasesToEnd = false

    /// Parses the sequence whose ESC is at `start`, up to `limit`.
    init(at start: Int, in text: Span<UInt8>, before limit: Int) {
      end = min(start + 2, limit)
      guard end == start + 2 else { return }
      switch text[start + 1] {
      case UInt8(ascii: "["):
        while end < limit, 0x20...0x3F ~= text[end] { end += 1 }
        guard end < limit, 0x40...0x7E ~= text[end] else { return }
        let parameters = start + 2..<end
        erasesToEnd =
          text[end] == UInt8(ascii: "K") && parameters.allSatisfy { text[$0] == UInt8(ascii: "0") }
        end += 1
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
        UInt8(ascii: "_"):
        // A string without an end is text, as on the canvas.
        var index = end
        while index < limit, text[index] >= 0x20 { index += 1 }
        guard index < limit else { return }
        if text[index] == 0x07 { end = index + 1 }
        if text[index] == 0x1B, index + 1 < limit, text[index + 1] == UInt8(ascii: "\\") {
          end = index + 2
        }
      case 0x20...0x2F:
        while end < limit, 0x20...0x2F ~= text[end] { end += 1 }
        if end < limit, 0x30...0x7E ~= text[end] { end += 1 }
      case 0x30...0x7E: break
      default: end = start + 1
      }
    }
  }
}
