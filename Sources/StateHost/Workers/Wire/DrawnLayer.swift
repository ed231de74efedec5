internal import HostSurface
internal import HostSystem

/// A drawing of a child as a worker process sends it to the host: the rows that changed since the last one, the
/// cursor and dimmed areas.
///
/// The host draws it with `Layer.put` only, so it is checked like a drawing made in the host's process.
struct DrawnLayer {
  private let columns: Int
  private let rows: Int
  private let cursor: CellPlace?
  private let dimmed: [CellRectangle]
  private let changes: [Row]

  /// A changed row of a drawing from a worker process, as texts.
  private struct Row {
    let row: Int
    let texts: [Text]
  }

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
  /// The encoded changes of a layer.
  static func bytes(of layer: Layer, _ changes: LayerDiff) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Int32(clamping: layer.columns))
    writer.append(Int32(clamping: layer.rows))
    writer.append(layer.cursor != nil)
    writer.append(Int32(clamping: layer.cursor?.column ?? 0))
    writer.append(Int32(clamping: layer.cursor?.row ?? 0))
    writer.append(UInt32(layer.dimmed.count))
    for area in layer.dimmed {
      for number in [area.column, area.row, area.columns, area.rows] {
        writer.append(UInt16(clamping: number))
      }
    }
    var links: [LinkAddress: UInt16] = [:]
    changes.takeChanges(of: layer) { row, texts in
      writer.append(UInt16(clamping: row))
      writer.append(UInt32(texts.count))
      for text in texts {
        writer.append(UInt16(clamping: text.column))
        writer.append(text.style.foreground.rawValue)
        writer.append(text.style.background.rawValue)
        writer.append(text.style.attributes.rawValue)
        layer.decoration(text.style.decoration).write(to: &writer, knowing: &links)
        writer.append(text.bytes)
      }
    }
    return writer.bytes
  }

  init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    columns = Int(try reader.int32())
    rows = Int(try reader.int32())
    let hasCursor = try reader.flag()
    let place = CellPlace(column: Int(try reader.int32()), row: Int(try reader.int32()))
    cursor = hasCursor ? place : nil
    var dimmed: [CellRectangle] = []
    for _ in 0..<(try reader.count(limit: Layer.dimmedLimit)) {
      dimmed.append(
        CellRectangle(
          column: Int(try reader.uint16()), row: Int(try reader.uint16()),
          columns: Int(try reader.uint16()), rows: Int(try reader.uint16())))
    }
    self.dimmed = dimmed
    var links: [LinkAddress] = []
    var changes: [Row] = []
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
      changes.append(Row(row: row, texts: texts))
    }
    self.changes = changes
  }
}

extension DrawnLayer {
  /// Larger than any grapheme.
  private static let graphemeBytesLimit = 256
}

/// Encoded as one byte for plain text; each link address is sent once per drawing.
extension Decoration {
  private static let hasLine: UInt8 = 1
  private static let hasLink: UInt8 = 2

  fileprivate func write(
    to writer: inout ByteWriter, knowing links: inout [LinkAddress: UInt16]
  ) {
    let isLined = underline != .plain || underlineColour != .default
    writer.append((isLined ? Self.hasLine : 0) | (link != nil ? Self.hasLink : 0))
    if isLined {
      writer.append(underline.rawValue)
      writer.append(underlineColour.rawValue)
    }
    guard let link else { return }
    if let known = links[link] { return writer.append(known) }
    let number = UInt16(links.count)
    links[link] = number
    writer.append(number)
    writer.append(Array(link.text.utf8))
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
        guard let new = LinkAddress(try reader.bytes(limit: LinkAddress.bytesLimit)) else {
          throw .init()
        }
        links.append(new)
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
