import StateContainer

/// Plays a script through the engine and writes down all that anybody hears.
final class EngineRun: StateContainerOwner {
  final class Child: StateContainerChild {
    let id: Int
    unowned let run: EngineRun

    init(id: Int, run: EngineRun) {
      self.id = id
      self.run = run
    }
  }

  private(set) var heard: [Heard] = []
  private let script: Script
  private var reactions: Reactions
  private var children: [Int: Child] = [:]
  private var appearances = 0
  private var requests = 0
  private var hand: InteractiveTransition<Int, Child>?
  private lazy var container = StateContainer<Int, Child>(owner: self)

  init(_ script: Script) {
    self.script = script
    reactions = Reactions(script)
  }

  func play() -> [Heard] {
    for child in script.states.joined() { children[child] = Child(id: child, run: self) }
    container.policy = script.interrupts ? .interrupt : .wait
    container.defaultTiming = script.defaultTiming.own
    container.isMotionReduced = script.isMotionReduced
    container.deadlines = { [script] in
      script.deadlines[$0].map {
        StateDeadline(afterNanoseconds: $0.after, next: $0.next, isAnimated: $0.animated)
      }
    }
    container.addObserver { [unowned self] in observe($0) }
    for action in script.actions {
      call(action)
      rest()
    }
    return heard
  }
}

// MARK: - Calls

extension EngineRun {
  private func call(_ action: Script.Action) {
    switch action {
    case .willAppear(let animated): container.willAppear(animated: animated)
    case .didAppear: container.didAppear()
    case .willDisappear(let animated): container.willDisappear(animated: animated)
    case .didDisappear: container.didDisappear()
    case .request(let state, let animated):
      requests += 1
      container.request(state, animated: animated, completion: completion(requests))
    case .wait(let interval): container.advance(to: container.nowNanoseconds + interval)
    case .waitUntil(let instant): container.advance(to: instant)
    case .begin(let state):
      requests += 1
      let begun = container.beginInteractiveTransition(
        to: state, completion: completion(requests))
      if let begun { hand = begun }
    case .update(let progress): hand?.update(progress: progress)
    case .finish: hand?.finish()
    case .cancel: hand?.cancel()
    }
  }

  private func completion(_ request: Int) -> (RequestOutcome) -> Void {
    { [weak self] in self?.say(.completed(request: request, "\($0)")) }
  }

  private func say(_ what: Heard.What) {
    heard.append(Heard(what: what, present: present))
    for action in reactions.due(in: what.kind) { call(action) }
  }

  private var present: Heard.Present {
    let appearance: Heard.Appearance =
      switch container.appearance {
      case .offScreen: .off
      case .appearing(let animated): .appearing(animated)
      case .onScreen: .on
      case .disappearing(let animated): .disappearing(animated)
      }
    return Heard.Present(
      now: container.nowNanoseconds, current: container.currentState,
      previous: container.previousState, isTransitioning: container.isTransitioning,
      hasWaiting: container.hasWaitingRequest, appearance: appearance)
  }

  private func rest() {
    var shown: [Heard.Shown] = []
    container.forEachLayer { child, presentation in
      let (way, progress, timing): (Int, Double, TransitionTiming?) =
        switch presentation {
        case .steady: (0, 0, nil)
        case .entering(let progress, let timing): (1, progress, timing)
        case .leaving(let progress, let timing): (-1, progress, timing)
        }
      shown.append(
        Heard.Shown(
          child: child.id, way: way, millionths: millionths(progress),
          timing: timing.map { Heard.Timing($0) }))
    }
    say(
      .rest(
        nextDeadline: container.nextDeadline, isAnimating: container.isAnimating,
        isDrivenByHand: container.isDrivenByHand, layers: shown))
  }

  private func observe(_ event: ContainerEvent<Int, Child>) {
    switch event {
    case .loadAppearanceState(let state): told(.loadAppearanceState(state))
    case .willTransition(let to, let animated): told(.willTransition(to: to, animated: animated))
    case .didTransition(let from, let to, let animated):
      told(.didTransition(from: from, to: to, animated: animated))
    case .childWillAppear(let child, let animated):
      told(.childWillAppear(child.id, animated: animated))
    case .childDidAppear(let child, let animated):
      told(.childDidAppear(child.id, animated: animated))
    case .childWillDisappear(let child, let animated):
      told(.childWillDisappear(child.id, animated: animated))
    case .childDidDisappear(let child, let animated):
      told(.childDidDisappear(child.id, animated: animated))
    case .transitionWillBegin(let child, let appearing):
      told(.transitionWillBegin(child.id, appearing: appearing, timing(of: child)))
    case .transitionDidEnd(let child, let appearing):
      told(.transitionDidEnd(child.id, appearing: appearing))
    case .superseded(let state): told(.superseded(state))
    case .cancelled(let state): told(.cancelled(state))
    case .order: told(.order(container.layers.map(\.id)))
    }
  }

  private func told(_ event: Heard.Event) { say(.told(.observer, event)) }

  /// The timing that the container shows a child with.
  private func timing(of child: Child) -> Heard.Timing {
    switch container.presentation(of: child) {
    case nil, .steady?: Heard.Timing(delay: -1)
    case .entering(_, let timing)?, .leaving(_, let timing)?: Heard.Timing(timing)
    }
  }
}

// MARK: - The owner

extension EngineRun {
  func loadAppearanceState() -> Int {
    say(.askedAppearanceState)
    defer { appearances += 1 }
    return script.answers[min(appearances, script.answers.count - 1)]
  }

  func children(for state: Int) -> [Child] {
    say(.askedChildren(state))
    return script.states[state].compactMap { children[$0] }
  }

  func timing(for child: Child, appearing: Bool, in transition: Transition<Int>)
    -> TransitionTiming?
  {
    say(
      .askedOwnerTiming(
        child.id, appearing: appearing, from: transition.previous, to: transition.next,
        animated: transition.isAnimated))
    return script.ownerTimings[Script.Way(child: child.id, appearing: appearing)]?.own
  }

  private func owner(_ event: Heard.Event) { say(.told(.owner, event)) }

  func willTransition(to state: Int, animated: Bool) {
    owner(.willTransition(to: state, animated: animated))
  }
  func didTransition(from previous: Int?, to state: Int, animated: Bool) {
    owner(.didTransition(from: previous, to: state, animated: animated))
  }
  func transitionDidProgress(_ transition: Transition<Int>, progress: Double) {
    owner(
      .wholeProgress(
        from: transition.previous, to: transition.next, millionths: millionths(progress)))
  }
  func childAdded(_ child: Child) { owner(.childAdded(child.id)) }
  func childRemoved(_ child: Child) { owner(.childRemoved(child.id)) }
  func layerOrderChanged() { owner(.order(container.layers.map(\.id))) }
  func childWillAppear(_ child: Child, animated: Bool) {
    owner(.childWillAppear(child.id, animated: animated))
  }
  func childDidAppear(_ child: Child, animated: Bool) {
    owner(.childDidAppear(child.id, animated: animated))
  }
  func childWillDisappear(_ child: Child, animated: Bool) {
    owner(.childWillDisappear(child.id, animated: animated))
  }
  func childDidDisappear(_ child: Child, animated: Bool) {
    owner(.childDidDisappear(child.id, animated: animated))
  }
  func transitionWillBegin(for child: Child, appearing: Bool, timing: TransitionTiming) {
    owner(.transitionWillBegin(child.id, appearing: appearing, Heard.Timing(timing)))
  }
  func transitionDidEnd(for child: Child, appearing: Bool) {
    owner(.transitionDidEnd(child.id, appearing: appearing))
  }
  func requestSuperseded(_ state: Int) { owner(.superseded(state)) }
  func requestCancelled(_ state: Int) { owner(.cancelled(state)) }
}

// MARK: - The children

extension EngineRun.Child {
  private func told(_ event: Heard.Event) { run.childHears(event) }

  func timing(appearing: Bool) -> TransitionTiming? { run.childTiming(id, appearing) }
  func wasAdded() { told(.childAdded(id)) }
  func wasRemoved() { told(.childRemoved(id)) }
  func willAppear(animated: Bool) { told(.childWillAppear(id, animated: animated)) }
  func didAppear(animated: Bool) { told(.childDidAppear(id, animated: animated)) }
  func willDisappear(animated: Bool) { told(.childWillDisappear(id, animated: animated)) }
  func didDisappear(animated: Bool) { told(.childDidDisappear(id, animated: animated)) }
  func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {
    told(.transitionWillBegin(id, appearing: appearing, Heard.Timing(timing)))
  }
  func transitionDidProgress(appearing: Bool, progress: Double) {
    told(.transitionDidProgress(id, appearing: appearing, millionths: millionths(progress)))
  }
  func transitionDidEnd(appearing: Bool) { told(.transitionDidEnd(id, appearing: appearing)) }
}

extension EngineRun {
  fileprivate func childHears(_ event: Heard.Event) { say(.told(.child, event)) }

  fileprivate func childTiming(_ child: Int, _ appearing: Bool) -> TransitionTiming? {
    say(.askedChildTiming(child, appearing: appearing))
    return script.timings[Script.Way(child: child, appearing: appearing)]?.own
  }
}

extension Heard.Timing {
  init(_ timing: TransitionTiming) {
    self.init(
      delay: timing.delayNanoseconds, duration: timing.durationNanoseconds,
      curve: timing.curve.rawValue, effect: timing.effect.rawValue)
  }

  var own: TransitionTiming {
    TransitionTiming(
      delayNanoseconds: delay, durationNanoseconds: duration,
      curve: TransitionCurve(rawValue: curve) ?? .linear,
      effect: TransitionEffect(rawValue: effect) ?? .fade)
  }
}
