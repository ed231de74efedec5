import Testing

@testable import HostText

@Suite struct `A duration as text` {
  @Test(
    arguments: [
      ("0ms", 0), ("1ns", 1), ("1.5us", 1_500), ("300ms", 300_000_000), ("1.50s", 1_500_000_000),
      ("60m", 3_600_000_000_000), ("1h", 3_600_000_000_000), ("1.0h", 3_600_000_000_000),
      ("0.25h", 900_000_000_000), ("59.9m", 3_594_000_000_000),
    ] as [(String, Int64)])
  func `has its unit, and a fraction of it`(text: String, nanoseconds: Int64) throws {
    #expect(try DurationText.nanoseconds(text) == nanoseconds)
  }

  /// The limit holds for the whole, the fraction and both.
  @Test(
    arguments: [
      "2h", "1.5h", "1.001h", "61m", "60.9m", "3600.1s", "3600001ms", "1.5ns", "", "s", "1", "-1s",
      "1 s", "1.s", ".5s", "1d",
    ])
  func `is none that is longer than an hour, finer than a nanosecond or without a unit`(
    text: String
  ) {
    #expect(throws: (any Error).self) { try DurationText.nanoseconds(text) }
  }
}
