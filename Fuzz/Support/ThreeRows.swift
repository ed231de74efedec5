internal import HostPlugins

/// A runtime with three rows of two columns, which counts what is asked of it.
final class ThreeRows: ChildHost {
  private(set) var requests = 0
  private(set) var actions = 0

  var facts: HostFacts

  init() {
    facts = HostFacts()
    var content = ContentFacts()
    content.rows = 3
    content.columns = 2
    facts.content = content
  }

  func note(_ event: ChildCallEvent) {}

  func perform(_ request: ChildRequest, during call: CallReason) throws(Refusal) {
    expect(request.act != .byRequest, "an act without a kind")
    switch request {
    case .state: requests += 1
    case .action: actions += 1
    case .timer(let delay):
      expect(delay.map { $0 >= 0 } ?? true, "to be woken in the past")
      return
    case .select(let row): if row < 3 { return }
    case .run: throw .tooManyPrograms
    case .mark, .show, .find, .endFind, .cancel: break
    case .draw, .anchor, .front, .takeText, .dock, .collapse, .refreshPlace, .remember, .message:
      return
    }
    throw .notThere
  }

  private func copy(_ text: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe buffer.copyBytes(from: text.utf8.prefix(buffer.count))
    return UInt64(text.utf8.count)
  }

  func answer(_ query: HostQuery) -> HostReply {
    switch query {
    case .text(_, let room): .length(unsafe copy("a text", into: room))
    case .column(let index):
      index < 2 ? .column(ContentColumnFacts(isRightAligned: false, width: 4)) : .none
    case .columnName(_, let room): .length(unsafe copy("name", into: room))
    case .row(let row): row < 3 ? .row(ContentRowFacts(length: 3, fullLength: 3)) : .none
    case .cell(_, _, let room): .length(unsafe copy("cell", into: room))
    case .isMarked(let row): .isMarked(row == 1)
    case .markedRows(let first, let count): .rows(first <= 1 && count > 0 ? [1] : [])
    default: .none
    }
  }
}
