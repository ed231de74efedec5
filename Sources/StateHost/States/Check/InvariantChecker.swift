internal import StateContainer

/// Holds an event log against the container's contract, event by event.
///
/// It knows the states and their children and what requests do to a transition that runs, and nothing
/// of how the container works.
package struct InvariantChecker {
  /// What has been broken so far, in the order of the log.
  package private(set) var violations: [InvariantViolation] = []
  /// How many events it has heard.
  package private(set) var eventCount = 0

  private var states: [String: [String]]
  private let policy: QueueingPolicy
  private var children: [String: ChildLife] = [:]
  private var order: [String] = []
  private var lastNanoseconds: Int64 = .min
  private var lastState: String?
  private var answered: String?
  private var running: Running?
  /// When a transition was cut short, until the next one begins.
  private var cutShortNanoseconds: Int64?
  private var present: (event: LogEvent, nanoseconds: Int64) = (.order(children: []), 0)

  /// Where a child is in its life.
  private struct ChildLife {
    enum Presence {
      case gone, appearing, there, disappearing
    }
    var presence = Presence.gone
    /// An animation runs, in that direction.
    var animation: Bool?
    /// Its animation of the running transition has ended.
    var hasEnded = false
    var wasAnimated = false
    /// The child is on its way since a transition before the running one, which was cut short.
    var comesFromBefore = false
  }

  /// The transition that runs.
  private struct Running {
    let state: String
    let wanted: [String]
    let animated: Bool
    let isAppearance: Bool
    let orderBefore: [String]
    var hasLeavingBegun = false
    var hasPlaced = false
  }

  /// Makes a checker that has heard nothing: of a container with the states of a file, and its policy.
  package init(_ file: StatesFile) {
    var children: [String: [String]] = [:]
    for state in file.states { children[state.name] = state.children }
    states = children
    policy = file.transitions.policy
  }

  /// A state has these children from its next transition on: something may stand in for one of them.
  package mutating func expect(_ children: [String], in state: String) { states[state] = children }

  /// Takes the next event of the log.
  package mutating func hear(_ event: LogEvent, atNanoseconds nanoseconds: Int64) {
    eventCount += 1
    present = (event, nanoseconds)
    expect(nanoseconds >= lastNanoseconds, .timeGoesOn)
    checkCutShort(event, nanoseconds)
    lastNanoseconds = max(lastNanoseconds, nanoseconds)
    switch event {
    case .loadAppearanceState(let state): answered = state
    case .willTransition(let next, let animated): begin(next, animated)
    case .didTransition(let previous, let next, let animated): end(previous, next, animated)
    case .childWillAppear(let child, let animated): willAppear(child, animated)
    case .childDidAppear(let child, let animated): didAppear(child, animated)
    case .childWillDisappear(let child, let animated): willDisappear(child, animated)
    case .childDidDisappear(let child, let animated): didDisappear(child, animated)
    case .transitionWillBegin(let child, let appearing): animationBegins(child, appearing)
    case .transitionDidEnd(let child, let appearing): animationEnds(child, appearing)
    case .order(let children): orderChanged(children)
    case .superseded, .cancelled, .other: break
    }
  }

  private mutating func expect(_ holds: Bool, _ rule: InvariantRule) {
    guard !holds else { return }
    violations.append(
      InvariantViolation(
        rule: rule, number: eventCount, event: present.event, atNanoseconds: present.nanoseconds))
  }
}

// MARK: - Transitions

extension InvariantChecker {
  private mutating func begin(_ state: String, _ animated: Bool) {
    expect(running == nil, .oneTransition)
    expect(answered == nil || answered == state, .appearanceState)
    running = Running(
      state: state, wanted: states[state] ?? [], animated: animated, isAppearance: answered != nil,
      orderBefore: order)
    if answered != nil { forgetChildren(outside: state) }
    answered = nil
    for child in children.keys.sorted() {
      children[child]?.hasEnded = false
      let isOnItsWay = children[child]?.animation != nil
      children[child]?.comesFromBefore = isOnItsWay
    }
  }

  /// At an appearance, children from before that the state does not have go silently.
  private mutating func forgetChildren(outside state: String) {
    let kept = states[state] ?? []
    order.removeAll { !kept.contains($0) }
    for child in children.keys.sorted() where !kept.contains(child) { children[child] = nil }
  }

  private mutating func end(_ previous: String?, _ state: String, _ animated: Bool) {
    expect(running != nil, .oneTransition)
    expect(running?.state == state && running?.animated == animated, .endNamesBegin)
    expect(previous == lastState, .fromNamesPrevious)
    let wanted = running?.wanted ?? []
    let there = wanted.allSatisfy { children[$0]?.presence == .there }
    let isOver = children.values.allSatisfy { $0.animation == nil }
    if policy == .interrupt, animated, !isOver {
      cutShortNanoseconds = present.nanoseconds
    } else {
      expect(there && order == wanted, .stateIsShown)
      expect(isOver, .animationsBalance)
    }
    lastState = state
    running = nil
  }

  /// What cuts a transition short begins with the next event, but for requests that come to nothing.
  private mutating func checkCutShort(_ event: LogEvent, _ nanoseconds: Int64) {
    guard let instant = cutShortNanoseconds else { return }
    switch event {
    case .superseded, .cancelled, .other: return
    case .willTransition: expect(instant == nanoseconds && answered == nil, .cutShortGoesOn)
    default: expect(false, .cutShortGoesOn)
    }
    cutShortNanoseconds = nil
  }

  private mutating func checkAnimated(_ child: String, _ animated: Bool) {
    guard let running else { return }
    let wanted = children[child]?.comesFromBefore == true ? true : running.animated
    expect(wanted == animated, .sameAnimated)
  }

  /// Whether a child still goes the way that the running transition does not want.
  private func mustTurn(_ life: ChildLife, _ child: String) -> Bool {
    guard let running, life.comesFromBefore, let animation = life.animation else { return false }
    return animation != running.wanted.contains(child)
  }

  private mutating func checkTurned() {
    expect(!children.contains { mustTurn($0.value, $0.key) }, .turningComesFirst)
  }
}

// MARK: - Children

extension InvariantChecker {
  private mutating func willAppear(_ child: String, _ animated: Bool) {
    checkTurned()
    children[child]?.comesFromBefore = false
    checkAnimated(child, animated)
    expect((children[child]?.presence ?? .gone) == .gone, .willsAlternate)
    children[child] = ChildLife(presence: .appearing, wasAnimated: animated)
  }

  private mutating func didAppear(_ child: String, _ animated: Bool) {
    checkAnimated(child, animated)
    checkDid(child, after: .appearing)
    children[child]?.presence = .there
  }

  private mutating func willDisappear(_ child: String, _ animated: Bool) {
    checkTurned()
    children[child]?.comesFromBefore = false
    checkAnimated(child, animated)
    expect(order.contains(child), .nothingAfterRemoval)
    expect(children[child]?.presence == .there, .willsAlternate)
    children[child]?.presence = .disappearing
    children[child]?.wasAnimated = animated && running != nil
    children[child]?.hasEnded = false
  }

  private mutating func didDisappear(_ child: String, _ animated: Bool) {
    checkAnimated(child, animated)
    checkDid(child, after: .disappearing)
    children[child]?.presence = .gone
  }

  private mutating func checkDid(_ child: String, after presence: ChildLife.Presence) {
    expect(order.contains(child), .nothingAfterRemoval)
    let life = children[child] ?? ChildLife()
    expect(life.presence == presence, .didNeedsWill)
    expect(!life.wasAnimated || life.hasEnded, .didAfterEnd)
  }

  private mutating func animationBegins(_ child: String, _ appearing: Bool) {
    expect(running?.animated == true, .animationsWhenAnimated)
    expect(order.contains(child), .nothingAfterRemoval)
    let life = children[child] ?? ChildLife()
    let presence: ChildLife.Presence = appearing ? .appearing : .disappearing
    expect(life.animation == nil && life.presence == presence && !life.hasEnded, .animationsBalance)
    if appearing { expect(running?.hasLeavingBegun != true, .enteringBeginFirst) }
    if !appearing { running?.hasLeavingBegun = true }
    children[child]?.animation = appearing
  }

  private mutating func animationEnds(_ child: String, _ appearing: Bool) {
    expect(order.contains(child), .nothingAfterRemoval)
    expect(children[child]?.animation == appearing && running != nil, .animationsBalance)
    children[child]?.animation = nil
    children[child]?.hasEnded = true
  }
}

// MARK: - Order

extension InvariantChecker {
  private mutating func orderChanged(_ layers: [String]) {
    let known = children.keys.filter { child in
      children[child]?.presence != .gone || running == nil
    }
    expect(Set(layers).count == layers.count && Set(layers) == Set(known), .orderHoldsChildren)
    guard var transition = running else {
      expect(false, .oneTransition)
      return
    }
    if transition.hasPlaced || transition.isAppearance == false && hasOnlyLost(layers) {
      expect(layers == order.filter(layers.contains), .orderAsPlaced)
      expect(layers != order, .orderOnlyChanged)
    } else {
      let wanted = Self.placed(
        transition.wanted, among: transition.orderBefore.filter(layers.contains))
      expect(layers == wanted, .orderAsPlaced)
      expect(layers != transition.orderBefore, .orderOnlyChanged)
    }
    transition.hasPlaced = true
    running = transition
    for child in order where !layers.contains(child) { children[child] = nil }
    order = layers
  }

  /// Whether the only change is that children have gone.
  private func hasOnlyLost(_ layers: [String]) -> Bool {
    layers.count < order.count && layers == order.filter(layers.contains)
      && layers.allSatisfy { (running?.orderBefore ?? []).contains($0) }
      && order == running?.orderBefore
  }

  /// The state's children in their order, with each other child of before directly above the one
  /// that was directly below it, or at the bottom.
  static func placed(_ state: [String], among before: [String]) -> [String] {
    var above: [String: [String]] = [:]
    var bottom: [String] = []
    var below: String?
    for child in before {
      if state.contains(child) {
        below = child
      } else if let below {
        above[below, default: []].append(child)
      } else {
        bottom.append(child)
      }
    }
    return bottom + state.flatMap { [$0] + (above[$0] ?? []) }
  }
}
