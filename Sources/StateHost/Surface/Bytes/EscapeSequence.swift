internal import HostText

/// Every control sequence that is sent to the terminal.
package enum EscapeSequence {
  package static let enterAlternateScreen = "\u{1B}[?1049h"
  package static let leaveAlternateScreen = "\u{1B}[?1049l"
  package static let hideCursor = "\u{1B}[?25l"
  package static let showCursor = "\u{1B}[?25h"
  /// Button presses, drags and the wheel, reported in the SGR form.
  package static let enableMouse = "\u{1B}[?1002h\u{1B}[?1006h"
  package static let disableMouse = "\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l"
  /// Movement without a button besides.
  package static let enableMouseMovement = "\u{1B}[?1003h"
  package static let disableMouseMovement = "\u{1B}[?1003l\u{1B}[?1002h"
  package static let enableBracketedPaste = "\u{1B}[?2004h"
  package static let disableBracketedPaste = "\u{1B}[?2004l"
  package static let disableFocusReports = "\u{1B}[?1004l"
  /// The end of a line stays the end of the line.
  package static let disableAutowrap = "\u{1B}[?7l"
  package static let enableAutowrap = "\u{1B}[?7h"

  /// Asks for the terminal's background and text colour (OSC 11 and 10).
  package static let askColours = "\u{1B}]11;?\u{1B}\\\u{1B}]10;?\u{1B}\\"
  /// Asks whether frames can be shown at once (mode 2026).
  package static let askSynchronizedUpdate = "\u{1B}[?2026$p"
  /// Asks for the primary attributes, which every terminal answers.
  package static let askAttributes = "\u{1B}[c"
  /// Asks whether all is well (DSR 5): `ESC [ 0 n`, which every terminal answers as well.
  package static let askStatus = "\u{1B}[5n"

  package static let beginSynchronizedUpdate = "\u{1B}[?2026h"
  package static let endSynchronizedUpdate = "\u{1B}[?2026l"
  /// Ends a sequence that was cut in half; nothing where none was.
  package static let endSequence = "\u{1B}\\"
  package static let resetStyle = "\u{1B}[m"
  package static let clearScreen = "\u{1B}[2J"
  package static let eraseToEndOfLine = "\u{1B}[K"
  package static let resetScrollRegion = "\u{1B}[r"
  package static let bell = "\u{7}"
  /// The window's title is kept by the terminal, and comes back (xterm, CSI 22 and 23 t).
  package static let keepTitle = "\u{1B}[22;2t"
  static let returnTitle = "\u{1B}[23;2t"
  package static let lineFeed = "\n"
  package static let carriageReturn = "\r"
  package static let backspace = "\u{8}"

  /// What leaves the terminal usable after any end.
  ///
  /// Safe to send whatever was set before. It begins with the end of a string sequence, for what was
  /// being sent may have been broken off inside one.
  package static let restoreEverything =
    endSequence + endSynchronizedUpdate + resetScrollRegion + resetStyle + disableMouse
    + disableBracketedPaste
    + disableFocusReports + enableAutowrap + leaveAlternateScreen + showCursor + returnTitle

  /// Begins a notice in the last row, highlighted: a sequence that is cut is given up first (CAN), and
  /// no terminal has more rows.
  package static let beginNotice = "\u{18}\u{1B}[999;1H" + resetStyle + "\u{1B}[7m"
  package static let endNotice = resetStyle + eraseToEndOfLine

  /// The window's title, with whatever could end the sequence left out.
  package static func title(_ text: String) -> String {
    "\u{1B}]2;" + HarmlessText.cleanLine(text) + "\u{1B}\\"
  }

  /// What is written from here on leads nowhere (OSC 8).
  static let endLink = "\u{1B}]8;;\u{1B}\\"

  /// Appends what makes a link of what is written from here on: terminals take what has one number for one
  /// link, wherever it stands.
  static func append(link: LinkAddress, number: Int, to bytes: inout OutputSpan<UInt8>) {
    append("\u{1B}]8;id=", to: &bytes)
    append(number: number, to: &bytes)
    bytes.append(UInt8(ascii: ";"))
    append(link.text, to: &bytes)
    append("\u{1B}\\", to: &bytes)
  }

  /// What `append(link:)` takes at most besides the address.
  static let linkFrameBytes = 32

  /// Appends the kind of the line below (SGR 4): by itself, for what does not know it shows the plain one.
  static func append(_ underline: Decoration.Underline, to bytes: inout OutputSpan<UInt8>) {
    append("\u{1B}[4:", to: &bytes)
    append(number: Int(underline.rawValue) + 1, to: &bytes)
    bytes.append(UInt8(ascii: "m"))
  }

  /// Appends the colour of the line below (SGR 58).
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

  /// A text for the clipboard (OSC 52), which takes it in base 64.
  package static func clipboard(_ text: [UInt8]) -> String {
    "\u{1B}]52;c;" + Base64.text(of: text) + "\u{1B}\\"
  }

  /// Appends one of the fixed sequences.
  static func append(_ sequence: String, to bytes: inout OutputSpan<UInt8>) {
    for byte in sequence.utf8 { bytes.append(byte) }
  }

  /// Appends CSI, one number, which may be left out, and a final byte.
  static func append(_ final: Final, _ number: Int, to bytes: inout OutputSpan<UInt8>) {
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
    if number != final.absent { append(number: number, to: &bytes) }
    bytes.append(final.rawValue)
  }

  /// Appends CSI, two numbers and a final byte.
  static func append(_ final: Final, _ one: Int, _ other: Int, to bytes: inout OutputSpan<UInt8>) {
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
    append(number: one, to: &bytes)
    bytes.append(UInt8(ascii: ";"))
    append(number: other, to: &bytes)
    bytes.append(final.rawValue)
  }

  /// The length of the form with one number.
  static func length(_ final: Final, _ number: Int) -> Int {
    number == final.absent ? 3 : 3 + digits(of: number)
  }

  /// The last byte of the sequences that take numbers.
  enum Final: UInt8 {
    case up = 0x41
    case down = 0x42
    case right = 0x43
    case left = 0x44
    case column = 0x47
    case place = 0x48
    case scrollUp = 0x53
    case scrollDown = 0x54
    case scrollRegion = 0x72

    /// The number that goes without saying.
    var absent: Int { self == .scrollRegion ? 0 : 1 }
  }

  /// Appends a number that is not negative.
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

  static func digits(of number: Int) -> Int {
    number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 4
  }
}
