/// The container's contract once more, as plainly as it can be told: design.md, section 4, line by
/// line, and what `QueueingPolicy.interrupt` documents.
///
/// It shares nothing with the engine: no type, no step, no order of work. It is slow, it allocates,
/// and it calls straight from one event to the next. The logs of both are compared exactly.
final class ContractModel {
  private(set) var heard: [Heard] = []
  private let script: Script
  private var reactions: Reactions

  private var now: Int64 = 0
  private var appearance = Heard.Appearance.off
  private var current: Int?
  private var previous: Int?
  private var layers: [Int] = []
  private var running: Running?
  private var waiting: Request?
  private var untold: [(request: Request, outcome: String)] = []
  private var deadline: (at: Int64, next: Int, animated: Bool)?
  private var appearances = 0
  private var requests = 0
  private var isBusy = false
  private var putOff: [(action: Script.Action, hand: Int)] = []
  /// The hands that have been made, and the last one that somebody holds.
  private var handsMade = 0
  private var handHeld = 0

  private struct Request {
    let state: Int
    let animated: Bool
    let number: Int?
  }

  private struct Running {
    let request: Request
    let isAppearance: Bool
    /// When it began; later if a hand held it up.
    var begun: Int64
    /// Those who move or moved, in the order in which they end at one instant.
    var movements: [Movement] = []
    var hand: (began: Int64, now: Int64)?
  }

  private struct Movement {
    let child: Int
    let appearing: Bool
    var animated: Bool
    var start = Int64.max
    var end = Int64.max
    var from = 0.0
    var timing = Heard.Timing()
    var ended = false
    var continues = false
    var turned = false

    func progress(at instant: Int64) -> Double {
      if instant >= end { return 1 }
      if instant <= start { return from }
      return from + (1 - from) * (Double(instant - start) / Double(end - start))
    }
  }

  init(_ script: Script) {
    self.script = script
    reactions = Reactions(script)
  }

  func play() -> [Heard] {
    for action in script.actions {
      call(action)
      rest()
    }
    return heard
  }
}

// MARK: - Calls

extension ContractModel {
  private func call(_ action: Script.Action) {
    if case .request(let state, let animated) = action {
      requests += 1
      request(Request(state: state, animated: animated, number: requests))
    } else if isBusy {
      switch action {
      case .begin: requests += 1
      case .wait(let interval): putOff.append((.waitUntil(now + interval), 0))
      default: putOff.append((action, handHeld))
      }
    }
    if isBusy { return }
    isBusy = true
    let made = handsMade
    perform(action, hand: handHeld)
    while !putOff.isEmpty {
      let (action, hand) = putOff.removeFirst()
      perform(action, hand: hand)
    }
    isBusy = false
    if handsMade > made { handHeld = handsMade }
  }

  private func perform(_ action: Script.Action, hand: Int) {
    switch action {
    case .willAppear(let animated): willAppear(animated)
    case .didAppear: didAppear()
    case .willDisappear(let animated): willDisappear(animated)
    case .didDisappear: didDisappear()
    case .request:
      tellLost()
      goOn(to: nil)
    case .wait(let interval): perform(.waitUntil(now + interval), hand: hand)
    case .waitUntil(let instant):
      goOn(to: instant)
      if running?.hand == nil { reportProgress() }
      goOn(to: nil)
    case .begin(let state):
      requests += 1
      guard appearance == .on, running == nil else { return }
      handsMade += 1
      begin(Request(state: state, animated: true, number: requests), byHand: true)
      goOn(to: nil)
    case .update(let progress): if hand == handsMade { update(progress) }
    case .finish:
      guard hand == handsMade, running?.hand != nil else { return }
      release()
      goOn(to: nil)
    case .cancel:
      guard hand == handsMade else { return }
      guard running?.hand != nil, let back = previous else { return }
      release()
      let moving = running?.movements ?? []
      endTransition("cancelled")
      begin(Request(state: back, animated: true, number: nil), from: moving)
      goOn(to: nil)
    }
  }

  private func request(_ request: Request) {
    switch appearance {
    case .off, .disappearing:
      untold.append((request, "cancelled"))
    case .appearing, .on:
      if let waiting { untold.append((waiting, "superseded")) }
      waiting = request
    }
  }
}

// MARK: - What is heard

extension ContractModel {
  private func say(_ what: Heard.What) {
    heard.append(Heard(what: what, present: present))
    for action in reactions.due(in: what.kind) { call(action) }
  }

  private var present: Heard.Present {
    Heard.Present(
      now: now, current: current, previous: previous, isTransitioning: running != nil,
      hasWaiting: waiting != nil, appearance: appearance)
  }

  /// Everything that belongs to one event; then those hear whose requests came to nothing in it.
  private func event(_ body: () -> Void) {
    body()
    tellLost()
  }

  private func tellLost() {
    while !untold.isEmpty {
      let (request, outcome) = untold.removeFirst()
      let event =
        outcome == "superseded"
        ? Heard.Event.superseded(request.state) : .cancelled(request.state)
      tell(event)
      if let number = request.number { say(.completed(request: number, outcome)) }
    }
  }

  private func tell(_ event: Heard.Event) {
    say(.told(.owner, event))
    say(.told(.observer, event))
  }

  private func will(_ event: Heard.Event) {
    tell(event)
    say(.told(.child, event))
  }

  private func did(_ event: Heard.Event) {
    say(.told(.child, event))
    tell(event)
  }

  private func tellRemoved(_ child: Int) {
    say(.told(.child, .childRemoved(child)))
    say(.told(.owner, .childRemoved(child)))
  }

  private func tellOrder() {
    event { tell(.order(layers)) }
  }
}

// MARK: - The container's appearance

extension ContractModel {
  private func willAppear(_ animated: Bool) {
    if case .disappearing = appearance { didDisappear() }
    guard appearance == .off else { return }
    appearance = .appearing(animated)
    var state = 0
    event {
      say(.askedAppearanceState)
      state = script.answers[min(appearances, script.answers.count - 1)]
      appearances += 1
      say(.told(.observer, .loadAppearanceState(state)))
    }
    begin(Request(state: state, animated: animated, number: nil), isAppearance: true)
    goOn(to: nil)
  }

  private func didAppear() {
    guard case .appearing = appearance else { return }
    appearance = .on
    tellHeldBack()
    goOn(to: nil)
  }

  private func tellHeldBack() {
    for index in running?.movements.indices ?? 0..<0 {
      guard let running, running.movements[index].ended else { continue }
      let child = running.movements[index].child
      event { did(.childDidAppear(child, animated: running.request.animated)) }
    }
  }

  private func willDisappear(_ animated: Bool) {
    let wasAppearing: Bool
    switch appearance {
    case .off, .disappearing: return
    case .appearing: wasAppearing = true
    case .on: wasAppearing = false
    }
    appearance = .disappearing(animated)
    if let dropped = waiting {
      waiting = nil
      untold.append((dropped, "cancelled"))
      tellLost()
    }
    if running != nil {
      running?.hand = nil
      if wasAppearing { tellHeldBack() }
      endAll()
      endTransition("finished")
    }
    for child in layers { event { will(.childWillDisappear(child, animated: animated)) } }
  }

  private func didDisappear() {
    guard case .disappearing(let animated) = appearance else { return }
    appearance = .off
    for child in layers { event { did(.childDidDisappear(child, animated: animated)) } }
  }
}

// MARK: - A transition

extension ContractModel {
  /// Begins a transition; `former` is what still moved in the one that it cuts short.
  private func begin(
    _ request: Request, isAppearance: Bool = false, byHand: Bool = false,
    from former: [Movement] = []
  ) {
    deadline = nil
    running = Running(request: request, isAppearance: isAppearance, begun: now)
    let state = request.state
    let animated = request.animated
    event { tell(.willTransition(to: state, animated: animated)) }
    previous = current
    current = state
    var next: [Int] = []
    event {
      say(.askedChildren(state))
      for child in script.states[state] where !next.contains(child) { next.append(child) }
      if let limit = script.deadlines[state] {
        deadline = (now + limit.after, limit.next, limit.animated)
      }
    }
    let moving = former.filter { !$0.ended }
    let before = layers
    if isAppearance {
      for child in before where !next.contains(child) {
        layers.removeAll { $0 == child }
        event { tellRemoved(child) }
      }
      running?.movements = next.map {
        Movement(child: $0, appearing: true, animated: animated, ended: !animated)
      }
    } else {
      place(next, moving, animated: animated)
    }
    tellStops(moving, next)
    for movement in running?.movements ?? [] where !movement.appearing && !movement.continues {
      let child = movement.child
      event { will(.childWillDisappear(child, animated: animated)) }
    }
    for movement in running?.movements ?? [] where movement.appearing && !movement.continues {
      let child = movement.child
      event {
        if !layers.contains(child) {
          say(.told(.owner, .childAdded(child)))
          say(.told(.child, .childAdded(child)))
        }
        will(.childWillAppear(child, animated: animated))
      }
    }
    layers = isAppearance ? next : Self.order(next, before)
    if layers != before { tellOrder() }
    if animated {
      for index in running?.movements.indices ?? 0..<0 { beginMovement(index) }
      if byHand { running?.hand = (now, now) }
    } else if !isAppearance {
      endAll()
    }
  }

  /// Finds who enters and who leaves, and whose movement goes on or turns.
  private func place(_ next: [Int], _ moving: [Movement], animated: Bool) {
    func goesOn(_ movement: Movement) -> Bool {
      next.contains(movement.child) == movement.appearing
    }
    func movement(of child: Int, appearing: Bool) -> Movement {
      var new = Movement(child: child, appearing: appearing, animated: animated)
      if let turned = moving.first(where: { $0.child == child && $0.appearing != appearing }) {
        new.turned = true
        new.from = 1 - turned.progress(at: now)
        new.timing = Self.turned(turned.timing)
      }
      return new
    }
    let goingOn = moving.filter(goesOn).map {
      var movement = $0
      movement.continues = true
      return movement
    }
    let entering = next.filter { child in
      !layers.contains(child) || moving.contains { $0.child == child && !$0.appearing }
    }
    let leaving = layers.filter { child in
      !next.contains(child) && !goingOn.contains { $0.child == child }
    }
    running?.movements =
      goingOn.filter(\.appearing) + entering.map { movement(of: $0, appearing: true) }
      + goingOn.filter { !$0.appearing } + leaving.map { movement(of: $0, appearing: false) }
  }

  /// Who must go the other way stops: first those who entered.
  private func tellStops(_ moving: [Movement], _ next: [Int]) {
    for appearing in [true, false] {
      for movement in moving
      where movement.appearing == appearing && next.contains(movement.child) != appearing {
        let child = movement.child
        event { did(.transitionDidEnd(child, appearing: appearing)) }
        event {
          did(
            appearing
              ? .childDidAppear(child, animated: true) : .childDidDisappear(child, animated: true))
        }
      }
    }
  }

  /// The new state's order, with each child that goes directly above the one it was above.
  private static func order(_ next: [Int], _ before: [Int]) -> [Int] {
    var order = next
    for (place, child) in before.enumerated() where !next.contains(child) {
      let below = place > 0 ? order.firstIndex(of: before[place - 1]) : nil
      order.insert(child, at: below.map { $0 + 1 } ?? 0)
    }
    return order
  }

  private func beginMovement(_ index: Int) {
    guard let running, !running.movements[index].continues else { return }
    var movement = running.movements[index]
    let child = movement.child
    let appearing = movement.appearing
    event {
      say(
        .askedOwnerTiming(
          child, appearing: appearing, from: previous, to: running.request.state,
          animated: running.request.animated))
      let way = Script.Way(child: child, appearing: appearing)
      var timing = script.ownerTimings[way]
      if timing == nil {
        say(.askedChildTiming(child, appearing: appearing))
        timing = script.timings[way]
      }
      var given = timing ?? script.defaultTiming
      if script.isMotionReduced { (given.delay, given.duration) = (0, 0) }
      if movement.turned {
        let left = Double(given.duration) * (1 - movement.from)
        given = Heard.Timing(
          delay: 0, duration: Int64(left + 0.5), curve: movement.timing.curve,
          effect: movement.timing.effect)
      }
      movement.timing = given
      movement.start = now + given.delay
      movement.end = movement.start + given.duration
      self.running?.movements[index] = movement
      will(.transitionWillBegin(child, appearing: appearing, given))
    }
  }

  private static func turned(_ timing: Heard.Timing) -> Heard.Timing {
    let curves = ["easeIn": "easeOut", "easeOut": "easeIn"]
    let effects = [
      "slideUp": "slideDown", "slideDown": "slideUp", "slideLeft": "slideRight",
      "slideRight": "slideLeft",
    ]
    var turned = timing
    turned.curve = curves[timing.curve] ?? timing.curve
    turned.effect = effects[timing.effect] ?? timing.effect
    return turned
  }
}

// MARK: - Ends

extension ContractModel {
  private func endAll() {
    for index in running?.movements.indices ?? 0..<0 { end(index) }
  }

  private func end(_ index: Int) {
    guard let movement = running?.movements[index], !movement.ended else { return }
    running?.movements[index].ended = true
    let child = movement.child
    let appearing = movement.appearing
    if movement.animated {
      event {
        say(
          .told(
            .child, .transitionDidProgress(child, appearing: appearing, millionths: 1_000_000)))
        did(.transitionDidEnd(child, appearing: appearing))
      }
    }
    if appearing {
      if !isHeldBack { event { did(.childDidAppear(child, animated: movement.animated)) } }
    } else {
      event {
        did(.childDidDisappear(child, animated: movement.animated))
        layers.removeAll { $0 == child }
        tellRemoved(child)
      }
      tellOrder()
    }
  }

  private var isHeldBack: Bool {
    guard case .appearing = appearance else { return false }
    return true
  }

  /// The transition is over, at its end or cut short.
  private func endTransition(_ outcome: String) {
    guard let request = running?.request else { return }
    event {
      if outcome == "finished", request.animated { tellProgress(of: request, 1) }
      tell(.didTransition(from: previous, to: request.state, animated: request.animated))
    }
    running = nil
    event { if let number = request.number { say(.completed(request: number, outcome)) } }
  }

  /// Does all that follows by itself, up to an instant if time goes on.
  private func goOn(to goal: Int64?) {
    while goOnOnce(to: goal) {}
    if let goal { now = max(now, goal) }
  }

  private func goOnOnce(to goal: Int64?) -> Bool {
    guard let running else {
      guard let next = waiting, appearance == .on else { return reachDeadline(by: goal) }
      waiting = nil
      begin(next)
      return true
    }
    let interrupts = script.interrupts && waiting != nil && !isHeldBack
    if running.hand == nil || interrupts {
      if !isHeldBack, running.movements.allSatisfy(\.ended) {
        endTransition("finished")
        return true
      }
    }
    if interrupts {
      interrupt()
      return true
    }
    if running.hand == nil, let goal, let end = nextEnd(), end.at <= goal,
      appearance != .on || end.at <= deadline?.at ?? .max
    {
      now = max(now, end.at)
      self.end(end.index)
      return true
    }
    return reachDeadline(by: goal)
  }

  private func nextEnd() -> (index: Int, at: Int64)? {
    var next: (index: Int, at: Int64)?
    for (index, movement) in (running?.movements ?? []).enumerated() where !movement.ended {
      if movement.end < next?.at ?? .max { next = (index, movement.end) }
    }
    return next
  }

  private func interrupt() {
    release()
    if let due = nextEnd(), due.at <= now { return end(due.index) }
    let moving = running?.movements ?? []
    endTransition("superseded")
    guard let next = waiting else { return }
    waiting = nil
    begin(next, from: moving)
  }

  private func reachDeadline(by goal: Int64?) -> Bool {
    guard let goal, appearance == .on, let reached = deadline, reached.at <= goal else {
      return false
    }
    now = max(now, reached.at)
    deadline = nil
    request(Request(state: reached.next, animated: reached.animated, number: nil))
    tellLost()
    return true
  }
}

// MARK: - By hand

extension ContractModel {
  private func update(_ progress: Double) {
    guard let hand = running?.hand else { return }
    let last = running?.movements.map(\.end).max() ?? hand.began
    let share = progress > 0 ? min(progress, 1) : 0
    running?.hand?.now = hand.began + Int64(Double(last - hand.began) * share + 0.5)
    reportProgress()
    goOn(to: nil)
  }

  /// The hand lets go: what moves goes on from where the hand has it.
  private func release() {
    guard let hand = running?.hand else { return }
    running?.hand = nil
    if var shifted = running {
      Self.shift(&shifted, by: now - hand.now, to: now)
      running = shifted
    }
  }

  private func tellProgress(of request: Request, _ progress: Double) {
    say(
      .told(
        .owner,
        .wholeProgress(from: previous, to: request.state, millionths: millionths(progress))))
  }

  private static func shift(_ running: inout Running, by interval: Int64, to now: Int64) {
    running.begun += interval
    for index in running.movements.indices where !running.movements[index].ended {
      running.movements[index].start += interval
      running.movements[index].end = max(running.movements[index].end + interval, now)
    }
  }

  private func reportProgress() {
    guard let running, running.movements.contains(where: { !$0.ended }) else { return }
    let instant = running.hand?.now ?? now
    let last = running.movements.map(\.end).max() ?? now
    event {
      for movement in running.movements
      where !movement.ended && (running.hand != nil || movement.start <= now) {
        say(
          .told(
            .child,
            .transitionDidProgress(
              movement.child, appearing: movement.appearing,
              millionths: millionths(movement.progress(at: instant)))))
      }
      let whole =
        instant >= last ? 1 : Double(instant - running.begun) / Double(last - running.begun)
      tellProgress(of: running.request, whole)
    }
  }

  private func rest() {
    let hand = running?.hand
    let moving = (running?.movements ?? []).filter { !$0.ended }
    var instants = hand == nil ? moving.map(\.end) + moving.map(\.start).filter { $0 > now } : []
    if let deadline, appearance == .on { instants.append(max(deadline.at, now)) }
    let shown = layers.map { child in
      guard let movement = moving.first(where: { $0.child == child }) else {
        return Heard.Shown(child: child, way: 0, millionths: 0, timing: nil)
      }
      return Heard.Shown(
        child: child, way: movement.appearing ? 1 : -1,
        millionths: millionths(movement.progress(at: hand?.now ?? now)), timing: movement.timing)
    }
    say(
      .rest(
        nextDeadline: instants.min(),
        isAnimating: hand == nil && moving.contains { $0.start <= now },
        isDrivenByHand: hand != nil, layers: shown))
  }
}

func millionths(_ progress: Double) -> Int { Int(progress * 1_000_000 + 0.5) }
