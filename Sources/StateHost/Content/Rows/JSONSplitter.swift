/// Cuts JSON into rows, a value each: those of an array, or those that stand one after the other.
///
/// However many lines a value takes, it is one row: the ends of these lines are left out, and the blanks before
/// the next one, and characters beyond ASCII stand for the numbers (`\u00e9`) that some write them as; all else
/// is kept as it came, so that lines of one value each stay what they are. Commas between values divide them,
/// also where no array is around: those that stand alone, or before a value. What begins
/// with neither an object nor an array is no JSON, and its lines are the rows; so is a line between two
/// values. A value that breaks off ends where the next object begins, or with the line within a text.
struct JSONSplitter {
  private enum Place {
    /// Nothing but blanks so far, which are kept in case that it is no JSON.
    case beginning
    case lines
    case betweenValues
    case value
    case text
    case escape
    /// A comma behind a value, which is held with the blanks behind it until it is clear whose it is.
    case comma
    /// A line among values, or a value that is no text, object or array.
    case word
  }

  private var place = Place.beginning
  private var held: [UInt8] = []
  /// The first value was an array: those that stand for themselves are lists of rows.
  private var opensArrays = false
  private var isInArray = false
  /// How many objects and arrays of the value are open.
  private var depth = 0
  /// What came last of the value, blanks apart.
  private var last: UInt8 = 0
  private var isAfterLine = false
  /// A comma that comes now belongs to no row.
  private var isAfterValue = false
  /// A backslash and what may still become a character's number, or two that make one character.
  private var escaped: [UInt8] = []

  /// Takes in `bytes` and adds to `rows` what they come to, each row with its end.
  mutating func cut(_ bytes: Span<UInt8>, into rows: inout [UInt8]) {
    for index in 0..<bytes.count { take(bytes[index], &rows) }
  }

  /// Nothing follows: what is held are lines, but for a comma that stands alone.
  mutating func finish(into rows: inout [UInt8]) {
    rows += (place == .comma ? [] : held) + escaped
    (held, escaped) = ([], [])
  }

  private mutating func take(_ byte: UInt8, _ rows: inout [UInt8]) {
    switch place {
    case .beginning: begin(byte, &rows)
    case .lines: rows.append(byte)
    case .betweenValues: goOn(byte, &rows)
    case .value: takeOfValue(byte, &rows)
    case .text: takeOfText(byte, &rows)
    case .escape: takeOfEscape(byte, &rows)
    case .comma: takeBehindComma(byte, &rows)
    case .word: takeOfWord(byte, &rows)
    }
  }

  private mutating func begin(_ byte: UInt8, _ rows: inout [UInt8]) {
    if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      opensArrays = byte == UInt8(ascii: "[")
      held = []
      place = .betweenValues
      goOn(byte, &rows)
    } else {
      held.append(byte)
      let isMark = held.count <= 3 && [0xEF, 0xBB, 0xBF].starts(with: held)
      if !Self.isBlank(byte) && !isMark || held.count == Self.mostBlanks {
        rows += held
        held = []
        place = .lines
      }
    }
  }

  private mutating func goOn(_ byte: UInt8, _ rows: inout [UInt8]) {
    switch byte {
    case _ where Self.isBlank(byte): break
    case UInt8(ascii: ",") where isInArray: break
    case UInt8(ascii: ",") where isAfterValue:
      isAfterValue = false
      held = [byte]
      place = .comma
    case UInt8(ascii: "]") where isInArray: (isInArray, isAfterValue) = (false, true)
    case UInt8(ascii: "[") where opensArrays && !isInArray: isInArray = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      (depth, last, isAfterLine, isAfterValue) = (1, byte, false, true)
      rows.append(byte)
      place = .value
    case UInt8(ascii: "\"") where isInArray:
      (depth, last) = (0, byte)
      rows.append(byte)
      place = .text
    default:
      rows.append(byte)
      (place, isAfterValue) = (.word, false)
    }
  }

  /// A comma is one between values where it stands alone, or before a value; else a line begins with it.
  private mutating func takeBehindComma(_ byte: UInt8, _ rows: inout [UInt8]) {
    let isBetween = [Self.lineEnd, UInt8(ascii: "{"), UInt8(ascii: "[")].contains(byte)
    if !isBetween { held.append(byte) }
    if !isBetween, Self.isBlank(byte), held.count < Self.mostBlanks { return }
    let line = held
    held = []
    place = .betweenValues
    if isBetween {
      goOn(byte, &rows)
    } else {
      rows += line
      place = .word
    }
  }

  private mutating func takeOfValue(_ byte: UInt8, _ rows: inout [UInt8]) {
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
    case UInt8(ascii: "\""):
      place = .text
    case UInt8(ascii: "{") where !"[,:".utf8.contains(last):
      rows.append(Self.lineEnd)
      depth = 1
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
    default:
      break
    }
    last = byte
    rows.append(byte)
    if depth == 0, place == .value { endRow(&rows) }
  }

  private mutating func takeOfText(_ byte: UInt8, _ rows: inout [UInt8]) {
    if byte == UInt8(ascii: "\\") {
      escaped = [byte]
      place = .escape
      return
    }
    rows.append(byte)
    switch byte {
    case Self.lineEnd: place = .betweenValues
    case UInt8(ascii: "\"") where depth == 0: endRow(&rows)
    case UInt8(ascii: "\""):
      (place, last) = (.value, byte)
    default: break
    }
  }

  private mutating func takeOfEscape(_ byte: UInt8, _ rows: inout [UInt8]) {
    let position = escaped.count % 6
    let isLetter = position == 1
    let fits =
      switch position {
      case 0: byte == UInt8(ascii: "\\")
      case 1: byte == UInt8(ascii: "u")
      default: Character(Unicode.Scalar(byte)).isHexDigit
      }
    guard fits else {
      rows += escaped
      escaped = []
      place = .text
      // What follows a backslash is no end of the text.
      if isLetter, byte != Self.lineEnd { rows.append(byte) } else { takeOfText(byte, &rows) }
      return
    }
    escaped.append(byte)
    guard escaped.count % 6 == 0 else { return }
    let units = [escaped.prefix(6), escaped.dropFirst(6)].compactMap {
      UInt16(String(decoding: $0.dropFirst(2), as: UTF8.self), radix: 16)
    }
    if units.count == 1, UTF16.isLeadSurrogate(units[0]) { return }
    let characters = String(decoding: units, as: UTF16.self)
    let isOne = characters.unicodeScalars.count == 1
    let isMeant =
      units[0] >= 0x80 && isOne && (units.count == 2 || !UTF16.isTrailSurrogate(units[0]))
    if isMeant { rows += characters.utf8 } else { rows += escaped }
    escaped = []
    place = .text
  }

  private mutating func takeOfWord(_ byte: UInt8, _ rows: inout [UInt8]) {
    let isEnd = isInArray && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]"))
    guard isEnd || byte == Self.lineEnd else {
      rows.append(byte)
      return
    }
    endRow(&rows)
    goOn(byte, &rows)
  }

  private mutating func endRow(_ rows: inout [UInt8]) {
    rows.append(Self.lineEnd)
    place = .betweenValues
  }

  /// More blanks are no beginning of JSON.
  private static let mostBlanks = 4096
  private static let lineEnd: UInt8 = 0x0A

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == lineEnd || byte == 0x0D
  }
}
