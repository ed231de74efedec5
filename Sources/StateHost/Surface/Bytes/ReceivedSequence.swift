/// One escape sequence, as the headless terminal receives it.
struct ReceivedSequence {
  enum Kind: Equatable {
    /// By its private marker, if any, or a colon where one stands between its numbers, and its final byte.
    case csi(String)
    /// A title, a question, or whatever else ends with ST or BEL.
    case string
    /// ST, after no string.
    case stringEnd
    /// The beginning of one, before another.
    case brokenOff
    case other
  }

  private(set) var kind = Kind.other
  /// The numbers; one that is left out is nil.
  private(set) var parameters: [Int?] = []
  /// The sequence in readable form, for reports.
  private(set) var text = ""

  /// Reads the sequence that begins with ESC at `index`, and moves past it.
  init(_ bytes: Span<UInt8>, at index: inout Int) {
    let start = index
    index += 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "[") {
      index += 1
      readParameters(bytes, at: &index)
    } else if index < bytes.count, Self.stringIntroducers.contains(bytes[index]) {
      skipString(bytes, at: &index)
    } else if index < bytes.count, bytes[index] == 0x1B {
      kind = .brokenOff
    } else {
      if index < bytes.count, bytes[index] == UInt8(ascii: "\\") { kind = .stringEnd }
      index = min(index + 1, bytes.count)
    }
    for position in start..<index {
      text += bytes[position] == 0x1B ? "ESC " : String(UnicodeScalar(bytes[position]))
    }
  }

  func parameter(_ index: Int) -> Int? {
    index < parameters.count ? parameters[index] : nil
  }

  /// Where a link leads (OSC 8): nothing where one ends; nil for any other sequence.
  var linkAddress: [UInt8]? {
    let bytes = Array(text.utf8)
    let prefix = Array("ESC ]8;".utf8)
    guard bytes.starts(with: prefix), let end = bytes[prefix.count...].firstIndex(of: 0x3B) else {
      return nil
    }
    return Array(bytes[(end + 1)...])
  }

  /// What an operating system command says after its number; nil for another sequence.
  func words(after number: String) -> String? {
    let prefix = "ESC ]" + number
    return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }

  private static let stringIntroducers = Array("]PX^_".utf8)

  /// Moves to the string's end, BEL or ST, or to the ESC of another sequence.
  private mutating func skipString(_ bytes: Span<UInt8>, at index: inout Int) {
    while index < bytes.count, bytes[index] != 0x07, bytes[index] != 0x1B { index += 1 }
    guard index < bytes.count else { return }
    kind = .string
    if bytes[index] == 0x07 { index += 1 }
  }

  private mutating func readParameters(_ bytes: Span<UInt8>, at index: inout Int) {
    var marker = ""
    var number: Int?
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x30...0x39: number = min(99_999, (number ?? 0) * 10 + Int(byte - 0x30))
      case UInt8(ascii: ";"), UInt8(ascii: ":"):
        parameters.append(number)
        number = nil
        if byte == UInt8(ascii: ":") { marker = ":" }
      case 0x40...0x7E:
        if number != nil || !parameters.isEmpty { parameters.append(number) }
        kind = .csi(marker + String(UnicodeScalar(byte)))
        return
      case 0x1B:
        index -= 1
        kind = .brokenOff
        return
      default: marker += String(UnicodeScalar(byte))
      }
    }
  }
}

extension Decoration {
  /// Follows the numbers of a style sequence (SGR) without colons.
  mutating func reset(by parameters: [Int?]) {
    if parameters.isEmpty || parameters.contains(0) { self = Decoration(link: link) }
  }

  /// Applies one style sequence with colons; false for one that it does not know.
  mutating func apply(_ parameters: [Int?]) -> Bool {
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: parameters[index] ?? 0) }
    switch (parameters.first, parameters.count) {
    case (4, 2):
      guard let kind = Underline(rawValue: byte(1) &- 1) else { return false }
      underline = kind
    case (58, 6): underlineColour = .rgb(byte(3), byte(4), byte(5))
    case (58, 3): underlineColour = .indexed(byte(2))
    default: return false
    }
    return true
  }
}

extension Style {
  /// What a terminal writes in before it is told otherwise.
  static let plain = Style(background: .default)

  /// Applies the numbers of a style sequence (SGR).
  mutating func apply(_ parameters: [Int?]) {
    if parameters.isEmpty { self = .plain }
    var index = 0
    while index < parameters.count {
      let number = parameters[index] ?? 0
      index += 1
      switch number {
      case 0: self = .plain
      case 1...9:
        if let attribute = Self.attribute(begunBy: number) { attributes.insert(attribute) }
      case 22: attributes.subtract([.bold, .dim])
      case 23...29:
        if let attribute = Self.attribute(begunBy: number - 20) { attributes.remove(attribute) }
      case 30...37: foreground = .indexed(UInt8(number - 30))
      case 38: foreground = Self.colour(parameters, at: &index)
      case 39: foreground = .default
      case 40...47: background = .indexed(UInt8(number - 40))
      case 48: background = Self.colour(parameters, at: &index)
      case 49: background = .default
      case 90...97: foreground = .indexed(UInt8(number - 82))
      case 100...107: background = .indexed(UInt8(number - 92))
      default: break
      }
    }
  }

  private static func attribute(begunBy number: Int) -> TextAttributes? {
    switch number {
    case 1: .bold
    case 2: .dim
    case 3: .italic
    case 4: .underline
    case 7: .reverse
    case 9: .strike
    default: nil
    }
  }

  /// The colour after 38 or 48.
  private static func colour(_ parameters: [Int?], at index: inout Int) -> Colour {
    func byte(_ offset: Int) -> UInt8 {
      index + offset < parameters.count
        ? UInt8(truncatingIfNeeded: parameters[index + offset] ?? 0) : 0
    }
    if byte(0) == 5 {
      defer { index += 2 }
      return .indexed(byte(1))
    }
    defer { index += 4 }
    return .rgb(byte(1), byte(2), byte(3))
  }
}
