internal import HostSurface
internal import HostSystem

/// What a worker says that a child has drawn: the rows that are others than in the drawing before.
///
/// Nothing of it reaches a layer but by `Layer.put`, as text of the child's own would in the host's
/// process.
struct DrawnLayer {
  private let columns: Int
  private let rows: Int
  private let cursor: CellPlace?
  private let changes: [Row]

  private struct Row {
    let row: Int
    let texts: [Text]
  }

  private struct Text {
    let column: Int
    let style: Style
    let bytes: ArraySlice<UInt8>
  }

  /// Whether it is of this size; of another it is of no use any more.
  func hasSize(of layer: Layer) -> Bool { layer.columns == columns && layer.rows == rows }

  /// Puts what has changed onto the layer, which shows the drawing before.
  func draw(on layer: Layer) {
    for change in changes {
      layer.clear(CellRectangle(column: 0, row: change.row, columns: columns, rows: 1))
      for text in change.texts {
        layer.put(text.bytes.span, column: text.column, row: change.row, style: text.style)
      }
    }
    layer.cursor = cursor
  }
}

// MARK: - As bytes

extension DrawnLayer {
  /// What has changed of a layer.
  static func bytes(of layer: Layer, _ changes: LayerChanges) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Int32(clamping: layer.columns))
    writer.append(Int32(clamping: layer.rows))
    writer.append(layer.cursor != nil)
    writer.append(Int32(clamping: layer.cursor?.column ?? 0))
    writer.append(Int32(clamping: layer.cursor?.row ?? 0))
    changes.take(of: layer) { row, texts in
      writer.append(UInt16(clamping: row))
      writer.append(UInt32(texts.count))
      for text in texts {
        writer.append(UInt16(clamping: text.column))
        writer.append(text.style.foreground.rawValue)
        writer.append(text.style.background.rawValue)
        writer.append(text.style.attributes.rawValue)
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
    var changes: [Row] = []
    while !reader.isAtEnd {
      let row = Int(try reader.uint16())
      // Each row once, from top to bottom.
      guard row > changes.last?.row ?? -1, row < rows else { throw .init() }
      var texts: [Text] = []
      for _ in 0..<(try reader.count(limit: columns)) {
        texts.append(
          Text(
            column: Int(try reader.uint16()),
            style: Style(
              foreground: try Colour(from: &reader), background: try Colour(from: &reader),
              attributes: TextAttributes(rawValue: try reader.uint8())),
            bytes: try reader.bytes(limit: columns + Self.graphemeBytesLimit)))
      }
      changes.append(Row(row: row, texts: texts))
    }
    self.changes = changes
  }
}

extension DrawnLayer {
  /// More than one grapheme has.
  private static let graphemeBytesLimit = 256
}

extension Colour {
  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    guard let colour = Colour(drawn: try reader.uint32()) else { throw .init() }
    self = colour
  }
}
