internal import HostSurface
internal import HostSystem

/// A drawing of a child, sent by its worker: layer size, rows changed since the last one, cursor
/// and dimmed areas; encoded in the worker, decoded and drawn on the child's layer in the host.
///
/// The host draws it with `Layer`'s functions for plugins in its own process: checks are the same.
struct DrawnLayer {
  private let columns: Int
  private let rows: Int
  private let cursor: CellPlace?
  private let dimmed: [CellRectangle]
  private let changes: [(row: Int, texts: [Text])]

  /// A run of text with one style in a changed row of a drawing from a worker process.
  private struct Text {
    let column: Int
    let style: Style
    let decoration: Decoration
    let bytes: ArraySlice<UInt8>
  }

  /// Whether a layer has the size of this drawing; otherwise the drawing is useless.
  func hasSize(of layer: Layer) -> Bool { layer.columns == columns && layer.rows == rows }

  /// Applies the changes to the layer that shows the drawing before.
  func draw(on layer: Layer) {
    for change in changes {
      layer.clear(CellRectangle(column: 0, row: change.row, columns: columns, rows: 1))
      for text in change.texts {
        var style = text.style
        style.decoration = layer.intern(text.decoration)
        layer.put(text.bytes.span, column: text.column, row: change.row, style: style)
      }
    }
    layer.putCursor(at: cursor)
    layer.undim()
    for area in dimmed { _ = layer.dim(area) }
  }
}

// MARK: - Encoding

extension DrawnLayer {
  static func bytes(of layer: Layer, _ changes: LayerDiff) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(layer.columns, layer.rows, layer.cursor, layer.dimmed)
    var links: [LinkAddress: UInt16] = [:]
    changes.takeChanges(of: layer) { row, texts in
      writer.append(UInt16(clamping: row), UInt32(texts.count))
      for text in texts {
        writer.append(
          UInt16(clamping: text.column), text.style.foreground.rawValue,
          text.style.background.rawValue, text.style.attributes.rawValue)
        layer.decoration(text.style.decoration).write(to: &writer, knowing: &links)
        writer.append(text.bytes)
      }
    }
    return writer.bytes
  }

  init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    (columns, rows) = (try reader.next(), try reader.next())
    (cursor, dimmed) = (try reader.next(), try reader.next())
    guard dimmed.count <= Layer.dimmedLimit else { throw .init() }
    var links: [LinkAddress] = []
    var changes: [(row: Int, texts: [Text])] = []
    while !reader.isAtEnd {
      let row = Int(try reader.uint16())
      // Rows are unique and ascend.
      guard row > changes.last?.row ?? -1, row < rows else { throw .init() }
      var texts: [Text] = []
      for _ in 0..<(try reader.count(limit: columns)) {
        texts.append(
          Text(
            column: Int(try reader.uint16()),
            style: Style(
              foreground: try Colour(from: &reader), background: try Colour(from: &reader),
              attributes: TextAttributes(rawValue: try reader.uint8()).intersection(.all)),
            decoration: try Decoration(from: &reader, knowing: &links),
            bytes: try reader.bytes(limit: columns + Self.graphemeBytesLimit)))
      }
      changes.append((row, texts))
    }
    self.changes = changes
  }

  /// Larger than any grapheme.
  private static let graphemeBytesLimit = 256
}

extension CellPlace: GeneratedWireValue {}
extension CellRectangle: GeneratedWireValue {}

/// Encoded as one byte for plain text; each link address is sent once per drawing.
extension Decoration {
  private static let hasLine: UInt8 = 1
  private static let hasLink: UInt8 = 2

  fileprivate func write(to writer: inout ByteWriter, knowing links: inout [LinkAddress: UInt16]) {
    let isLined = underline != .plain || underlineColour != .default
    writer.append((isLined ? Self.hasLine : 0) | (link != nil ? Self.hasLink : 0))
    if isLined { writer.append(underline.rawValue, underlineColour.rawValue) }
    guard let link else { return }
    if let known = links[link] { return writer.append(known) }
    let number = UInt16(links.count)
    links[link] = number
    writer.append(number, Array(link.text.utf8))
  }

  fileprivate init(
    from reader: inout ByteReader, knowing links: inout [LinkAddress]
  ) throws(ByteReader.Malformed) {
    self.init()
    let flags = try reader.uint8()
    guard flags & ~(Self.hasLine | Self.hasLink) == 0 else { throw .init() }
    if flags & Self.hasLine != 0 {
      guard let kind = Underline(rawValue: try reader.uint8()) else { throw .init() }
      underline = kind
      underlineColour = try Colour(from: &reader)
      // An underline colour is never a role or transparent.
      if [.role, .transparent].contains(underlineColour.kind) { throw .init() }
    }
    if flags & Self.hasLink != 0 {
      let number = Int(try reader.uint16())
      if number == links.count {
        let address = LinkAddress(try reader.bytes(limit: LinkAddress.bytesLimit))
        guard let address else { throw .init() }
        links.append(address)
      }
      guard number < links.count else { throw .init() }
      link = links[number]
    }
  }
}

extension Colour {
  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    guard let colour = Colour(drawn: try reader.uint32()) else { throw .init() }
    self = colour
  }
}
