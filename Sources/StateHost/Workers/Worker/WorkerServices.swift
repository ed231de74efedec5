internal import HostPlugins
internal import HostSurface

/// What one child in a worker finds of the host: answered from what the worker was told, or passed on.
final class WorkerServices: ChildServices {
  private let number: UInt32
  private unowned let worker: RunWorker
  private let options: ChildOptions
  private let states: Set<String>
  /// Of the input that it has now; 0: none.
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

  private func wish(_ wish: ChildWish) {
    let generation = wish.namesRows ? worker.facts.content?.generation : nil
    worker.tell(.wish(child: number, ticket: ticket, generation: generation, wish))
  }

  var nowNanoseconds: Int64 { worker.facts.nowNanoseconds }

  func invalidate() {
    if isDrawAsked { return }
    isDrawAsked = true
    wish(.draw)
  }

  func wake(afterNanoseconds delay: Int64?) { wish(.timer(afterNanoseconds: delay)) }

  func request(state: String, animated: Bool, afterNanoseconds delay: Int64) -> Bool {
    guard states.contains(state) else { return false }
    wish(.state(state, animated: animated, afterNanoseconds: delay))
    return true
  }

  func perform(_ action: ChildAction) -> Bool {
    let count = contentFacts?.rows ?? 0
    guard action.rows.allSatisfy({ $0 < count }) else { return false }
    guard contentFacts != nil || !action.needsContent else { return false }
    wish(.action(action))
    return true
  }

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

  func select(_ row: UInt64) -> Bool {
    guard row < contentFacts?.rows ?? 0 else { return false }
    worker.selection.select(row, isShown: worker.facts.view?.isContent ?? true)
    wish(.select(row: row))
    return true
  }

  func anchor(_ anchor: SelectionAnchor) {
    worker.selection.move()
    wish(.anchor(anchor))
  }

  func mark(_ row: UInt64, count: UInt64, _ isMarked: Bool) -> Bool? {
    let rows = contentFacts?.rows ?? 0
    guard row <= rows, count <= rows - row else { return nil }
    worker.selection.mark()
    wish(.mark(row: row, count: count, isMarked))
    return true
  }

  var focus: FocusFacts {
    var focus = FocusFacts()
    focus.isInFront = worker.facts.front == number
    focus.count = worker.facts.keyTakers
    return focus
  }

  func askForFront() -> Bool {
    if takesKeys { wish(.front) }
    return takesKeys
  }

  func takeText(_ takesText: Bool) { wish(.takeText(takesText)) }

  func claim(_ dock: Dock?) { wish(.dock(dock)) }

  /// Its insets are to be told anew, now that it has done what it does.
  var isPlaceAsked = false

  func refreshPlace() { isPlaceAsked = true }

  func send(_ message: ChildMessage) -> Bool {
    wish(.message(message))
    return true
  }

  func startProgram(_ program: ChildProgram, as number: UInt64) throws(RunRefusal) {
    guard mayRun else { throw .notGranted(id: id) }
    guard programs.count < ChildProgram.runningLimit else { throw .tooMany }
    guard program.rowUse.isEmpty || contentFacts?.rows ?? 0 > 0 else { throw .noRows }
    programs.insert(number)
    wish(.run(program, number: number))
  }

  func cancelProgram(_ number: UInt64) -> Bool {
    guard programs.contains(number) else { return false }
    wish(.cancel(number: number))
    return true
  }

  func programEnded(_ number: UInt64) { programs.remove(number) }

  private lazy var ownView = WorkerView(worker.view) { [unowned self] in
    // Where the view shows other rows, the user may be on another.
    worker.selection.move()
    wish($0)
  }
  var view: (any ViewServices)? { worker.facts.view == nil ? nil : ownView }

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
    wish(.fault(what: what, remedy: remedy))
  }

  private static func copy(
    _ bytes: [UInt8], into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 {
    unsafe buffer.copyBytes(from: bytes.prefix(buffer.count))
    return UInt64(bytes.count)
  }
}
