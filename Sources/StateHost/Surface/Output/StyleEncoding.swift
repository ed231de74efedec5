/// The terminal's current style, from which the shortest change to the next style is encoded.
extension Style {
  /// The style after a reset.
  static let plain = Style(background: .default)

  /// Whether a cell written with this style looks as it should.
  @inline(__always)
  func suits(_ cell: Cell) -> Bool {
    if background != cell.background { return false }
    if decoration != cell.decoration { return false }
    if cell.isBlank { return attributes.isDisjoint(with: .visibleOnBlank) }
    return foreground == cell.foreground && attributes == cell.attributes
  }

  /// Appends the shortest sequence that changes to another style.
  mutating func change(
    to style: Style, decorations: DecorationWriter, in bytes: inout OutputSpan<UInt8>
  ) {
    guard self != style else { return }
    defer { self = style }
    if decoration != .none || style.decoration != .none {
      if decoration != style.decoration { decorations.endLink(of: decoration, in: &bytes) }
      Style.plain.appendDifference(to: style, afterReset: true, in: &bytes)
      decorations.begin(
        style.decoration, isUnderlined: style.attributes.contains(.underline),
        isLinkNew: decoration != style.decoration, in: &bytes)
      return
    }
    if style == .plain {
      EscapeSequence.append(EscapeSequence.resetStyle, to: &bytes)
      return
    }
    let start = bytes.count
    appendDifference(to: style, in: &bytes)
    guard loses(to: style) else { return }
    // A reset followed by the complete style may be shorter.
    let middle = bytes.count
    Style.plain.appendDifference(to: style, afterReset: true, in: &bytes)
    let length = bytes.count - middle
    if length >= middle - start {
      bytes.removeLast(length)
    } else {
      var written = bytes.mutableSpan
      for index in 0..<length { written[start + index] = written[middle + index] }
      bytes.removeLast(middle - start)
    }
  }

  /// Whether changing to the other style removes anything.
  private func loses(to style: Style) -> Bool {
    !attributes.isSubset(of: style.attributes)
      || style.foreground == .default && foreground != .default
      || style.background == .default && background != .default
  }

  private func appendDifference(
    to style: Style, afterReset: Bool = false, in bytes: inout OutputSpan<UInt8>
  ) {
    var parameters = StyleParameters(begunIn: &bytes)
    if afterReset { parameters.append(0, to: &bytes) }
    if attributes != style.attributes {
      appendAttributes(to: style.attributes, with: &parameters, in: &bytes)
    }
    if foreground != style.foreground { parameters.append(style.foreground, base: 30, to: &bytes) }
    if background != style.background { parameters.append(style.background, base: 40, to: &bytes) }
    bytes.append(UInt8(ascii: "m"))
  }

  private func appendAttributes(
    to next: TextAttributes, with parameters: inout StyleParameters,
    in bytes: inout OutputSpan<UInt8>
  ) {
    var kept = attributes
    let removed = attributes.subtracting(next)
    if !removed.isDisjoint(with: [.bold, .dim]) {
      // SGR 22 ends both.
      parameters.append(22, to: &bytes)
      kept.subtract([.bold, .dim])
    }
    for index in TextAttributes.codes.indices {
      let code = TextAttributes.codes[index]
      if removed.contains(code.attribute), code.end != 22 {
        parameters.append(code.end, to: &bytes)
      }
    }
    for index in TextAttributes.codes.indices {
      let code = TextAttributes.codes[index]
      if next.contains(code.attribute), !kept.contains(code.attribute) {
        parameters.append(code.begin, to: &bytes)
      }
    }
  }
}

/// A writer of the beginning and numbers of an SGR sequence that changes attributes and colours;
/// `DecorationWriter` adds sequences for underlines and links.
private struct StyleParameters {
  private var isFirst = true

  init(begunIn bytes: inout OutputSpan<UInt8>) {
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
  }

  mutating func append(_ number: Int, to bytes: inout OutputSpan<UInt8>) {
    if !isFirst { bytes.append(UInt8(ascii: ";")) }
    isFirst = false
    EscapeSequence.append(number: number, to: &bytes)
  }

  /// Appends a colour; `base` is 30 for text, 40 for background.
  mutating func append(_ colour: Colour, base: Int, to bytes: inout OutputSpan<UInt8>) {
    let value = Int(colour.value)
    switch colour.kind {
    case .default, .transparent, .role: append(base + 9, to: &bytes)
    case .rgb:
      append(base + 8, to: &bytes)
      append(2, to: &bytes)
      append(value >> 16, to: &bytes)
      append(value >> 8 & 0xFF, to: &bytes)
      append(value & 0xFF, to: &bytes)
    case .indexed where value < 8: append(base + value, to: &bytes)
    case .indexed where value < 16: append(base + 52 + value, to: &bytes)
    case .indexed:
      append(base + 8, to: &bytes)
      append(5, to: &bytes)
      append(value, to: &bytes)
    }
  }
}

/// The features of text that may be sent to the terminal, besides the colours of `ColourDepth`:
/// hyperlinks and underlines other than the plain one, unless `TERM` or `VTE_VERSION` shows that
/// the terminal cannot take them, and which links to files are allowed.
package struct StyleCapabilities: Equatable, Sendable {
  /// Links (OSC 8).
  package let hasLinks: Bool
  /// Underlines of other kinds and colours (SGR 4 and 58, with colons).
  package let hasUnderlines: Bool
  package var fileLinks = FileLinkPolicy.denyAll

  package static let all = StyleCapabilities(hasLinks: true, hasUnderlines: true)

  /// The features according to `TERM` and `VTE_VERSION`.
  ///
  /// The Linux console prints parts of unknown sequences; VTE before 0.50 crashes on links.
  /// `environment` returns nil for unset variables.
  package static func detect(_ environment: (String) -> String?) -> StyleCapabilities {
    let term = environment("TERM") ?? ""
    if term.isEmpty || simpleTerms.contains(where: term.hasPrefix) {
      return StyleCapabilities(hasLinks: false, hasUnderlines: false)
    }
    let vte = environment("VTE_VERSION").flatMap { Int($0) } ?? .max
    return StyleCapabilities(hasLinks: vte >= 5000, hasUnderlines: true)
  }

  private static let simpleTerms = ["dumb", "linux", "vt", "cons", "eterm", "ansi", "sun"]
}

/// The encoder of underline kinds, underline colours and hyperlinks of cells as escape sequences,
/// as far as the terminal supports them and the links are allowed.
struct DecorationWriter {
  let pool: CellPool
  let capabilities: StyleCapabilities

  func endLink(of id: DecorationID, in bytes: inout OutputSpan<UInt8>) {
    guard allowedLink(of: pool[id]) != nil else { return }
    EscapeSequence.append(EscapeSequence.endLink, to: &bytes)
  }

  /// Begins a decoration, after a reset and the style that it belongs to.
  func begin(
    _ id: DecorationID, isUnderlined: Bool, isLinkNew: Bool, in bytes: inout OutputSpan<UInt8>
  ) {
    let decoration = pool[id]
    if isUnderlined, capabilities.hasUnderlines {
      if decoration.underline != .plain { EscapeSequence.append(decoration.underline, to: &bytes) }
      if decoration.underlineColour != .default {
        EscapeSequence.append(underlineColour: decoration.underlineColour, to: &bytes)
      }
    }
    if isLinkNew, let link = allowedLink(of: decoration) {
      EscapeSequence.append(link: link, number: Int(id.number), to: &bytes)
    }
  }

  private func allowedLink(of decoration: Decoration) -> LinkAddress? {
    guard capabilities.hasLinks, let link = decoration.link, capabilities.fileLinks.allows(link)
    else { return nil }
    return link
  }

  /// The most bytes for the decorations of adjacent cells.
  func bytesLimit(of cells: Span<Cell>, in places: Range<Int>) -> Int {
    guard pool.hasDecorations else { return 0 }
    var bytes = 0
    var last = DecorationID.none
    for place in places where cells[place].decoration != last {
      last = cells[place].decoration
      bytes += Self.styleBytes + (pool[last].link?.text.utf8.count ?? 0)
    }
    return bytes
  }

  /// The most bytes for a link's end and frame, an underline and its colour.
  private static let styleBytes = 64 + EscapeSequence.linkFrameBytes
}
