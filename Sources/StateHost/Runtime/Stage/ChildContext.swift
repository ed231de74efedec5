package import HostPlugins
internal import HostSurface

/// The host's services for one child, whether its plugin is in this process or a worker: answers
/// queries; performs requests, delays them until an input is handled, or refuses them, by
/// permissions, the user's inputs and rate limits; also keeps the child's options, timer and focus.
package final class ChildContext: ChildHost {
  private let run: RunContext
  package let options: ChildOptionValues

  /// The name and id of a third-party child for messages of the host; nil for a bundled one.
  var thirdPartyName: String?
  /// The type of the child, whose options it may remember.
  package var type: ChildType?

  package var needsDraw = true
  /// When the child's timer is due; it is not delivered while the child is off screen.
  package internal(set) var wakeNanoseconds: Int64?

  package let plugin: PluginPolicy
  private let child: RequestPolicy.Child

  package init(
    _ run: RunContext, of plugin: PluginPolicy = PluginPolicy(),
    as child: RequestPolicy.Child = RequestPolicy.Child(id: ""),
    options: ChildOptionValues = ChildOptionValues([])
  ) {
    self.run = run
    self.plugin = plugin
    self.child = child
    self.options = options
  }

  /// Whether it may act outside inputs: it is bundled, or the user named it or used its plugin.
  var mayAct: Bool { plugin.policy.isBundled || child.isNamed || isUserActive }

  package var facts: HostFacts {
    var facts = HostFacts()
    facts.nowNanoseconds = run.nowNanoseconds
    facts.terminal = run.terminalFacts
    facts.theme = run.theme
    facts.content = content
    facts.situation = run.situation
    facts.focus = focus
    facts.policy = plugin.policy
    return facts
  }

  package var nowNanoseconds: Int64 { run.nowNanoseconds }
  var reportsProgress: Bool { run.reportsProgress }
  private var content: ContentFacts? { run.content?.facts(at: run.nowNanoseconds) }

  package func answer(_ query: HostQuery) -> HostReply {
    switch query {
    case .selection: .selection(run.selection.facts)
    case .isMarked(let row): .isMarked(run.selection.marks.contains(row))
    case .markedRows(let first, let count):
      .rows(run.selection.marks.rows(from: first, count: count))
    case .option(let name, let room): HostReply(length: unsafe options.copy(name, into: room))
    case .view, .viewRows, .place, .matches: run.view?.answer(query) ?? .none
    default: run.content?.answer(query) ?? .none
    }
  }

  package func note(_ event: ChildCallEvent) {
    switch event {
    case .inputBegan(let activation):
      limits.inputArrived()
      plugin.policy.inputBegan(activation, at: nowNanoseconds)
    case .inputEnded(let isUsed): inputEnded(isUsed: isUsed)
    case .rowsWereReplaced: run.selection.refuse(.replaced)
    // The inbox is read after the call.
    case .logged, .optionParsed: break
    case .fault(let fault): run.report(fault)
    }
  }

  // MARK: - Requests

  package var policy: RequestPolicy { plugin.policy }
  var limits = RequestPolicy.Limits()
  /// Requests that were performed during the current input, and how to undo them.
  private var provisional: [(request: ChildRequest, undo: () -> Void)] = []
  var reportFault: (ChildFault.Kind) -> Void = { _ in }

  private func inputEnded(isUsed: Bool) {
    let held = plugin.policy.inputEnded(isUsed: isUsed, at: nowNanoseconds)
    endProvisional(isKept: isUsed)
    for (request, refusal) in held {
      do throws(Refusal) {
        if let refusal { throw refusal }
        try carryOut(request, during: .input)
      } catch {
        refuse(request, error)
      }
    }
  }

  private func endProvisional(isKept: Bool) {
    let undone = isKept ? [] : provisional
    provisional = []
    for (request, undo) in undone.reversed() {
      undo()
      plugin.record.takeBack(request)
      reportFault(.refused(request.function, .unused))
    }
    run.endProvisional(isKept: isKept)
  }

  /// Refuses a request that was held, which the child does not know yet.
  private func refuse(_ request: ChildRequest, _ refusal: Refusal) {
    if refusal.isLogged(of: request.function) {
      reportFault(.refused(request.function, refusal))
    }
    if case .run(_, let number) = request {
      plugin.policy.programEnded(number)
      reportEnd(ProgramEnd(number, refused: refusal))
    }
  }

  /// Whether a wake-up from another thread is delivered now; if not, the timer fires within 4 ms.
  package func allowsThreadWake() -> Bool {
    if limits.allowsThreadWake(at: nowNanoseconds) { return true }
    let soon = nowNanoseconds + RequestPolicy.Limits.shortestWakeNanoseconds
    wakeNanoseconds = min(wakeNanoseconds ?? .max, soon)
    return false
  }

  package func perform(_ request: ChildRequest, during call: CallReason) throws(Refusal) {
    try check(request)
    let decision = try plugin.policy.decide(
      request, of: child, during: call,
      in: RequestPolicy.Circumstances(
        now: nowNanoseconds, content: content, isPick: run.situation.isPick))
    switch decision {
    case .perform: try carryOut(request, during: call)
    case .performByGrant:
      try carryOut(request, during: call)
      run.announce("\(thirdPartyName ?? child.id) loads the rows again")
    case .performProvisionally:
      let undo = undo(of: request)
      try carryOut(request, during: call)
      provisional.append((request, undo))
    case .hold: break
    }
  }

  /// Checks that a request is possible at all, before any rate limit or permission is used up.
  private func check(_ request: ChildRequest) throws(Refusal) {
    switch request {
    case .state(let name, _): if !run.hasState(name) { throw .unknownState(name) }
    case .action(let action):
      try action.checkText()
      try run.check(action)
    case .select(let row): if row >= run.rowCount { throw .notThere }
    case .mark(let row, let count, _):
      if row > run.rowCount || count > run.rowCount - row { throw .notThere }
    case .show, .find, .endFind: _ = try shownView()
    case .front: if !takesKeys() { throw .withoutKeys }
    case .run(let program, let number): try check(program, number)
    default: break
    }
  }

  private func carryOut(_ request: ChildRequest, during call: CallReason) throws(Refusal) {
    let isGuarded = request.changesChosenRows && thirdPartyName != nil
    let isMeant = isGuarded && call == .input && (child.isNamed || run.meansMove(request))
    switch request {
    case .draw: needsDraw = true
    case .timer(let delay): setTimer(delay)
    case .state(let name, let isAnimated):
      let delay = limits.stateDelay(at: nowNanoseconds)
      if delay > 0 { reportFault(.requestedWithoutRest) }
      guard run.requestState(name, isAnimated, delay, call == .input || isUserActive) else {
        throw .unknownState(name)
      }
      run.stateSetters[name] = child.isNamed ? nil : thirdPartyName
    case .action(.bell) where !limits.allowsBell(at: nowNanoseconds): throw .tooOften
    case .action(.title) where !limits.allowsTitle(at: nowNanoseconds): throw .tooOften
    case .action(let action): try run.perform(action, for: thirdPartyName)
    case .select(let row): guard run.selection.select(row) else { throw .notThere }
    case .anchor(let anchor): run.selection.anchor(anchor)
    case .mark(let row, let count, let isMarked):
      guard let isDone = run.selection.mark(row, count: count, isMarked) else { throw .notThere }
      guard isDone else { throw .tooScattered }
    case .show(let request):
      let view = try shownView()
      run.endOperations(\.view, but: plugin)
      view.willShow(request, for: thirdPartyName)
      view.show(request)
    case .find(let filter, let place, let isBackward):
      let view = try shownView()
      run.endOperations(\.find, but: plugin)
      view.willFind(for: thirdPartyName)
      view.find(filter, from: place, isBackward: isBackward)
    case .endFind: try shownView().endFind()
    case .front: guard putInFront() else { throw .withoutKeys }
    case .takeText(let takesText): self.takesText = takesText
    case .dock(let dock):
      claimed = .some(dock)
      run.needsLayout = true
    case .collapse(let isCollapsed):
      if isCollapsed != self.isCollapsed { run.needsLayout = true }
      self.isCollapsed = isCollapsed
    case .refreshPlace: run.needsLayout = true
    case .remember(let name, let value):
      guard let type, let option = type.option(name, taking: value) else { throw .outOfRange }
      run.options[type.id, name] = RememberedOption(
        child: type.id, name: name, value: value == option.fallback ? nil : value)
    case .message(let message):
      guard limits.allows(message, at: nowNanoseconds) else { throw .saidTooMuch }
      run.messages.append((message, sender: self))
    case .run(let program, let number):
      do throws(Refusal) {
        try start(program, as: number)
      } catch {
        // The user's activation does not continue for a program that did not start.
        plugin.policy.programEnded(number)
        throw error
      }
    case .cancel(let number):
      guard programs.contains(number), run.programs?.cancel(number, of: self) ?? false
      else { throw .notThere }
    }
    if isGuarded, !isMeant { run.pick.childMoved(at: nowNanoseconds) }
    plugin.record.note(request)
  }

  private func undo(of request: ChildRequest) -> () -> Void {
    switch request {
    case .select, .anchor, .mark: run.selection.beginProvisional()
    case .show, .find, .endFind: run.view?.beginProvisional()
    case .front: return undoOfFront()
    case .takeText: return { [takesText] in self.takesText = takesText }
    case .dock:
      return { [claimed] in
        self.claimed = claimed
        self.run.needsLayout = true
      }
    case .remember(let name, _):
      guard let type else { break }
      return { [before = run.options[type.id, name]] in self.run.options[type.id, name] = before }
    default: break
    }
    return {}
  }

  private func shownView() throws(Refusal) -> SharedRowView {
    guard let view = run.view else { throw .notThere }
    return view
  }

  private func setTimer(_ delay: Int64?) {
    guard let delay else { return wakeNanoseconds = nil }
    let taken = limits.timerDelay(delay, at: nowNanoseconds)
    if delay == 0, taken > 0 { reportFault(.wokenWithoutRest) }
    let (time, overflows) = nowNanoseconds.addingReportingOverflow(taken)
    wakeNanoseconds = overflows ? .max : time
  }

  /// Whether the user recently interacted with a child of the same plugin.
  var isUserActive: Bool { plugin.policy.isActive(at: nowNanoseconds) }

  /// Whether the child is in front, and how many children take keys; set by the stage.
  package internal(set) var focus = FocusFacts()
  /// Whether the child takes typed text; nil if it did not declare so and its cursor decides.
  private(set) var takesText: Bool?
  /// Whether a bundled child takes typed text, which it discards on Escape.
  var isBundledPrompt: Bool { plugin.policy.isBundled && takesText == true }
  /// Whether the child takes keys now; like the next two closures it is set by the stage.
  var takesKeys: () -> Bool = { false }
  var putInFront: () -> Bool = { false }
  var undoOfFront: () -> () -> Void = { {} }

  /// The dock that the child requested, which may be none; nil if it requested nothing.
  private(set) var claimed: Dock??
  /// Whether the docked child takes no room because it has nothing to show.
  private(set) var isCollapsed = false

  /// Whether the child can still be notified, and how to report a program's end; set by its owner.
  var isAlive: () -> Bool = { false }
  var reportEnd: (ProgramEnd) -> Void = { _ in }
  /// Programs whose end the child has not been notified of.
  private var programs: Set<UInt64> = []

  private func check(_ program: ChildProgram, _ number: UInt64) throws(Refusal) {
    if program.usesTerminal {
      guard run.hasTerminal else { throw .noTerminal }
      guard focus.isInFront else { throw .notInFront }
    }
    guard programs.count < ChildProgram.runningLimit, !programs.contains(number),
      run.programs != nil
    else { throw .tooManyPrograms }
  }

  private func start(_ program: ChildProgram, as number: UInt64) throws(Refusal) {
    guard limits.allowsProgram(at: nowNanoseconds) else { throw .tooOften }
    try check(program, number)
    try run.programs?.add(run.order(program), as: number, for: self)
    programs.insert(number)
  }

  func programEnded(_ end: ProgramEnd) {
    programs.remove(end.number)
    reportEnd(end)
    plugin.policy.programEnded(end.number)
  }

  /// Ends the user activation of the programs of a child that no longer exists.
  func abandonPrograms() {
    for number in programs { plugin.policy.programEnded(number) }
    programs = []
  }

  var followed: FollowedFacts {
    var facts = run.followed
    facts.focus = focus
    return facts
  }
}

/// The request policy of one plugin (permissions and user activation) and the counts of what it has
/// done for the user, shared by all its children; activation ends when none of them is on screen.
package final class PluginPolicy {
  var policy: RequestPolicy
  package var record = ActionCounts()
  private var shownCount = 0

  package init(_ policy: RequestPolicy = RequestPolicy()) { self.policy = policy }

  package var grants: GrantedNeeds { policy.grants }

  func childAppeared() { shownCount += 1 }

  func childDisappeared() {
    shownCount -= 1
    if shownCount == 0 { policy.endActivation() }
  }
}
