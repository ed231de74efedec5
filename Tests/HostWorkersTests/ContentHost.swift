@testable import HostPlugins

/// A host with rows of two columns, shown in a view from the last to the first.
final class ContentHost: ChildHost {
  var facts = HostFacts()
  var rows = ["a1", "b2", "c3"]
  var texts: [ContentText: String] = [.title: "rows"]
  var marked: [UInt64] = [0, 2]
  var selected = SelectionFacts()

  init() {
    facts.content = ContentFacts()
    facts.content?.generation = 4
  }

  /// A row, or the first letter or all the others as its two columns.
  private func cell(_ row: UInt64, _ column: UInt32?) -> String {
    guard row < rows.count else { return "" }
    let text = rows[Int(row)]
    return switch column {
    case nil: text
    case 0?: String(text.prefix(1))
    case 1?: String(text.dropFirst())
    default: ""
    }
  }

  func answer(_ query: HostQuery) -> HostReply {
    switch query {
    case .text(let text, let room): return .length(unsafe Self.copy(texts[text] ?? "", into: room))
    case .row(let row):
      guard row < rows.count else { return .none }
      return .row(ContentRowFacts(length: UInt64(rows[Int(row)].utf8.count), fullLength: 9000))
    case .cell(let row, let column, let room):
      return .length(unsafe Self.copy(cell(row, column), into: room))
    case .selection: return .selection(selected)
    case .isMarked(let row): return .isMarked(marked.contains(row))
    case .markedRows(let first, let count):
      return .rows(Array(marked.dropFirst(Int(first)).prefix(Int(count))))
    case .viewRows(let place, let room):
      let shown = rows.indices.reversed().dropFirst(Int(place)).prefix(room.count)
      for (index, row) in shown.enumerated() { unsafe room[index] = UInt64(row) }
      return .length(UInt64(shown.count))
    case .place(let row): return row < rows.count ? .place(UInt64(rows.count) - 1 - row) : .none
    case .matches(let row, let column): return .matches([Int(row)..<Int(column ?? 7) + 3])
    case .column, .columnName, .cells, .option, .view: return .none
    }
  }

  private static func copy(_ text: String, into room: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe room.copyBytes(from: text.utf8.prefix(room.count))
    return UInt64(text.utf8.count)
  }

  func perform(_ request: ChildRequest, during call: CallReason) throws(Refusal) {}
  func note(_ event: ChildCallEvent) {}
}
