internal import CHostSystem
internal import HostText

/// A text that is looked for in rows: as it stands, or its characters in their order.
struct TextPattern: Sendable {
  /// What is compared, in small letters where case does not count.
  private let bytes: [UInt8]
  /// The bits of each byte that count: all, but for letters whose case does not.
  private let masks: [UInt8]
  private let scalars: [UInt32]
  private let ignoresCase: Bool
  /// Bytes can be compared without being read as UTF-8.
  let isBytewise: Bool

  /// - Parameters:
  ///   - text: at least one byte.
  ///   - ignoresCase: whether capital and small letters are the same.
  init(_ text: [UInt8], ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    isBytewise = !ignoresCase || text.allSatisfy { $0 < 0x80 }
    masks = text.map { ignoresCase && Self.isLetter($0) ? 0xDF : 0xFF }
    bytes = zip(text, masks).map { $0 & $1 }
    var scalars: [UInt32] = []
    var index = 0
    while index < text.count {
      let scalar = UTF8Scalar.read(text.span, at: &index)
      scalars.append(ignoresCase ? CaseFolding.folded(scalar) : scalar)
    }
    self.scalars = scalars
  }

  /// What it looks for has this byte, which is no letter.
  func holds(_ byte: UInt8) -> Bool { bytes.contains(byte) }

  /// The longest part of what it looks for that has none of some bytes, which are no letters; nil where all is
  /// made of them.
  func longestPart(without others: [UInt8]) -> TextPattern? {
    let parts = bytes.split { others.contains($0) }
    guard let longest = parts.max(by: { $0.count < $1.count }) else { return nil }
    return longest.count == bytes.count
      ? self : TextPattern(Array(longest), ignoresCase: ignoresCase)
  }

  func isSame(as other: TextPattern) -> Bool { bytes == other.bytes }

  /// What it looks for has a blank at one of its ends.
  var beginsOrEndsBlank: Bool {
    bytes.first.map(CellText.isBlank) ?? false || bytes.last.map(CellText.isBlank) ?? false
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  /// The first place from `start` on where the text stands.
  func range(in text: Span<UInt8>, from start: Int = 0) -> Range<Int>? {
    guard isBytewise else { return foldedRange(in: text, from: start) }
    let found = unsafe text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress, start <= text.count else { return text.count }
      return start
        + (unsafe host_text_find(base + start, text.count - start, bytes, masks, bytes.count))
    }
    return found < text.count ? found..<found + bytes.count : nil
  }

  private func foldedRange(in text: Span<UInt8>, from start: Int) -> Range<Int>? {
    var place = start
    while place < text.count {
      if let end = end(in: text, at: place) { return place..<end }
      place += 1
      while place < text.count, text[place] & 0xC0 == 0x80 { place += 1 }
    }
    return nil
  }

  /// Where the text ends that stands at `place`; nil when it does not.
  private func end(in text: Span<UInt8>, at place: Int) -> Int? {
    var index = place
    for scalar in scalars {
      guard index < text.count, next(in: text, at: &index) == scalar else { return nil }
    }
    return index
  }

  /// The next character as it is compared.
  private func next(in text: Span<UInt8>, at index: inout Int) -> UInt32 {
    let scalar = UTF8Scalar.read(text, at: &index)
    return ignoresCase ? CaseFolding.folded(scalar) : scalar
  }
}

// MARK: - Fuzzy

extension TextPattern {
  /// Whether the characters of the text stand in their order in another.
  func isSubsequence(of text: Span<UInt8>) -> Bool {
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return subsequence(of: text) != nil }
    return unsafe text.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return false }
      return unsafe host_text_subsequence(base, text.count, bytes, masks, bytes.count) > 0
    }
  }

  /// Where the characters stand, each in a range of its own: those that end first, and of those the ones
  /// that are closest together.
  func subsequence(of text: Span<UInt8>) -> [Range<Int>]? {
    var places: [Range<Int>] = []
    var index = 0
    while index < text.count, places.count < scalars.count {
      let start = index
      if next(in: text, at: &index) == scalars[places.count] { places.append(start..<index) }
    }
    guard places.count == scalars.count, var number = places.indices.last else { return nil }
    // From the last character back each stands as late as it can.
    while number > 0 {
      number -= 1
      let first = places[number].lowerBound
      index = first
      while index < places[number + 1].lowerBound {
        let start = index
        if next(in: text, at: &index) == scalars[number] { places[number] = start..<index }
      }
    }
    return places
  }
}
