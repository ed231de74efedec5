internal import HostPlugins
internal import HostSystem

extension ChildInput {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .key(let key):
      writer.append(Tag.key.rawValue)
      writer.append(key.code)
      writer.append(key.modifiers.rawValue)
      writer.append(key.text)
    case .mouse(let mouse):
      writer.append(Tag.mouse.rawValue)
      writer.append(mouse.kind.rawValue)
      writer.append(mouse.button.rawValue)
      writer.append(mouse.modifiers.rawValue)
      for number in [mouse.column, mouse.row, mouse.wheel, mouse.wheelColumns] {
        writer.append(Int32(clamping: number))
      }
    case .paste(let text):
      writer.append(Tag.paste.rawValue)
      writer.append(text)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch Tag(rawValue: try reader.uint8()) {
    case .key:
      self = .key(
        ChildKey(
          code: try reader.uint32(), modifiers: ChildModifiers(rawValue: try reader.uint32()),
          text: try reader.text()))
    case .mouse:
      guard let kind = ChildMouse.Kind(rawValue: try reader.uint32()),
        let button = ChildMouse.Button(rawValue: try reader.uint32())
      else { throw .init() }
      self = .mouse(
        ChildMouse(
          kind, button: button, modifiers: ChildModifiers(rawValue: try reader.uint32()),
          column: Int(try reader.int32()), row: Int(try reader.int32()),
          wheel: Int(try reader.int32()), wheelColumns: Int(try reader.int32())))
    case .paste: self = .paste(Array(try reader.bytes()))
    case nil: throw .init()
    }
  }

  /// The byte that identifies the type of an input (key, mouse, paste) in a message to a worker process.
  private enum Tag: UInt8 {
    case key = 1
    case mouse, paste
  }
}
