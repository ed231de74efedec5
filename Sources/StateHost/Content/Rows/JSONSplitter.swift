internal import HostText

/// A splitter of a stream of JSON text into rows, one per value, for `--columns json`: the elements
/// of an array, or consecutive values.
///
/// A value that spans lines becomes one row: its line breaks and the indentation after them are
/// removed, and escapes of visible characters beyond ASCII (`\u00e9`) are decoded; everything else
/// stays, so that one-line values are unchanged. Commas between values are dropped, also outside an
/// array. Input that begins with neither `{` nor `[` is not JSON: its lines are the rows, as are
/// lines between two values. A truncated value ends where the next object begins, or at a line
/// break inside a string.
struct JSONSplitter {
  /// A splitter's state: what the next byte belongs to, such as a value, string, escape or line.
  private enum State {
    /// Only blanks so far, held in case the input is not JSON.
    case beginning
    case lines
    case betweenValues
    case value
    case string
    case escape
    /// A comma after a value, held with the blanks after it; it may be a separator.
    case comma
    /// A line between values, or an element other than a string, object or array.
    case word
  }

  private var state = State.beginning
  private var held: [UInt8] = []
  /// Whether the first value is an array: top-level arrays are lists of rows.
  private var opensArrays = false
  private var isInArray = false
  /// The nesting depth inside the value.
  private var depth = 0
  /// The last byte of the value other than blanks.
  private var last: UInt8 = 0
  private var isAfterLine = false
  /// Whether a comma here is a separator.
  private var isAfterValue = false
  /// A backslash and the beginning of one `\u` escape, or of a surrogate pair.
  private var escaped: [UInt8] = []

  /// Appends to `rows` the rows that `bytes` complete, each with a newline.
  mutating func split(_ bytes: Span<UInt8>, into rows: inout [UInt8]) {
    for index in 0..<bytes.count { take(bytes[index], &rows) }
  }

  /// Flushes what is held, except for a comma on its own.
  mutating func finish(into rows: inout [UInt8]) {
    rows += (state == .comma ? [] : held) + escaped
    (held, escaped) = ([], [])
  }

  private mutating func take(_ byte: UInt8, _ rows: inout [UInt8]) {
    switch state {
    case .beginning: begin(byte, &rows)
    case .lines: rows.append(byte)
    case .betweenValues: separate(byte, &rows)
    case .value: takeInValue(byte, &rows)
    case .string: takeInString(byte, &rows)
    case .escape: takeInEscape(byte, &rows)
    case .comma: takeAfterComma(byte, &rows)
    case .word: takeInWord(byte, &rows)
    }
  }

  private mutating func begin(_ byte: UInt8, _ rows: inout [UInt8]) {
    if byte == "{" || byte == "[" {
      opensArrays = byte == "["
      held = []
      state = .betweenValues
      separate(byte, &rows)
    } else {
      held.append(byte)
      let isMark = held.count <= 3 && [0xEF, 0xBB, 0xBF].starts(with: held)
      if !Self.isBlank(byte) && !isMark || held.count == Self.maxBlanks {
        rows += held
        held = []
        state = .lines
      }
    }
  }

  private mutating func separate(_ byte: UInt8, _ rows: inout [UInt8]) {
    switch byte {
    case _ where Self.isBlank(byte): break
    case "," where isInArray: break
    case "," where isAfterValue:
      isAfterValue = false
      held = [byte]
      state = .comma
    case "]" where isInArray: (isInArray, isAfterValue) = (false, true)
    case "[" where opensArrays && !isInArray: isInArray = true
    case "{", "[":
      (depth, last, isAfterLine, isAfterValue) = (1, byte, false, true)
      rows.append(byte)
      state = .value
    case "\"" where isInArray:
      (depth, last) = (0, byte)
      rows.append(byte)
      state = .string
    default:
      rows.append(byte)
      (state, isAfterValue) = (.word, false)
    }
  }

  /// A comma is a separator at the end of a line or before a value; otherwise it begins a line.
  private mutating func takeAfterComma(_ byte: UInt8, _ rows: inout [UInt8]) {
    let isBetween = [Self.lineEnd, UInt8(ascii: "{"), UInt8(ascii: "[")].contains(byte)
    if !isBetween { held.append(byte) }
    if !isBetween, Self.isBlank(byte), held.count < Self.maxBlanks { return }
    let line = held
    held = []
    state = .betweenValues
    if isBetween {
      separate(byte, &rows)
    } else {
      rows += line
      state = .word
    }
  }

  private mutating func takeInValue(_ byte: UInt8, _ rows: inout [UInt8]) {
    if byte == Self.lineEnd || byte == 0x0D {
      isAfterLine = true
      return
    }
    if Self.isBlank(byte) {
      if !isAfterLine { rows.append(byte) }
      return
    }
    isAfterLine = false
    switch byte {
    case "\"": state = .string
    case "{" where !"[,:".utf8.contains(last):
      rows.append(Self.lineEnd)
      depth = 1
    case "{", "[": depth += 1
    case "}", "]": depth -= 1
    default: break
    }
    last = byte
    rows.append(byte)
    if depth == 0, state == .value { endRow(&rows) }
  }

  private mutating func takeInString(_ byte: UInt8, _ rows: inout [UInt8]) {
    if byte == "\\" {
      escaped = [byte]
      state = .escape
      return
    }
    rows.append(byte)
    switch byte {
    case Self.lineEnd: state = .betweenValues
    case "\"" where depth == 0: endRow(&rows)
    case "\"": (state, last) = (.value, byte)
    default: break
    }
  }

  private mutating func takeInEscape(_ byte: UInt8, _ rows: inout [UInt8]) {
    let position = escaped.count % 6
    let isLetter = position == 1
    let fits =
      switch position {
      case 0: byte == "\\"
      case 1: byte == "u"
      default: Character(Unicode.Scalar(byte)).isHexDigit
      }
    guard fits else {
      rows += escaped
      escaped = []
      state = .string
      // A character after a backslash never ends the string.
      if isLetter, byte != Self.lineEnd { rows.append(byte) } else { takeInString(byte, &rows) }
      return
    }
    escaped.append(byte)
    guard escaped.count % 6 == 0 else { return }
    let units = [escaped.prefix(6), escaped.dropFirst(6)].compactMap {
      UInt16(String(decoding: $0.dropFirst(2), as: UTF8.self), radix: 16)
    }
    if units.count == 1, UTF16.isLeadSurrogate(units[0]) { return }
    let characters = String(decoding: units, as: UTF16.self)
    let scalar = characters.unicodeScalars.first.map(\.value) ?? 0
    let isOneScalar = characters.unicodeScalars.count == 1 && HarmlessScanner.admits(scalar)
    let isDecoded =
      units[0] >= 0x80 && isOneScalar && (units.count == 2 || !UTF16.isTrailSurrogate(units[0]))
    if isDecoded { rows += characters.utf8 } else { rows += escaped }
    escaped = []
    state = .string
  }

  private mutating func takeInWord(_ byte: UInt8, _ rows: inout [UInt8]) {
    let isEnd = isInArray && (byte == "," || byte == "]")
    guard isEnd || byte == Self.lineEnd else {
      rows.append(byte)
      return
    }
    endRow(&rows)
    separate(byte, &rows)
  }

  private mutating func endRow(_ rows: inout [UInt8]) {
    rows.append(Self.lineEnd)
    state = .betweenValues
  }

  /// The most blanks before a JSON value.
  private static let maxBlanks = 4096
  private static let lineEnd: UInt8 = 0x0A

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == lineEnd || byte == 0x0D
  }
}
