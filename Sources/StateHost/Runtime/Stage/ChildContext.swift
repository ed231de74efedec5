package import HostPlugins
package import HostSurface

/// What one child finds of the program: where its wishes are taken down, and its questions answered.
///
/// It never calls a child.
package final class ChildContext: ChildServices {
  private let run: RunContext
  package let options: ChildOptions

  /// The name and id of a third-party child, as the host's messages have them; nil for a bundled one.
  var thirdPartyName: String?

  /// The layer must be drawn before the next frame.
  package var needsDraw = true
  /// When the child's timer is due; it rests while the child is off screen.
  package private(set) var wakeNanoseconds: Int64?

  /// - Parameters:
  ///   - run: what all children of a run share.
  ///   - options: what the child is given of its own.
  package init(_ run: RunContext, options: ChildOptions = ChildOptions([])) {
    self.run = run
    self.options = options
  }

  /// The timer has gone off.
  package func wakeWasDelivered() { wakeNanoseconds = nil }

  package var nowNanoseconds: Int64 { run.nowNanoseconds }

  // MARK: - What it asks for

  /// Whether the user has done something to the child since it appeared.
  var hasHadInput = false
  private var limits = RequestPolicy.Limits()
  /// Tells of a fault of the child's.
  var reportFault: (ChildFault.Kind) -> Void = { _ in }

  package func inputBegan(_ activation: UserActivation) {
    hasHadInput = true
    limits.inputArrived()
  }

  package func inputEnded(isUsed: Bool) {}

  /// It is about to be woken.
  package func wokeIsCalled() { limits.wokeIsCalled() }

  /// Whether a wake that came from another thread is delivered now; else the timer goes off, in 4 ms at the latest.
  package func allowsThreadWake() -> Bool {
    if limits.allowsThreadWake(at: nowNanoseconds) { return true }
    let soon = nowNanoseconds + RequestPolicy.Limits.shortestWakeNanoseconds
    wakeNanoseconds = min(wakeNanoseconds ?? .max, soon)
    return false
  }

  package func perform(_ request: ChildRequest, during call: ChildCall) throws(Refusal) {
    switch request {
    case .draw: needsDraw = true
    case .timer(let delay): setTimer(delay)
    case .state(let name, let isAnimated): try requestState(name, isAnimated)
    case .action(let action): try perform(action)
    case .select(let row): guard run.selection.select(row) else { throw .notThere }
    case .anchor(let anchor): run.selection.anchor(anchor)
    case .mark(let row, let count, let isMarked):
      guard let isDone = run.selection.mark(row, count: count, isMarked) else { throw .notThere }
      guard isDone else { throw .tooScattered }
    case .show(let request):
      let view = try shownView()
      view.willShow(request, for: thirdPartyName)
      view.show(request)
    case .find(let filter, let place, let isBackward):
      let view = try shownView()
      view.willFind(for: thirdPartyName)
      view.find(filter, from: place, isBackward: isBackward)
    case .endFind: try shownView().endFind()
    case .front: guard askToBeInFront() else { throw .withoutKeys }
    case .takeText(let takesText): self.takesText = takesText
    case .dock(let dock):
      claimed = .some(dock)
      run.asksForLayout = true
    case .refreshPlace: run.asksForLayout = true
    case .message(let message):
      guard limits.allows(message, at: nowNanoseconds) else { throw .saidTooMuch }
      run.messages.append((message, sender: self))
    case .run(let program, let number):
      do throws(RunRefusal) { try start(program, as: number) } catch { throw .program(error) }
    case .cancel(let number):
      guard programs.contains(number), run.programs?.cancel(number, of: self) ?? false else {
        throw .notThere
      }
    }
  }

  private func shownView() throws(Refusal) -> ContainerView {
    guard let view = run.view else { throw .notThere }
    return view
  }

  private func perform(_ action: ChildAction) throws(Refusal) {
    switch action {
    case .acceptRow, .acceptRows, .acceptText, .clipboard: if !hasHadInput { throw .unasked }
    case .bell: if !limits.allowsBell(at: nowNanoseconds) { throw .tooOften }
    case .quit: if !hasHadInput { reportFault(.refused(.perform, .unasked)) }
    case .reload, .title: break
    }
    try run.perform(action)
  }

  private func setTimer(_ delay: Int64?) {
    guard let delay else { return wakeNanoseconds = nil }
    let taken = limits.timerDelay(delay, at: nowNanoseconds)
    if delay == 0, taken > 0 { reportFault(.wokenWithoutRest) }
    let (time, overflows) = nowNanoseconds.addingReportingOverflow(taken)
    wakeNanoseconds = overflows ? .max : time
  }

  private func requestState(_ name: String, _ isAnimated: Bool) throws(Refusal) {
    let delay = limits.stateDelay(at: nowNanoseconds)
    if delay > 0 { reportFault(.requestedWithoutRest) }
    guard run.requestState(name, isAnimated, delay) else { throw .unknownState(name) }
  }

  package func rowsWereReplaced() { run.selection.refuseReplaced() }

  package var contentFacts: ContentFacts? { run.content?.facts(at: run.nowNanoseconds) }

  package func copyContentText(_ text: ContentText, into buffer: UnsafeMutableRawBufferPointer)
    -> UInt64
  {
    run.content.map { unsafe $0.copyText(text, into: buffer) } ?? 0
  }

  package func contentColumn(_ index: UInt32) -> ContentColumnFacts? { run.content?.column(index) }

  package func copyColumnName(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) -> UInt64
  {
    run.content.map { unsafe $0.copyColumnName(index, into: buffer) } ?? 0
  }

  package func contentRow(_ row: UInt64) -> ContentRowFacts? { run.content?.row(row) }

  package func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 {
    run.content.map { unsafe $0.copyCell(row: row, column: column, into: buffer) } ?? 0
  }

  package func copyCells(into batch: inout CellBatch) {
    if let content = run.content { return content.copyCells(into: &batch) }
    while batch.nextRow != nil, unsafe batch.addRow({ _, _ in 0 }) {}
  }

  /// Whether it is in front, and how many take keys; kept by the stage.
  package internal(set) var focus = FocusFacts()
  /// Whether what is typed is text for it; nil: it has not said so, and its cursor tells.
  private(set) var takesText: Bool?
  /// Puts it in front, where it takes keys; set by the stage.
  var askToBeInFront: () -> Bool = { false }

  /// Where it has asked to dock, be it nowhere; nil: it has not.
  private(set) var claimed: Dock??

  package var situation: ContainerSituation { run.situation }

  package var selection: SelectionFacts { run.selection.facts }
  package func isMarked(_ row: UInt64) -> Bool { run.selection.marks.contains(row) }
  package func markedRows(from first: UInt64, count: UInt64) -> [UInt64] {
    run.selection.marks.rows(from: first, count: count)
  }

  package var view: (any ViewServices)? { run.view }

  /// Why it may not have programs run, as the stage says; nil: it may.
  var runRefusal: () -> RunRefusal? = { .tooLate }
  /// Whether it still hears of their ends, and how it does; set by what it is the context of.
  var isAlive: () -> Bool = { false }
  var tellEnd: (ProgramEnd) -> Void = { _ in }
  private lazy var knownRefusal = runRefusal()
  /// Those of which it has not been told the end.
  private var programs: Set<UInt64> = []

  private func start(_ program: ChildProgram, as number: UInt64) throws(RunRefusal) {
    if let knownRefusal { throw knownRefusal }
    guard limits.allowsProgram(at: nowNanoseconds) else { throw .tooOften }
    if program.usesTerminal {
      guard run.hasTerminal else { throw .noTerminal }
      guard hasHadInput, focus.isInFront else { throw .unasked }
    }
    guard programs.count < ChildProgram.runningLimit, !programs.contains(number),
      let all = run.programs
    else { throw .tooMany }
    try all.add(run.order(program), as: number, for: self)
    programs.insert(number)
  }

  /// It is told of the end now.
  func programEnded(_ number: UInt64) { programs.remove(number) }

  /// What this child may follow.
  var followed: FollowedFacts {
    var facts = run.followed
    facts.focus = focus
    return facts
  }

  package var terminalFacts: TerminalFacts { run.terminalFacts }

  package func colour(of role: ThemeRole) -> Colour { run.theme[role] }

  package func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64?
  {
    unsafe options.copy(name, into: buffer)
  }

  package func report(_ fault: ChildFault) { run.report(fault) }
}
