/// Numbers that come again with their seed.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// A number from 0 to below the limit, which is above 0.
  mutating func next(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// Puts the elements into another order.
  mutating func shuffle<Element>(_ elements: inout [Element]) {
    for index in elements.indices.reversed() where index > 0 {
      elements.swapAt(index, next(below: index + 1))
    }
  }
}
