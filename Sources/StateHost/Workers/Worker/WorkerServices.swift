internal import HostPlugins
internal import HostSurface

/// What one child in a worker finds of the host: answered from what the worker was told, or passed on.
final class WorkerServices: ChildServices {
  private let number: UInt32
  private unowned let worker: RunWorker
  private let options: ChildOptions
  private let states: Set<String>
  /// Of the input that it has now.
  var ticket: UInt32 = 0
  /// It asks for a drawing, which has been passed on.
  var isDrawAsked = true
  /// It has been told that it has the keys.
  var takesKeys = false
  private let mayRun: Bool
  private let id: String
  /// Those of which it has not been told the end.
  private var programs: Set<UInt64> = []

  init(_ order: ChildOrder, in worker: RunWorker) {
    number = order.child
    self.worker = worker
    options = order.options
    states = Set(order.states)
    mayRun = order.mayRun
    id = order.id
  }

  var nowNanoseconds: Int64 { worker.facts.nowNanoseconds }

  /// Passes on what it asks for, where the host can do it by all that is known here.
  func perform(_ request: ChildRequest, during call: ChildCall) throws(Refusal) {
    try check(request)
    switch request {
    case .draw:
      if isDrawAsked { return }
      isDrawAsked = true
    case .refreshPlace:
      isPlaceAsked = true
      return
    case .select(let row):
      worker.selection.select(row, isShown: worker.facts.view?.isContent ?? true)
    case .anchor: worker.selection.move()
    case .mark: worker.selection.mark()
    case .show, .find, .endFind:
      // Where the view shows other rows, the user may be on another.
      worker.selection.move()
      worker.view.wasAsked()
    case .run(_, let number): programs.insert(number)
    default: break
    }
    let generation = request.namesRows ? contentFacts?.generation : nil
    worker.tell(
      .request(child: number, during: ticket(of: call), generation: generation, request))
  }

  private func check(_ request: ChildRequest) throws(Refusal) {
    let rows = contentFacts?.rows ?? 0
    switch request {
    case .action(let action):
      guard contentFacts != nil || !action.needsContent, action.rows.allSatisfy({ $0 < rows })
      else { throw .notThere }
    case .show, .find, .endFind: if view == nil { throw .notThere }
    case .state(let name, _): if !states.contains(name) { throw .unknownState(name) }
    case .select(let row): if row >= rows { throw .notThere }
    case .mark(let row, let count, _): if row > rows || count > rows - row { throw .notThere }
    case .front: if !takesKeys { throw .withoutKeys }
    case .run(let program, _): try check(program, rows: rows)
    case .cancel(let number): if !programs.contains(number) { throw .notThere }
    default: break
    }
  }

  private func check(_ program: ChildProgram, rows: UInt64) throws(Refusal) {
    guard mayRun else { throw .program(.notGranted(id: id)) }
    guard programs.count < ChildProgram.runningLimit else { throw .program(.tooMany) }
    guard program.rowUse.isEmpty || rows > 0 else { throw .program(.noRows) }
  }

  private func ticket(of call: ChildCall) -> CallTicket {
    switch call {
    case .input: .input(ticket)
    case .change: .change
    case .other: .other
    }
  }

  func inputBegan(_ activation: UserActivation) {}
  func inputEnded(isUsed: Bool) {}

  func hasLogged() { worker.hasLogged() }

  var contentFacts: ContentFacts? { worker.facts.content }

  func copyContentText(
    _ text: ContentText, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 { unsafe Self.copy(worker.content.text(text), into: buffer) }

  func contentColumn(_ index: UInt32) -> ContentColumnFacts? { worker.content.column(index)?.facts }

  func copyColumnName(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe Self.copy(worker.content.column(index)?.name ?? [], into: buffer)
  }

  func contentRow(_ row: UInt64) -> ContentRowFacts? { worker.content.row(row) }

  func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 { unsafe worker.content.copyCell(row: row, column: column, into: buffer) }

  func copyCells(into batch: inout CellBatch) { worker.content.copyCells(into: &batch) }

  var situation: ContainerSituation { worker.facts.situation }

  var selection: SelectionFacts { worker.selection.facts }
  func isMarked(_ row: UInt64) -> Bool { worker.selection.isMarked(row) }
  func markedRows(from first: UInt64, count: UInt64) -> [UInt64] {
    worker.selection.markedRows(from: first, count: count)
  }

  var focus: FocusFacts {
    var focus = FocusFacts()
    focus.isInFront = worker.facts.front == number
    focus.count = worker.facts.keyTakers
    return focus
  }

  /// Its insets are to be told anew, now that it has done what it does.
  var isPlaceAsked = false

  func programEnded(_ number: UInt64) { programs.remove(number) }

  var view: (any ViewServices)? { worker.facts.view == nil ? nil : worker.view }

  var terminalFacts: TerminalFacts { worker.facts.terminal }

  func colour(of role: ThemeRole) -> Colour {
    let index = Int(role.rawValue)
    let colours = worker.facts.colours
    return index < colours.count ? colours[index] : .default
  }

  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
    unsafe options.copy(name, into: buffer)
  }

  func report(_ fault: ChildFault) {
    let (what, remedy) = fault.kind.text
    worker.tell(.fault(child: number, what: what, remedy: remedy))
  }

  private static func copy(
    _ bytes: [UInt8], into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 {
    unsafe buffer.copyBytes(from: bytes.prefix(buffer.count))
    return UInt64(bytes.count)
  }
}
