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

/// Capital and small letters that are the same when their case does not count.
///
/// ASCII letters are folded among themselves, and so are the others: `K` (the Kelvin sign) is not `k`.
/// So what is ASCII can be looked for byte by byte.
enum CaseFolding {
  /// The scalar that stands for all those that differ from this one in their case alone.
  static func folded(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return isCapital(scalar) ? scalar | 0x20 : scalar }
    guard let known = Unicode.Scalar(scalar) else { return scalar }
    let upper = single(known.properties.uppercaseMapping) ?? known
    let lower = single(upper.properties.lowercaseMapping) ?? upper
    return lower.value < 0x80 ? scalar : lower.value
  }

  /// A text has a letter that would be another one in small.
  static func hasCapital(_ text: [UInt8]) -> Bool {
    let span = text.span
    var index = 0
    while index < span.count {
      let scalar = UTF8Scalar.read(span, at: &index)
      if scalar < 0x80 ? isCapital(scalar) : isLongCapital(scalar) { return true }
    }
    return false
  }

  private static func isCapital(_ scalar: UInt32) -> Bool { scalar >= 0x41 && scalar <= 0x5A }

  private static func isLongCapital(_ scalar: UInt32) -> Bool {
    Unicode.Scalar(scalar)?.properties.isUppercase ?? false
  }

  private static func single(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}

/// How well a row holds the characters of words: the more of them follow each other or begin a word, and the
/// closer together they are, the better.
enum FuzzyScore {
  private static let following = 8
  private static let beginning = 8

  /// The score of a text, 0 where it does not hold all words.
  static func score(of words: [TextPattern], in text: Span<UInt8>) -> Int {
    var score = 0
    for word in words {
      guard let places = word.subsequence(of: text) else { return 0 }
      var end: Int?
      for place in places {
        if beginsWord(text, at: place.lowerBound) { score += beginning }
        guard let last = end else {
          end = place.upperBound
          continue
        }
        let gap = place.lowerBound - last
        score += gap == 0 ? following : -min(gap, following)
        end = place.upperBound
      }
    }
    return score
  }

  private static func beginsWord(_ text: Span<UInt8>, at offset: Int) -> Bool {
    guard offset > 0 else { return true }
    let before = text[offset - 1]
    let isCapital = text[offset] >= 0x41 && text[offset] <= 0x5A
    let isSmall = before >= 0x61 && before <= 0x7A
    return !isPartOfWord(before) || isCapital && isSmall
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    let small = byte | 0x20
    return byte >= 0x80 || small >= 0x61 && small <= 0x7A || byte >= 0x30 && byte <= 0x39
  }
}
