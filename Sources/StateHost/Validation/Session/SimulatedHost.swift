internal import HostPlugins
internal import HostStates
internal import HostSurface

/// The simulated host of one child in a validator check, in the check's worker process: offers
/// generated content, answers queries, performs or refuses requests, and records them, and
/// separately those that need an action of the user but came without one.
final class SimulatedHost: ChildHost {
  var content: SimulatedContent
  var nowNanoseconds = SimulatedHost.startNanoseconds
  var terminalFacts = TerminalFacts()
  var refuses = false
  var refusesPrograms = false
  var situation = ContainerSituation()
  private var selected: UInt64 = 0
  private var marked: Set<UInt64> = []
  var options = SimulatedOptions()
  var roleColour = Colour.rgb(0x80, 0x80, 0x80)

  var invalidateCount = 0
  /// The delay of its timer, in nanoseconds from when it was set; nil without a timer.
  var wakeAfterNanoseconds: Int64?
  /// The call in which the timer was set.
  private(set) var timerCall: CallPlace?
  /// The call in which a timer was set for a time of the clock in the next hour: no delay.
  private(set) var clockTimerCall: CallPlace?
  /// The number of timers of less than 100 µs, without those of 0, and of all others.
  private(set) var timerCounts = (short: 0, long: 0)

  /// The states that it requested.
  var requests: [Located<String>] = []
  var sentMessages: [Located<ChildMessage>] = []
  /// Whether typed characters are text for it, as it last reported.
  private(set) var takesText: Located<Bool>?
  /// Nil without a request; `.some(nil)` for a request of no dock.
  private(set) var requestedDock: Dock??
  private(set) var isCollapsed = false
  /// The call in which it last requested a new layout; nil if it did not.
  var layoutCall: CallPlace?

  /// The options that it read, each once.
  private(set) var askedOptions: [Located<String>] = []
  private(set) var optionReads = OptionReads()
  /// Whether the cursor was to move to a row that does not exist.
  var hasMissedRow = false
  /// Its choices of rows that do not exist.
  private(set) var missedChoices: [Located<ChildAction>] = []

  var performed: [Located<ChildAction>] = []
  /// Its requests that need an action of the user, without one.
  var unasked: [Located<ChildRequest>] = []
  /// The call that last changed shared state: the user's row, marks, view, or child in front.
  var changeCall: CallPlace?

  private static let askedLimit = 256

  private let monitor: CallMonitor
  private let states: [String]

  /// Creates a host with states besides the usual ones.
  init(_ monitor: CallMonitor, content: SimulatedContent, states: [String] = []) {
    self.monitor = monitor
    self.states = PluginCatalogue.usualStates + states
    self.content = content
    terminalFacts.columns = 80
    terminalFacts.rows = 24
    terminalFacts.colours = 1 << 24
    terminalFacts.hasMouse = true
    terminalFacts.isDark = false
  }

  /// Clears all recorded requests, except a timer.
  func forgetRequests() {
    invalidateCount = 0
    (requests, performed, sentMessages) = ([], [], [])
    (changeCall, layoutCall) = (nil, nil)
    formerPrograms = programs
  }

  /// Whether it has requested anything since then, a draw or a timer within a second included.
  var hasRequests: Bool {
    invalidateCount > 0 || wakeAfterNanoseconds.map { $0 <= 1_000_000_000 } ?? false
      || changeCall != nil || layoutCall != nil || !requests.isEmpty || !performed.isEmpty
      || programs != formerPrograms
  }

  private var limits = RequestPolicy.Limits()

  /// The policy of a child that the user named, permitting some actions without a user action.
  private(set) var policy = RequestPolicy(grants: GrantedNeeds([.run, .acceptText]))

  var facts: HostFacts {
    var facts = HostFacts()
    facts.nowNanoseconds = nowNanoseconds
    facts.terminal = terminalFacts
    for role in ThemeRole.allCases { facts.theme[role] = roleColour }
    facts.content = shown?.allFacts
    facts.situation = situation
    facts.focus.isInFront = isInFront && !refuses
    facts.focus.count = isInFront && !refuses ? 1 : 2
    facts.policy = policy
    return facts
  }

  func answer(_ query: HostQuery) -> HostReply {
    switch query {
    case .selection: return .selection(selection)
    case .isMarked(let row): return .isMarked(marked.contains(row))
    case .markedRows(let first, let count):
      return .rows(
        Array(marked.sorted().dropFirst(Int(clamping: first)).prefix(Int(clamping: count))))
    case .option(let name, let room):
      if !askedOptions.contains(where: { $0.what == name }) { note(name, in: &askedOptions) }
      let value = options[name]
      if value != nil { optionReads.noteRead(name) }
      return HostReply(length: value.map { unsafe monitor.copy($0, into: room) })
    case .view, .place:
      checkView.isUsed = true
      return shown == nil ? .none : checkView.answer(query)
    default:
      guard let shown else { return .none }
      return unsafe shown.answer(query, copying: monitor.copy) ?? checkView.answer(query)
    }
  }

  func note(_ event: ChildCallEvent) {
    switch event {
    case .inputBegan(let activation):
      limits.inputArrived()
      policy.inputBegan(activation, at: nowNanoseconds)
    case .inputEnded(let isUsed): _ = policy.inputEnded(isUsed: isUsed, at: nowNanoseconds)
    case .optionParsed(let name, let isOfType): optionReads.noteParsed(name, isOfType)
    case .rowsWereReplaced, .logged: break
    case .fault(let fault): monitor.report(fault)
    }
  }

  /// Records that the child has received the end of a program.
  func programEnded(_ number: UInt64) {
    scripted[number] = nil
    policy.programEnded(number)
  }

  /// Records that the child comes on screen, without an action of the user.
  func endActivation() { policy.endActivation() }

  /// Copies the shared state and the terminal of another child's host.
  func share(with other: SimulatedHost) {
    (content, situation, terminalFacts) = (other.content, other.situation, other.terminalFacts)
    (selected, marked, nowNanoseconds) = (other.selected, other.marked, other.nowNanoseconds)
    checkView.showsFew = other.checkView.showsFew
    checkView.showsNone = other.checkView.showsNone
  }

  /// Records that the child is about to be woken.
  func wokeIsCalled() { limits.wokeIsCalled() }

  /// Records a request, and performs it unless it is refused.
  func perform(_ request: ChildRequest, during call: CallReason) throws(Refusal) {
    noteUnasked(request, call)
    if case .run = request {
      try decide(request, call, isNamed: true)
      return try carryOut(request)
    }
    try carryOut(request)
    try decide(request, call, isNamed: true)
  }

  private func noteUnasked(_ request: ChildRequest, _ call: CallReason) {
    let before = policy
    let isAsked = (try? decide(request, call, isNamed: false)) != nil
    policy = before
    if !isAsked, !refuses { note(request, in: &unasked) }
  }

  private func decide(_ request: ChildRequest, _ call: CallReason, isNamed: Bool) throws(Refusal) {
    _ = try policy.decide(
      request, of: RequestPolicy.Child(id: "the child", isNamed: isNamed), during: call,
      in: RequestPolicy.Circumstances(
        now: nowNanoseconds, content: shown?.allFacts, isPick: situation.isPick))
  }

  private func carryOut(_ request: ChildRequest) throws(Refusal) {
    switch request {
    case .draw: invalidateCount += 1
    case .timer(let delay): setTimer(delay)
    case .state(let name, _): try requestState(name)
    case .action(let action): try perform(action)
    case .select(let row): try select(row)
    case .anchor(let anchor):
      let rows = checkView.facts.rows
      if rows > 0 { try? select(checkView.row(at: anchor == .top ? 0 : rows - 1)) }
    case .mark(let row, let count, let isMarked): try mark(row, count: count, isMarked)
    case .show(let request): try shownView().show(request)
    case .find(let filter, let place, let isBackward):
      try shownView().find(filter, from: place, isBackward: isBackward)
    case .endFind: try shownView().endFind()
    case .front:
      noteChange()
      if refuses { throw .withoutKeys }
      isInFront = true
    case .takeText(let takesText): self.takesText = monitor.seen(takesText)
    case .dock(let dock):
      requestedDock = .some(dock)
      layoutCall = monitor.lastCall
    case .collapse(let isCollapsed):
      self.isCollapsed = isCollapsed
      layoutCall = monitor.lastCall
    case .refreshPlace: layoutCall = monitor.lastCall
    case .remember: break
    case .message(let message): try send(message)
    case .run(let program, let number): try start(program, as: number)
    case .cancel(let number): try cancel(number)
    }
  }

  /// Performs a request of another child or the user; returns whether it succeeded.
  @discardableResult func change(_ request: ChildRequest) -> Bool {
    (try? carryOut(request)) != nil
  }

  /// The time of its clock at first: 3 days, 7 hours and 13 minutes, which no delay is by chance.
  static let startNanoseconds: Int64 = ((3 * 24 + 7) * 60 + 13) * 60_000_000_000

  private static let hourNanoseconds: Int64 = 3_600_000_000_000

  private func setTimer(_ delay: Int64?) {
    timerCall = monitor.lastCall
    if let delay, (nowNanoseconds..<nowNanoseconds + Self.hourNanoseconds).contains(delay) {
      clockTimerCall = clockTimerCall ?? timerCall
    }
    if let delay, delay > 0 {
      if delay < 100_000 { timerCounts.short += 1 } else { timerCounts.long += 1 }
    }
    wakeAfterNanoseconds = delay.map { limits.timerDelay($0, at: nowNanoseconds) }
    if delay == 0, wakeAfterNanoseconds != 0 { reportFault(.wokenWithoutRest) }
  }

  private func requestState(_ name: String) throws(Refusal) {
    if limits.stateDelay(at: nowNanoseconds) > 0 { reportFault(.requestedWithoutRest) }
    guard !refuses, states.contains(name) else { throw .unknownState(name) }
    note(name, in: &requests)
  }

  private func send(_ message: ChildMessage) throws(Refusal) {
    guard limits.allows(message, at: nowNanoseconds) else { throw .saidTooMuch }
    if refuses { throw .tooOften }
    note(message, in: &sentMessages)
  }

  /// Adds a request to a list of at most 256.
  private func note<What>(_ what: What, in list: inout [Located<What>]) {
    if list.count < Self.askedLimit { list.append(monitor.seen(what)) }
  }

  func noteChange() { changeCall = monitor.lastCall }

  private func perform(_ action: ChildAction) throws(Refusal) {
    if refuses { throw .unasked }
    guard action.rows.allSatisfy({ contentRow($0) != nil }) else {
      note(action, in: &missedChoices)
      throw .notThere
    }
    try action.checkText()
    note(action, in: &performed)
  }

  private var shown: SimulatedContent? { refuses || !content.isThere ? nil : content }

  var selection: SelectionFacts {
    var facts = SelectionFacts()
    let rows = self.facts.content?.rows ?? 0
    facts.row = rows > 0 && !checkView.showsNone ? min(selected, rows - 1) : nil
    facts.markedCount = UInt64(marked.count)
    return facts
  }

  private func select(_ row: UInt64) throws(Refusal) {
    guard row < facts.content?.rows ?? 0 else {
      hasMissedRow = true
      throw .notThere
    }
    if selected != row { noteChange() }
    selected = row
  }

  private func mark(_ row: UInt64, count: UInt64, _ isMarked: Bool) throws(Refusal) {
    let rows = facts.content?.rows ?? 0
    guard row <= rows, count <= rows - row else { throw .notThere }
    // Limits the marks, so that checks can read all of them.
    let those = row..<(row + min(count, 4096))
    let before = marked.count
    if isMarked { marked.formUnion(those) } else { marked.subtract(those) }
    if marked.count != before { noteChange() }
  }

  /// Whether the child is in front; otherwise another one is.
  var isInFront = true

  /// The numbers of its programs whose end it has not received.
  var programs: [UInt64] = []
  /// The programs at the last `forgetRequests`.
  private var formerPrograms: [UInt64] = []
  /// The program that has the terminal, if it still runs.
  private var terminalProgram: UInt64?

  private func start(_ program: ChildProgram, as number: UInt64) throws(Refusal) {
    if refuses || refusesPrograms { throw .notGranted(program: program.words[0], id: "the child") }
    guard limits.allowsProgram(at: nowNanoseconds) else { throw .tooOften }
    guard programs.count < ChildProgram.runningLimit else {
      refusedPrograms += 1
      throw .tooManyPrograms
    }
    programCall = monitor.lastCall
    if startedWords.count < Self.askedLimit { startedWords.append(program.words) }
    if program.endsWithNull { nullWordCall = nullWordCall ?? programCall }
    if program.usesTerminal, let terminalProgram, programs.contains(terminalProgram) {
      throw .terminalTaken
    }
    if let script {
      scripted[number] = script.start(program.words)
      if scripted[number] == nil {
        note(ScriptedChildProgram.commandLine(program.words), in: &unscripted)
      }
    }
    programs.append(number)
    if program.usesTerminal { terminalProgram = number }
  }

  private func cancel(_ number: UInt64) throws(Refusal) {
    guard programs.contains(number) else { throw .notThere }
    scripted[number]?.steps = [ProcessStep(afterNanoseconds: 0, kind: .end(.killed(signal: 15)))]
    if !cancelledPrograms.contains(number) { cancelledPrograms.append(number) }
  }

  /// The running programs that it has cancelled.
  var cancelledPrograms: [UInt64] = []
  /// The number of programs that were refused because too many ran.
  private(set) var refusedPrograms = 0
  /// The command lines of the started programs.
  private(set) var startedWords: [[[UInt8]]] = []
  /// The call in which it last started a program.
  private(set) var programCall: CallPlace?
  /// The first call in which it started a program whose last word is NULL.
  private(set) var nullWordCall: CallPlace?

  /// The user's script of programs; nil without one.
  var script: ScriptedPrograms?
  private var scripted: [UInt64: ScriptedChildProgram] = [:]
  /// The command lines that the script lacks.
  private(set) var unscripted: [Located<String>] = []

  /// How a program ends by the script; nil if it keeps running.
  func scriptedEnd(of number: UInt64) -> ProgramEnd? {
    guard let steps = scripted[number]?.steps else {
      let isScripted = scripted[number] != nil
      return ProgramEnd(
        number,
        notStarted: isScripted ? "the command was not found" : "no result is scripted for it")
    }
    var (output, errors) = (ProgramEnd.Output(), ProgramEnd.Output())
    for step in steps {
      switch step.kind {
      case .output(let bytes): output.append(bytes[...])
      case .errorOutput(let bytes): errors.append(bytes[...])
      case .end(let end):
        let how: ProgramEnd.How =
          switch end {
          case .exited(let status): .exited(Int32(status))
          case .killed(let signal): .killed(signal: Int32(signal))
          }
        return ProgramEnd(number, how, output: output, errors: errors)
      }
    }
    return nil
  }

  private(set) lazy var checkView = SimulatedView(of: self)

  private func shownView() throws(Refusal) -> SimulatedView {
    if shown == nil { throw .notThere }
    return checkView
  }

  /// Reports a fault that only the host detects; set once the child is created.
  var reportFault: (ChildFault.Kind) -> Void = { _ in }
}

/// The option values that a child or source under test reads by name: the check's override, else
/// the value of the user's `-o`, else the default that the plugin declares.
///
/// A child that declares options receives only those, with valid values; any other receives any.
struct SimulatedOptions {
  /// A check's value for the option of this name; without a name, for each option that accepts it.
  typealias Override = (name: String?, value: [UInt8])

  /// The child's type; nil for a child that declares no options.
  var type: ChildType?
  var override: Override?
  var given: [OptionAssignment] = []

  subscript(name: String) -> [UInt8]? {
    let value = override.flatMap { $0.name == nil || $0.name == name ? $0.value : nil }
    let given = given.last { $0.id == type?.id && $0.name == name }.map { Array($0.text.utf8) }
    guard let declared = type?.options, !declared.isEmpty else { return value ?? given }
    guard let type = declared.first(where: { $0.name == name }) else { return nil }
    if let value, let text = String(validating: value, as: UTF8.self), type.takes(text) {
      return value
    }
    return given ?? (type.fallback.isEmpty ? nil : Array(type.fallback.utf8))
  }
}

/// The number of reads of each option with a value by a child or source under test: all, typed
/// reads, and failures of these; shows options only read as a type that their text is not.
struct OptionReads {
  private var counts: [String: (all: Int, parsed: Int, failed: Int)] = [:]

  mutating func noteRead(_ name: String) { counts[name, default: (0, 0, 0)].all += 1 }

  mutating func noteParsed(_ name: String, _ isOfType: Bool) {
    counts[name, default: (0, 0, 0)].parsed += 1
    if !isOfType { counts[name]?.failed += 1 }
  }

  /// The options never read as text, whose text is no value of the type that they were read as.
  var misread: [String] {
    counts.filter { $0.value.failed > 0 && $0.value.all == $0.value.parsed }.keys.sorted()
  }
}

extension OptionDeclaration {
  /// Valid values, including the ends of the range.
  var sampleValues: [[UInt8]] {
    let ends = [range?.lowerBound, range?.upperBound].compactMap { $0 }
    let values: [String] =
      switch kind {
      case .text: []
      case .flag: ["true", "false"]
      case .choice: choices
      case .integer:
        ["9223372036854775807", "-9223372036854775808", "0", "1", "-1"]
          + ends.compactMap { Int64(exactly: $0.rounded()) }.map(String.init)
      case .number: ["1e300", "-1e300", "0.001", "0", "1", "-1"] + ends.map { "\($0)" }
      case .duration: ["0s", "1ms", "3600s"] + ends.map { "\($0)s" }
      }
    return values.filter { takes($0) }.map { Array($0.utf8) }
  }
}

extension ChildRequest {
  /// What the request does, as text, if it needs an action of the user; else nil.
  ///
  /// A plugin with a grant may request a load by itself.
  var wordsForTheUser: String? {
    guard case .action(let action) = self else { return nil }
    return switch action {
    case .quit: "the end of the program"
    case .clipboard: "the clipboard"
    case .acceptRow, .acceptRows, .acceptText: "a choice"
    case .reload, .title, .bell: nil
    }
  }
}
