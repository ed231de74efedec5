/// UTF-8 bytes to be filled again and again: its room stays, so filling it allocates only until the
/// longest text has been there.
public struct TextBuffer: Equatable {
  private var room: [UInt8] = []
  /// Bytes of text that it holds.
  public private(set) var count = 0

  /// An empty buffer.
  public init() {}

  /// A buffer that holds a string.
  public init(_ string: String) { append(string) }

  /// Whether it holds no text.
  public var isEmpty: Bool { count == 0 }

  /// The text as a string; invalid bytes become U+FFFD.
  public var string: String { String(decoding: room[..<count], as: UTF8.self) }

  /// The byte at `index`, 0 to `count` - 1.
  public subscript(index: Int) -> UInt8 {
    precondition(index < count, "TextBuffer: index \(index) of \(count)")
    return room[index]
  }

  /// Removes the text and keeps the room.
  public mutating func clear() { count = 0 }

  /// Keeps the first `length` bytes; a larger number keeps all.
  public mutating func truncate(to length: Int) { count = max(0, min(count, length)) }

  /// Adds a string.
  public mutating func append(_ string: String) {
    for byte in string.utf8 { append(byte: byte) }
  }

  /// Adds what another buffer holds.
  public mutating func append(_ other: TextBuffer) {
    for index in 0..<other.count { append(byte: other.room[index]) }
  }

  /// Adds one byte.
  public mutating func append(byte: UInt8) {
    if count < room.count { room[count] = byte } else { room.append(byte) }
    count += 1
  }

  /// Adds a whole number in decimal, its thousands parted by commas.
  public mutating func append(_ number: Int) {
    let magnitude = number.magnitude
    if number < 0 { append(byte: UInt8(ascii: "-")) }
    var divisor: UInt = 1
    var digits = 1
    while magnitude / divisor >= 10 {
      divisor *= 10
      digits += 1
    }
    while digits > 0 {
      append(byte: UInt8(ascii: "0") + UInt8(magnitude / divisor % 10))
      divisor = max(1, divisor / 10)
      digits -= 1
      if digits > 0 && digits % 3 == 0 { append(byte: UInt8(ascii: ",")) }
    }
  }

  /// Whether both hold the same bytes; the room does not count.
  public static func == (a: TextBuffer, b: TextBuffer) -> Bool {
    a.count == b.count && a.room[..<a.count].elementsEqual(b.room[..<b.count])
  }

  /// Reads the bytes in place; nothing may be kept.
  public func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(room.span.extracting(first: count))
  }
}

extension TextBuffer {
  func withText<Result>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    let range = range.clamped(to: 0..<count)
    return unsafe room.withUnsafeBufferPointer { bytes in
      unsafe body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  /// Lets `fill` write at most `limit` bytes; it returns the length of the whole text.
  ///
  /// Its room grows to what the text needs, up to the limit; then `fill` is called a second time.
  /// What was cut inside a character loses that character's beginning too.
  ///
  /// - Returns: the length of the whole text in bytes.
  mutating func fill(
    limit: Int, _ fill: (UnsafeMutableRawPointer?, UInt64) -> UInt64
  ) -> Int {
    let limit = max(0, limit)
    var offered = min(limit, room.count)
    var whole = unsafe fillRoom(offered, fill)
    if whole > UInt64(offered) && offered < limit {
      makeRoom(Int(min(whole, UInt64(limit))))
      offered = min(limit, room.count)
      whole = unsafe fillRoom(offered, fill)
    }
    count = Int(min(whole, UInt64(offered)))
    if whole > UInt64(offered) { dropCutCharacter() }
    return Int(clamping: whole)
  }

  /// Takes over bytes; of a text that was cut inside a character that character's beginning goes too.
  mutating func replace(with bytes: Span<UInt8>, isCut: Bool) {
    makeRoom(bytes.count)
    count = bytes.count
    unsafe bytes.withUnsafeBytes { source in
      unsafe room.withUnsafeMutableBytes { unsafe $0.copyMemory(from: source) }
    }
    if isCut { dropCutCharacter() }
  }

  private mutating func fillRoom(
    _ length: Int, _ fill: (UnsafeMutableRawPointer?, UInt64) -> UInt64
  ) -> UInt64 {
    unsafe room.withUnsafeMutableBytes { bytes in
      unsafe fill(length == 0 ? nil : bytes.baseAddress, UInt64(length))
    }
  }

  /// Grows in steps, so that texts of many lengths do not each grow it a little.
  private mutating func makeRoom(_ length: Int) {
    let step = 256
    let wanted = (length + step - 1) / step * step
    room.append(contentsOf: repeatElement(0, count: max(0, wanted - room.count)))
  }

  private mutating func dropCutCharacter() {
    var start = count
    while start > 0 && count - start < 4 {
      start -= 1
      let byte = room[start]
      if byte & 0b1100_0000 == 0b1000_0000 { continue }
      let length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      if start + length > count { count = start }
      return
    }
  }
}
