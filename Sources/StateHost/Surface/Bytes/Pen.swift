/// The style in which the terminal writes next.
struct Pen: Equatable {
  private(set) var foreground: Colour = .default
  private(set) var background: Colour = .default
  private(set) var attributes: TextAttributes = []
  private(set) var decoration = DecorationID.none

  static let plain = Pen()

  init() {}

  init(_ cell: Cell) {
    foreground = cell.foreground
    background = cell.background
    attributes = cell.attributes
    decoration = cell.decoration
  }

  /// Whether a cell written now would look as it should.
  @inline(__always)
  func suits(_ cell: Cell) -> Bool {
    if background != cell.background { return false }
    if decoration != cell.decoration { return false }
    if cell.isBlank { return attributes.isDisjoint(with: .visibleOnBlank) }
    return foreground == cell.foreground && attributes == cell.attributes
  }

  /// Appends the shortest sequence that changes to another style.
  ///
  /// - Parameters:
  ///   - pen: the other style.
  ///   - decorating: how decorations are written.
  ///   - bytes: where it goes.
  mutating func change(
    to pen: Pen, decorating: DecorationWriter, in bytes: inout OutputSpan<UInt8>
  ) {
    guard self != pen else { return }
    defer { self = pen }
    if decoration != .none || pen.decoration != .none {
      if decoration != pen.decoration { decorating.endLink(of: decoration, in: &bytes) }
      Pen.plain.appendDifference(to: pen, afterReset: true, in: &bytes)
      decorating.begin(
        pen.decoration, isUnderlined: pen.attributes.contains(.underline),
        isLinkNew: decoration != pen.decoration, in: &bytes)
      return
    }
    if pen == .plain {
      EscapeSequence.append(EscapeSequence.resetStyle, to: &bytes)
      return
    }
    let start = bytes.count
    appendDifference(to: pen, in: &bytes)
    guard takesAway(from: pen) else { return }
    // To reset everything and begin again may be shorter.
    let middle = bytes.count
    Pen.plain.appendDifference(to: pen, afterReset: true, in: &bytes)
    let length = bytes.count - middle
    if length >= middle - start {
      bytes.removeLast(length)
    } else {
      var written = bytes.mutableSpan
      for index in 0..<length { written[start + index] = written[middle + index] }
      bytes.removeLast(middle - start)
    }
  }

  /// Whether the other style lacks something of this one.
  private func takesAway(from pen: Pen) -> Bool {
    !attributes.isSubset(of: pen.attributes)
      || pen.foreground == .default && foreground != .default
      || pen.background == .default && background != .default
  }

  private func appendDifference(
    to pen: Pen, afterReset: Bool = false, in bytes: inout OutputSpan<UInt8>
  ) {
    var parameters = StyleParameters(begunIn: &bytes)
    if afterReset { parameters.append(0, to: &bytes) }
    if attributes != pen.attributes { appendAttributes(to: pen, with: &parameters, in: &bytes) }
    if foreground != pen.foreground { parameters.append(pen.foreground, base: 30, to: &bytes) }
    if background != pen.background { parameters.append(pen.background, base: 40, to: &bytes) }
    bytes.append(UInt8(ascii: "m"))
  }

  private func appendAttributes(
    to pen: Pen, with parameters: inout StyleParameters, in bytes: inout OutputSpan<UInt8>
  ) {
    var kept = attributes
    let removed = attributes.subtracting(pen.attributes)
    if !removed.isDisjoint(with: [.bold, .dim]) {
      // One number ends both.
      parameters.append(22, to: &bytes)
      kept.subtract([.bold, .dim])
    }
    for index in Pen.codes.indices {
      let code = Pen.codes[index]
      if removed.contains(code.attribute), code.end != 22 {
        parameters.append(code.end, to: &bytes)
      }
    }
    for index in Pen.codes.indices {
      let code = Pen.codes[index]
      if pen.attributes.contains(code.attribute), !kept.contains(code.attribute) {
        parameters.append(code.begin, to: &bytes)
      }
    }
  }

  /// The numbers that begin and end each attribute.
  private static let codes: InlineArray<6, AttributeCode> = [
    AttributeCode(attribute: .bold, begin: 1, end: 22),
    AttributeCode(attribute: .dim, begin: 2, end: 22),
    AttributeCode(attribute: .italic, begin: 3, end: 23),
    AttributeCode(attribute: .underline, begin: 4, end: 24),
    AttributeCode(attribute: .reverse, begin: 7, end: 27),
    AttributeCode(attribute: .strike, begin: 9, end: 29),
  ]
}

private struct AttributeCode {
  let attribute: TextAttributes
  let begin: Int
  let end: Int
}

/// The numbers of one style sequence, with what separates them.
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

  /// A colour; base 30 for text, 40 for background.
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
