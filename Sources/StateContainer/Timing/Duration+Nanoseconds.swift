extension Duration {
  /// The whole nanoseconds in it, or as many as there can be.
  package var wholeNanoseconds: Int64 {
    // Up to nine seconds there are few enough attoseconds for one division of 64 bits.
    if let few = Int64(exactly: attoseconds) { return few / 1_000_000_000 }
    return Int64(clamping: attoseconds / 1_000_000_000)
  }
}
