/// An escape sequence in a text, as far as printing must know of it.
struct EscapeSequence {
  /// The byte after it.
  private(set) var end: Int
  /// Whether it erases what stands right of the cursor.
  private(set) var erasesToEnd = false

  /// The sequence whose ESC is at `start`; it ends before `limit`.
  init(at start: Int, in text: TextBuffer, before limit: Int) {
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
      // One that is never ended is text, as it is on the canvas.
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
