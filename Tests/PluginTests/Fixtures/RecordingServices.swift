import HostContent
import HostPlugins
import HostSurface

/// A runtime that remembers what it is asked for and has a small content.
final class RecordingServices: ChildHost {
  private(set) var asked: [ChildRequest] = []
  private(set) var faults: [ChildFault] = []
  var rows: [[String]]? = [["one", "1"], ["two", "2"]]
  var isPlain = false
  var options: [String: String] = [:]
  var nowNanoseconds: Int64 = 42

  private(set) var inputs: [String] = []

  func note(_ event: ChildCallEvent) {
    switch event {
    case .inputBegan(let activation): inputs.append("\(activation)")
    case .inputEnded(let isUsed): inputs.append(isUsed ? "used" : "unused")
    case .rowsWereReplaced, .optionParsed, .logged: break
    case .fault(let fault): faults.append(fault)
    }
  }

  /// Why it refuses what asks for a state; nil: it knows all but one.
  var refusal: Refusal?
  /// The calls in which acts were asked for.
  private(set) var calls: [CallReason] = []

  func perform(_ request: ChildRequest, during call: CallReason) throws(Refusal) {
    if let refusal { throw refusal }
    asked.append(request)
    calls.append(call)
    switch request {
    case .state("unknown", _): throw .unknownState("unknown")
    case .select(let row): if row >= UInt64(rows?.count ?? 0) { throw .notThere }
    case .mark(99, _, _): throw .notThere
    case .mark(98, _, _): throw .tooScattered
    case .show, .find, .endFind: if rows == nil { throw .notThere }
    case .front: if focus.count == 0 { throw .withoutKeys }
    case .cancel(let number): if number != 1 { throw .notThere }
    default: break
    }
  }

  var situation = ContainerSituation()
  var selection = SelectionFacts()
  var marked: [UInt64] = []
  var focus = FocusFacts()

  var facts: HostFacts {
    var facts = HostFacts()
    facts.nowNanoseconds = nowNanoseconds
    facts.terminal.columns = 80
    facts.terminal.rows = 24
    facts.terminal.colours = 256
    facts.theme[.error] = .rgb(0xFF0000)
    facts.situation = situation
    facts.focus = focus
    guard let rows else { return facts }
    var content = ContentFacts()
    content.rows = UInt64(rows.count)
    content.columns = 2
    content.failure = .exitStatus(3)
    content.fraction = 0.5
    content.isPlain = isPlain
    facts.content = content
    return facts
  }

  func answer(_ query: HostQuery) -> HostReply {
    switch query {
    case .text(let text, let room): return .length(unsafe copy("\(text)", into: room))
    case .column(let index):
      return index < 2 ? .column(ContentColumnFacts(isRightAligned: index == 1, width: 3)) : .none
    case .columnName(let index, let room):
      return .length(unsafe copy("column \(index)", into: room))
    case .row(let row):
      guard let rows, row < UInt64(rows.count) else { return .none }
      let length = UInt64(rows[Int(row)].joined(separator: " ").utf8.count)
      return .row(ContentRowFacts(length: length, fullLength: 9))
    case .cell(let row, let column, let room):
      guard let rows, row < UInt64(rows.count) else { return .none }
      let cells = rows[Int(row)]
      let text = column.map { $0 < 2 ? cells[Int($0)] : "" } ?? cells.joined(separator: " ")
      return .length(unsafe copy(text, into: room))
    case .option(let name, let room):
      return HostReply(length: options[name].map { unsafe copy($0, into: room) })
    case .selection: return .selection(selection)
    case .isMarked(let row): return .isMarked(marked.contains(row))
    case .markedRows(let first, let count):
      return .rows(Array(marked.dropFirst(Int(first)).prefix(Int(count))))
    case .view, .viewRows, .place, .matches: return rows == nil ? .none : answerOfView(query)
    case .cells: return .none
    }
  }
}

/// Its rows the other way round, each of which matches at two places.
extension RecordingServices {
  private var shownRows: UInt64 { UInt64(rows?.count ?? 0) }

  private func answerOfView(_ query: HostQuery) -> HostReply {
    switch query {
    case .view: return .view(shownFacts)
    case .viewRows(let place, let room):
      let left = (0..<shownRows).reversed().dropFirst(Int(clamping: place)).prefix(room.count)
      for (index, row) in left.enumerated() { unsafe room[index] = row }
      return .length(UInt64(left.count))
    case .place(let row): return row < shownRows ? .place(shownRows - 1 - row) : .none
    case .matches(let row, let column):
      return .matches(row < shownRows ? [0..<1, (column == nil ? 3 : 2)..<4] : [])
    default: return .none
    }
  }

  private var shownFacts: ViewFacts {
    var facts = ViewFacts()
    facts.request.filter = RowFilter(
      Array("né".utf8), kind: .fuzzy, letterCase: .insensitive, column: 1)
    facts.request.sort = RowSort(by: .number, column: 1, isDescending: true)
    facts.revision = 7
    facts.rows = shownRows
    facts.lookedRows = 3
    facts.allRows = 4
    facts.finds = 5
    facts.find = .found(row: 1)
    facts.problem = "it is too much"
    return facts
  }
}
