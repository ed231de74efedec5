package import HostPlugins
package import HostSurface

/// What one child finds of the program: where its wishes are taken down, and its questions answered.
///
/// It never calls a child.
package final class ChildContext: ChildServices {
  private let run: RunContext
  package let options: ChildOptions

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

  package func invalidate() { needsDraw = true }

  package func wake(afterNanoseconds delay: Int64?) {
    wakeNanoseconds = delay.map { delay in
      let (time, overflows) = run.nowNanoseconds.addingReportingOverflow(delay)
      return overflows ? .max : time
    }
  }

  package func request(state: String, animated: Bool, afterNanoseconds delay: Int64) -> Bool {
    run.requestState(state, animated, delay)
  }

  /// A wake that came from another thread, too soon after others: the timer goes off, in 4 ms at the
  /// latest.
  package func wakeSoon() {
    wakeNanoseconds = min(wakeNanoseconds ?? .max, run.nowNanoseconds + 4_000_000)
  }

  private var bellPace = BellPace()

  /// Whether the user has done something to the child since it appeared.
  var hasHadInput = false
  /// Tells of a fault of the child's.
  var reportFault: (ChildFault.Kind) -> Void = { _ in }

  package func perform(_ action: ChildAction) -> Bool {
    switch action {
    case .acceptRow, .acceptRows, .acceptText:
      guard hasHadInput else {
        reportFault(.choseUnasked)
        return false
      }
    case .clipboard:
      guard hasHadInput else {
        reportFault(.copiedUnasked)
        return false
      }
    case .bell: guard bellPace.allowsOneMore(at: run.nowNanoseconds) else { return false }
    case .quit: if !hasHadInput { reportFault(.quitUnasked) }
    case .reload, .title: break
    }
    return run.perform(action)
  }

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

  package func askForFront() -> Bool { askToBeInFront() }
  package func takeText(_ takesText: Bool) { self.takesText = takesText }

  /// Where it has asked to dock, be it nowhere; nil: it has not.
  private(set) var claimed: Dock??

  package func claim(_ dock: Dock?) {
    claimed = .some(dock)
    refreshPlace()
  }

  package func refreshPlace() { run.asksForLayout = true }

  package func send(_ message: ChildMessage) -> Bool {
    run.messages.append((message, sender: self))
    return true
  }

  package var situation: ContainerSituation { run.situation }

  package var selection: SelectionFacts { run.selection.facts }
  package func isMarked(_ row: UInt64) -> Bool { run.selection.marks.contains(row) }
  package func markedRows(from first: UInt64, count: UInt64) -> [UInt64] {
    run.selection.marks.rows(from: first, count: count)
  }
  package func select(_ row: UInt64) -> Bool { run.selection.select(row) }
  package func anchor(_ anchor: SelectionAnchor) { run.selection.anchor(anchor) }
  package func mark(_ row: UInt64, count: UInt64, _ isMarked: Bool) -> Bool? {
    run.selection.mark(row, count: count, isMarked)
  }

  package var view: (any ViewServices)? { run.view }

  /// What the child of this id is granted, as the stage says; nil: nobody has asked it.
  var grants: () -> (id: String, needs: GrantedNeeds)? = { nil }
  /// Whether it still hears of their ends, and how it does; set by what it is the context of.
  var isAlive: () -> Bool = { false }
  var tellEnd: (ProgramEnd) -> Void = { _ in }
  private lazy var knownGrants = grants()
  /// Those of which it has not been told the end.
  private var programs: Set<UInt64> = []

  package func startProgram(
    _ program: ChildProgram, as number: UInt64
  ) throws(RunRefusal) {
    guard let (id, granted) = knownGrants else { throw .tooLate }
    guard granted.allowsProgram(program.words[0]) else { throw .notGranted(id: id) }
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

  package func cancelProgram(_ number: UInt64) -> Bool {
    programs.contains(number) && run.programs?.cancel(number, of: self) ?? false
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
