internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// Protocol of a value that encodes itself into the messages between the host and its worker
/// processes and decodes itself from them; decoding throws on malformed bytes.
protocol WireValue {
  func write(to writer: inout ByteWriter)
  /// - Throws: `Malformed` when the bytes, which may be anything, are no such value.
  init(from reader: inout ByteReader) throws(ByteReader.Malformed)

  /// Writes or reads an array; bytes are copied as a whole.
  static func write(all values: [Self], to writer: inout ByteWriter)
  static func all(from reader: inout ByteReader) throws(ByteReader.Malformed) -> [Self]
}

extension WireValue {
  static func write(all values: [Self], to writer: inout ByteWriter) {
    writer.append(UInt32(values.count))
    for value in values { value.write(to: &writer) }
  }

  static func all(from reader: inout ByteReader) throws(ByteReader.Malformed) -> [Self] {
    var values: [Self] = []
    for _ in 0..<(try reader.count(limit: .max)) { values.append(try reader.next()) }
    return values
  }
}

extension WireValue {
  /// The bytes of a message that consists of this value.
  func encoded() -> [UInt8] {
    var writer = ByteWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Decodes a message that consists of this value.
  init(decoding bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    try self.init(from: &reader)
    try reader.finish()
  }
}

extension ByteWriter {
  /// Writes values one after the other.
  mutating func append<each Value: WireValue>(_ values: repeat each Value) {
    repeat (each values).write(to: &self)
  }
}

extension ByteReader {
  /// Reads a value of the inferred type.
  mutating func next<Value: WireValue>() throws(Malformed) -> Value { try Value(from: &self) }

  /// Reads the values that a function takes, such as a case of an enumeration, and calls it.
  mutating func next<Value, each Field: WireValue>(
    _ make: (repeat each Field) throws(Malformed) -> Value
  ) throws(Malformed) -> Value {
    try make(repeat try (each Field)(from: &self))
  }
}

/// Protocol of an enumeration or a struct whose encoding and decoding `make generate` writes from
/// its declaration: the number of the case and its values, or the stored properties, set after
/// `init()` or by the memberwise initializer.
protocol GeneratedWireValue: WireValue {
  /// Whether a decoded value is allowed; one that is not is malformed.
  var isWithinLimits: Bool { get }
}

extension GeneratedWireValue {
  var isWithinLimits: Bool { true }
}

/// Protocol of an enumeration or option set that is encoded in messages as its raw value; an
/// unknown value is malformed for an enumeration, but not for an option set.
protocol WireRawValue: WireValue, RawRepresentable where RawValue: WireValue {}

extension WireRawValue {
  func write(to writer: inout ByteWriter) { rawValue.write(to: &writer) }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    guard let value = Self(rawValue: try reader.next()) else { throw .init() }
    self = value
  }
}

// MARK: - Plain values

extension UInt8: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(self as UInt8) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) { self = try reader.uint8() }

  static func write(all bytes: [UInt8], to writer: inout ByteWriter) { writer.append(bytes) }
  static func all(from reader: inout ByteReader) throws(ByteReader.Malformed) -> [UInt8] {
    Array(try reader.bytes())
  }
}

extension UInt16: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(self as UInt16) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) { self = try reader.uint16() }
}

extension UInt32: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(self as UInt32) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) { self = try reader.uint32() }
}

extension UInt64: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(self as UInt64) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) { self = try reader.uint64() }
}

extension Int32: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(self as Int32) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) { self = try reader.int32() }
}

extension Int64: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(self as Int64) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) { self = try reader.int64() }
}

extension ArraySlice<UInt8>: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(self as ArraySlice<UInt8>) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) { self = try reader.bytes() }
}

/// Encoded as 32 bits, which is enough for cells and the like.
extension Int: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(Int32(clamping: self)) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = Int(try reader.int32())
  }
}

extension Double: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(bitPattern) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(bitPattern: try reader.uint64())
  }
}

extension Bool: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(self as Bool) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) { self = try reader.flag() }
}

extension String: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(self as String) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) { self = try reader.text() }
}

extension Array: WireValue where Element: WireValue {
  func write(to writer: inout ByteWriter) { Element.write(all: self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Element.all(from: &reader)
  }
}

extension Optional: WireValue where Wrapped: WireValue {
  func write(to writer: inout ByteWriter) {
    writer.append(self != nil)
    self?.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try reader.flag() ? .some(try reader.next()) : nil
  }
}

extension SelectionAnchor: WireRawValue {}

extension Dock: WireValue {
  func write(to writer: inout ByteWriter) { Self.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    guard let dock = try Self.read(from: &reader) else { throw .init() }
    self = dock
  }
}
