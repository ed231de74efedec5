/// Bytes as text of letters, digits, `+` and `/` (RFC 4648).
enum Base64 {
  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var bits = 0
      for offset in 0..<3 { bits = bits << 8 | (offset < count ? Int(bytes[index + offset]) : 0) }
      for place in 0..<4 {
        text.append(place <= count ? letter(bits >> (18 - 6 * place) & 63) : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func letter(_ number: Int) -> UInt8 {
    switch number {
    case ..<26: UInt8(ascii: "A") + UInt8(number)
    case ..<52: UInt8(ascii: "a") + UInt8(number - 26)
    case ..<62: UInt8(ascii: "0") + UInt8(number - 52)
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}
