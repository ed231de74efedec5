/// The style in which the terminal writes next.
struct Pen: Equatable {
  private(set) var foreground: Colour = .default
  private(set) var background: Colour = .default
  private(set) var attributes: TextAttributes = []

  static let plain = Pen()

  init() {}

  init(_ cell: Cell) {
    foreground = cell.foreground
    background = cell.background
    attributes = cell.attributes
  }

  /// Whether a cell written now would look as it should.
  @inline(__always)
  func suits(_ cell: Cell) -> Bool {
    if background != cell.background { return false }
    if cell.isBlank { return attributes.isDisjoint(with: .visibleOnBlank) }
    return foreground == cell.foreground && attributes == cell.attributes
  }

  /// Appends the shortest sequence that changes to another style.
  mutating func change(to pen: Pen, in bytes: inout [UInt8]) {
    guard self != pen else { return }
    defer { self = pen }
    if pen == .plain {
      EscapeSequence.append(EscapeSequence.resetStyle, to: &bytes)
      return
    }
    let start = bytes.count
    appendDifference(to: pen, in: &bytes)
    let middle = bytes.count
    Pen.plain.appendDifference(to: pen, afterReset: true, in: &bytes)
    if bytes.count - middle < middle - start {
      bytes.removeSubrange(start..<middle)
    } else {
      bytes.removeSubrange(middle...)
    }
  }

  private func appendDifference(
    to pen: Pen, afterReset: Bool = false, in bytes: inout [UInt8]
  ) {
    var parameters = StyleParameters(begunIn: &bytes)
    if afterReset { parameters.append(0, to: &bytes) }
    var kept = attributes
    let removed = attributes.subtracting(pen.attributes)
    if !removed.isDisjoint(with: [.bold, .dim]) {
      // One number ends both.
      parameters.append(22, to: &bytes)
      kept.subtract([.bold, .dim])
    }
    for (attribute, _, end) in Pen.codes where removed.contains(attribute) && end != 22 {
      parameters.append(end, to: &bytes)
    }
    for (attribute, begin, _) in Pen.codes
    where pen.attributes.contains(attribute) && !kept.contains(attribute) {
      parameters.append(begin, to: &bytes)
    }
    if foreground != pen.foreground { parameters.append(pen.foreground, base: 30, to: &bytes) }
    if background != pen.background { parameters.append(pen.background, base: 40, to: &bytes) }
    bytes.append(UInt8(ascii: "m"))
  }

  /// The numbers that begin and end each attribute.
  private static let codes: [(TextAttributes, begin: Int, end: Int)] = [
    (.bold, 1, 22), (.dim, 2, 22), (.italic, 3, 23), (.underline, 4, 24), (.reverse, 7, 27),
    (.strike, 9, 29),
  ]
}

/// The numbers of one style sequence, with what separates them.
private struct StyleParameters {
  private var isFirst = true

  init(begunIn bytes: inout [UInt8]) {
    bytes.append(0x1B)
    bytes.append(UInt8(ascii: "["))
  }

  mutating func append(_ number: Int, to bytes: inout [UInt8]) {
    if !isFirst { bytes.append(UInt8(ascii: ";")) }
    isFirst = false
    EscapeSequence.append(number: number, to: &bytes)
  }

  /// A colour; base 30 for text, 40 for background.
  mutating func append(_ colour: Colour, base: Int, to bytes: inout [UInt8]) {
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
