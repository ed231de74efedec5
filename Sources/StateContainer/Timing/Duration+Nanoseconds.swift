extension Duration {
  /// The whole nanoseconds in it, or as many as there can be.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, sumOverflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || sumOverflows ? (seconds < 0 ? .min : .max) : sum
  }
}
