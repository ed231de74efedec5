/// Seven bytes of a key that is compared byte by byte, as a number that compares alike.
///
/// Below them the number holds how many bytes of the key there are from the first of them on, so that a key comes
/// before those that it begins; 8 stands for more than seven.
struct KeyPart {
  /// How many bytes of a key one part holds.
  static let byteCount = 7
  /// The last byte of a part after which more follow.
  static let more: UInt64 = 8

  private let depth: Int
  private var bytes: UInt64 = 0
  private var position = 0

  /// - Parameter depth: how many bytes come before.
  init(depth: Int = 0) { self.depth = depth }

  /// Whatever follows does not change it.
  var isFull: Bool { position > depth + Self.byteCount }

  mutating func append(_ byte: UInt8) {
    if position >= depth, position < depth + Self.byteCount { bytes = bytes << 8 | UInt64(byte) }
    position += 1
  }

  var number: UInt64 {
    let count = min(max(0, position - depth), Int(Self.more))
    return bytes << UInt64(8 * (Self.byteCount + 1 - min(count, Self.byteCount))) | UInt64(count)
  }
}

extension KeyPart {
  /// Appends a text in which runs of digits compare as numbers: `u2` before `u10`.
  ///
  /// - Parameters:
  ///   - text: bytes.
  ///   - start: the first of them.
  mutating func append(natural text: Span<UInt8>, from start: Int = 0) {
    var index = start
    while index < text.count, !isFull {
      if CellText.isDigit(text[index]) {
        append(digitsOf: text, &index)
      } else {
        append(text[index])
        index += 1
      }
    }
  }

  /// Appends how many digits there are, without zeros before them, and then these, two in a byte.
  ///
  /// The first byte is one of those that digits have, so that digits stand among other characters where they do
  /// as bytes.
  mutating func append(digitsOf text: Span<UInt8>, _ index: inout Int) {
    while index < text.count, text[index] == UInt8(ascii: "0") { index += 1 }
    let start = index
    while index < text.count, CellText.isDigit(text[index]) { index += 1 }
    var count = index - start
    append(UInt8(ascii: "0") + UInt8(min(count, 9)))
    if count >= 9 {
      count -= 9
      while count >= 255 {
        append(255)
        count -= 255
      }
      append(UInt8(count))
    }
    for place in stride(from: start, to: index, by: 2) where !isFull {
      let low = place + 1 < index ? text[place + 1] & 15 : 0
      append((text[place] & 15) << 4 | low)
    }
  }
}
