internal import StateContainer

/// A checker of event logs for `statehost play --check` and tests: collects violations of the rules
/// of the container (the state machine that shows children), independently of its implementation.
package struct InvariantChecker {
  package private(set) var violations: [InvariantViolation] = []
  package private(set) var eventCount = 0

  private var states: [String: [String]]
  private let policy: QueueingPolicy
  private var children: [String: ChildRecord] = [:]
  private var order: [String] = []
  private var lastNanoseconds: Int64 = .min
  private var lastState: String?
  /// The result of `loadAppearanceState`, until its transition begins.
  private var appearanceState: String?
  private var running: RunningTransition?
  /// The time at which a transition was interrupted, until the next one begins.
  private var interruptedNanoseconds: Int64?
  private var current: (event: LogEvent, nanoseconds: Int64) = (.order(children: []), 0)

  /// The checker's record of a child from the event log: presence and how far its animation is.
  private struct ChildRecord {
    /// A child's presence according to the event log: gone, appearing, present or disappearing.
    enum Presence {
      case gone, appearing, present, disappearing
    }
    var presence = Presence.gone
    /// Whether the running animation is an appearing one; nil while none runs.
    var animation: Bool?
    /// Whether its animation in this transition has ended.
    var hasEnded = false
    var wasAnimated = false
    /// Whether its animation began in an earlier transition, which was interrupted.
    var startedEarlier = false
  }

  /// The running transition in the checked event log: its target state with that state's children,
  /// whether it is animated or an appearance, the order of layers before it, and whether a leaving
  /// animation has begun and the order with that state's children has been logged.
  private struct RunningTransition {
    let state: String
    let wanted: [String]
    let animated: Bool
    let isAppearance: Bool
    let orderBefore: [String]
    var hasLeavingBegun = false
    var hasPlaced = false
  }

  /// `file` has the states and the policy of the container.
  package init(_ file: StatesFile) {
    var children: [String: [String]] = [:]
    for state in file.states { children[state.name] = state.children }
    states = children
    policy = file.transitions.policy
  }

  /// Sets the children of a state from its next transition on, after one of them was replaced.
  package mutating func expect(_ children: [String], in state: String) { states[state] = children }

  /// Checks the next event of the log.
  package mutating func record(_ event: LogEvent, atNanoseconds nanoseconds: Int64) {
    eventCount += 1
    current = (event, nanoseconds)
    expect(nanoseconds >= lastNanoseconds, .timeGoesOn)
    checkInterruption(event, nanoseconds)
    lastNanoseconds = max(lastNanoseconds, nanoseconds)
    switch event {
    case .loadAppearanceState(let state): appearanceState = state
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
        rule: rule, number: eventCount, event: current.event, atNanoseconds: current.nanoseconds))
  }
}

// MARK: - Transitions

extension InvariantChecker {
  private mutating func begin(_ state: String, _ animated: Bool) {
    expect(running == nil, .oneTransition)
    expect(appearanceState == nil || appearanceState == state, .appearanceState)
    running = RunningTransition(
      state: state, wanted: states[state] ?? [], animated: animated,
      isAppearance: appearanceState != nil,
      orderBefore: order)
    if appearanceState != nil { forgetChildren(outside: state) }
    appearanceState = nil
    for child in children.keys.sorted() {
      children[child]?.hasEnded = false
      let isAnimating = children[child]?.animation != nil
      children[child]?.startedEarlier = isAnimating
    }
  }

  /// Removes children that the state of an appearance does not have; they get no events.
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
    let arePresent = wanted.allSatisfy { children[$0]?.presence == .present }
    let isOver = children.values.allSatisfy { $0.animation == nil }
    if policy == .interrupt, animated, !isOver {
      interruptedNanoseconds = current.nanoseconds
    } else {
      expect(arePresent && order == wanted, .stateIsShown)
      expect(isOver, .animationsBalance)
    }
    lastState = state
    running = nil
  }

  /// Checks that the next transition follows an interrupted one at once, after dropped requests.
  private mutating func checkInterruption(_ event: LogEvent, _ nanoseconds: Int64) {
    guard let instant = interruptedNanoseconds else { return }
    switch event {
    case .superseded, .cancelled, .other: return
    case .willTransition: expect(instant == nanoseconds && appearanceState == nil, .cutShortGoesOn)
    default: expect(false, .cutShortGoesOn)
    }
    interruptedNanoseconds = nil
  }

  private mutating func checkAnimated(_ child: String, _ animated: Bool) {
    guard let running else { return }
    let wanted = children[child]?.startedEarlier == true ? true : running.animated
    expect(wanted == animated, .sameAnimated)
  }

  /// Whether a child's earlier animation runs against the direction of the current transition.
  private func mustReverse(_ record: ChildRecord, _ child: String) -> Bool {
    guard let running, record.startedEarlier, let animation = record.animation else { return false }
    return animation != running.wanted.contains(child)
  }

  private mutating func checkReversed() {
    expect(!children.contains { mustReverse($0.value, $0.key) }, .turningComesFirst)
  }
}

// MARK: - Children

extension InvariantChecker {
  private mutating func willAppear(_ child: String, _ animated: Bool) {
    checkReversed()
    children[child]?.startedEarlier = false
    checkAnimated(child, animated)
    expect((children[child]?.presence ?? .gone) == .gone, .willsAlternate)
    children[child] = ChildRecord(presence: .appearing, wasAnimated: animated)
  }

  private mutating func didAppear(_ child: String, _ animated: Bool) {
    checkAnimated(child, animated)
    checkDid(child, after: .appearing)
    children[child]?.presence = .present
  }

  private mutating func willDisappear(_ child: String, _ animated: Bool) {
    checkReversed()
    children[child]?.startedEarlier = false
    checkAnimated(child, animated)
    expect(order.contains(child), .nothingAfterRemoval)
    expect(children[child]?.presence == .present, .willsAlternate)
    children[child]?.presence = .disappearing
    children[child]?.wasAnimated = animated && running != nil
    children[child]?.hasEnded = false
  }

  private mutating func didDisappear(_ child: String, _ animated: Bool) {
    checkAnimated(child, animated)
    checkDid(child, after: .disappearing)
    children[child]?.presence = .gone
  }

  private mutating func checkDid(_ child: String, after presence: ChildRecord.Presence) {
    expect(order.contains(child), .nothingAfterRemoval)
    let record = children[child] ?? ChildRecord()
    expect(record.presence == presence, .didNeedsWill)
    expect(!record.wasAnimated || record.hasEnded, .didAfterEnd)
  }

  private mutating func animationBegins(_ child: String, _ appearing: Bool) {
    expect(running?.animated == true, .animationsWhenAnimated)
    expect(order.contains(child), .nothingAfterRemoval)
    let record = children[child] ?? ChildRecord()
    let presence: ChildRecord.Presence = appearing ? .appearing : .disappearing
    expect(
      record.animation == nil && record.presence == presence && !record.hasEnded, .animationsBalance
    )
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
    if transition.hasPlaced || transition.isAppearance == false && hasOnlyRemovals(layers) {
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

  /// Whether the only change is that children were removed.
  private func hasOnlyRemovals(_ layers: [String]) -> Bool {
    layers.count < order.count && layers == order.filter(layers.contains)
      && layers.allSatisfy { (running?.orderBefore ?? []).contains($0) }
      && order == running?.orderBefore
  }

  /// The state's children in their order, and each other child directly above the one that was
  /// directly below it before, or at the bottom.
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

// MARK: - Rules

/// A rule of the container that an event log can break, such as "one transition at a time".
package enum InvariantRule: String, CaseIterable, Sendable {
  case timeGoesOn = "time-goes-on"
  case oneTransition = "one-transition"
  case endNamesBegin = "end-names-begin"
  case fromNamesPrevious = "from-names-previous"
  case appearanceState = "appearance-state"
  case didNeedsWill = "did-needs-will"
  case willsAlternate = "wills-alternate"
  case nothingAfterRemoval = "nothing-after-removal"
  case sameAnimated = "same-animated"
  case animationsWhenAnimated = "animations-when-animated"
  case animationsBalance = "animations-balance"
  case enteringBeginFirst = "entering-begin-first"
  case didAfterEnd = "did-after-end"
  case orderHoldsChildren = "order-holds-children"
  case orderAsPlaced = "order-as-placed"
  case orderOnlyChanged = "order-only-changed"
  case stateIsShown = "state-is-shown"
  case cutShortGoesOn = "cut-short-goes-on"
  case turningComesFirst = "turning-comes-first"

  package var sentence: String {
    switch self {
    case .timeGoesOn: "Time never goes back."
    case .oneTransition: "A transition begins only after the previous one has ended."
    case .endNamesBegin: "didTransition names the state and the animation of its willTransition."
    case .fromNamesPrevious:
      "didTransition's from is the state of the previous didTransition, null the first time."
    case .appearanceState: "After loadAppearanceState the transition goes to that state."
    case .didNeedsWill: "A child's did event follows its will event, once."
    case .willsAlternate:
      "A child will appear only when it is gone, and will disappear only when it is present."
    case .nothingAfterRemoval:
      "A child that is not in the order has no event but childWillAppear."
    case .sameAnimated:
      "A child's events are animated like the transition in which they began."
    case .animationsWhenAnimated: "Only an animated transition has animations."
    case .animationsBalance:
      "Every animation begins once and ends once, within its transition unless that is interrupted."
    case .enteringBeginFirst:
      "The animations of entering children begin before those of leaving ones."
    case .didAfterEnd: "A child's did event follows the end of its animation."
    case .orderHoldsChildren: "The order has every child of the container once, and no other."
    case .orderAsPlaced:
      "The order is that of the state, with each leaving child above the one that was below it."
    case .orderOnlyChanged: "An order event has another order than the previous one."
    case .stateIsShown:
      "After a transition the state's children are present, and no others."
    case .cutShortGoesOn:
      "An interrupted transition is followed by the next one at the same instant."
    case .turningComesFirst:
      "Children that reverse end their animations before other children of the next transition get events."
    }
  }
}

/// An event in an event log that breaks a rule of the container, with its number and time.
package struct InvariantViolation: Equatable, Sendable {
  package let rule: InvariantRule
  /// The number of the event in the log, from 1.
  package let number: Int
  package let event: LogEvent
  package let atNanoseconds: Int64
}
