internal import ChildPluginAPI

/// The parser of the escape sequences for colours, attributes and links (SGR, OSC 8) in a text of
/// the content, which gives styled ranges to children.
///
/// Other escape sequences are ignored.
struct StyleParser {
  private(set) var runs: [childplugin_style_run_t] = []
  /// The style that the escape sequences parsed so far have set.
  private var pen = childplugin_style_run_t()

  /// The most runs of a text; later styles are ignored.
  static let runLimit = 4096
  /// How many bytes of a text are parsed.
  static let bytesLimit = 64 << 10

  private static let escape: UInt8 = 0x1B

  mutating func parse(_ text: Span<UInt8>) {
    let end = min(text.count, Self.bytesLimit)
    var index = 0
    while index < end, runs.count < Self.runLimit {
      let start = index
      while index < end, text[index] != Self.escape { index += 1 }
      if index > start { append(start..<index) }
      if index < end { index = skipSequence(at: index, in: text) }
    }
  }

  private mutating func append(_ bytes: Range<Int>) {
    pen.bytes = childplugin_range_t(bytes)
    if let last = runs.last, last.bytes.end == pen.bytes.start, last.hasStyle(of: pen) {
      runs[runs.count - 1].bytes.end = pen.bytes.end
    } else if !pen.hasStyle(of: childplugin_style_run_t()) {
      runs.append(pen)
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
    pen.link = address.isEmpty ? childplugin_range_t() : childplugin_range_t(address)
  }
}

extension childplugin_range_t {
  fileprivate init(_ range: Range<Int>) {
    self.init(start: UInt64(range.lowerBound), end: UInt64(range.upperBound))
  }
}

extension childplugin_style_run_t {
  fileprivate func hasStyle(of other: childplugin_style_run_t) -> Bool {
    attributes == other.attributes && foreground == other.foreground
      && background == other.background && underline == other.underline
      && underline_colour == other.underline_colour && link.start == other.link.start
      && link.end == other.link.end
  }
}

// MARK: - SGR

extension StyleParser {
  /// A reader of the numeric parameters of a colour escape sequence (SGR), separated by `;` or `:`.
  private struct ParameterCursor {
    private var index: Int
    private let end: Int

    init(_ range: Range<Int>) { (index, end) = (range.lowerBound, range.upperBound) }

    /// The next number, 0 for an empty one and at most 65,535, and whether a `:` follows it.
    mutating func next(in text: Span<UInt8>) -> (value: Int, hasPart: Bool)? {
      guard index <= end else { return nil }
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
    var numbers = ParameterCursor(parameters)
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

  private mutating func reset() {
    let link = pen.link
    pen = childplugin_style_run_t()
    pen.link = link
  }

  private mutating func apply(_ number: Int) {
    switch number {
    case 0: reset()
    case 1: pen.attributes |= CHILDPLUGIN_ATTRIBUTE_BOLD
    case 2: pen.attributes |= CHILDPLUGIN_ATTRIBUTE_DIM
    case 3: pen.attributes |= CHILDPLUGIN_ATTRIBUTE_ITALIC
    case 4: setUnderline(1)
    case 7: pen.attributes |= CHILDPLUGIN_ATTRIBUTE_REVERSE
    case 9: pen.attributes |= CHILDPLUGIN_ATTRIBUTE_STRIKE
    case 21: setUnderline(2)
    case 22: pen.attributes &= ~(CHILDPLUGIN_ATTRIBUTE_BOLD | CHILDPLUGIN_ATTRIBUTE_DIM)
    case 23: pen.attributes &= ~CHILDPLUGIN_ATTRIBUTE_ITALIC
    case 24: setUnderline(0)
    case 27: pen.attributes &= ~CHILDPLUGIN_ATTRIBUTE_REVERSE
    case 29: pen.attributes &= ~CHILDPLUGIN_ATTRIBUTE_STRIKE
    case 30...37: pen.foreground = Self.palette(number - 30)
    case 39: pen.foreground = CHILDPLUGIN_COLOUR_NONE
    case 40...47: pen.background = Self.palette(number - 40)
    case 49: pen.background = CHILDPLUGIN_COLOUR_NONE
    case 59: pen.underline_colour = CHILDPLUGIN_COLOUR_NONE
    case 90...97: pen.foreground = Self.palette(number - 82)
    case 100...107: pen.background = Self.palette(number - 92)
    default: break
    }
  }

  /// Sets the underline of `SGR 4:kind`; 0 is none.
  private mutating func setUnderline(_ kind: Int) {
    pen.underline = kind - 1 <= CHILDPLUGIN_UNDERLINE_DASHED ? UInt32(max(1, kind) - 1) : 0
    if kind > 0 {
      pen.attributes |= CHILDPLUGIN_ATTRIBUTE_UNDERLINE
    } else {
      pen.attributes &= ~CHILDPLUGIN_ATTRIBUTE_UNDERLINE
    }
  }

  private mutating func set(_ colour: UInt32, _ target: Int) {
    switch target {
    case 38: pen.foreground = colour
    case 48: pen.background = colour
    default: pen.underline_colour = colour
    }
  }

  private static func palette(_ index: Int) -> UInt32 { 0x0400_0000 | UInt32(index) }

  /// The parameters after 38, 48 or 58 with `;` between them: `5;N` or `2;R;G;B`.
  private static func colourParts(from numbers: inout ParameterCursor, in text: Span<UInt8>)
    -> [Int]
  {
    guard let kind = numbers.next(in: text)?.value else { return [] }
    var parts = [kind]
    let count = kind == 2 ? 4 : kind == 5 ? 2 : 1
    while parts.count < count, let number = numbers.next(in: text) { parts.append(number.value) }
    return parts
  }

  /// A colour as `5, N`, `2, R, G, B` or `2, space, R, G, B`.
  private static func colour(of parts: [Int]) -> UInt32? {
    switch (parts.first, parts.count) {
    case (5, 2): return UInt8(exactly: parts[1]).map { palette(Int($0)) }
    case (2, 4), (2, 5...):
      let first = parts.count == 4 ? 1 : 2
      return parts[first..<first + 3].reduce(1) { $0 << 8 | UInt32(UInt8(clamping: $1)) }
    default: return nil
    }
  }
}
