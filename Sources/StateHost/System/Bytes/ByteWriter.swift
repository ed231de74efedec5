/// Puts values into bytes, little-endian, in the order in which a `ByteReader` takes them.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  // Not one generic function: over the border of a module that would be looked up anew in each call.
  package mutating func append(_ number: UInt8) { bytes.append(number) }
  package mutating func append(_ number: UInt16) { put(number) }
  package mutating func append(_ number: UInt32) { put(number) }
  package mutating func append(_ number: UInt64) { put(number) }
  package mutating func append(_ number: Int32) { put(number) }
  package mutating func append(_ number: Int64) { put(number) }

  package mutating func append(_ flag: Bool) { append(flag ? 1 as UInt8 : 0) }

  /// A text with its length.
  package mutating func append(_ text: String) {
    append(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Bytes with their number.
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
