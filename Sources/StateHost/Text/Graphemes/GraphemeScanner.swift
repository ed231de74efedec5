/// Reads untrusted text grapheme by grapheme, as a terminal lays it out.
///
/// Graphemes are the extended clusters of Unicode, with these differences: a prepended mark stands
/// alone, and a mark without a base is put on a space. A tab or a newline is a cluster of its own.
package struct GraphemeScanner {
  /// The grapheme that `next` has found.
  package private(set) var cluster = GraphemeCluster()
  /// The byte after it.
  package private(set) var clusterEnd = 0

  private var scanner = HarmlessScanner()
  /// A scalar that was read to see where the cluster ends.
  private var pending: UInt32?
  private var breaker = GraphemeBreaker()

  package init() {}

  /// Finds the next grapheme; false at the end.
  ///
  /// Every call must be given the same bytes.
  package mutating func next(in bytes: Span<UInt8>) -> Bool {
    guard let first = pending ?? scanner.next(in: bytes) else { return false }
    pending = nil
    if first < 0x7F, scanner.index >= bytes.count || 0x20..<0x7F ~= bytes[scanner.index] {
      cluster.start(with: first, width: 1)
      clusterEnd = scanner.index
      return true
    }
    return complete(first, in: bytes)
  }

  /// Takes the printable ASCII that comes next, so much of it that each byte is a grapheme of its
  /// own.
  package mutating func takePlainASCII(in bytes: Span<UInt8>, atMost limit: Int) -> Range<Int> {
    guard pending == nil else { return 0..<0 }
    let start = scanner.index
    var end = start
    let last = bytes.count - start > limit ? start + limit : bytes.count
    while last - end >= 8, Self.isPlainASCII(bytes.extracting(end..<end + 8)) { end += 8 }
    while end < last, 0x20..<0x7F ~= bytes[end] { end += 1 }
    // A mark may follow the last one.
    if end < bytes.count, end > start, !(0x20..<0x7F ~= bytes[end]) { end -= 1 }
    scanner.skip(to: end)
    return start..<end
  }

  /// Whether eight bytes are printable ASCII: without a way out before the last, so that they are looked at
  /// side by side.
  @inline(__always)
  private static func isPlainASCII(_ eight: Span<UInt8>) -> Bool {
    var others: UInt8 = 0
    for index in 0..<8 { others |= 0x20..<0x7F ~= eight[index] ? 0 : 1 }
    return others == 0
  }

  private mutating func complete(_ first: UInt32, in bytes: Span<UInt8>) -> Bool {
    let properties = ScalarProperties(of: first)
    breaker.start(with: properties.scalarClass)
    switch properties.scalarClass {
    case .extend, .joiner, .spacingMark:
      cluster.start(with: 0x20, width: 1)
      cluster.extend(with: first, toWide: false)
    case .hangulVowel, .hangulTrailing:
      cluster.start(with: UTF8Scalar.replacement, width: 1)
      breaker.start(with: .other)
    case .other, .control, .regionalIndicator, .hangulLeading, .hangulOpenSyllable,
      .hangulClosedSyllable, .pictograph, .skinTone:
      cluster.start(with: first, width: properties.isWide ? 2 : 1)
    }
    clusterEnd = scanner.index
    while let scalar = scanner.next(in: bytes) {
      let next = ScalarProperties(of: scalar)
      guard !cluster.isFull, first > 0x1F, breaker.joins(next.scalarClass) else {
        pending = scalar
        break
      }
      let toWide = scalar == 0xFE0F ? breaker.hasPictureForm(first) : next.widensBase
      cluster.extend(with: scalar, toWide: toWide)
      clusterEnd = scanner.index
    }
    return true
  }
}

extension ScalarProperties {
  /// Whether, as a later part, it makes the whole grapheme wide: the second half of a flag, a
  /// joined picture, a skin tone.
  fileprivate var widensBase: Bool {
    switch scalarClass {
    case .pictograph, .regionalIndicator, .skinTone: isWide
    case .other, .control, .extend, .joiner, .spacingMark, .hangulLeading, .hangulVowel,
      .hangulTrailing,
      .hangulOpenSyllable, .hangulClosedSyllable:
      false
    }
  }
}
