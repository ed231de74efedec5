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

  // Not one generic function: over the border of a module that would be looked up anew in each call.
  package mutating func uint8() throws(Malformed) -> UInt8 { try number() }
  package mutating func uint16() throws(Malformed) -> UInt16 { try number() }
  package mutating func uint32() throws(Malformed) -> UInt32 { try number() }
  package mutating func uint64() throws(Malformed) -> UInt64 { try number() }
  package mutating func int32() throws(Malformed) -> Int32 { try number() }
  package mutating func int64() throws(Malformed) -> Int64 { try number() }

  package mutating func flag() throws(Malformed) -> Bool {
    switch try uint8() {
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
    let some = try bytes(limit: limit)
    guard let text = try? UTF8Span(validating: some.span) else { throw Malformed() }
    return String(copying: text)
  }

  package mutating func bytes(limit: Int = .max) throws(Malformed) -> ArraySlice<UInt8> {
    let count = Int(try uint32())
    guard count <= limit else { throw Malformed() }
    return bytes[try take(count)]
  }

  /// How many of something follow, each of at least one byte.
  package mutating func count(limit: Int) throws(Malformed) -> Int {
    let count = Int(try uint32())
    guard count <= limit, count <= end - position else { throw Malformed() }
    return count
  }

  /// Nothing follows.
  package var isAtEnd: Bool { position == end }

  /// Nothing may follow.
  package func finish() throws(Malformed) {
    if position != end { throw Malformed() }
  }

  @inline(__always)
  private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>() throws(Malformed)
    -> Number
  {
    let start = try take(MemoryLayout<Number>.size).lowerBound - bytes.startIndex
    return unsafe bytes.withUnsafeBytes { bytes in
      Number(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: start, as: Number.self))
    }
  }

  @inline(__always)
  private mutating func take(_ count: Int) throws(Malformed) -> Range<Int> {
    guard count <= end - position else { throw Malformed() }
    defer { position += count }
    return position..<position + count
  }
}
