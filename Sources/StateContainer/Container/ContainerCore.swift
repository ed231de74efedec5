/// All that a container keeps: the machine, the children by slot, the states and the requests.
///
/// One value, so that each step is one exclusive access to the container. What a step returns is told
/// when that access is over. Nobody's code runs within one, but that of identities: what somebody made
/// is let go of outside, too.
@usableFromInline
struct ContainerCore<State, Child: StateContainerChild> {
  @usableFromInline var machine: TransitionMachine
  @usableFromInline var table = ChildTable<Child>()
  @usableFromInline var current: State?
  @usableFromInline var previous: State?

  /// The request whose transition runs; the appearance's own transition is one, too.
  @usableFromInline var running: Request<State>?
  @usableFromInline var waiting: Request<State>?
  /// Requests that came to nothing and whose makers have yet to be told.
  @usableFromInline var lost = Queue<LostRequest<State>>()
  /// What was called from within a callback and comes after the present operation.
  @usableFromInline var operations = Queue<ContainerOperation>()
  /// Whether a call is being carried out: others made meanwhile wait.
  @usableFromInline var isBusy = false
  /// Whether the owner was there when the container was called.
  @usableFromInline var hasMetOwner = false

  init(nowNanoseconds: Int64) {
    machine = TransitionMachine(nowNanoseconds: nowNanoseconds)
  }
}

// MARK: - Calls

extension ContainerCore {
  /// A call begins; false within another one.
  @inlinable
  mutating func begin() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    machine.beginOperation()
    return true
  }

  /// A request is made; true if it is to be carried out now.
  @inlinable
  mutating func begin(_ request: Request<State>, animated: Bool) -> Bool {
    hasMetOwner = true
    receive(request, animated: animated)
    return begin()
  }

  /// An operation is called; true if it is to be carried out now, and not put off.
  @inlinable
  mutating func begin(_ operation: ContainerOperation) -> Bool {
    hasMetOwner = true
    if begin() { return true }
    operations.add(operation)
    return false
  }

  /// Somebody wants to drive a transition by hand; false if it cannot begin now.
  mutating func beginByHand(_ request: Request<State>) -> Bool {
    hasMetOwner = true
    guard !isBusy, machine.beginByHand() else { return false }
    running = request
    return begin()
  }

  /// What was put off and is next; nil ends the call, with all or as much carried out as may be.
  @inlinable
  mutating func nextOperation(mayRun: Bool) -> ContainerOperation? {
    if mayRun, let next = operations.takeFirst() { return next }
    isBusy = false
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
      waiting = request
    case .supersedes:
      lose(waiting.take(), .superseded)
      waiting = request
    case .isRefused:
      lose(request, .cancelled)
    }
  }

  @inlinable
  mutating func lose(_ request: Request<State>?, _ outcome: RequestOutcome) {
    if let request { lost.add(LostRequest(request: request, outcome: outcome)) }
  }

  /// The container comes on or goes off screen.
  @inlinable
  mutating func enter(_ phase: AppearancePhase) {
    if machine.enter(phase) { lose(waiting.take(), .cancelled) }
  }

  /// Nobody is there to be asked: all requests are lost.
  @usableFromInline
  mutating func loseAll() {
    lose(running.take(), .cancelled)
    lose(waiting.take(), .cancelled)
  }
}

// MARK: - Steps

/// What is to be done next, outside of the container's storage.
@usableFromInline
enum ContainerStep<Child> {
  /// A request came to nothing: tell the first of those.
  case tellLost
  case child(Child, Slot, ChildEffect)
  /// Any other effect of the machine's.
  case effect(MachineEffect)
}

extension ContainerCore {
  /// The next step; nil if there is none until something happens again.
  @inlinable
  mutating func nextStep(tellsLost: Bool) -> ContainerStep<Child>? {
    if tellsLost, !lost.isEmpty { return .tellLost }
    guard let effect = machine.nextEffect() else { return nil }
    guard case .child(let slot, let childEffect) = effect else { return .effect(effect) }
    return .child(table[slot], slot, childEffect)
  }

  /// The state that the running transition goes to.
  @inlinable
  var stateToCome: State {
    guard let running else { preconditionFailure("a transition runs to no state") }
    return running.state
  }

  /// The state that the running transition goes to, and whether that is animated.
  @inlinable
  var announced: (state: State, isAnimated: Bool) { (stateToCome, machine.isAnimated) }

  /// The state that comes is the current one; also returns the one that is not kept any more.
  @inlinable
  mutating func changeState() -> (state: State, former: State?) {
    let former = previous
    previous = current
    current = stateToCome
    return (stateToCome, former)
  }

  /// The request that waits is the transition's.
  @inlinable
  mutating func startWaiting() {
    running = waiting.take()
  }

  /// The transition goes back to the state before.
  @inlinable
  mutating func startGoingBack() {
    running = previous.map { Request(state: $0, completion: nil) }
  }

  /// The running transition, once its state is the current one.
  @inlinable
  var transition: Transition<State> {
    Transition(previous: previous, next: stateToCome, isAnimated: machine.isAnimated)
  }

  /// The children of the state that comes, bottom first, between those of every state.
  @inlinable
  mutating func plan(_ children: [Child], background: [Child], foreground: [Child]) {
    machine.beginPlan()
    if !background.isEmpty { table.name(background, to: &machine) }
    table.name(children, to: &machine)
    if !foreground.isEmpty { table.name(foreground, to: &machine) }
    machine.endPlan()
  }

  /// A child, which the caller holds, is no longer the container's.
  @inlinable
  mutating func remove(_ slot: Slot) {
    table.remove(slot)
    machine.vacate(slot)
  }
}
