extension Duration {
  /// The whole nanoseconds, clamped to the range of `Int64`.
  package var wholeNanoseconds: Int64 {
    // Up to nine seconds, the attoseconds fit into 64 bits.
    if let few = Int64(exactly: attoseconds) { return few / 1_000_000_000 }
    return Int64(clamping: attoseconds / 1_000_000_000)
  }
}
