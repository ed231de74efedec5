/// Untrusted text made safe to write to a terminal, a log or a file that one will be shown in.
///
/// The rules are those of `HarmlessScanner`. Tabs and newlines stay.
package enum HarmlessText {
  /// Appends the harmless form of `bytes`.
  ///
  /// In plain ASCII nothing changes.
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

  /// The harmless form of a text.
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
}
