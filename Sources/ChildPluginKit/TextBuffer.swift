internal import ChildPluginAPI

/// A mutable buffer of UTF-8 text, in the plugin, to append to and to pass to functions that read
/// or draw text; it keeps its memory when cleared, so that drawing does not allocate.
public struct TextBuffer: Equatable {
  private var bytes: [UInt8] = []

  /// Creates an empty buffer.
  public init() {}

  /// Creates a buffer with a text.
  public init(_ string: String) { append(string) }

  /// The number of bytes of text.
  public var count: Int { bytes.count }

  /// Whether there is no text.
  public var isEmpty: Bool { bytes.isEmpty }

  /// The text as a string, with U+FFFD for invalid bytes.
  public var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The byte at `index`, 0 to `count` - 1.
  public subscript(index: Int) -> UInt8 {
    precondition(index < count, "TextBuffer: index \(index) of \(count)")
    return bytes[index]
  }

  /// Removes the text and keeps the memory.
  public mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Truncates the text to at most `length` bytes.
  public mutating func truncate(to length: Int) {
    bytes.removeLast(max(0, count - max(0, length)))
  }

  /// Appends a string.
  public mutating func append(_ string: String) { bytes.append(contentsOf: string.utf8) }

  /// Appends the text of another buffer.
  public mutating func append(_ other: TextBuffer) { bytes.append(contentsOf: other.bytes) }

  /// Appends one byte.
  public mutating func append(byte: UInt8) { bytes.append(byte) }

  /// Appends a decimal number with commas between thousands.
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

  /// Calls `body` with the bytes, which are valid during the call.
  public func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { body(bytes.span) }
}

extension TextBuffer {
  func withText<Result>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    let range = range.clamped(to: 0..<count)
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  /// Calls `fill` to write at most `limit` bytes; it returns the length of the complete text.
  ///
  /// If the text is longer than the buffer, the buffer grows and `fill` is called again. A character that is
  /// truncated is removed.
  ///
  /// - Returns: the length of the complete text in bytes.
  mutating func fill(
    limit: Int, _ fill: (UnsafeMutablePointer<CChar>?, UInt64) -> UInt64
  ) -> Int {
    let limit = max(0, limit)
    var whole = unsafe write(min(limit, bytes.capacity), fill)
    if whole > UInt64(count) && count < limit {
      whole = unsafe write(Int(min(whole, UInt64(limit))), fill)
    }
    let isCut = whole > UInt64(count)
    truncate(to: Int(min(whole, UInt64(count))))
    if isCut { dropCutCharacter() }
    return Int(clamping: whole)
  }

  /// Makes room for `length` bytes and calls `fill` to write them.
  private mutating func write(
    _ length: Int, _ fill: (UnsafeMutablePointer<CChar>?, UInt64) -> UInt64
  ) -> UInt64 {
    truncate(to: length)
    bytes.append(contentsOf: repeatElement(0, count: length - count))
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe fill(
        length == 0 ? nil : bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(length))
    }
  }

  /// Replaces the text; `isCut` removes a truncated character at the end.
  mutating func replace(with text: Span<UInt8>, isCut: Bool) {
    clear()
    unsafe text.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    if isCut { dropCutCharacter() }
  }

  private mutating func dropCutCharacter() {
    var start = count
    while start > 0 && count - start < 4 {
      start -= 1
      let byte = bytes[start]
      if byte & 0b1100_0000 == 0b1000_0000 { continue }
      let length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      if start + length > count { truncate(to: start) }
      return
    }
  }
}
