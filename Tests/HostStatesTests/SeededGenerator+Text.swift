import TestSupport

extension SeededGenerator {
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
