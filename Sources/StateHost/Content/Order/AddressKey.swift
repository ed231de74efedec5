/// A function that parses an IPv4 or IPv6 address into a sort key: by address, prefix length, port.
enum AddressKey {
  /// Parses `10.0.0.1/8`, `127.0.0.53%lo:53`, `fe80::1%eth0`, `::ffff:10.0.0.1`, `[::1]:80`;
  /// returns false for anything else, and the part is then invalid.
  static func append(_ cell: Span<UInt8>, to part: inout SortKeyPart) -> Bool {
    guard 2...128 ~= cell.count else { return false }
    var index = 0
    let isInBrackets = cell.take("[", at: &index)
    var groups = SIMD8<UInt16>()
    if !isInBrackets, let number = readIPv4(cell, &index) {
      part.append(4)
      append(UInt64(number), bytes: 4, to: &part)
    } else if readIPv6(cell, &index, into: &groups) {
      part.append(6)
      for place in 0..<8 { append(UInt64(groups[place]), bytes: 2, to: &part) }
    } else {
      return false
    }
    if cell.take("%", at: &index) { cell.skip(from: &index) { !"/:]".utf8.contains($0) } }
    if isInBrackets, !cell.take("]", at: &index) { return false }
    // The optional prefix length and port.
    guard index < cell.count else { return true }
    var length: UInt8 = 0
    if cell.take("/", at: &index) {
      guard let number = cell.number(at: &index), number <= 128 else { return false }
      length = UInt8(number) + 1
    }
    part.append(length)
    guard index < cell.count else { return true }
    guard cell.take(":", at: &index) else { return false }
    if index + 1 == cell.count, cell[index] == "*" { return true }
    guard let port = cell.number(at: &index), port <= 65_535 else { return false }
    append(UInt64(port), bytes: 2, to: &part)
    return index == cell.count
  }

  private static func append(_ number: UInt64, bytes: Int, to part: inout SortKeyPart) {
    for byte in (0..<bytes).reversed() {
      part.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte)))
    }
  }

  private static func readIPv4(_ cell: Span<UInt8>, _ index: inout Int) -> UInt32? {
    var next = index
    var address: UInt32 = 0
    for place in 0..<4 {
      if place > 0, !cell.take(".", at: &next) { return nil }
      guard let number = cell.number(at: &next), number <= 255 else { return nil }
      address = address << 8 | UInt32(number)
    }
    // A fifth number makes it a version.
    if let byte = cell.byte(at: next), !"/:%]".utf8.contains(byte) { return nil }
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
      if cell[index] == ":" {
        guard cell.byte(at: index + 1) == ":", gap == nil else { break }
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
      guard let group = cell.hexadecimal(at: &index) else { break }
      groups[count] = group
      count += 1
      let isLast = index + 1 >= cell.count || cell[index] != ":"
      if isLast { break }
      // `::` is handled at the beginning of the loop.
      if cell[index + 1] != ":" { index += 1 }
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
}
