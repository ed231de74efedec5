extension RandomNumberGenerator {
  /// True once in `count` times.
  mutating func once(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &self) == 0
  }
}
