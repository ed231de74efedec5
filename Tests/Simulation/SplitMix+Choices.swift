internal import HostSystem

extension SplitMix {
  mutating func bool() -> Bool { .random(using: &self) }
  mutating func int(_ range: Range<Int>) -> Int { .random(in: range, using: &self) }
  mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }
  mutating func one<Value>(of values: [Value]) -> Value { values[int(0..<values.count)] }

  /// So many milliseconds, in nanoseconds.
  mutating func milliseconds(_ range: ClosedRange<Int64>) -> Int64 {
    .random(in: range, using: &self) * 1_000_000
  }
}
