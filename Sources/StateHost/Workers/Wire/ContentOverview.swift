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

extension ContentOverview: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&columns, &texts)
    guard texts.isEmpty || texts.count == ContentText.allCases.count else { throw .init() }
  }
}

extension ContentOverview.Column: WireStruct {
  static let fields = WireFields(Self.init(facts:name:)) { ($0.facts, $0.name) }
}

extension ContentColumnFacts: WireStruct {
  static let fields = WireFields(Self.init(isRightAligned:width:)) {
    ($0.isRightAligned, $0.width)
  }
}
