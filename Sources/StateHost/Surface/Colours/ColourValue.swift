/// Arithmetic on true colours written as 0xRRGGBB.
enum ColourValue {
  /// `from` at amount 0, `to` at amount 256, and in between in equal steps.
  @inline(__always)
  static func mix(_ from: UInt32, _ to: UInt32, amount: UInt32) -> UInt32 {
    let rest = 256 &- amount
    let redBlue = (from & 0xFF00FF) &* rest &+ (to & 0xFF00FF) &* amount &+ 0x800080
    let green = (from & 0x00FF00) &* rest &+ (to & 0x00FF00) &* amount &+ 0x008000
    return (redBlue >> 8) & 0xFF00FF | (green >> 8) & 0x00FF00
  }

  static func red(_ value: UInt32) -> Int { Int(value >> 16 & 0xFF) }
  static func green(_ value: UInt32) -> Int { Int(value >> 8 & 0xFF) }
  static func blue(_ value: UInt32) -> Int { Int(value & 0xFF) }

  /// How far apart two colours look; green counts most, blue least.
  static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    let red = red(one) - red(other)
    let green = green(one) - green(other)
    let blue = blue(one) - blue(other)
    return 3 * red * red + 6 * green * green + blue * blue
  }

  /// Six lower-case digits.
  static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value & 0xFF_FFFF, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
