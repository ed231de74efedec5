/// Puts values into bytes, little-endian, in the order in which a `ByteReader` takes them.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ number: some FixedWidthInteger) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  package mutating func append(_ flag: Bool) { append(flag ? 1 as UInt8 : 0) }

  /// A text with its length.
  package mutating func append(_ text: String) {
    append(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Bytes with their number.
  package mutating func append(_ some: some Collection<UInt8>) {
    append(UInt32(some.count))
    bytes.append(contentsOf: some)
  }
}
