internal import ChildPluginAPI

/// A mutable buffer of UTF-8 text in the plugin: functions of the kit fill it with cells and other
/// texts of the host, a child appends to it, and measures and draws it; it keeps its memory when
/// cleared, so that drawing does not allocate.
public struct TextBuffer: Equatable {
  private var storage: [UInt8] = []
  /// The number of bytes of text.
  public private(set) var count = 0

  /// Creates an empty buffer.
  public init() {}

  /// Creates a buffer with a text.
  public init(_ string: String) { append(string) }

  /// Whether there is no text.
  public var isEmpty: Bool { count == 0 }

  /// The text as a string, with U+FFFD for invalid bytes.
  public var string: String { String(decoding: storage[..<count], as: UTF8.self) }

  /// The byte at `index`, 0 to `count` - 1.
  public subscript(index: Int) -> UInt8 {
    precondition(index < count, "TextBuffer: index \(index) of \(count)")
    return storage[index]
  }

  /// Removes the text and keeps the memory.
  public mutating func clear() { count = 0 }

  /// Truncates the text to at most `length` bytes.
  public mutating func truncate(to length: Int) { count = max(0, min(count, length)) }

  /// Appends a string.
  public mutating func append(_ string: String) {
    for byte in string.utf8 { append(byte: byte) }
  }

  /// Appends the text of another buffer.
  public mutating func append(_ other: TextBuffer) {
    for index in 0..<other.count { append(byte: other.storage[index]) }
  }

  /// Appends one byte.
  public mutating func append(byte: UInt8) {
    if count < storage.count { storage[count] = byte } else { storage.append(byte) }
    count += 1
  }

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

  /// Compares the texts.
  public static func == (a: TextBuffer, b: TextBuffer) -> Bool {
    a.count == b.count && a.storage[..<a.count].elementsEqual(b.storage[..<b.count])
  }

  /// Calls `body` with the bytes, which are valid during the call.
  public func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(storage.span.extracting(first: count))
  }
}

extension TextBuffer {
  func withText<Result>(_ range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Result)
    -> Result
  {
    let range = range.clamped(to: 0..<count)
    return unsafe storage.withUnsafeBufferPointer { bytes in
      unsafe body(UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  /// Calls `fill` to write at most `limit` bytes; it returns the length of the complete text.
  ///
  /// If the text is longer than the buffer, the buffer grows and `fill` is called again. A
  /// character that is truncated is removed.
  ///
  /// - Returns: the length of the complete text in bytes.
  mutating func fill(
    limit: Int, _ fill: (UnsafeMutablePointer<CChar>?, UInt64) -> UInt64
  ) -> Int {
    let limit = max(0, limit)
    var offered = min(limit, storage.count)
    var whole = unsafe fillStorage(offered, fill)
    if whole > UInt64(offered) && offered < limit {
      reserve(Int(min(whole, UInt64(limit))))
      offered = min(limit, storage.count)
      whole = unsafe fillStorage(offered, fill)
    }
    count = Int(min(whole, UInt64(offered)))
    if whole > UInt64(offered) { dropCutCharacter() }
    return Int(clamping: whole)
  }

  /// Replaces the text; `isCut` removes a truncated character at the end.
  mutating func replace(with bytes: Span<UInt8>, isCut: Bool) {
    reserve(bytes.count)
    count = bytes.count
    unsafe bytes.withUnsafeBytes { source in
      unsafe storage.withUnsafeMutableBytes { unsafe $0.copyMemory(from: source) }
    }
    if isCut { dropCutCharacter() }
  }

  private mutating func fillStorage(
    _ length: Int, _ fill: (UnsafeMutablePointer<CChar>?, UInt64) -> UInt64
  ) -> UInt64 {
    unsafe storage.withUnsafeMutableBytes { bytes in
      unsafe fill(
        length == 0 ? nil : bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(length))
    }
  }

  /// Grows in steps, so that slightly longer texts do not reallocate.
  private mutating func reserve(_ length: Int) {
    let step = 256
    let wanted = (length + step - 1) / step * step
    storage.append(contentsOf: repeatElement(0, count: max(0, wanted - storage.count)))
  }

  private mutating func dropCutCharacter() {
    var start = count
    while start > 0 && count - start < 4 {
      start -= 1
      let byte = storage[start]
      if byte & 0b1100_0000 == 0b1000_0000 { continue }
      let length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      if start + length > count { count = start }
      return
    }
  }
}
