internal import HostPlugins

/// The host services of one child in its worker process: answers its queries from the worker's
/// copies, which ask the host for what they lack, checks its requests against the last known
/// policy, and forwards those that pass to the host, which decides again.
///
/// Two requests are not always forwarded: one to draw while another is pending or an input is
/// handled, and one to read the child's insets again, which the worker does after the call.
final class WorkerChildHost: ChildHost {
  private let number: UInt32
  private unowned let worker: RunWorker
  private let options: ChildOptionValues
  private let states: Set<String>
  var ticket: UInt32 = 0
  /// Whether a drawing is requested and has not begun.
  var isDrawAsked = true
  /// Whether to hold back draw requests during an input whose reply may include the drawing.
  var keepsDrawRequests = false
  var takesKeys = false
  private let child: RequestPolicy.Child
  /// The numbers of the child's programs whose end it has not been told.
  private var programs: Set<UInt64> = []

  init(_ order: ChildOrder, in worker: RunWorker) {
    number = order.child
    self.worker = worker
    options = order.options
    states = Set(order.states)
    child = RequestPolicy.Child(id: order.id, isNamed: order.isNamed)
  }

  private var nowNanoseconds: Int64 { worker.facts.host.nowNanoseconds }
  private var content: ContentFacts? { worker.facts.host.content }

  /// Forwards a request if, as far as the worker knows, the host would accept it.
  func perform(_ request: ChildRequest, during call: CallReason) throws(Refusal) {
    try check(request)
    // The host decides again; this decision gives the child its result at once.
    _ = try worker.policy.decide(
      request, of: child, during: call,
      in: RequestPolicy.Circumstances(
        now: nowNanoseconds, content: content, isPick: worker.facts.host.situation.isPick))
    switch request {
    case .draw:
      if isDrawAsked { return }
      isDrawAsked = true
      if keepsDrawRequests { return }
    case .refreshPlace:
      isPlaceAsked = true
      return
    case .select(let row):
      worker.selection.select(row, isShown: worker.facts.view?.isContent ?? true)
    case .anchor: worker.selection.move()
    case .mark: worker.selection.mark()
    case .show, .find, .endFind:
      // A change of the view may move the user to another row.
      worker.selection.move()
      worker.view.wasAsked()
    case .run(_, let number): programs.insert(number)
    default: break
    }
    let generation = request.namesRows ? content?.generation : nil
    worker.tell(.request(child: number, during: ticket(of: call), generation: generation, request))
  }

  private func check(_ request: ChildRequest) throws(Refusal) {
    let rows = content?.rows ?? 0
    switch request {
    case .action(let action):
      try action.checkText()
      guard content != nil || !action.needsContent, action.rows.allSatisfy({ $0 < rows })
      else { throw .notThere }
    case .show, .find, .endFind: if worker.facts.view == nil { throw .notThere }
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
    guard programs.count < ChildProgram.runningLimit else { throw .tooManyPrograms }
    guard program.rowUse.isEmpty || rows > 0 else { throw .noRows }
  }

  private func ticket(of call: CallReason) -> CallOrigin {
    switch call {
    case .input: .input(ticket)
    case .change, .carriedChange: .change
    case .creation, .other: .other
    }
  }

  func sendDrawRequest() {
    isDrawAsked = true
    worker.tell(.request(child: number, during: .other, .draw))
  }

  var facts: HostFacts {
    var facts = worker.facts.host
    facts.focus.isInFront = worker.facts.front == number
    facts.policy = worker.policy
    return facts
  }

  func answer(_ query: HostQuery) -> HostReply {
    switch query {
    case .selection: .selection(worker.selection.facts)
    case .isMarked(let row): .isMarked(worker.selection.isMarked(row))
    case .markedRows(let first, let count):
      .rows(worker.selection.markedRows(from: first, count: count))
    case .option(let name, let room): HostReply(length: unsafe options.copy(name, into: room))
    case .view, .viewRows, .place, .matches:
      worker.facts.view == nil ? .none : worker.view.answer(query)
    default: worker.content.answer(query)
    }
  }

  func note(_ event: ChildCallEvent) {
    switch event {
    case .inputBegan(let activation): worker.policy.inputBegan(activation, at: nowNanoseconds)
    case .inputEnded(let isUsed): _ = worker.policy.inputEnded(isUsed: isUsed, at: nowNanoseconds)
    // The content does not change during a call.
    case .rowsWereReplaced, .optionParsed: break
    case .logged: worker.hasLogged()
    case .fault(let fault):
      let (what, remedy) = fault.kind.text
      worker.tell(.fault(child: number, what: what, remedy: remedy))
    }
  }

  /// Whether to send the child's insets again after the current call.
  var isPlaceAsked = false

  func programEnded(_ number: UInt64) { programs.remove(number) }
}
