internal import HostText

/// A private mode of the terminal (DECSET and DECRST), such as the alternate screen or mouse
/// reports, with its standard number.
enum PrivateMode: Int {
  case autowrap = 7
  case cursor = 25
  /// Mouse reports for buttons, drags and the wheel.
  case mouseDrags = 1002
  /// Mouse reports for movement without a button as well.
  case mouseMovement = 1003
  case focusReports = 1004
  /// Mouse reports in the SGR form.
  case mouseSGR = 1006
  case alternateScreen = 1049
  case bracketedPaste = 2004
  case synchronizedUpdate = 2026

  var set: String { "\u{1B}[?\(rawValue)h" }
  var reset: String { "\u{1B}[?\(rawValue)l" }
}

/// The function of a control sequence (CSI), such as cursor up; the raw value is its final byte.
enum ControlFunction: UInt8 {
  case cursorUp = 0x41  // A
  case cursorDown = 0x42
  case cursorRight = 0x43
  case cursorLeft = 0x44
  case cursorColumn = 0x47  // G
  case cursorPosition = 0x48
  case eraseScreen = 0x4A  // J
  case eraseLine = 0x4B
  case scrollUp = 0x53  // S
  case scrollDown = 0x54
  case reportAttributes = 0x63  // c
  case setMode = 0x68  // h
  case resetMode = 0x6C  // l
  case style = 0x6D  // m
  case reportMode = 0x70  // p
  case scrollRegion = 0x72  // r
  case windowOperation = 0x74  // t

  /// The number that may be left out.
  var defaultNumber: Int { self == .scrollRegion ? 0 : 1 }
}

extension TextAttributes {
  /// A text attribute, such as bold, with the SGR numbers that switch it on and off in the output.
  struct Code {
    let attribute: TextAttributes
    let begin: Int
    let end: Int
  }

  static let codes: InlineArray<6, Code> = [
    Code(attribute: .bold, begin: 1, end: 22), Code(attribute: .dim, begin: 2, end: 22),
    Code(attribute: .italic, begin: 3, end: 23), Code(attribute: .underline, begin: 4, end: 24),
    Code(attribute: .reverse, begin: 7, end: 27), Code(attribute: .strike, begin: 9, end: 29),
  ]
}

/// The escape sequences that the program sends to the terminal, as constants and functions; those
/// of text styles are composed by `StyleParameters`.
package enum EscapeSequence {
  package static let enterAlternateScreen = PrivateMode.alternateScreen.set
  package static let leaveAlternateScreen = PrivateMode.alternateScreen.reset
  package static let hideCursor = PrivateMode.cursor.reset
  package static let showCursor = PrivateMode.cursor.set
  package static let enableMouse = PrivateMode.mouseDrags.set + PrivateMode.mouseSGR.set
  package static let disableMouse =
    PrivateMode.mouseSGR.reset + PrivateMode.mouseMovement.reset + PrivateMode.mouseDrags.reset
  package static let enableMouseMovement = PrivateMode.mouseMovement.set
  package static let disableMouseMovement =
    PrivateMode.mouseMovement.reset + PrivateMode.mouseDrags.set
  package static let enableBracketedPaste = PrivateMode.bracketedPaste.set
  package static let disableBracketedPaste = PrivateMode.bracketedPaste.reset
  package static let disableFocusReports = PrivateMode.focusReports.reset
  package static let disableAutowrap = PrivateMode.autowrap.reset
  package static let enableAutowrap = PrivateMode.autowrap.set
  package static let beginSynchronizedUpdate = PrivateMode.synchronizedUpdate.set
  package static let endSynchronizedUpdate = PrivateMode.synchronizedUpdate.reset

  /// Queries the background and text colours (OSC 11 and 10).
  package static let queryColours = "\u{1B}]11;?\u{1B}\\\u{1B}]10;?\u{1B}\\"
  /// Queries the support of synchronized updates (DECRQM).
  package static let querySynchronizedUpdate = "\u{1B}[?2026$p"
  /// Queries the primary attributes (DA1), which every terminal reports.
  package static let queryAttributes = "\u{1B}[c"
  /// Queries the status (DSR 5), which every terminal reports as `ESC [ 0 n`.
  package static let queryStatus = "\u{1B}[5n"

  /// Ends a string sequence that was interrupted (ST); otherwise without effect.
  package static let stringTerminator = "\u{1B}\\"
  package static let resetStyle = "\u{1B}[m"
  package static let clearScreen = "\u{1B}[2J"
  package static let eraseToEndOfLine = "\u{1B}[K"
  static let eraseToEndOfScreen = "\u{1B}[J"
  /// Saves the cursor's place and style (DECSC).
  static let saveCursor = "\u{1B}7"
  /// Moves the cursor to the saved place (DECRC).
  static let restoreCursor = "\u{1B}8"
  package static let resetScrollRegion = "\u{1B}[r"
  package static let bell = "\u{7}"
  /// Pushes the window's title onto the terminal's stack (xterm, CSI 22 t).
  package static let pushTitle = "\u{1B}[22;2t"
  static let popTitle = "\u{1B}[23;2t"
  package static let lineFeed = "\n"
  package static let carriageReturn = "\r"
  package static let backspace = "\u{8}"

  /// Restores the terminal at the end of the program, whatever was set before.
  ///
  /// It begins with ST, since the output may have been interrupted inside a string sequence. In
  /// place, frames began at the saved cursor, without an alternate screen.
  package static func restoreTerminal(isInPlace: Bool = false) -> String {
    stringTerminator + endSynchronizedUpdate + (isInPlace ? "" : resetScrollRegion) + resetStyle
      + disableMouse + disableBracketedPaste + disableFocusReports + enableAutowrap
      + (isInPlace ? restoreCursor + resetStyle + eraseToEndOfScreen : leaveAlternateScreen)
      + showCursor + popTitle
  }

  /// The most spaces that `saveRow` writes; on a wider screen, text in the row may be overwritten.
  private static let longestSavedRow = 800

  /// Saves the start of this row, or of the next one if this row has text before the cursor.
  ///
  /// As many spaces as columns wrap to the next row unless they begin in the first column.
  package static func saveRow(columns: Int) -> String {
    String(repeating: " ", count: min(columns, longestSavedRow)) + carriageReturn + saveCursor
  }

  /// Makes room for rows from the saved cursor on, and moves the cursor to their first cell.
  ///
  /// If too few rows are below, the terminal scrolls; the place is saved again.
  static func makeRoom(rows: Int) -> String {
    let below = max(0, rows - 1)
    let climb = below > 0 ? "\u{1B}[\(below)A" : ""
    return restoreCursor + resetStyle + eraseToEndOfScreen
      + String(repeating: lineFeed, count: below) + climb + saveCursor
  }

  /// Begins a highlighted notice in the last row; CAN cancels an interrupted sequence, and row 999
  /// is clamped to the last one.
  package static let beginNotice = "\u{18}\u{1B}[999;1H" + resetStyle + "\u{1B}[7m"
  package static let endNotice = resetStyle + eraseToEndOfLine

  /// Sets the window's title (OSC 2), without characters that could end the sequence.
  package static func title(_ text: String) -> String {
    "\u{1B}]2;" + HarmlessText.cleanLine(text) + "\u{1B}\\"
  }

  /// Ends a link (OSC 8).
  static let endLink = "\u{1B}]8;;\u{1B}\\"

  /// Appends the start of a link; terminals treat all cells with the same number as one link.
  static func append(link: LinkAddress, number: Int, to bytes: inout OutputSpan<UInt8>) {
    append("\u{1B}]8;id=", to: &bytes)
    append(number: number, to: &bytes)
    bytes.append(UInt8(ascii: ";"))
    append(link.text, to: &bytes)
    append("\u{1B}\\", to: &bytes)
  }

  /// The most bytes that `append(link:)` adds to the address.
  static let linkFrameBytes = 32

  /// Appends the kind of underline (SGR 4 with a colon), in a sequence of its own: a terminal that
  /// does not support it shows a plain underline.
  static func append(_ underline: Decoration.Underline, to bytes: inout OutputSpan<UInt8>) {
    append("\u{1B}[4:", to: &bytes)
    append(number: Int(underline.rawValue) + 1, to: &bytes)
    bytes.append(UInt8(ascii: "m"))
  }

  /// Appends the colour of the underline (SGR 58).
  static func append(underlineColour colour: Colour, to bytes: inout OutputSpan<UInt8>) {
    let value = Int(colour.value)
    append(colour.isRGB ? "\u{1B}[58:2::" : "\u{1B}[58:5:", to: &bytes)
    if colour.isRGB {
      append(number: value >> 16, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      append(number: value >> 8 & 0xFF, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
    }
    append(number: value & 0xFF, to: &bytes)
    bytes.append(UInt8(ascii: "m"))
  }

  /// Sets the clipboard (OSC 52, in base 64).
  package static func clipboard(_ text: [UInt8]) -> String {
    "\u{1B}]52;c;" + base64(text) + "\u{1B}\\"
  }

  private static let base64Digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// RFC 4648.
  private static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for index in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - index)
      var bits = 0
      for offset in 0..<3 { bits = bits << 8 | (offset < count ? Int(bytes[index + offset]) : 0) }
      for place in 0..<4 {
        text.append(
          place <= count ? base64Digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends a fixed sequence.
  static func append(_ sequence: String, to bytes: inout OutputSpan<UInt8>) {
    for byte in sequence.utf8 { bytes.append(byte) }
  }

  /// Appends CSI, one or two numbers and the final byte; a single default number is left out.
  static func append(
    _ function: ControlFunction, _ number: Int, _ other: Int? = nil,
    to bytes: inout OutputSpan<UInt8>
  ) {
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
    if other != nil || number != function.defaultNumber { append(number: number, to: &bytes) }
    if let other {
      bytes.append(UInt8(ascii: ";"))
      append(number: other, to: &bytes)
    }
    bytes.append(function.rawValue)
  }

  /// The length of the sequence with these numbers.
  static func length(_ function: ControlFunction, _ number: Int, _ other: Int? = nil) -> Int {
    if let other { return 4 + digits(of: number) + digits(of: other) }
    return number == function.defaultNumber ? 3 : 3 + digits(of: number)
  }

  /// Appends a number, which must not be negative.
  @inline(__always)
  static func append(number: Int, to bytes: inout OutputSpan<UInt8>) {
    if number >= 100 {
      if number >= 1000 {
        appendLarge(number, to: &bytes)
        return
      }
      bytes.append(digit(number / 100))
      bytes.append(digit(number / 10 % 10))
    } else if number >= 10 {
      bytes.append(digit(number / 10))
    }
    bytes.append(digit(number % 10))
  }

  private static func appendLarge(_ number: Int, to bytes: inout OutputSpan<UInt8>) {
    if number >= 10 { appendLarge(number / 10, to: &bytes) }
    bytes.append(digit(number % 10))
  }

  @inline(__always)
  private static func digit(_ value: Int) -> UInt8 { UInt8(truncatingIfNeeded: 0x30 + value) }

  private static func digits(of number: Int) -> Int {
    number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 4
  }
}
