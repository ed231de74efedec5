internal import HostSystem

extension SplitMix {
  /// A number from 0 to below the limit, which is above 0.
  mutating func next(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
