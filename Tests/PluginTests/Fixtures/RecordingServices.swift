import HostContent
import HostPlugins
import HostSurface

/// A runtime that remembers what it is asked for and has a small content.
final class RecordingServices: ChildServices {
  private(set) var asked: [String] = []
  private(set) var faults: [ChildFault] = []
  var rows: [[String]]? = [["one", "1"], ["two", "2"]]
  var options: [String: String] = [:]
  var nowNanoseconds: Int64 = 42

  private(set) var inputs: [String] = []
  func inputBegan(_ activation: UserActivation) { inputs.append("\(activation)") }
  func inputEnded(isUsed: Bool) { inputs.append(isUsed ? "used" : "unused") }

  /// Why it refuses what asks for a state; nil: it knows all but one.
  var refusal: Refusal?
  private(set) var programs: [ChildProgram] = []
  /// The calls in which acts were asked for.
  private(set) var calls: [ChildCall] = []

  func perform(_ request: ChildRequest, during call: ChildCall) throws(Refusal) {
    if let refusal { throw refusal }
    asked.append(words(of: request))
    calls.append(call)
    switch request {
    case .state("unknown", _): throw .unknownState("unknown")
    case .select(let row): if row >= UInt64(rows?.count ?? 0) { throw .notThere }
    case .mark(99, _, _): throw .notThere
    case .mark(98, _, _): throw .tooScattered
    case .show, .find, .endFind: if rows == nil { throw .notThere }
    case .front: if focus.count == 0 { throw .withoutKeys }
    case .run(let program, _): programs.append(program)
    case .cancel(let number): if number != 1 { throw .notThere }
    default: break
    }
  }

  private func words(of request: ChildRequest) -> String {
    switch request {
    case .draw: "invalidate"
    case .timer(let delay): "wake after \(delay.map(String.init) ?? "nothing")"
    case .state(let name, let isAnimated): "request \(name) \(isAnimated)"
    case .action(let action): "perform \(action)"
    case .select(let row): "select \(row)"
    case .anchor(let anchor): "anchor \(anchor)"
    case .mark(let row, let count, let isMarked): "mark \(row) \(count) \(isMarked)"
    case .show(let request): "show \(describe(request.filter)), \(describe(request.sort))"
    case .find(let filter, let place, let isBackward):
      "find \(describe(filter)) from \(place.map(String.init) ?? "the end")"
        + (isBackward ? " backward" : "")
    case .endFind: "end find"
    case .front: "front"
    case .takeText(let takesText): "text \(takesText)"
    case .dock(let dock):
      "dock " + (dock.map { "\($0.edge) \($0.extent) \($0.minimum)" } ?? "nowhere")
    case .refreshPlace: "refresh"
    case .message(let message):
      "message \(message.subject) to \(message.to): \(message.body.count) bytes"
    case .run(_, let number): "run \(number)"
    case .cancel(let number): "cancel \(number)"
    }
  }

  var contentFacts: ContentFacts? {
    guard let rows else { return nil }
    var facts = ContentFacts()
    facts.rows = UInt64(rows.count)
    facts.columns = 2
    facts.failure = .exitStatus(3)
    facts.fraction = 0.5
    return facts
  }

  func copyContentText(_ text: ContentText, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe copy("\(text)", into: buffer)
  }

  func contentColumn(_ index: UInt32) -> ContentColumnFacts? {
    index < 2 ? ContentColumnFacts(isRightAligned: index == 1, width: 3) : nil
  }

  func copyColumnName(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe copy("column \(index)", into: buffer)
  }

  func contentRow(_ row: UInt64) -> ContentRowFacts? {
    guard let rows, row < UInt64(rows.count) else { return nil }
    return ContentRowFacts(length: 5, fullLength: 9)
  }

  func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 {
    guard let rows, row < UInt64(rows.count) else { return 0 }
    let cells = rows[Int(row)]
    let text = column.map { $0 < 2 ? cells[Int($0)] : "" } ?? cells.joined(separator: " ")
    return unsafe copy(text, into: buffer)
  }

  var terminalFacts: TerminalFacts {
    var facts = TerminalFacts()
    facts.columns = 80
    facts.rows = 24
    facts.colours = 256
    return facts
  }

  func colour(of role: ThemeRole) -> Colour { role == .error ? .rgb(0xFF0000) : .default }

  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
    options[name].map { unsafe copy($0, into: buffer) }
  }

  var situation = ContainerSituation()
  var selection = SelectionFacts()
  var marked: [UInt64] = []

  var focus = FocusFacts()

  func isMarked(_ row: UInt64) -> Bool { marked.contains(row) }

  func markedRows(from first: UInt64, count: UInt64) -> [UInt64] {
    Array(marked.dropFirst(Int(first)).prefix(Int(count)))
  }

  var view: (any ViewServices)? { rows == nil ? nil : self }

  func report(_ fault: ChildFault) { faults.append(fault) }

  private func copy(_ text: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe buffer.copyBytes(from: text.utf8.prefix(buffer.count))
    return UInt64(text.utf8.count)
  }
}

/// Its rows the other way round, each of which matches at two places.
extension RecordingServices: ViewServices {
  var facts: ViewFacts {
    var facts = ViewFacts()
    facts.request.filter = RowFilter(
      Array("né".utf8), kind: .fuzzy, letterCase: .insensitive, column: 1)
    facts.request.sort = RowSort(by: .number, column: 1, isDescending: true)
    facts.revision = 7
    facts.rows = UInt64(rows?.count ?? 0)
    facts.lookedRows = 3
    facts.allRows = 4
    facts.finds = 5
    facts.find = .found(row: 1)
    facts.problem = "it is too much"
    return facts
  }

  func copyRows(from place: UInt64, into rows: UnsafeMutableBufferPointer<UInt64>) -> Int {
    let left = Array((0..<facts.rows).reversed().dropFirst(Int(clamping: place)).prefix(rows.count))
    for (index, row) in left.enumerated() { unsafe rows[index] = row }
    return left.count
  }

  func place(of row: UInt64) -> UInt64? { row < facts.rows ? facts.rows - 1 - row : nil }

  func matches(in row: UInt64, column: UInt32?) -> [Range<Int>] {
    row < facts.rows ? [0..<1, (column == nil ? 3 : 2)..<4] : []
  }

  private func describe(_ filter: RowFilter?) -> String {
    filter.map {
      let text = String(decoding: $0.text, as: UTF8.self)
      return "\(text) \($0.kind) \($0.letterCase) \($0.column.map(String.init) ?? "all")"
    } ?? "every row"
  }

  private func describe(_ sort: RowSort?) -> String {
    sort.map {
      "by \($0.key) \($0.column.map(String.init) ?? "all")\($0.isDescending ? " down" : "")"
    } ?? "in order"
  }
}
