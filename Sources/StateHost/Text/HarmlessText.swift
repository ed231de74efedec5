/// Functions that sanitise untrusted text for a terminal, log or file: they remove or find escape
/// sequences and invisible characters, and quote text for messages.
package enum HarmlessText {
  /// Appends the harmless form of `bytes`; tabs and newlines stay.
  package static func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    var scanner = HarmlessScanner()
    while let scalar = scanner.next(in: bytes) { UTF8Scalar.append(scalar, to: &output) }
  }

  /// Appends the harmless form of `bytes`, keeping invalid UTF-8 except for C1 controls of one
  /// byte.
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

  /// Appends the harmless form with newlines and tabs replaced by spaces.
  package static func appendLine(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    var scanner = HarmlessScanner()
    while let scalar = scanner.next(in: bytes) {
      UTF8Scalar.append(scalar < 0x20 ? 0x20 : scalar, to: &output)
    }
  }

  /// The harmless form of a text; tabs and newlines stay.
  package static func clean(_ text: String) -> String {
    String(writing: { append(text.utf8.span, to: &$0) })
  }

  /// The harmless form with newlines and tabs replaced by spaces.
  package static func cleanLine(_ text: String) -> String {
    String(writing: { appendLine(text.utf8.span, to: &$0) })
  }

  /// The first character that text for another program must not have; nil if there is none.
  ///
  /// It is a control character other than newline and tab, a bidirectional control, or invisible.
  package static func firstHarmful(in bytes: Span<UInt8>) -> UInt32? {
    var visibility = Visibility()
    var index = 0
    while index < bytes.count {
      let start = index
      let scalar = UTF8Scalar.read(bytes, at: &index)
      let isSeen = visibility.isSeen(scalar)
      switch scalar {
      case 0x20..<0x7F, 0x09, 0x0A: continue
      // Of invalid UTF-8 only a C1 control of one byte has a meaning.
      case UTF8Scalar.replacement:
        for index in start..<index where 0x80...0x9F ~= bytes[index] { return UInt32(bytes[index]) }
      default: if !isSeen { return scalar }
      }
    }
    return nil
  }

  /// A filter for text that leaves the host or is quoted in a message: decides for each character,
  /// in order, whether it is visible or part of a visible one; tags, fillers, and variation
  /// selectors other than those of text and emoji are not.
  private struct Visibility {
    /// The character that joiners and marks belong to; 0 at the beginning and after a joiner.
    private var base: UInt32 = 0

    mutating func isSeen(_ scalar: UInt32) -> Bool {
      switch scalar {
      case 0xE0000...0xE0FFF, 0xFE00...0xFE0D, 0x034F, 0x115F...0x1160, 0x17B4...0x17B5,
        0x180B...0x180F, 0x3164, 0xFFA0:
        return false
      case 0x200C, 0x200D:
        defer { base = 0 }
        return isPicture || Self.isOfJoiningScript(base)
      case 0xFE0E, 0xFE0F: return isPicture || "#*0123456789".utf8.contains { $0 == base }
      default: break
      }
      let isAdmitted = HarmlessScanner.admits(scalar)
      let scalarClass = ScalarProperties(of: scalar).scalarClass
      if scalarClass != .extend, scalarClass != .spacingMark { base = isAdmitted ? scalar : 0 }
      return isAdmitted
    }

    private var isPicture: Bool {
      let scalarClass = ScalarProperties(of: base).scalarClass
      return scalarClass == .pictograph || scalarClass == .skinTone
    }

    /// Whether letters of its script change form beside a joiner: Arabic to Mongolian, and others.
    private static func isOfJoiningScript(_ scalar: UInt32) -> Bool {
      switch scalar {
      case 0x0600...0x1CFF, 0xA800...0xABFF, 0x10A00...0x11FFF, 0x1E900...0x1E95F: true
      default: false
      }
    }
  }

  /// The text for another program: without harmful characters, controls replaced by pictures.
  package static func forOthers(_ bytes: Span<UInt8>) -> [UInt8] {
    var scanner = HarmlessScanner()
    var visibility = Visibility()
    var output: [UInt8] = []
    while let scalar = scanner.next(in: bytes) {
      if visibility.isSeen(scalar) || scalar == 0x09 || scalar == 0x0A {
        UTF8Scalar.append(scalar, to: &output)
      }
    }
    return output
  }

  /// The name of a character: U+001B.
  package static func name(of scalar: UInt32) -> String {
    "U+" + String(hexadecimal: scalar, digits: 4, uppercase: true)
  }

  /// A text quoted in a message, on one line: harmful and invisible characters are written as
  /// `\u{…}`, and at most `limit` Unicode scalars are shown.
  package static func escaped(_ text: String, limit: Int = 60) -> String {
    var shown = ""
    var visibility = Visibility()
    for (count, scalar) in text.unicodeScalars.enumerated() {
      if count == limit { return shown + "…" }
      if visibility.isSeen(scalar.value) {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      }
    }
    return shown
  }

  /// The same between double quotes; quotes inside have a backslash.
  package static func quoted(_ text: String, limit: Int = 60) -> String {
    escaped(text, limit: limit).reduce(into: "\"") { quoted, character in
      quoted += character == "\"" ? "\\\"" : String(character)
    } + "\""
  }
}

/// An iterator over untrusted UTF-8 that returns one Unicode scalar at a time, and only those that
/// are safe to display on a terminal.
///
/// Removed: escape sequences (ESC and C1 forms of CSI, OSC, DCS, APC, PM, SOS, and two-byte ones),
/// C1 controls, bidirectional controls and other invisible format characters. Replaced: other C0
/// controls and DEL by control pictures, line and paragraph separators by spaces, invalid UTF-8 by
/// U+FFFD. Limited: combining marks on one base. Tabs and newlines stay. Costs one pass.
package struct HarmlessScanner {
  /// The most consecutive scalars without width.
  package static let markLimit = 8

  package private(set) var index = 0
  /// Where the last scalar other than plain ASCII began.
  private(set) var unusualStart = 0
  private var marks = 0

  package init() {}

  /// Whether a scalar is returned unchanged in any context.
  package static func admits(_ scalar: UInt32) -> Bool {
    scalar != 0x7F && ScalarProperties(of: scalar).scalarClass != .control
  }

  /// The next harmless scalar, nil at the end; every call needs the same bytes.
  @inline(__always)
  package mutating func next(in bytes: Span<UInt8>) -> UInt32? {
    if index < bytes.count, 0x20..<0x7F ~= bytes[index] {
      let scalar = UInt32(bytes[index])
      index += 1
      marks = 0
      return scalar
    }
    return nextUnusual(in: bytes)
  }

  /// Skips plain ASCII that the caller has processed without `next`.
  @inline(__always)
  package mutating func skip(to index: Int) {
    self.index = index
    marks = 0
  }

  /// The end of the escape sequence whose ESC is at `start`.
  package static func sequenceEnd(at start: Int, in bytes: Span<UInt8>) -> Int {
    var scanner = HarmlessScanner()
    scanner.index = start + 1
    scanner.skipEscape(in: bytes)
    return scanner.index
  }

  private mutating func nextUnusual(in bytes: Span<UInt8>) -> UInt32? {
    while index < bytes.count {
      unusualStart = index
      let scalar = UTF8Scalar.read(bytes, at: &index)
      switch scalar {
      case 0x20..<0x7F, 0x09, 0x0A:
        marks = 0
        return scalar
      case 0x0D:
        if index < bytes.count, bytes[index] == 0x0A { continue }
        marks = 0
        return 0x20
      case 0x1B: skipEscape(in: bytes)
      case 0x00..<0x20:
        marks = 0
        return 0x2400 + scalar
      case 0x7F:
        marks = 0
        return 0x2421
      case 0x80...0x9F: skipSequence(introducer: UInt8(scalar - 0x40), in: bytes)
      case 0x2028, 0x2029:
        marks = 0
        return 0x20
      default:
        if let harmless = admit(scalar) { return harmless }
      }
    }
    return nil
  }

  /// The scalar unless it is invisible or exceeds the limit of marks.
  private mutating func admit(_ scalar: UInt32) -> UInt32? {
    switch ScalarProperties(of: scalar).scalarClass {
    case .control: return nil
    case .extend, .joiner, .spacingMark:
      marks += 1
      return marks <= Self.markLimit ? scalar : nil
    case .other, .regionalIndicator, .hangulLeading, .hangulVowel, .hangulTrailing,
      .hangulOpenSyllable, .hangulClosedSyllable, .pictograph, .skinTone:
      marks = 0
      return scalar
    }
  }

  /// Skips what follows an ESC.
  private mutating func skipEscape(in bytes: Span<UInt8>) {
    guard index < bytes.count else { return }
    switch bytes[index] {
    case 0x20...0x2F:
      while index < bytes.count, 0x20...0x2F ~= bytes[index] { index += 1 }
      if index < bytes.count, 0x30...0x7E ~= bytes[index] { index += 1 }
    case 0x30...0x7E:
      index += 1
      skipSequence(introducer: bytes[index - 1], in: bytes)
    default: break
    }
  }

  /// Skips the rest of a sequence with this introducer in its seven-bit form.
  private mutating func skipSequence(introducer: UInt8, in bytes: Span<UInt8>) {
    switch introducer {
    case UInt8(ascii: "["):
      while index < bytes.count, 0x20...0x3F ~= bytes[index] { index += 1 }
      if index < bytes.count, 0x40...0x7E ~= bytes[index] { index += 1 }
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      skipString(in: bytes)
    default: break
    }
  }

  /// Skips a control string up to BEL, or ST in either form.
  ///
  /// Of an unterminated one only the introducer is skipped. Any other control ends the search, so
  /// that no byte is searched twice.
  private mutating func skipString(in bytes: Span<UInt8>) {
    var end = index
    while end < bytes.count {
      switch bytes[end] {
      case 0x07:
        index = end + 1
        return
      case 0x1B:
        if end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "\\") { index = end + 2 }
        return
      case 0xC2 where end + 1 < bytes.count && 0x80...0x9F ~= bytes[end + 1]:
        if bytes[end + 1] == 0x9C { index = end + 2 }
        return
      case 0x00..<0x09, 0x0A..<0x20: return
      default: end += 1
      }
    }
  }
}

/// A function that gives the text of a row as it is printed and handed to programs with the option
/// `--strip`: without escape sequences, other controls as pictures, overstrikes and carriage
/// returns applied; also the text whose width the pager measures.
package enum StrippedRow {
  /// Appends the text of a row.
  ///
  /// Invalid UTF-8 stays. Tabs stay, except in rows with overstrikes or carriage returns, where
  /// columns matter.
  package static func append(_ row: Span<UInt8>, to output: inout [UInt8]) {
    guard row.indices.contains(where: { row[$0] == 0x08 || row[$0] == 0x0D }) else {
      return HarmlessText.appendKeepingBytes(row, to: &output)
    }
    var shown = DisplayedText()
    shown.read(row)
    output += shown.bytes
  }
}
