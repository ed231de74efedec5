internal import HostSystem

/// Random numbers that come again with the same seed: the program's own, also for tests of what
/// knows nothing of the program.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var numbers: SplitMix

  /// - Parameter seed: what all the numbers follow from.
  public init(seed: UInt64) { numbers = SplitMix(seed: seed) }

  /// The next number.
  public mutating func next() -> UInt64 { numbers.next() }
}
