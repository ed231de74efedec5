internal import CHostSystem
internal import HostText

/// A text to find: as a substring or, scored, as characters in order with gaps; with case or not.
struct TextPattern: Sendable, Equatable {
  /// The bytes to compare, in uppercase if case is ignored.
  private let bytes: [UInt8]
  /// The bits to compare of each byte: all, except for the case of letters.
  private let masks: [UInt8]
  private let scalars: [UInt32]
  private let ignoresCase: Bool
  /// Whether bytes can be compared without decoding UTF-8.
  let isBytewise: Bool

  /// `text` has at least one byte.
  init(_ text: [UInt8], ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    isBytewise = !ignoresCase || text.allSatisfy { $0 < 0x80 }
    masks = text.map { ignoresCase && CellText.isLetter($0) ? 0xDF : 0xFF }
    bytes = zip(text, masks).map { $0 & $1 }
    var scalars: [UInt32] = []
    var index = 0
    while index < text.count {
      let scalar = UTF8Scalar.read(text.span, at: &index)
      scalars.append(ignoresCase ? CaseFolding.folded(scalar) : scalar)
    }
    self.scalars = scalars
  }

  /// A copy that shares no memory, so that another thread counts no references to it.
  init(copying other: TextPattern) {
    bytes = other.bytes.map { $0 }
    masks = other.masks.map { $0 }
    scalars = other.scalars.map { $0 }
    (ignoresCase, isBytewise) = (other.ignoresCase, other.isBytewise)
  }

  /// Whether the text contains this byte, which is not a letter.
  func contains(_ byte: UInt8) -> Bool { bytes.contains(byte) }

  /// The longest part of the text without these bytes, which are not letters; nil if it is empty.
  func longestPart(without others: [UInt8]) -> TextPattern? {
    let parts = bytes.split { others.contains($0) }
    guard let longest = parts.max(by: { $0.count < $1.count }) else { return nil }
    return longest.count == bytes.count
      ? self : TextPattern(Array(longest), ignoresCase: ignoresCase)
  }

  /// Whether every text that contains this also contains `other`, as a subsequence too.
  func extends(_ other: TextPattern) -> Bool {
    (ignoresCase == other.ignoresCase || other.ignoresCase)
      && zip(scalars, other.scalars).allSatisfy {
        other.ignoresCase ? CaseFolding.folded($0) == $1 : $0 == $1
      } && scalars.count >= other.scalars.count
  }

  /// The most bytes that a match takes.
  var longestMatch: Int { isBytewise ? bytes.count : 4 * scalars.count }

  var beginsOrEndsBlank: Bool {
    bytes.first.map(CellText.isBlank) ?? false || bytes.last.map(CellText.isBlank) ?? false
  }

  func range(in text: Span<UInt8>, from start: Int = 0) -> Range<Int>? {
    guard isBytewise else { return foldedRange(in: text, from: start) }
    guard start < text.count else { return nil }
    let offset = unsafe text.extracting(start...).withPointer {
      unsafe host_text_find($0, $1, bytes, masks, bytes.count)
    }
    let found = start + offset
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

  /// The end of the occurrence at `place`; nil if there is none.
  func end(in text: Span<UInt8>, at place: Int) -> Int? {
    var index = place
    for scalar in scalars {
      guard index < text.count, next(in: text, at: &index) == scalar else { return nil }
    }
    return index
  }

  /// The next character, folded if case is ignored.
  private func next(in text: Span<UInt8>, at index: inout Int) -> UInt32 {
    let scalar = UTF8Scalar.read(text, at: &index)
    return ignoresCase ? CaseFolding.folded(scalar) : scalar
  }

  /// Whether the characters of the pattern occur in `text` in their order.
  func isSubsequence(of text: Span<UInt8>) -> Bool {
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return subsequence(of: text) != nil }
    return unsafe text.withPointer {
      unsafe host_text_subsequence($0, $1, bytes, masks, bytes.count) > 0
    }
  }

  /// The best subsequence's score, negative without one; nil if it is long or must be decoded.
  ///
  /// `room` is scratch memory for five times `HOST_SCORE_WIDTH_LIMIT` numbers.
  func bytewiseScore(in text: Span<UInt8>, room: inout [Int16]) -> Int? {
    guard isBytewise, bytes.count <= Int(HOST_SCORE_LENGTH_LIMIT) else { return nil }
    if text.isEmpty { return -1 }
    return unsafe text.withPointer {
      Int(unsafe host_text_score($0, $1, bytes, masks, bytes.count, &room, nil))
    }
  }

  /// The positions of the best subsequence, empty without one; nil as in `bytewiseScore`.
  func bytewisePlaces(in text: Span<UInt8>) -> [Int]? {
    guard isBytewise, bytes.count <= Int(HOST_SCORE_LENGTH_LIMIT) else { return nil }
    let width = Swift.min(text.count, Int(HOST_SCORE_WIDTH_LIMIT))
    var room = [Int16](repeating: 0, count: (1 + 2 * bytes.count) * width)
    var places = [Int](repeating: 0, count: bytes.count)
    if text.isEmpty { return [] }
    let score = unsafe text.withPointer {
      unsafe host_text_score($0, $1, bytes, masks, bytes.count, &room, &places)
    }
    return score < 0 ? [] : places
  }

  /// The ranges of the characters: the subsequence that ends first, and of those the tightest.
  func subsequence(of text: Span<UInt8>) -> [Range<Int>]? {
    var places: [Range<Int>] = []
    var index = 0
    while index < text.count, places.count < scalars.count {
      let start = index
      if next(in: text, at: &index) == scalars[places.count] { places.append(start..<index) }
    }
    guard places.count == scalars.count, var number = places.indices.last else { return nil }
    // Backward from the last character, each is moved as late as possible.
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

/// Functions that fold a Unicode scalar's case for comparison, and test a text for capitals.
///
/// ASCII letters fold only to ASCII, to be searched bytewise: `K` (the Kelvin sign) is not `k`.
enum CaseFolding {
  /// The representative of all scalars that differ only in case.
  static func folded(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return isCapital(scalar) ? scalar | 0x20 : scalar }
    guard let known = Unicode.Scalar(scalar) else { return scalar }
    let upper = single(known.properties.uppercaseMapping) ?? known
    let lower = single(upper.properties.lowercaseMapping) ?? upper
    return lower.value < 0x80 ? scalar : lower.value
  }

  static func hasCapital(_ text: [UInt8]) -> Bool {
    let span = text.span
    var index = 0
    while index < span.count {
      let scalar = UTF8Scalar.read(span, at: &index)
      if Unicode.Scalar(scalar)?.properties.isUppercase ?? false { return true }
    }
    return false
  }

  private static func isCapital(_ scalar: UInt32) -> Bool { scalar >= 0x41 && scalar <= 0x5A }

  private static func single(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}
