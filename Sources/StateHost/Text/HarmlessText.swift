/// Untrusted text made safe to write to a terminal, a log or a file that one will be shown in.
///
/// The rules are those of `HarmlessScanner`, the program's only ones.
package enum HarmlessText {
  /// Appends the harmless form of `bytes`.
  ///
  /// In plain ASCII nothing changes; tabs and newlines stay.
  package static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    var scanner = HarmlessScanner()
    while let scalar = scanner.next(in: bytes) { UTF8Scalar.append(scalar, to: &output) }
  }

  /// Appends the harmless form of `bytes`, of which those that are not UTF-8 stay, too, but for
  /// C1 controls of one byte.
  package static func appendKeepingBytes(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    var scanner = HarmlessScanner()
    while let scalar = scanner.next(in: bytes) {
      guard scalar == UTF8Scalar.replacement else {
        UTF8Scalar.append(scalar, to: &output)
        continue
      }
      for index in scanner.unusualStart..<scanner.index {
        let isKept = bytes[index] >= 0xA0
        if isKept { output.append(bytes[index]) } else { UTF8Scalar.append(scalar, to: &output) }
      }
    }
  }

  /// The harmless form of a text that must stay on one line: newlines and tabs become spaces.
  package static func appendLine(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    var scanner = HarmlessScanner()
    while let scalar = scanner.next(in: bytes) {
      UTF8Scalar.append(scalar < 0x20 ? 0x20 : scalar, to: &output)
    }
  }

  /// The harmless form of a text; tabs and newlines stay.
  package static func clean(_ text: String) -> String {
    var output: [UInt8] = []
    append(text.utf8.span, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The harmless form of a text that must stay on one line.
  package static func cleanLine(_ text: String) -> String {
    var output: [UInt8] = []
    appendLine(text.utf8.span, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The first character that no text for another program may have; nil: there is none.
  ///
  /// A control character but newline and tab, one that turns the direction of text, or one that is not seen.
  package static func firstHarmful(in bytes: Span<UInt8>) -> UInt32? {
    var index = 0
    while index < bytes.count {
      let start = index
      let scalar = UTF8Scalar.read(bytes, at: &index)
      switch scalar {
      case 0x20..<0x7F, 0x09, 0x0A: continue
      // Of what is not UTF-8 only a C1 control of one byte means something to anybody.
      case UTF8Scalar.replacement:
        for index in start..<index where 0x80...0x9F ~= bytes[index] { return UInt32(bytes[index]) }
      default: if !isSeen(scalar) { return scalar }
      }
    }
    return nil
  }

  /// Whether a character is seen, or belongs to one that is: tags and fillers are letters that nobody sees.
  private static func isSeen(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xE0000...0xE007F, 0x115F, 0x1160, 0x3164, 0xFFA0: false
    default: HarmlessScanner.admits(scalar)
    }
  }

  /// A text for another program: what is harmful in it is left out, or made visible where it is a control
  /// character.
  package static func forOthers(_ bytes: Span<UInt8>) -> [UInt8] {
    var scanner = HarmlessScanner()
    var output: [UInt8] = []
    while let scalar = scanner.next(in: bytes) {
      if isSeen(scalar) || scalar == 0x09 || scalar == 0x0A {
        UTF8Scalar.append(scalar, to: &output)
      }
    }
    return output
  }

  /// A character by its number: U+001B.
  package static func name(of scalar: UInt32) -> String {
    let digits = String(scalar, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// A text as a message shows it that is about the text itself.
  ///
  /// What could do harm, or would not be seen, is written as `\u{…}`.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - limit: how many Unicode scalars of it are shown.
  /// - Returns: the text on one line.
  package static func escaped(_ text: String, limit: Int = 60) -> String {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == limit { return shown + "…" }
      if HarmlessScanner.admits(scalar.value) {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return shown
  }

  /// The same between double quotes; those in it have a backslash before them.
  package static func quoted(_ text: String, limit: Int = 60) -> String {
    escaped(text, limit: limit).reduce(into: "\"") { quoted, character in
      quoted += character == "\"" ? "\\\"" : String(character)
    } + "\""
  }
}
