/// The private data of a `StateContainer` and the functions that change it step by step: the
/// transition machine, the children by slot, the states, the running and the waiting request, and
/// the calls and outcomes that are queued while callbacks run.
///
/// One value, so that each step is one exclusive access. Callbacks run, and objects of the caller
/// are released, outside that access; only a child's identity and equality are called within it.
@usableFromInline
struct ContainerCore<State, Child: StateContainerChild> {
  @usableFromInline var machine: TransitionMachine
  @usableFromInline var table = ChildTable<Child>()
  /// The slots of the next state's children, in order, with duplicates.
  @usableFromInline var named: [Slot] = []
  @usableFromInline var current: State?
  @usableFromInline var previous: State?

  /// The request of the running transition; an appearance has one, too.
  @usableFromInline var running: Request<State>?
  /// The request that waits for the running transition to end, and whether it is animated.
  @usableFromInline var waiting: (request: Request<State>, isAnimated: Bool)?
  /// The completion handler of the appearance that begins, until its state is known.
  @usableFromInline var appearanceCompletion: ((RequestOutcome) -> Void)?
  /// Outcomes of requests and appearances that have not been reported.
  @usableFromInline var pendingOutcomes = Queue<PendingOutcome<State>>()
  /// Operations requested within callbacks, which follow the current one.
  @usableFromInline var operations = Queue<ContainerOperation>()
  /// Whether progress is reported after the effects of the current operation.
  @usableFromInline var reportsProgress = false
  /// The deadline of the current state, while it counts.
  @usableFromInline var deadline: StateDeadline<State>?
  @usableFromInline var interactiveCount = 0

  /// How many more outcomes are reported, and operations of callbacks run, in the current call; the
  /// rest is left to the next one.
  @usableFromInline var remainingReports = 0
  @usableFromInline var remainingOperations = 0
  /// Whether the owner existed at any call.
  @usableFromInline var hadOwner = false

  @usableFromInline let status: ContainerStatus

  init(nowNanoseconds: Int64, status: ContainerStatus) {
    machine = TransitionMachine(nowNanoseconds: nowNanoseconds)
    self.status = status
  }
}

// MARK: - Calls

extension ContainerCore {
  /// The most operations, outcomes or transitions that callbacks may cause within one call.
  @inlinable static var mostAtOnce: Int { 10_000 }

  /// Begins a call from outside.
  @inlinable
  mutating func begin() {
    status.isBusy = true
    hadOwner = true
    remainingReports = Self.mostAtOnce
    remainingOperations = Self.mostAtOnce
    machine.beginOperation()
  }

  /// Begins a call that requests a state; returns its first step.
  @inlinable
  mutating func begin(_ request: Request<State>, animated: Bool) -> Step? {
    receive(request, animated: animated)
    begin()
    return nextStep()
  }

  /// Begins a call of an operation; returns its first step.
  @inlinable
  mutating func begin(_ operation: ContainerOperation) -> Step? {
    begin()
    return run(operation) ?? nextStep()
  }

  /// Begins an interactive transition; returns its number, or nil if it cannot begin now.
  mutating func beginInteractive(_ request: Request<State>) -> Int? {
    hadOwner = true
    guard machine.beginInteractive() else { return nil }
    running = request
    interactiveCount += 1
    begin()
    return interactiveCount
  }

  @inlinable
  mutating func run(_ operation: ContainerOperation) -> Step? {
    switch operation {
    case .phase(let phase, let completion):
      if let completion {
        guard !machine.acceptsRequests else {
          queueOutcome(.cancelled, completion)
          return nil
        }
        appearanceCompletion = completion
      }
      if machine.enter(phase) { drop(waiting.take()?.request, .cancelled) }
    case .interactive(let number, let command):
      guard number == interactiveCount, machine.isInteractive else { return nil }
      switch command {
      case .move(let progress):
        machine.setInteractiveProgress(progress)
        return machine.transitionProgress.map { .reportProgress($0) }
      case .finish: machine.finishInteractive()
      case .cancel: machine.cancelInteractive()
      }
    case .endTransition: machine.endTransition()
    case .advance(let nanoseconds):
      machine.advance(to: nanoseconds)
      reportsProgress = true
    }
    return nil
  }
}

// MARK: - Requests

extension ContainerCore {
  @inlinable
  mutating func receive(_ request: Request<State>, animated: Bool) {
    switch machine.receiveRequest(animated: animated) {
    case .starts:
      running = request
    case .waits:
      drop(waiting.take()?.request, .superseded)
      waiting = (request, animated)
    case .isRefused:
      drop(request, .cancelled)
    }
  }

  @inlinable
  mutating func drop(_ request: Request<State>?, _ outcome: RequestOutcome) {
    guard let request else { return }
    queueOutcome(outcome, of: request.state, request.completion)
  }

  /// Queues an outcome, which is reported when no callback runs.
  @inlinable
  mutating func queueOutcome(
    _ outcome: RequestOutcome, of state: State? = nil, _ completion: ((RequestOutcome) -> Void)?
  ) {
    pendingOutcomes.add(PendingOutcome(outcome, of: state, completion: completion))
    status.hasPendingOutcomes = true
  }

  /// Cancels all requests and queued operations, after the owner is gone.
  @usableFromInline
  mutating func cancelAll() {
    drop(running.take(), .cancelled)
    drop(waiting.take()?.request, .cancelled)
    while let operation = operations.takeFirst() { drop(operation) }
  }

  /// Ends what runs without callbacks, after the owner is gone.
  ///
  /// - Returns: the children that were leaving.
  mutating func abandon() -> [Child?] {
    cancelAll()
    return machine.abandon().map { slot in
      defer { table.remove(slot) }
      return table.children[slot.index]
    }
  }

  /// Drops an operation, after the owner is gone.
  @usableFromInline
  mutating func drop(_ operation: ContainerOperation) {
    if case .phase(_, let completion?) = operation { queueOutcome(.cancelled, completion) }
  }

  /// Removes the first outcome to report.
  @inlinable
  mutating func takePendingOutcome() -> PendingOutcome<State>? {
    guard remainingReports > 0, let outcome = pendingOutcomes.takeFirst() else { return nil }
    remainingReports -= 1
    status.hasPendingOutcomes = !pendingOutcomes.isEmpty
    return outcome
  }
}

// MARK: - Steps

/// The next step of a container in which it calls callbacks, as its `ContainerCore` returns it,
/// with the states and children to pass to them.
@usableFromInline
enum ContainerStep<State, Child: StateContainerChild> {
  /// Report queued outcomes.
  case reportOutcomes
  case reportProgress(Double)
  /// Load the state to appear with.
  case loadAppearanceState
  /// Begin the transition, with the callbacks of `MachineEffect.beginTransition`.
  case beginTransition(to: State, animated: Bool)
  /// Call a callback of children, one after the other.
  case call(ChildRange, ChildCallback)
  /// Call the callbacks of a child's end, and of those that end at the same instant.
  case end(Child, Slot, ChildEnd)
  /// Call `didTransition`.
  case didTransition(Transition<State>, isComplete: Bool)
  /// Call the completion handler of the transition's request.
  case completeRequest(Request<State>, RequestOutcome)
}

extension ContainerCore {
  /// The step that this core returns.
  @usableFromInline typealias Step = ContainerStep<State, Child>

  /// The next step; nil at the end of the call.
  @inlinable
  mutating func nextStep() -> Step? {
    while true {
      if status.hasPendingOutcomes, remainingReports > 0 { return .reportOutcomes }
      if let step = machine.nextStep(waitingIsAnimated: waiting?.isAnimated) {
        machine.publish(to: status)
        switch step {
        case .takeUp(let request): takeUp(request)
        case .perform(let effect): if let step = self.step(effect) { return step }
        }
        continue
      }
      machine.publish(to: status)
      if reportsProgress {
        reportsProgress = false
        if let progress = machine.progressByClock() { return .reportProgress(progress) }
      }
      guard remainingOperations > 0, let operation = operations.takeFirst() else {
        status.isBusy = false
        return nil
      }
      remainingOperations -= 1
      if let step = run(operation) { return step }
    }
  }

  /// The step to perform an effect of the machine; nil if it has no callback.
  @inlinable
  mutating func step(_ effect: MachineEffect) -> Step? {
    switch effect {
    case .loadAppearanceState: return .loadAppearanceState
    case .beginTransition:
      return .beginTransition(to: stateToCome, animated: machine.isAnimated)
    case .call(let row, let callback): return .call(row, callback)
    case .end(let slot, let end): return .end(table.children[slot], slot, end)
    case .didTransition(let isComplete): return .didTransition(transition, isComplete: isComplete)
    case .completeRequest(let outcome):
      guard let request = running.take(), request.completion != nil else { return nil }
      return .completeRequest(request, outcome)
    }
  }

  /// The next child that ends at this instant, after another one.
  @inlinable
  mutating func nextEnd() -> (slot: Slot, end: ChildEnd, child: Child)? {
    machine.nextEnd().map { ($0.slot, $0.end, table.children[$0.slot]) }
  }

  @inlinable
  mutating func takeUp(_ request: NextRequest) {
    switch request {
    case .waiting: running = waiting.take()?.request
    case .back: running = previous.map { Request(state: $0, completion: nil) }
    case .deadline:
      guard let reached = deadline.take() else { return }
      receive(Request(state: reached.next, completion: nil), animated: reached.isAnimated)
    }
  }

  /// Makes the next state the current one; also returns the state that is not kept any more.
  @inlinable
  mutating func changeState() -> (transition: Transition<State>, former: State?) {
    let former = previous
    previous = current
    current = stateToCome
    return (transition, former)
  }

  /// The state that the running transition leads to.
  @inlinable
  var stateToCome: State {
    guard let running else { preconditionFailure("a transition runs to no state") }
    return running.state
  }

  /// The running transition, after `changeState`.
  @inlinable
  var transition: Transition<State> {
    mutating get {
      Transition(previous: previous, next: stateToCome, isAnimated: machine.isAnimated)
    }
  }

  /// Begins the transition to the state to appear with.
  @inlinable
  mutating func appear(with state: State) {
    running = Request(state: state, completion: appearanceCompletion.take())
    machine.appearanceStateLoaded()
  }

  /// Plans the transition to children of a state, bottom first, between those of every state.
  @inlinable
  mutating func plan(
    _ children: [Child], background: [Child], foreground: [Child]
  ) -> (plan: TransitionPlan, children: [Child?]) {
    named.clear()
    table.beginPlan()
    for child in background { named.append(table.admit(child)) }
    for child in children { named.append(table.admit(child)) }
    for child in foreground { named.append(table.admit(child)) }
    if !table.replaced.isEmpty { status.hasReplaced = true }
    return (machine.plan(named), table.children)
  }

  /// The children that were replaced since the last call, with their replacements.
  @inlinable
  mutating func takeReplaced() -> [(former: Child, child: Child)] {
    status.hasReplaced = false
    defer { table.replaced = [] }
    return table.replaced
  }

  /// Replaces the deadline of the current state; returns the former one.
  mutating func replaceDeadline(_ deadline: StateDeadline<State>?) -> StateDeadline<State>? {
    guard let deadline else {
      machine.removeDeadline()
      return self.deadline.take()
    }
    return setDeadline(deadline)
  }

  /// Sets the deadline of the next state; returns the one of an earlier state.
  @inlinable
  mutating func setDeadline(_ deadline: StateDeadline<State>) -> StateDeadline<State>? {
    machine.setDeadline(afterNanoseconds: deadline.afterNanoseconds)
    defer { self.deadline = deadline }
    return self.deadline.take()
  }

  /// When something is due next; now, if a call has left something.
  var nextDeadline: Int64? {
    operations.isEmpty && pendingOutcomes.isEmpty
      ? machine.nextDeadline(hasWaitingRequest: waiting != nil) : machine.nowNanoseconds
  }

  /// Whether a completion handler has not been called, or an operation waits.
  var hasPendingCompletions: Bool {
    running?.completion != nil || waiting?.request.completion != nil
      || !operations.isEmpty || !pendingOutcomes.isEmpty
  }

  /// The child in a slot, and how to show it now; nil if the slot is vacant.
  @inlinable
  func shown(_ slot: Slot) -> (child: Child, presentation: ChildPresentation)? {
    table.children[slot.index].map { ($0, machine.presentation(of: slot)) }
  }

  /// The slots of a row, and the children by slot.
  @inlinable
  func slotsAndChildren(in row: ChildRange) -> (ArraySlice<Slot>, [Child?]) {
    (machine.slots(in: row), table.children)
  }

  /// Removes a child, which the caller holds.
  @inlinable
  mutating func remove(_ slot: Slot) {
    table.remove(slot)
    machine.vacate(slot)
  }

  /// Begins to advance to an instant before which animations only progress; nil, without a change,
  /// if anything else is due.
  @inlinable
  mutating func beginFrame(at nanoseconds: Int64) -> (Transition<State>, progress: Double)? {
    guard waiting == nil, operations.isEmpty,
      let progress = machine.moveAnimations(to: nanoseconds)
    else { return nil }
    status.nowNanoseconds = max(nanoseconds, status.nowNanoseconds)
    status.isBusy = true
    status.hasCalled = false
    hadOwner = true
    remainingReports = Self.mostAtOnce
    remainingOperations = Self.mostAtOnce
    return (Transition(previous: previous, next: stateToCome, isAnimated: true), progress)
  }

  /// The layers, bottom first; mutating, so that the machine is read in place.
  @inlinable
  mutating func layers() -> ChildSnapshot<Child> { snapshot(of: machine.children.layers) }

  /// The children that enter or leave, entering ones first; mutating as `layers` is.
  @inlinable
  mutating func movers() -> ChildSnapshot<Child> { snapshot(of: machine.children.movers) }

  @inlinable
  mutating func snapshot(of slots: [Slot]) -> ChildSnapshot<Child> {
    let (instant, started) = machine.shownInstants()
    return ChildSnapshot(
      slots: slots, records: machine.children.records, children: table.children, instant: instant,
      started: started)
  }
}
