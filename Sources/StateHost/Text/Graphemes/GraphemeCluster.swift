/// The scalars of one grapheme, in fixed storage.
package struct GraphemeCluster: Equatable {
  /// Enough for a family of four with skin tones, or a flag of tags; a longer cluster is cut here.
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

  /// Adds one more scalar; `emoji` says that this one asks for the wide picture of the first.
  mutating func extend(with scalar: UInt32, toWide: Bool) {
    guard !isFull else { return }
    scalars[scalarCount] = scalar
    scalarCount += 1
    if toWide { width = 2 }
  }

  /// A number to place it in a table by.
  package var hash: Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<scalarCount {
      hash = (hash ^ UInt64(scalars[index])) &* 0x9E37_79B9_7F4A_7C15
    }
    return Int(hash >> 40)
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
