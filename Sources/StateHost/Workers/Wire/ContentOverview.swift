internal import HostPlugins
internal import HostSystem

/// The columns of the content, and the beginning of its title and other texts, as sent to a worker process; it has no
/// rows.
///
/// It is sent whenever it has changed.
package struct ContentOverview: Equatable, Sendable {
  /// One column of the content as sent to a worker process: name, alignment and width.
  struct Column: Equatable, Sendable {
    var facts: ContentColumnFacts
    var name: [UInt8]
  }

  var columns: [Column] = []
  /// The beginning of each text, in the order of `ContentText.allCases`.
  var texts: [ContentAnswer.Piece] = []

  init() {}

  init(of services: any ChildHost) {
    while let facts = services.contentColumn(UInt32(columns.count)) {
      let index = UInt32(columns.count)
      let name = unsafe ContentAnswer.whole { unsafe services.copyColumnName(index, into: $0) }
      columns.append(Column(facts: facts, name: name))
    }
    texts = ContentText.allCases.map { text in
      unsafe ContentAnswer.piece(Int(RowQuery.textBytes)) {
        unsafe services.copyContentText(text, into: $0)
      }
    }
  }
}

extension ContentOverview: WireValue {
  private static let fields = WireFields(
    { (columns, texts) throws(ByteReader.Malformed) in
      var overview = Self()
      overview.columns = columns
      overview.texts = texts
      guard texts.isEmpty || texts.count == ContentText.allCases.count else { throw .init() }
      return overview
    },
    { ($0.columns, $0.texts) })

  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}

extension ContentOverview.Column: WireValue {
  private static let fields = WireFields(
    { (isRightAligned, width, name) throws(ByteReader.Malformed) in
      Self(
        facts: ContentColumnFacts(
          isRightAligned: isRightAligned, width: Int(Int32(bitPattern: width))), name: name)
    },
    {
      ($0.facts.isRightAligned, UInt32(bitPattern: Int32(clamping: $0.facts.width)), $0.name)
    })

  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}
