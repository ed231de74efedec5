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
