internal import HostPlugins
internal import HostSystem

extension ChildEvent: GeneratedWireValue {
  var isWithinLimits: Bool {
    if case .message(_, let sender) = self {
      sender.utf8.count <= ChildMessage.idBytesLimit
    } else {
      true
    }
  }
}

extension ChildMessage: GeneratedWireValue {}

extension ProgramEnd: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(number, how, output, errors) }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try reader.next(Self.init(_:_:output:errors:))
  }
}

extension ProgramEnd.How: GeneratedWireValue {}

extension ProgramEnd.Output: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(bytes, isCut) }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try reader.next(Self.init(_:isCut:))
    guard bytes.count <= Self.bytesLimit else { throw .init() }
  }
}

// MARK: - Inputs

extension ChildInput: GeneratedWireValue {}

extension ChildModifiers: WireRawValue {}
extension ChildMouse.Kind: WireRawValue {}
extension ChildMouse.Button: WireRawValue {}

extension ChildKey: GeneratedWireValue {}

extension ChildMouse: WireValue {
  func write(to writer: inout ByteWriter) {
    writer.append(kind, button, modifiers, column, row, wheel, wheelColumns)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try reader.next(Self.init(_:button:modifiers:column:row:wheel:wheelColumns:))
  }
}
