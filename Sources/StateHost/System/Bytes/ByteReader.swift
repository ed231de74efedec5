/// Takes values out of bytes that another process, or a file, gave: nothing is read that is not there.
package struct ByteReader {
  /// The bytes are not what was expected.
  package struct Malformed: Error, Equatable {
    package init() {}
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private let end: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
    end = bytes.endIndex
  }

  package mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(Malformed) -> Number {
    let range = try take(MemoryLayout<Number>.size)
    let number = unsafe bytes[range].withUnsafeBytes { unsafe $0.loadUnaligned(as: type) }
    return Number(littleEndian: number)
  }

  package mutating func flag() throws(Malformed) -> Bool {
    switch try number(UInt8.self) {
    case 0: return false
    case 1: return true
    default: throw Malformed()
    }
  }

  /// A text with its length.
  ///
  /// - Parameter limit: how many bytes it may have.
  /// - Returns: the text.
  /// - Throws: that it is not there, or not UTF-8.
  package mutating func text(limit: Int = .max) throws(Malformed) -> String {
    let range = try range(limit: limit)
    guard let text = String(validating: bytes[range], as: UTF8.self) else { throw Malformed() }
    return text
  }

  package mutating func bytes(limit: Int = .max) throws(Malformed) -> ArraySlice<UInt8> {
    bytes[try range(limit: limit)]
  }

  /// How many of something follow, each of at least one byte.
  package mutating func count(limit: Int) throws(Malformed) -> Int {
    let count = Int(try number(UInt32.self))
    guard count <= limit, count <= end - position else { throw Malformed() }
    return count
  }

  /// Nothing may follow.
  package func finish() throws(Malformed) {
    if position != end { throw Malformed() }
  }

  /// Where what has a length lies.
  private mutating func range(limit: Int) throws(Malformed) -> Range<Int> {
    let count = Int(try number(UInt32.self))
    guard count <= limit else { throw Malformed() }
    return try take(count)
  }

  private mutating func take(_ count: Int) throws(Malformed) -> Range<Int> {
    guard count <= end - position else { throw Malformed() }
    defer { position += count }
    return position..<position + count
  }
}
