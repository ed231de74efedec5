internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// Protocol of a value that encodes itself into the messages between the host and its worker processes and decodes
/// itself from them; decoding throws on malformed bytes.
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

/// Protocol of an enumeration or option set that is encoded in messages as its raw value, such as a
/// tag; an unknown value is malformed for an enumeration, but not for an option set.
protocol WireRawValue: WireValue, RawRepresentable where RawValue: WireValue {}

extension WireRawValue {
  func write(to writer: inout ByteWriter) { rawValue.write(to: &writer) }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    guard let value = Self(rawValue: try reader.next()) else { throw .init() }
    self = value
  }
}

/// Protocol of a struct that is encoded in and decoded from messages field by field, from one declaration in
/// `fields`: the list of them and the initializer that takes them.
///
/// A list that omits a field, or whose types differ from those of the initializer, does not compile.
protocol WireStruct: WireValue {
  associatedtype Fields: WireFieldList<Self>
  static var fields: Fields { get }
}

extension WireStruct {
  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}

/// The interface of `WireFields`, its only implementation, without the field types, which `WireStruct` cannot name:
/// writes the fields of a struct to a message and reads a struct from one.
protocol WireFieldList<Value> {
  associatedtype Value
  func write(_ value: Value, to writer: inout ByteWriter)
  func read(from reader: inout ByteReader) throws(ByteReader.Malformed) -> Value
}

/// The encoder and decoder of one `WireStruct` in messages: a function that takes the struct
/// apart into typed fields, and one that makes it from them.
struct WireFields<Value, each Field: WireValue>: WireFieldList, Sendable {
  private let make: @Sendable (repeat each Field) throws(ByteReader.Malformed) -> Value
  private let fields: @Sendable (Value) -> (repeat each Field)

  init(
    _ make: @escaping @Sendable (repeat each Field) throws(ByteReader.Malformed) -> Value,
    _ fields: @escaping @Sendable (Value) -> (repeat each Field)
  ) {
    self.make = make
    self.fields = fields
  }

  func write(_ value: Value, to writer: inout ByteWriter) {
    repeat (each fields(value)).write(to: &writer)
  }

  func read(from reader: inout ByteReader) throws(ByteReader.Malformed) -> Value {
    try reader.next(make)
  }
}

/// Protocol of a struct that is encoded in and decoded from messages by one function, which passes each of its stored
/// properties, all variables, to a `WireVisitor` in order.
///
/// A test compares the list with the stored properties.
protocol WireRecord: WireValue {
  init()
  /// Visits every field; throws when a field that is read is malformed.
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed)
}

/// Protocol of the object to which a `WireRecord` passes each of its fields: `ByteWriter` implements it by encoding the
/// field, `ByteReader` by replacing it with a decoded value.
protocol WireVisitor {
  mutating func visit<Value: WireValue>(_ field: inout Value) throws(ByteReader.Malformed)
}

extension ByteWriter: WireVisitor {
  mutating func visit<Value: WireValue>(_ field: inout Value) { field.write(to: &self) }
}

extension ByteReader: WireVisitor {
  mutating func visit<Value: WireValue>(_ field: inout Value) throws(Malformed) {
    field = try next()
  }
}

extension WireVisitor {
  mutating func visit<A: WireValue, B: WireValue>(
    _ first: inout A, _ second: inout B
  ) throws(ByteReader.Malformed) {
    try visit(&first)
    try visit(&second)
  }

  mutating func visit<A: WireValue, B: WireValue, C: WireValue, D: WireValue>(
    _ first: inout A, _ second: inout B, _ third: inout C, _ fourth: inout D
  ) throws(ByteReader.Malformed) {
    try visit(&first, &second)
    try visit(&third, &fourth)
  }
}

extension WireRecord {
  func write(to writer: inout ByteWriter) {
    var record = self
    // Only reading throws.
    try? record.visitFields(&writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    try visitFields(&reader)
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
