/// A function that parses a cell as an IPv4 or IPv6 address into a sort key: IPv4 first, then by address, prefix
/// length and port.
enum AddressKey {
  /// Parses `10.0.0.1`, `10.0.0.0/8`, `127.0.0.53%lo:53`, `fe80::1%eth0`, `::ffff:10.0.0.1`,
  /// `[::1]:80`.
  ///
  /// - Returns: false for anything else; the part is then invalid.
  static func append(_ cell: Span<UInt8>, to part: inout SortKeyPart) -> Bool {
    guard cell.count >= 2, cell.count <= 128 else { return false }
    var index = 0
    let isInBrackets = cell[0] == UInt8(ascii: "[")
    if isInBrackets { index = 1 }
    var groups = SIMD8<UInt16>()
    var next = index
    if !isInBrackets, let number = readIPv4(cell, &next) {
      part.append(4)
      append(UInt64(number), bytes: 4, to: &part)
      index = next
    } else if readIPv6(cell, &index, into: &groups) {
      part.append(6)
      for place in 0..<8 { append(UInt64(groups[place]), bytes: 2, to: &part) }
    } else {
      return false
    }
    if index < cell.count, cell[index] == UInt8(ascii: "%") {
      while index < cell.count, !"/:]".utf8.contains(cell[index]) { index += 1 }
    }
    if isInBrackets {
      guard index < cell.count, cell[index] == UInt8(ascii: "]") else { return false }
      index += 1
    }
    return appendRest(of: cell, from: index, to: &part)
  }

  /// Appends the optional prefix length and port.
  private static func appendRest(
    of cell: Span<UInt8>, from start: Int, to part: inout SortKeyPart
  ) -> Bool {
    var index = start
    guard index < cell.count else { return true }
    var length: UInt8 = 0
    if cell[index] == UInt8(ascii: "/") {
      index += 1
      guard let number = decimal(cell, &index, atMost: 128) else { return false }
      length = UInt8(number) + 1
    }
    part.append(length)
    guard index < cell.count else { return true }
    guard cell[index] == UInt8(ascii: ":") else { return false }
    index += 1
    if index + 1 == cell.count, cell[index] == UInt8(ascii: "*") { return true }
    guard let port = decimal(cell, &index, atMost: 65_535) else { return false }
    append(UInt64(port), bytes: 2, to: &part)
    return index == cell.count
  }

  private static func append(_ number: UInt64, bytes: Int, to part: inout SortKeyPart) {
    for byte in (0..<bytes).reversed() {
      part.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte)))
    }
  }

  private static func decimal(_ cell: Span<UInt8>, _ index: inout Int, atMost most: Int) -> Int? {
    let start = index
    var number = 0
    while index < cell.count, CellText.isDigit(cell[index]), number <= most {
      number = number * 10 + Int(cell[index] & 15)
      index += 1
    }
    return index > start && number <= most ? number : nil
  }

  private static func readIPv4(_ cell: Span<UInt8>, _ index: inout Int) -> UInt32? {
    var next = index
    var address: UInt32 = 0
    for place in 0..<4 {
      if place > 0 {
        guard next < cell.count, cell[next] == UInt8(ascii: ".") else { return nil }
        next += 1
      }
      guard let number = decimal(cell, &next, atMost: 255) else { return nil }
      address = address << 8 | UInt32(number)
    }
    // A fifth number makes it a version.
    if next < cell.count, !"/:%]".utf8.contains(cell[next]) { return nil }
    index = next
    return address
  }

  /// Eight groups with colons between them; `::` stands for the missing zeros, and the last two
  /// groups may be an IPv4 address.
  private static func readIPv6(
    _ cell: Span<UInt8>, _ index: inout Int, into groups: inout SIMD8<UInt16>
  ) -> Bool {
    var count = 0
    var gap: Int?
    while index < cell.count, count < 8 {
      if cell[index] == UInt8(ascii: ":") {
        guard index + 1 < cell.count, cell[index + 1] == UInt8(ascii: ":"), gap == nil else {
          break
        }
        gap = count
        index += 2
        continue
      }
      var next = index
      if count > 0 || gap != nil, count <= 6, let address = readIPv4(cell, &next) {
        groups[count] = UInt16(address >> 16)
        groups[count + 1] = UInt16(truncatingIfNeeded: address)
        count += 2
        index = next
        break
      }
      guard let group = hexadecimal(cell, &index) else { break }
      groups[count] = group
      count += 1
      let isLast = index + 1 >= cell.count || cell[index] != UInt8(ascii: ":")
      if isLast { break }
      // `::` is handled at the beginning of the loop.
      if cell[index + 1] != UInt8(ascii: ":") { index += 1 }
    }
    guard let gap else { return count == 8 }
    guard count < 8 else { return false }
    let moved = count - gap
    for place in 0..<moved {
      groups[7 - place] = groups[count - 1 - place]
      groups[count - 1 - place] = 0
    }
    return true
  }

  private static func hexadecimal(_ cell: Span<UInt8>, _ index: inout Int) -> UInt16? {
    let start = index
    var number: UInt16 = 0
    while index < cell.count, index - start < 4 {
      let byte = cell[index]
      if CellText.isDigit(byte) {
        number = number << 4 | UInt16(byte & 15)
      } else if 0x61...0x66 ~= byte | 0x20 {
        number = number << 4 | UInt16((byte | 0x20) - 0x61 + 10)
      } else {
        break
      }
      index += 1
    }
    return index > start ? number : nil
  }
}
