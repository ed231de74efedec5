internal import HostText

/// Capital and small letters that are the same when their case does not count.
///
/// ASCII letters are folded among themselves, and so are the others: `K` (the Kelvin sign) is not `k`.
/// So what is ASCII can be looked for byte by byte.
enum CaseFolding {
  /// The scalar that stands for all those that differ from this one in their case alone.
  static func folded(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return isCapital(scalar) ? scalar | 0x20 : scalar }
    guard let known = Unicode.Scalar(scalar) else { return scalar }
    let upper = single(known.properties.uppercaseMapping) ?? known
    let lower = single(upper.properties.lowercaseMapping) ?? upper
    return lower.value < 0x80 ? scalar : lower.value
  }

  /// A text has a letter that would be another one in small.
  static func hasCapital(_ text: [UInt8]) -> Bool {
    let span = text.span
    var index = 0
    while index < span.count {
      let scalar = UTF8Scalar.read(span, at: &index)
      if scalar < 0x80 ? isCapital(scalar) : isLongCapital(scalar) { return true }
    }
    return false
  }

  private static func isCapital(_ scalar: UInt32) -> Bool { scalar >= 0x41 && scalar <= 0x5A }

  private static func isLongCapital(_ scalar: UInt32) -> Bool {
    Unicode.Scalar(scalar)?.properties.isUppercase ?? false
  }

  private static func single(_ text: String) -> Unicode.Scalar? {
    let scalars = text.unicodeScalars
    return scalars.count == 1 ? scalars.first : nil
  }
}
