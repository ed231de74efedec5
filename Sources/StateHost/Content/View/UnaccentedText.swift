internal import HostText

/// A text without the accents of its Latin letters, in memory reused from row to row, for words of
/// a query that have no accents themselves; it keeps where each byte comes from.
struct UnaccentedText: Sendable {
  private(set) var bytes: [UInt8] = []
  /// The original place of each byte, or of the character it replaces, and of the text's end.
  private var sources: [Int] = []

  /// Replaces the text by another.
  mutating func read(_ text: Span<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    sources.removeAll(keepingCapacity: true)
    var index = 0
    while index < text.count {
      let start = index
      switch text[index] {
      // The first bytes of Latin letters with accents, and of combining accents.
      case 0xC3...0xC9, 0xCC...0xCD, 0xE1:
        let scalar = UTF8Scalar.read(text, at: &index)
        if Self.combiningAccents.contains(scalar) { continue }
        if let letter = Self.letter(for: scalar) {
          bytes.append(letter)
          sources.append(start)
        } else {
          for place in start..<index {
            bytes.append(text[place])
            sources.append(place)
          }
        }
      case let byte:
        bytes.append(byte)
        sources.append(index)
        index += 1
      }
    }
    sources.append(text.count)
  }

  /// The range of the original text, with its accents.
  func source(of range: Range<Int>) -> Range<Int> {
    sources[range.lowerBound]..<sources[range.upperBound]
  }

  private static let combiningAccents: ClosedRange<UInt32> = 0x300...0x36F
  private static let blocks: [Range<UInt32>] = [0xC0..<0x250, 0x1E00..<0x1F00]
  /// The letters for the scalars of each block; 0 for none.
  private static let letters = blocks.map { $0.map { unaccented($0) } }

  private static func letter(for scalar: UInt32) -> UInt8? {
    for (block, letters) in zip(blocks, letters) where block.contains(scalar) {
      let letter = letters[Int(scalar - block.lowerBound)]
      return letter == 0 ? nil : letter
    }
    return nil
  }

  /// The letter of a name such as `LATIN SMALL LETTER E WITH ACUTE`; 0 for other scalars.
  private static func unaccented(_ scalar: UInt32) -> UInt8 {
    let name = Unicode.Scalar(scalar)?.properties.name ?? ""
    for (prefix, lowercase) in [("LATIN SMALL LETTER ", 0x20), ("LATIN CAPITAL LETTER ", 0)]
    where name.hasPrefix(prefix) {
      let rest = name.utf8.dropFirst(prefix.utf8.count)
      guard let letter = rest.first, rest.dropFirst().starts(with: " WITH ".utf8) else { break }
      return letter | UInt8(lowercase)
    }
    return 0
  }
}
