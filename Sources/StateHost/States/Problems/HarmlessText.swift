/// Text from a file made fit for one line of a message: short, and without anything that a
/// terminal would act on or that would disturb the order of the letters around it.
package struct HarmlessText {
  /// The text with what could do harm written as `\u{…}`, cut after `limit` characters.
  package let text: String

  /// - Parameters:
  ///   - text: any text.
  ///   - limit: how many Unicode scalars of it are shown.
  package init(_ text: String, limit: Int = 60) {
    var shown = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == limit {
        shown += "…"
        break
      }
      if Self.isHarmless(scalar) {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    self.text = shown
  }

  /// The text between double quotes; those in it have a backslash before them.
  package var quoted: String {
    text.reduce(into: "\"") { quoted, character in
      quoted += character == "\"" ? "\\\"" : String(character)
    } + "\""
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      return false
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol, .spaceSeparator:
      return true
    @unknown default:
      return false
    }
  }
}
