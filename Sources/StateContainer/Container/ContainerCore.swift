/// All that a container keeps: the machine, the children by slot, the states and the requests.
///
/// One value, so that each step is one exclusive access to the container. What a step returns is told
/// when that access is over. Nobody's code runs within one, but that of identities: what somebody made
/// is let go of outside, too.
@usableFromInline
struct ContainerCore<State, Child: StateContainerChild> {
  @usableFromInline var machine: TransitionMachine
  @usableFromInline var table = ChildTable<Child>()
  /// The slots of the next state's children, in its order; one that is named twice is here twice.
  @usableFromInline var named: [Slot] = []
  @usableFromInline var current: State?
  @usableFromInline var previous: State?

  /// The request whose transition runs; the appearance's own transition is one, too.
  @usableFromInline var running: Request<State>?
  /// The request that waits for the running transition to end, and whether it is animated.
  @usableFromInline var waiting: (request: Request<State>, isAnimated: Bool)?
  /// Hears of the appearance that begins, until its state is known.
  @usableFromInline var appearanceCompletion: ((RequestOutcome) -> Void)?
  /// What became of requests and appearances whose makers have yet to be told.
  @usableFromInline var untold = Queue<UntoldOutcome<State>>()
  /// What was called from within a callback and comes after the present operation.
  @usableFromInline var operations = Queue<ContainerOperation>()
  /// Whether a report of progress follows the effects of the present operation.
  @usableFromInline var reportsProgress = false
  /// How long the current state may last, while that counts.
  @usableFromInline var deadline: StateDeadline<State>?
  @usableFromInline var handsMade = 0

  /// How many outcomes are told, and how many operations made in callbacks run, in the present call;
  /// the rest is left to the next one.
  @usableFromInline var tellable = 0
  @usableFromInline var runnable = 0
  /// Whether the owner was there when the container was called.
  @usableFromInline var hasMetOwner = false

  @usableFromInline let facts: ContainerFacts

  init(nowNanoseconds: Int64, facts: ContainerFacts) {
    machine = TransitionMachine(nowNanoseconds: nowNanoseconds)
    self.facts = facts
  }
}

// MARK: - Calls

extension ContainerCore {
  /// How many of anything callbacks may cause within one call.
  @inlinable static var mostAtOnce: Int { 10_000 }

  /// A call from outside begins.
  @inlinable
  mutating func begin() {
    facts.isBusy = true
    hasMetOwner = true
    tellable = Self.mostAtOnce
    runnable = Self.mostAtOnce
    machine.beginOperation()
  }

  /// A request is made from outside; returns the first step of what comes of it.
  @inlinable
  mutating func begin(_ request: Request<State>, animated: Bool) -> (
    step: ContainerStep, child: Child?
  )? {
    receive(request, animated: animated)
    begin()
    return nextStep()
  }

  /// An operation is called from outside; returns the first step of what comes of it.
  @inlinable
  mutating func begin(_ operation: ContainerOperation) -> (step: ContainerStep, child: Child?)? {
    begin()
    return run(operation) ?? nextStep()
  }

  /// Somebody wants to drive a transition by hand; the number of the hand, nil if it cannot begin now.
  mutating func beginByHand(_ request: Request<State>) -> Int? {
    hasMetOwner = true
    guard machine.beginByHand() else { return nil }
    running = request
    handsMade += 1
    begin()
    return handsMade
  }

  @inlinable
  mutating func run(_ operation: ContainerOperation) -> (step: ContainerStep, child: Child?)? {
    switch operation {
    case .phase(let phase, let completion):
      if let completion {
        guard !machine.acceptsRequests else {
          leaveUntold(.cancelled, completion)
          return nil
        }
        appearanceCompletion = completion
      }
      if machine.enter(phase) { lose(waiting.take()?.request, .cancelled) }
    case .hand(let number, let movement):
      guard number == handsMade, machine.isHandDriven else { return nil }
      switch movement {
      case .move(let progress):
        machine.moveHand(to: progress)
        return machine.transitionProgress.map { (.reportProgress($0), nil) }
      case .finish: machine.releaseHand()
      case .cancel: machine.cancelHand()
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
      lose(waiting.take()?.request, .superseded)
      waiting = (request, animated)
    case .isRefused:
      lose(request, .cancelled)
    }
  }

  @inlinable
  mutating func lose(_ request: Request<State>?, _ outcome: RequestOutcome) {
    guard let request else { return }
    leaveUntold(outcome, of: request.state, request.completion)
  }

  /// Puts off telling an outcome until no callback runs.
  @inlinable
  mutating func leaveUntold(
    _ outcome: RequestOutcome, of state: State? = nil, _ completion: ((RequestOutcome) -> Void)?
  ) {
    untold.add(UntoldOutcome(outcome, of: state, completion: completion))
    facts.hasUntold = true
  }

  /// Nobody is there to be asked: all requests are lost, and what was put off.
  @usableFromInline
  mutating func loseAll() {
    lose(running.take(), .cancelled)
    lose(waiting.take()?.request, .cancelled)
    while let operation = operations.takeFirst() { lose(operation) }
  }

  /// Nobody is there to be asked: what runs is over, in silence.
  ///
  /// - Returns: the children that were on their way out.
  mutating func abandon() -> [Child?] {
    loseAll()
    return machine.abandon().map { slot in
      defer { table.remove(slot) }
      return table.children[slot.index]
    }
  }

  /// Nobody is there to be asked: an operation changes nothing.
  @usableFromInline
  mutating func lose(_ operation: ContainerOperation) {
    if case .phase(_, let completion?) = operation { leaveUntold(.cancelled, completion) }
  }

  /// The first outcome whose maker is to be told.
  @inlinable
  mutating func takeUntold() -> UntoldOutcome<State>? {
    guard tellable > 0, let outcome = untold.takeFirst() else { return nil }
    tellable -= 1
    facts.hasUntold = !untold.isEmpty
    return outcome
  }
}

// MARK: - Steps

/// What is to be done next, outside of the container's storage.
@usableFromInline
enum ContainerStep {
  /// There are outcomes whose makers have yet to be told.
  case tellUntold
  case reportProgress(Double)
  case perform(MachineEffect)
}

/// The progress of the moving children in one frame, as they and the owner receive it.
@usableFromInline
struct ContainerFrame<State, Child: StateContainerChild> {
  @usableFromInline let progresses: [ChildProgress]
  @usableFromInline let children: [Child?]
  @usableFromInline let transition: Transition<State>?
  @usableFromInline let progress: Double

  @inlinable
  init(
    progresses: [ChildProgress] = [], children: [Child?] = [],
    transition: Transition<State>? = nil, progress: Double = 0
  ) {
    self.progresses = progresses
    self.children = children
    self.transition = transition
    self.progress = progress
  }
}

extension ContainerCore {
  /// The next step, with the child that it is about if that is a single one; nil if there is none,
  /// and the call is over.
  @inlinable
  mutating func nextStep() -> (step: ContainerStep, child: Child?)? {
    while true {
      if facts.hasUntold, tellable > 0 { return (.tellUntold, nil) }
      if let step = machine.nextStep(waitingIsAnimated: waiting?.isAnimated) {
        machine.publish(to: facts)
        switch step {
        case .takeUp(let request): takeUp(request)
        case .perform(.completeRequest) where running?.completion == nil: running = nil
        case .perform(let effect):
          if case .end(let slot, _) = effect { return (.perform(effect), table.children[slot]) }
          return (.perform(effect), nil)
        }
        continue
      }
      machine.publish(to: facts)
      if reportsProgress {
        reportsProgress = false
        if let progress = machine.progressByClock() { return (.reportProgress(progress), nil) }
      }
      guard runnable > 0, let operation = operations.takeFirst() else {
        facts.isBusy = false
        return nil
      }
      runnable -= 1
      if let step = run(operation) { return step }
    }
  }

  /// The next child that comes to its end at this instant, after one that has.
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

  /// The state that the running transition goes to, and whether that is animated.
  @inlinable
  var announced: (state: State, isAnimated: Bool) {
    mutating get { (stateToCome, machine.isAnimated) }
  }

  /// The state that comes is the current one; also returns the one that is not kept any more.
  @inlinable
  mutating func changeState() -> (transition: Transition<State>, former: State?) {
    let former = previous
    previous = current
    current = stateToCome
    return (transition, former)
  }

  /// The state that the running transition goes to.
  @inlinable
  var stateToCome: State {
    guard let running else { preconditionFailure("a transition runs to no state") }
    return running.state
  }

  /// The running transition, once its state is the current one.
  @inlinable
  var transition: Transition<State> {
    mutating get {
      Transition(previous: previous, next: stateToCome, isAnimated: machine.isAnimated)
    }
  }

  /// The owner has said with which state to appear.
  @inlinable
  mutating func appear(with state: State) {
    running = Request(state: state, completion: appearanceCompletion.take())
    machine.appearanceStateLoaded()
  }

  /// The children of the state that comes, bottom first, between those of every state.
  @inlinable
  mutating func plan(
    _ children: [Child], background: [Child], foreground: [Child]
  ) -> (plan: TransitionPlan, children: [Child?]) {
    named.clear()
    table.beginPlan()
    for child in background { named.append(table.admit(child)) }
    for child in children { named.append(table.admit(child)) }
    for child in foreground { named.append(table.admit(child)) }
    if !table.replaced.isEmpty { facts.hasReplaced = true }
    return (machine.plan(named), table.children)
  }

  /// The children whose place others with the same identity have taken since this was asked last.
  @inlinable
  mutating func takeReplaced() -> [(former: Child, child: Child)] {
    facts.hasReplaced = false
    defer { table.replaced = [] }
    return table.replaced
  }

  /// The state that comes has a deadline; returns the one of an earlier state.
  @inlinable
  mutating func setDeadline(_ deadline: StateDeadline<State>) -> StateDeadline<State>? {
    machine.setDeadline(afterNanoseconds: deadline.afterNanoseconds)
    defer { self.deadline = deadline }
    return self.deadline.take()
  }

  /// The next instant at which there is something to do by itself; now, if something was left.
  var nextDeadline: Int64? {
    operations.isEmpty && untold.isEmpty
      ? machine.nextDeadline(isAwaited: waiting != nil) : machine.nowNanoseconds
  }

  /// The child in a slot, and how it is to be shown now; nil where it has been removed.
  @inlinable
  func shown(_ slot: Slot) -> (child: Child, presentation: ChildPresentation)? {
    table.children[slot.index].map { ($0, machine.presentation(of: slot)) }
  }

  /// The slots of a row, and the children by slot.
  @inlinable
  func slotsAndChildren(in row: ChildRow) -> (ArraySlice<Slot>, [Child?]) {
    (machine.slots(in: row), table.children)
  }

  /// A child, which the caller holds, is no longer the container's.
  @inlinable
  mutating func remove(_ slot: Slot) {
    table.remove(slot)
    machine.vacate(slot)
  }

  /// Those who move, at a progress of the running transition; mutating, for then it is looked at in
  /// its place.
  @inlinable
  mutating func frame(progress: Double) -> ContainerFrame<State, Child> {
    ContainerFrame(
      progresses: machine.progresses(), children: table.children, transition: transition,
      progress: progress)
  }

  /// Time is advanced from outside to an instant by which nothing happens but progress; without a
  /// transition, and nothing is done, where something else does.
  @inlinable
  mutating func beginFrame(at nanoseconds: Int64) -> ContainerFrame<State, Child> {
    guard waiting == nil, operations.isEmpty,
      let progress = machine.moveAnimations(to: nanoseconds)
    else { return ContainerFrame() }
    machine.publish(to: facts)
    facts.isBusy = true
    facts.hasCalled = false
    hasMetOwner = true
    tellable = Self.mostAtOnce
    runnable = Self.mostAtOnce
    return frame(progress: progress)
  }

  /// The layers, bottom first; mutating as `progresses()` is.
  @inlinable
  mutating func layers() -> (snapshot: ChildSnapshot, children: [Child?]) {
    (machine.layers(), table.children)
  }
}
