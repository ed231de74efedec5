import StateContainer
import TestSupport

@testable import StateContainerModel

/// A container under random calls, some of them from within callbacks, and the rules it must keep.
///
/// Every broken rule is a line in `faults`. The states carry the number of their request and are
/// not equatable, so that nothing can lean on comparing them.
final class RandomRun {
  struct Ticketed {
    let name: Int
    let ticket: Int
  }

  private(set) var log: [String] = []
  private(set) var faults: [String] = []
  private(set) var outcomes: [RequestOutcome?] = []

  private var random: SeededGenerator
  private let states: [[Int]]
  private var children: [RandomChild] = []
  private var container: StateContainer<Ticketed, RandomChild>?
  private var hand: InteractiveTransition<Ticketed, RandomChild>?
  private var isTelling = false
  private var lives: [Int: Life] = [:]
  private var order: [Int] = []
  private var running: Ticketed?
  private var last: Ticketed?
  private var beforeLast: Ticketed?
  private var lastStarted = -1
  private var lastTime: Int64 = 0
  private var callsLeft = 0

  init(seed: UInt64, policy: QueueingPolicy = .wait) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...6, using: &random)
    states = (0..<4).map { _ in
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Int.random(in: 0..<count, using: &random)
      }
    }
    self.random = random
    children = (0..<count).map { RandomChild(id: $0, run: self) }
    container = StateContainer(owner: self)
    container?.policy = policy
    container?.addObserver { [unowned self] in hear($0) }
  }

  /// Makes random calls, then takes the container off screen and lets it go.
  func play(steps: Int) {
    for _ in 0..<steps {
      callsLeft = 3
      call(mayAdvance: true)
      checkRest()
    }
    callsLeft = 0
    rest()
    container?.willDisappear(animated: false)
    container?.didDisappear()
    checkGone()
    hand = nil
    container = nil
    for (ticket, outcome) in outcomes.enumerated() where outcome == nil {
      fault("request \(ticket) never completed")
    }
  }
}

// MARK: - Calls

extension RandomRun {
  private func call(mayAdvance: Bool) {
    guard let container else { return }
    switch Int.random(in: 0..<(mayAdvance ? 18 : 8), using: &random) {
    case 0: container.willAppear(animated: Bool.random(using: &random))
    case 1: container.didAppear()
    case 2: container.willDisappear(animated: Bool.random(using: &random))
    case 3: container.didDisappear()
    case 4...7: request(in: container)
    case 8: begin(in: container)
    case 9: hand?.finish()
    case 10: hand?.cancel()
    case 11: hand?.update(progress: Double.random(in: -0.2...1.2, using: &random))
    default:
      let most: Int64 = random.once(in: 4) ? 400 : 40
      container.advance(
        to: container.nowNanoseconds + Int64.random(in: 0...most, using: &random))
    }
  }

  private func request(in container: StateContainer<Ticketed, RandomChild>) {
    let ticket = outcomes.count
    outcomes.append(nil)
    let state = Ticketed(name: Int.random(in: 0..<4, using: &random), ticket: ticket)
    let animated = Bool.random(using: &random)
    let before = animated && !isTelling && outcomes.count > 0 ? shares(in: container) : [:]
    let callsBefore = callsLeft
    container.request(state, animated: animated) { [unowned self] in complete(ticket, $0) }
    guard callsBefore == callsLeft else { return }
    for (child, share) in shares(in: container) {
      if let former = before[child], abs(former - share) > 0.000_001 {
        fault("\(child) jumps from \(former) to \(share)")
      }
    }
  }

  private func begin(in container: StateContainer<Ticketed, RandomChild>) {
    let ticket = outcomes.count
    outcomes.append(nil)
    let state = Ticketed(name: Int.random(in: 0..<4, using: &random), ticket: ticket)
    let begun = container.beginInteractiveTransition(
      to: state, completion: { [unowned self] in complete(ticket, $0) })
    if let begun {
      hand = begun
      return
    }
    if outcomes[ticket] != nil { fault("refused \(ticket), yet completed") }
    outcomes[ticket] = .cancelled
  }

  private func complete(_ ticket: Int, _ outcome: RequestOutcome) {
    if outcomes[ticket] != nil { fault("request \(ticket) completed twice") }
    outcomes[ticket] = outcome
    log.append("completed \(ticket) \(outcome)")
    callMaybe()
  }

  /// How much is seen of every child that is on its way in some time.
  private func shares(in container: StateContainer<Ticketed, RandomChild>) -> [Int: Double] {
    var shares: [Int: Double] = [:]
    container.forEachLayer { child, presentation in
      switch presentation {
      case .steady: break
      case .entering(let progress, let timing):
        if timing.durationNanoseconds > 0 { shares[child.id] = timing.curve.eased(progress) }
      case .leaving(let progress, let timing):
        if timing.durationNanoseconds > 0 { shares[child.id] = 1 - timing.curve.eased(progress) }
      }
    }
    return shares
  }

  fileprivate var isDrivenByHand: Bool { container?.isDrivenByHand ?? false }

  /// Now and then something is called from within a callback.
  fileprivate func callMaybe() {
    guard callsLeft > 0, random.once(in: 12) else { return }
    callsLeft -= 1
    call(mayAdvance: random.once(in: 2))
  }

  fileprivate func randomTiming() -> TransitionTiming? {
    if random.once(in: 5) { return nil }
    return TransitionTiming(
      delayNanoseconds: random.once(in: 3) ? Int64.random(in: 0...30, using: &random) : 0,
      durationNanoseconds: random.once(in: 4) ? 0 : Int64.random(in: 0...90, using: &random),
      curve: TransitionCurve.allCases.randomElement(using: &random) ?? .linear)
  }
}

// MARK: - Rules

extension RandomRun {
  /// Where a child is between its callbacks.
  fileprivate enum Life: Equatable {
    case absent, added, appearing, appeared, disappearing, disappeared
  }

  fileprivate func fault(_ text: String) {
    faults.append("after \(log.count) lines, \(log.last ?? "-"): \(text)")
  }

  fileprivate func move(_ child: Int, from allowed: [Life], to life: Life, by event: String) {
    let present = lives[child] ?? .absent
    if !allowed.contains(present) { fault("\(event) of \(child), which is \(present)") }
    lives[child] = life
  }

  private func hear(_ event: ContainerEvent<Ticketed, RandomChild>) {
    if isTelling { fault("an event within an event") }
    isTelling = true
    check(event)
    callMaybe()
    isTelling = false
  }

  private func check(_ event: ContainerEvent<Ticketed, RandomChild>) {
    guard let container else { return }
    if container.nowNanoseconds < lastTime { fault("time went back") }
    lastTime = container.nowNanoseconds
    let text: String
    switch event {
    case .loadAppearanceState: text = "load"
    case .willTransition(let to, let animated):
      text = "will \(to.ticket) \(to.name) \(animated)"
      if running != nil { fault("a transition within a transition") }
      if let last, last.ticket >= 0, outcomes[last.ticket] == .cancelled {
        if to.ticket != beforeLast?.ticket { fault("cancelled, but not back where it was") }
      } else if to.ticket >= 0 {
        if to.ticket <= lastStarted { fault("request \(to.ticket) overtaken") }
        if outcomes[to.ticket] != nil { fault("request \(to.ticket) starts after its end") }
        lastStarted = to.ticket
      }
      running = to
    case .didTransition(let from, let to, let animated):
      text = "did \(from?.ticket ?? -9) \(to.ticket) \(animated)"
      if running?.ticket != to.ticket { fault("another transition ends") }
      if from?.ticket != last?.ticket { fault("previous is not the state before") }
      if (from == nil) != (last == nil) { fault("previous is nil not just the first time") }
      beforeLast = last
      last = to
      running = nil
    case .childWillAppear(let child, let animated):
      text = "willAppear \(child.id) \(animated)"
      move(child.id, from: [.added, .disappeared], to: .appearing, by: text)
    case .childDidAppear(let child, let animated):
      text = "didAppear \(child.id) \(animated)"
      move(child.id, from: [.appearing], to: .appeared, by: text)
    case .childWillDisappear(let child, let animated):
      text = "willDisappear \(child.id) \(animated)"
      move(child.id, from: [.appeared], to: .disappearing, by: text)
    case .childDidDisappear(let child, let animated):
      text = "didDisappear \(child.id) \(animated)"
      move(child.id, from: [.disappearing], to: .disappeared, by: text)
    case .transitionWillBegin(let child, let appearing): text = "begin \(child.id) \(appearing)"
    case .transitionDidEnd(let child, let appearing): text = "end \(child.id) \(appearing)"
    case .superseded(let state): text = "superseded \(state.ticket)"
    case .cancelled(let state): text = "cancelled \(state.ticket)"
    case .order:
      let layers = container.layers.map(\.id)
      text = "order \(layers)"
      if layers == order { fault("order told though it is the same") }
      if Set(layers) != Set(lives.filter { $0.value != .absent }.keys) {
        fault("the layers are not the children present")
      }
      order = layers
    }
    log.append("\(container.nowNanoseconds) \(text)")
  }

  /// Between calls: what must hold when nothing is being told.
  private func checkRest() {
    guard let container else { return }
    let layers = container.layers.map(\.id)
    if layers != order { fault("the order changed and was not told") }
    if (running != nil) != container.isTransitioning, container.appearance != .offScreen {
      fault("isTransitioning is \(container.isTransitioning)")
    }
    for child in children where child.hasStopped { fault("\(child.id) stopped and did not turn") }
    if let deadline = container.nextDeadline, deadline < container.nowNanoseconds {
      fault("a deadline that has passed")
    }
    container.forEachLayer { child, presentation in
      switch presentation {
      case .steady: break
      case .entering(let progress, _), .leaving(let progress, _):
        if !(0...1).contains(progress) { fault("progress \(progress) of \(child.id)") }
      }
    }
    guard !container.isTransitioning else { return }
    if let current = container.currentState, container.appearance == .onScreen {
      let expected = firstPlaces(states[current.name])
      if layers != expected { fault("idle with \(layers), not \(expected)") }
      if layers.contains(where: { lives[$0] != .appeared }) { fault("idle, not appeared") }
    }
    if container.nextDeadline != nil || container.isAnimating { fault("idle but animating") }
  }

  private func rest() {
    hand?.finish()
    while let deadline = container?.nextDeadline { container?.advance(to: deadline) }
    checkRest()
    guard let container, container.appearance == .onScreen, let current = container.currentState
    else { return }
    if let asked = outcomes.lastIndex(where: { $0 != .cancelled }), asked > current.ticket,
      current.ticket >= 0
    {
      fault("the last request, \(asked), did not win over \(current.ticket)")
    }
  }

  private func checkGone() {
    for child in children where ![.absent, .disappeared, nil].contains(lives[child.id]) {
      fault("\(child.id) stays \(String(describing: lives[child.id]))")
    }
    for child in children where !child.isBalanced { fault("\(child.id) is not balanced") }
  }

  private func firstPlaces(_ names: [Int]) -> [Int] {
    names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }
}

// MARK: - Owner

extension RandomRun: StateContainerOwner {
  func loadAppearanceState() -> Ticketed {
    callMaybe()
    return Ticketed(name: Int.random(in: 0..<4, using: &random), ticket: -1)
  }

  func children(for state: Ticketed) -> [RandomChild] {
    callMaybe()
    return states[state.name].map { children[$0] }
  }

  func timing(for child: RandomChild, appearing: Bool, in transition: Transition<Ticketed>)
    -> TransitionTiming?
  {
    callMaybe()
    return nil
  }

  func childAdded(_ child: RandomChild) {
    move(child.id, from: [.absent], to: .added, by: "added")
    callMaybe()
  }

  func childRemoved(_ child: RandomChild) {
    move(child.id, from: [.disappeared], to: .absent, by: "removed")
    if !child.isBalanced { fault("\(child.id) is removed unbalanced") }
    callMaybe()
  }
}

/// A child that checks the order of its own callbacks and now and then makes a call in one.
final class RandomChild: StateContainerChild {
  let id: Int
  private unowned let run: RandomRun
  private var isOn = false
  private var isChanging = false
  private var direction: Bool?
  private var progress = 0.0
  private var stopped: Bool?

  init(id: Int, run: RandomRun) {
    self.id = id
    self.run = run
  }

  /// Whether its animation has ended before its end, and it has not turned.
  var hasStopped: Bool { stopped != nil }

  var isBalanced: Bool { !isOn && !isChanging && direction == nil }

  func timing(appearing: Bool) -> TransitionTiming? { run.randomTiming() }
  func willAppear(animated: Bool) {
    if stopped == true { run.fault("\(id) stops and goes the same way") }
    stopped = nil
    change(from: (false, false), to: (false, true))
  }
  func didAppear(animated: Bool) { change(from: (false, true), to: (true, false)) }
  func willDisappear(animated: Bool) {
    if stopped == false { run.fault("\(id) stops and goes the same way") }
    stopped = nil
    change(from: (true, false), to: (true, true))
  }
  func didDisappear(animated: Bool) { change(from: (true, true), to: (false, false)) }

  func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {
    if direction != nil { run.fault("\(id) begins twice") }
    direction = appearing
    progress = 0
    run.callMaybe()
  }

  func transitionDidProgress(appearing: Bool, progress: Double) {
    if direction != appearing { run.fault("\(id) progresses without a begin") }
    if run.isDrivenByHand {
      self.progress = progress == 1 ? 0 : progress
      return run.callMaybe()
    }
    if progress < self.progress || progress > 1 { run.fault("\(id) goes back to \(progress)") }
    if self.progress == 1 { run.fault("\(id) progresses after 1") }
    self.progress = progress
    run.callMaybe()
  }

  func transitionDidEnd(appearing: Bool) {
    if direction != appearing { run.fault("\(id) ends without a begin") }
    if progress != 1 { stopped = appearing }
    direction = nil
    run.callMaybe()
  }

  private func change(from: (on: Bool, changing: Bool), to: (on: Bool, changing: Bool)) {
    if (isOn, isChanging) != from { run.fault("\(id) hears out of turn") }
    (isOn, isChanging) = to
    run.callMaybe()
  }
}
