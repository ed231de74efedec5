/// An iterator over untrusted UTF-8 that returns one grapheme cluster with its column width at a
/// time, as terminals lay it out, and skips whatever is unsafe to display.
///
/// These are extended grapheme clusters, except that a prepended mark stands alone and a mark
/// without a base gets a space. Tabs and newlines are clusters of their own.
package struct GraphemeScanner {
  /// The grapheme that `next` has found.
  package private(set) var cluster = GraphemeCluster()
  /// The offset after it.
  package private(set) var clusterEnd = 0

  private var scanner = HarmlessScanner()
  /// A scalar read beyond the end of the cluster.
  private var pending: UInt32?
  private var breaker = GraphemeBreaker()

  package init() {}

  /// Finds the next grapheme; false at the end.
  ///
  /// Every call needs the same bytes.
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

  /// Takes printable ASCII of which each byte is a grapheme of its own.
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

  /// Whether eight bytes are printable ASCII; without early exit, so that the loop is vectorized.
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
  /// Whether it makes the grapheme wide as a later part: the second half of a flag, a joined emoji,
  /// a skin tone.
  fileprivate var widensBase: Bool {
    switch scalarClass {
    case .pictograph, .regionalIndicator, .skinTone: isWide
    default: false
    }
  }
}

/// One user-perceived character: up to 16 Unicode scalars in fixed storage, beyond which it is cut,
/// and its width of one or two columns.
package struct GraphemeCluster: Hashable {
  /// Enough for a family of four with skin tones, or a flag of tags; longer clusters are cut.
  package static let scalarLimit = 16

  package private(set) var scalars: InlineArray<16, UInt32>
  package private(set) var scalarCount: Int
  /// 1 or 2.
  package private(set) var width: Int

  package init() {
    scalars = InlineArray(repeating: 0)
    scalarCount = 0
    width = 1
  }

  package var firstScalar: UInt32 { scalars[0] }

  var isFull: Bool { scalarCount == Self.scalarLimit }

  @inline(__always)
  mutating func start(with scalar: UInt32, width: Int) {
    scalars[0] = scalar
    scalarCount = 1
    self.width = width
  }

  /// Adds a scalar, which may make the grapheme wide.
  mutating func extend(with scalar: UInt32, toWide: Bool) {
    guard !isFull else { return }
    scalars[scalarCount] = scalar
    scalarCount += 1
    if toWide { width = 2 }
  }

  package func hash(into hasher: inout Hasher) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<scalarCount {
      hash = (hash ^ UInt64(scalars[index])) &* 0x9E37_79B9_7F4A_7C15
    }
    hasher.combine(Int(hash >> 40))
  }

  package func append(to bytes: inout OutputSpan<UInt8>) {
    for index in 0..<scalarCount { UTF8Scalar.append(scalars[index], to: &bytes) }
  }

  package func append(to bytes: inout [UInt8]) {
    for index in 0..<scalarCount { UTF8Scalar.append(scalars[index], to: &bytes) }
  }

  package static func == (one: GraphemeCluster, other: GraphemeCluster) -> Bool {
    guard one.scalarCount == other.scalarCount else { return false }
    for index in 0..<one.scalarCount where one.scalars[index] != other.scalars[index] {
      return false
    }
    return true
  }
}

/// The state of grapheme segmentation: decides from the class of each next scalar whether it
/// extends the current cluster or begins a new one.
struct GraphemeBreaker {
  private var last: ScalarClass = .other
  /// The regional indicators of the grapheme.
  private var indicators = 0
  /// Whether a pictograph precedes, followed only by marks.
  private var followsPictograph = false

  mutating func start(with first: ScalarClass) {
    last = first
    indicators = first == .regionalIndicator ? 1 : 0
    followsPictograph = first == .pictograph
  }

  /// Whether the next scalar joins the grapheme; it is then added.
  mutating func joins(_ next: ScalarClass) -> Bool {
    guard belongs(next) else { return false }
    if next == .regionalIndicator { indicators += 1 }
    if next == .pictograph { followsPictograph = true }
    if next == .spacingMark { followsPictograph = false }
    last = next
    return true
  }

  /// Whether U+FE0F after this base makes it an emoji two columns wide.
  func hasPictureForm(_ base: UInt32) -> Bool {
    if base < 0x80 { return base == 0x23 || base == 0x2A || 0x30...0x39 ~= base }
    return ScalarProperties(of: base).scalarClass == .pictograph
  }

  private func belongs(_ next: ScalarClass) -> Bool {
    switch next {
    case .extend, .joiner, .spacingMark: true
    case .regionalIndicator: last == .regionalIndicator && indicators == 1
    case .pictograph: last == .joiner && followsPictograph
    case .skinTone: last == .pictograph
    case .hangulLeading, .hangulOpenSyllable, .hangulClosedSyllable: last == .hangulLeading
    case .hangulVowel:
      last == .hangulLeading || last == .hangulVowel || last == .hangulOpenSyllable
    case .hangulTrailing:
      last == .hangulVowel || last == .hangulTrailing || last == .hangulOpenSyllable
        || last == .hangulClosedSyllable
    case .other, .control: false
    }
  }
}

/// The grapheme-break class of a Unicode scalar, such as combining mark or regional indicator.
///
/// These are the Unicode grapheme cluster break classes without prepend, which terminals draw
/// alone, and with pictographs and their modifiers.
enum ScalarClass: UInt8 {
  case other = 0
  case control
  case extend
  case joiner
  case regionalIndicator
  case spacingMark
  case hangulLeading
  case hangulVowel
  case hangulTrailing
  case hangulOpenSyllable
  case hangulClosedSyllable
  case pictograph
  /// An emoji modifier: colours the pictograph before it; otherwise it stands alone.
  case skinTone
}

/// A scalar's grapheme-break class and whether it is two columns wide, from a generated table.
struct ScalarProperties {
  let scalarClass: ScalarClass
  /// Whether it takes two columns at the beginning of a grapheme.
  let isWide: Bool

  private static let hangulSyllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

  /// Looks up any value up to 0x10FFFF.
  init(of scalar: UInt32) {
    if scalar < 0xA9 {
      scalarClass = scalar < 0x20 || 0x7F...0x9F ~= scalar ? .control : .other
      isWide = false
      return
    }
    if Self.hangulSyllables ~= scalar {
      let isOpen = (scalar - Self.hangulSyllables.lowerBound) % 28 == 0
      scalarClass = isOpen ? .hangulOpenSyllable : .hangulClosedSyllable
      isWide = true
      return
    }
    let value = Self.run(of: scalar)
    scalarClass = ScalarClass(rawValue: UInt8(value & 0x0F)) ?? .other
    isWide = value & 0x80 != 0
  }

  /// The entry of the run that contains the scalar.
  private static func run(of scalar: UInt32) -> UInt32 {
    let page = Int(min(scalar >> 8, 0x200))
    var low = Int(ScalarClassTable.pages[page])
    var high = Int(ScalarClassTable.pages[page + 1])
    // The last run of the page that begins at or before the scalar.
    while high - low > 1 {
      let middle = (low + high) / 2
      if ScalarClassTable.runs[middle] >> 8 <= scalar { low = middle } else { high = middle }
    }
    return ScalarClassTable.runs[low]
  }
}
