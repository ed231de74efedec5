/// Random numbers that a seed repeats (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Up to 20 scalars of any kind, control characters more often than others.
  mutating func text() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...20, using: &self) {
      let limit: UInt32 = Bool.random(using: &self) ? 0x80 : 0x10FFFF
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &self)) {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
