/// A part of a text with the style that escape sequences in the text give it.
public struct StyleRun: Equatable, Sendable {
  /// The range of bytes, without the sequences themselves.
  public let bytes: Range<Int>
  /// The style; `none` for colours that the text does not set.
  public let style: Style
  /// The bytes of the address of a link (OSC 8) in the text; nil without a link.
  public let link: Range<Int>?
}

/// The styles in a text: SGR (16, 256 and true colours, bold, dim, italic, underline, reverse, strike-through) and OSC 8.
///
/// Other escape sequences are ignored. A text without an ESC has no runs.
struct StyleParser {
  /// The state that sequences change.
  private struct Pen: Equatable {
    var style = Style()
    var link: Range<Int>?
  }

  private var pen = Pen()
  /// Styles beyond so many runs of a text are ignored.
  static let runLimit = 4096

  private static let escape: UInt8 = 0x1B

  /// Appends the runs of a text.
  static func parse(_ text: Span<UInt8>, into runs: inout [StyleRun]) {
    guard text.indices.contains(where: { text[$0] == escape }) else { return }
    var parser = StyleParser()
    var index = 0
    while index < text.count, runs.count < runLimit {
      let start = index
      while index < text.count && text[index] != escape { index += 1 }
      if index > start { parser.append(start..<index, to: &runs) }
      if index < text.count { index = parser.skipSequence(at: index, in: text) }
    }
  }

  private func append(_ bytes: Range<Int>, to runs: inout [StyleRun]) {
    if pen == Pen() { return }
    if let last = runs.last, last.bytes.upperBound == bytes.lowerBound, last.style == pen.style,
      last.link == pen.link
    {
      runs[runs.count - 1] = StyleRun(
        bytes: last.bytes.lowerBound..<bytes.upperBound, style: pen.style, link: pen.link)
    } else {
      runs.append(StyleRun(bytes: bytes, style: pen.style, link: pen.link))
    }
  }

  /// Applies the sequence whose ESC is at `start` and returns the index after it.
  private mutating func skipSequence(at start: Int, in text: Span<UInt8>) -> Int {
    guard start + 1 < text.count else { return start + 1 }
    switch text[start + 1] {
    case UInt8(ascii: "["): return skipControl(from: start + 2, in: text)
    case UInt8(ascii: "]"): return skipCommand(from: start + 2, in: text)
    default: return start + 1
    }
  }

  private mutating func skipControl(from start: Int, in text: Span<UInt8>) -> Int {
    var end = start
    var isPlain = true
    while end < text.count, 0x20...0x3F ~= text[end] {
      if !(0x30...0x3B ~= text[end]) { isPlain = false }
      end += 1
    }
    guard end < text.count, 0x40...0x7E ~= text[end] else { return end }
    if isPlain, text[end] == UInt8(ascii: "m") { apply(start..<end, of: text) }
    return end + 1
  }

  /// An OSC ends with BEL or ESC \; one without an end is text.
  private mutating func skipCommand(from start: Int, in text: Span<UInt8>) -> Int {
    var index = start
    while index < text.count, text[index] >= 0x20 { index += 1 }
    guard index < text.count else { return start }
    let isBell = text[index] == 0x07
    let isTerminator =
      text[index] == Self.escape && index + 1 < text.count && text[index + 1] == UInt8(ascii: "\\")
    guard isBell || isTerminator else { return start }
    if index - start > 2, text[start] == UInt8(ascii: "8"), text[start + 1] == UInt8(ascii: ";") {
      applyLink(start + 2..<index, of: text)
    }
    return isBell ? index + 1 : index + 2
  }

  /// Begins the link of `id=…;ADDRESS`, or ends it if there is no address.
  private mutating func applyLink(_ parameters: Range<Int>, of text: Span<UInt8>) {
    var index = parameters.lowerBound
    while index < parameters.upperBound, text[index] != UInt8(ascii: ";") { index += 1 }
    let address = min(index + 1, parameters.upperBound)..<parameters.upperBound
    pen.link = address.isEmpty ? nil : address
  }
}

// MARK: - SGR

extension StyleParser {
  /// The parameters of an SGR sequence: numbers with `;` or `:` between them.
  private struct Numbers {
    private var index: Int
    private let end: Int

    init(_ range: Range<Int>) { (index, end) = (range.lowerBound, range.upperBound) }

    /// The next number, 0 for an empty one and at most 65,535, and whether a `:` follows it.
    mutating func next(in text: Span<UInt8>) -> (value: Int, hasPart: Bool)? {
      guard index < end else { return nil }
      var value = 0
      while index < end, 0x30...0x39 ~= text[index] {
        value = min(65_535, value * 10 + Int(text[index] - 0x30))
        index += 1
      }
      let hasPart = index < end && text[index] == UInt8(ascii: ":")
      index += 1
      return (value, hasPart)
    }
  }

  private mutating func apply(_ parameters: Range<Int>, of text: Span<UInt8>) {
    var numbers = Numbers(parameters)
    if parameters.isEmpty { pen.style = Style() }
    while let number = numbers.next(in: text) {
      var parts: [Int] = []
      var part = number
      while part.hasPart, let next = numbers.next(in: text) {
        parts.append(next.value)
        part = next
      }
      switch number.value {
      case 38, 48, 58:
        if parts.isEmpty { parts = Self.colourParts(from: &numbers, in: text) }
        if let colour = Self.colour(of: parts) { set(colour, number.value) }
      case 4 where !parts.isEmpty: setUnderline(parts[0])
      default: apply(number.value)
      }
    }
  }

  private mutating func apply(_ number: Int) {
    switch number {
    case 0: pen.style = Style()
    case 1: pen.style.attributes.insert(.bold)
    case 2: pen.style.attributes.insert(.dim)
    case 3: pen.style.attributes.insert(.italic)
    case 4: setUnderline(1)
    case 7: pen.style.attributes.insert(.reverse)
    case 9: pen.style.attributes.insert(.strike)
    case 21: setUnderline(2)
    case 22: pen.style.attributes.subtract([.bold, .dim])
    case 23: pen.style.attributes.remove(.italic)
    case 24: setUnderline(0)
    case 27: pen.style.attributes.remove(.reverse)
    case 29: pen.style.attributes.remove(.strike)
    case 30...37: pen.style.foreground = .index(UInt8(number - 30))
    case 39: pen.style.foreground = .none
    case 40...47: pen.style.background = .index(UInt8(number - 40))
    case 49: pen.style.background = .none
    case 59: pen.style.underlineColour = .none
    case 90...97: pen.style.foreground = .index(UInt8(number - 82))
    case 100...107: pen.style.background = .index(UInt8(number - 92))
    default: break
    }
  }

  /// Sets the underline of `SGR 4:kind`; 0 is none.
  private mutating func setUnderline(_ kind: Int) {
    pen.style.underline = Style.Underline(rawValue: UInt32(max(1, kind) - 1)) ?? .plain
    if kind > 0 {
      pen.style.attributes.insert(.underline)
    } else {
      pen.style.attributes.remove(.underline)
    }
  }

  private mutating func set(_ colour: Colour, _ target: Int) {
    switch target {
    case 38: pen.style.foreground = colour
    case 48: pen.style.background = colour
    default: pen.style.underlineColour = colour
    }
  }

  /// The parameters after 38, 48 or 58 with `;` between them: `5;N` or `2;R;G;B`.
  private static func colourParts(from numbers: inout Numbers, in text: Span<UInt8>) -> [Int] {
    guard let kind = numbers.next(in: text)?.value else { return [] }
    var parts = [kind]
    let count = kind == 2 ? 4 : kind == 5 ? 2 : 1
    while parts.count < count, let number = numbers.next(in: text) { parts.append(number.value) }
    return parts
  }

  /// A colour as `5, N`, `2, R, G, B` or `2, space, R, G, B`.
  private static func colour(of parts: [Int]) -> Colour? {
    switch (parts.first, parts.count) {
    case (5, 2): return UInt8(exactly: parts[1]).map { .index($0) }
    case (2, 4), (2, 5...):
      let first = parts.count == 4 ? 1 : 2
      return .rgb(
        UInt8(clamping: parts[first]), UInt8(clamping: parts[first + 1]),
        UInt8(clamping: parts[first + 2]))
    default: return nil
    }
  }
}
