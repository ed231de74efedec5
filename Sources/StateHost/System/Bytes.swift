internal import CHostSystem
internal import Glibc

/// A cursor over untrusted bytes, such as a message of a worker or the plugin cache, that decodes
/// little-endian integers, flags and length-prefixed strings.
package struct ByteReader {
  /// The error for data that is not as expected: the bytes end too early, a decoded value is not
  /// allowed, or a message from a worker process comes out of turn.
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

  // Not generic: a generic function is not specialised across modules.
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

  /// A string with its length in front, of at most `limit` bytes of UTF-8.
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

  /// A number of elements, each of at least one byte.
  package mutating func count(limit: Int) throws(Malformed) -> Int {
    let count = Int(try uint32())
    guard count <= limit, count <= end - position else { throw Malformed() }
    return count
  }

  /// Whether all bytes are read.
  package var isAtEnd: Bool { position == end }

  /// Fails unless all bytes are read.
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

/// A growing buffer of integers, flags and sized strings, as `ByteReader` decodes them.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  // Not generic: a generic function is not specialised across modules.
  package mutating func append(_ number: UInt8) { bytes.append(number) }
  package mutating func append(_ number: UInt16) { put(number) }
  package mutating func append(_ number: UInt32) { put(number) }
  package mutating func append(_ number: UInt64) { put(number) }
  package mutating func append(_ number: Int32) { put(number) }
  package mutating func append(_ number: Int64) { put(number) }

  package mutating func append(_ flag: Bool) { append(flag ? 1 as UInt8 : 0) }

  /// A string, with its length in front.
  package mutating func append(_ text: String) {
    append(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Bytes, with their count in front.
  package mutating func append(_ some: [UInt8]) { append(some[...]) }

  package mutating func append(_ some: ArraySlice<UInt8>) {
    append(UInt32(some.count))
    bytes.append(contentsOf: some)
  }

  @inline(__always)
  private mutating func put(_ number: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }
}

/// The `argv` of a program to start: an array of C strings that ends with NULL, freed with it.
@safe struct CStringList: ~Copyable {
  var pointers: [UnsafeMutablePointer<CChar>?]

  /// Strings, which may hold escaped non-UTF-8 bytes: see `host_name_of_text`.
  init(_ words: [String]) {
    unsafe pointers = unsafe words.map { unsafe host_name_of_text($0) } + [nil]
  }

  /// Raw bytes.
  init(_ words: [[UInt8]]) {
    unsafe pointers =
      unsafe words.map { word in
        unsafe (word + [0]).withUnsafeBytes { bytes in
          unsafe bytes.baseAddress.flatMap { unsafe strdup($0.assumingMemoryBound(to: CChar.self)) }
        }
      } + [nil]
  }

  deinit { unsafe pointers.forEach { unsafe free($0) } }
}
