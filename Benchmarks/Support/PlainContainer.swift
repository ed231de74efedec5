import StateContainer

/// The container's contract as one would write it down: the yardstick of the engine's rates.
///
/// It makes the same calls with the same facts, all of which a delegate or child can implement,
/// shows each layer with the same data, and does not keep its delegate alive. It has no appearance
/// of its own and one lasting observer; a request in a callback waits only while a transition runs.
///
/// It has two forms. The sorted one sorts the movements once and filters the layers once for all
/// that end at one instant, after their calls; the naive one searches and shifts for each child.
final class PlainContainer<Child: PlainChild> {
  private struct Movement {
    let child: Child
    let appearing: Bool
    let timing: TransitionTiming
    /// When the delay is over, and when the animation is.
    let begin: Int64
    let end: Int64
  }

  private struct Request {
    let state: Int
    let animated: Bool
    let completion: (() -> Void)?
  }

  private weak var owner: (any PlainOwner<Child>)?
  private var layers: [Child] = []
  /// The running transition's state's children.
  private var next: [Child] = []
  private var current: Int?
  private var previous: Int?
  private var running: Request?
  private var waiting: Request?
  private var movements: [Movement] = []
  /// When the running transition began, and when its last child ends.
  private var begun: Int64 = 0
  private var lastEnd: Int64 = 0
  private(set) var now: Int64 = 0
  private let isNaive: Bool
  private let observer: ((PlainEvent<Child>) -> Void)?

  init(
    owner: any PlainOwner<Child>, isNaive: Bool, observer: ((PlainEvent<Child>) -> Void)? = nil
  ) {
    self.owner = owner
    self.isNaive = isNaive
    self.observer = observer
  }

  /// The children in layer order, each with how to show it.
  func forEachLayer(_ body: (Child, ChildPresentation) -> Void) {
    for child in layers {
      if let movement = movements.first(where: { $0.child === child }) {
        let progress = progress(movement)
        body(
          child,
          movement.appearing
            ? .entering(progress: progress, timing: movement.timing)
            : .leaving(progress: progress, timing: movement.timing))
      } else {
        body(child, .steady)
      }
    }
  }

  private func progress(_ movement: Movement) -> Double {
    guard now < movement.end else { return 1 }
    guard now > movement.begin else { return 0 }
    return Double(now - movement.begin) / Double(movement.end - movement.begin)
  }

  func request(_ state: Int, animated: Bool, completion: (() -> Void)? = nil) {
    guard let owner else { return }
    let request = Request(state: state, animated: animated, completion: completion)
    if running != nil { waiting = request } else { begin(request, for: owner) }
  }

  func advance(to instant: Int64) {
    guard let owner else { return }
    now = max(now, instant)
    if isNaive {
      while let index = movements.indices.min(by: { movements[$0].end < movements[$1].end }),
        movements[index].end <= now
      {
        end(movements.remove(at: index), for: owner)
      }
    } else {
      let due = movements.prefix { $0.end <= now }
      if !due.isEmpty {
        movements.removeFirst(due.count)
        endAll(due, for: owner)
      }
    }
    for movement in movements where movement.begin <= now {
      movement.child.transitionDidProgress(
        appearing: movement.appearing, progress: progress(movement))
    }
    guard let running else { return }
    guard !movements.isEmpty else { return finish(for: owner) }
    let progress = Double(now - begun) / Double(lastEnd - begun)
    owner.transitionDidProgress(from: previous, to: running.state, progress: progress)
  }

  /// Ends them one after the other; the sorted form filters the layers once, after all their calls.
  private func endAll(_ due: ArraySlice<Movement>, for owner: any PlainOwner<Child>) {
    for movement in due { end(movement, for: owner) }
    guard !isNaive, due.contains(where: { !$0.appearing }) else { return }
    if movements.isEmpty {
      layers = next
    } else {
      let gone = Set(due.lazy.filter { !$0.appearing }.map { ObjectIdentifier($0.child) })
      layers.removeAll { gone.contains(ObjectIdentifier($0)) }
    }
  }

  private func begin(_ request: Request, for owner: any PlainOwner<Child>) {
    running = request
    (begun, lastEnd) = (now, now)
    owner.willTransition(to: request.state, animated: request.animated)
    observer?(.willTransition(to: request.state, animated: request.animated))
    previous = current
    current = request.state
    next = owner.children(for: request.state)
    let kept = Set(next.map { ObjectIdentifier($0) })
    let present = Set(layers.map { ObjectIdentifier($0) })
    let leaving = layers.filter { !kept.contains(ObjectIdentifier($0)) }
    let entering = next.filter { !present.contains(ObjectIdentifier($0)) }
    for child in leaving {
      owner.childWillDisappear(child, animated: request.animated)
      observer?(.childWillDisappear(child, animated: request.animated))
      child.willDisappear(animated: request.animated)
    }
    for child in entering {
      owner.childAdded(child)
      child.wasAdded()
      owner.childWillAppear(child, animated: request.animated)
      observer?(.childWillAppear(child, animated: request.animated))
      child.willAppear(animated: request.animated)
    }
    order(next, kept: kept)
    owner.layerOrderChanged()
    observer?(.order)
    for child in entering { move(child, appearing: true, request, for: owner) }
    for child in leaving { move(child, appearing: false, request, for: owner) }
    if !isNaive, request.animated { movements.sort { $0.end < $1.end } }
    if !request.animated {
      let due = movements[...]
      movements = []
      endAll(due, for: owner)
      finish(for: owner)
    }
  }

  /// Each leaving child stays directly above the one it was above.
  private func order(_ next: [Child], kept: Set<ObjectIdentifier>) {
    var order: [Child] = []
    if isNaive {
      order = next
      for (place, child) in layers.enumerated() where !kept.contains(ObjectIdentifier(child)) {
        let below = place > 0 ? order.firstIndex { $0 === layers[place - 1] } : nil
        order.insert(child, at: below.map { $0 + 1 } ?? 0)
      }
    } else {
      order.reserveCapacity(layers.count + next.count)
      var above: [ObjectIdentifier: [Child]] = [:]
      var below: ObjectIdentifier?
      for child in layers {
        if kept.contains(ObjectIdentifier(child)) {
          below = ObjectIdentifier(child)
        } else if let below {
          above[below, default: []].append(child)
        } else {
          order.append(child)
        }
      }
      for child in next {
        order.append(child)
        if !above.isEmpty, let leaving = above[ObjectIdentifier(child)] { order += leaving }
      }
    }
    layers = order
  }

  private func move(
    _ child: Child, appearing: Bool, _ request: Request, for owner: any PlainOwner<Child>
  ) {
    var timing = TransitionTiming.immediate
    if request.animated {
      timing =
        owner.timing(for: child, appearing: appearing, from: previous, to: request.state)
        ?? child.timing(appearing: appearing)
      owner.transitionWillBegin(for: child, appearing: appearing, timing: timing)
      observer?(.transitionWillBegin(child, appearing: appearing))
      child.transitionWillBegin(appearing: appearing, timing: timing)
    }
    let begin = now + timing.delayNanoseconds
    let end = begin + timing.durationNanoseconds
    lastEnd = max(lastEnd, end)
    movements.append(
      Movement(child: child, appearing: appearing, timing: timing, begin: begin, end: end))
  }

  private func end(_ movement: Movement, for owner: any PlainOwner<Child>) {
    let animated = running?.animated ?? false
    if animated {
      movement.child.transitionDidProgress(appearing: movement.appearing, progress: 1)
      movement.child.transitionDidEnd(appearing: movement.appearing)
      owner.transitionDidEnd(for: movement.child, appearing: movement.appearing)
      observer?(.transitionDidEnd(movement.child, appearing: movement.appearing))
    }
    if movement.appearing {
      movement.child.didAppear(animated: animated)
      owner.childDidAppear(movement.child, animated: animated)
      observer?(.childDidAppear(movement.child, animated: animated))
    } else {
      movement.child.didDisappear(animated: animated)
      owner.childDidDisappear(movement.child, animated: animated)
      observer?(.childDidDisappear(movement.child, animated: animated))
      if isNaive { layers.removeAll { $0 === movement.child } }
      movement.child.wasRemoved()
      owner.childRemoved(movement.child)
      owner.layerOrderChanged()
      observer?(.order)
    }
  }

  private func finish(for owner: any PlainOwner<Child>) {
    guard let ended = running else { return }
    if ended.animated {
      owner.transitionDidProgress(from: previous, to: ended.state, progress: 1)
    }
    owner.didTransition(from: previous, to: ended.state, animated: ended.animated)
    observer?(.didTransition(from: previous, to: ended.state, animated: ended.animated))
    running = nil
    ended.completion?()
    guard let next = waiting else { return }
    waiting = nil
    begin(next, for: owner)
  }
}

/// What an observer of a plain container hears.
enum PlainEvent<Child> {
  case willTransition(to: Int, animated: Bool)
  case didTransition(from: Int?, to: Int, animated: Bool)
  case childWillAppear(Child, animated: Bool)
  case childDidAppear(Child, animated: Bool)
  case childWillDisappear(Child, animated: Bool)
  case childDidDisappear(Child, animated: Bool)
  case transitionWillBegin(Child, appearing: Bool)
  case transitionDidEnd(Child, appearing: Bool)
  case order
}

/// The delegate of a plain container, which can implement every call.
protocol PlainOwner<Child>: AnyObject {
  associatedtype Child: PlainChild
  func children(for state: Int) -> [Child]
  func timing(
    for child: Child, appearing: Bool, from previous: Int?, to state: Int
  ) -> TransitionTiming?
  func willTransition(to state: Int, animated: Bool)
  func didTransition(from previous: Int?, to state: Int, animated: Bool)
  func transitionDidProgress(from previous: Int?, to state: Int, progress: Double)
  func layerOrderChanged()
  func childAdded(_ child: Child)
  func childRemoved(_ child: Child)
  func childWillAppear(_ child: Child, animated: Bool)
  func childDidAppear(_ child: Child, animated: Bool)
  func childWillDisappear(_ child: Child, animated: Bool)
  func childDidDisappear(_ child: Child, animated: Bool)
  func transitionWillBegin(for child: Child, appearing: Bool, timing: TransitionTiming)
  func transitionDidEnd(for child: Child, appearing: Bool)
}

/// A child of a plain container, which can implement every call.
protocol PlainChild: AnyObject {
  func timing(appearing: Bool) -> TransitionTiming
  func wasAdded()
  func wasRemoved()
  func willAppear(animated: Bool)
  func didAppear(animated: Bool)
  func willDisappear(animated: Bool)
  func didDisappear(animated: Bool)
  func transitionWillBegin(appearing: Bool, timing: TransitionTiming)
  func transitionDidProgress(appearing: Bool, progress: Double)
  func transitionDidEnd(appearing: Bool)
}

extension PlainOwner {
  func timing(
    for child: Child, appearing: Bool, from previous: Int?, to state: Int
  ) -> TransitionTiming? { nil }
  func willTransition(to state: Int, animated: Bool) {}
  func didTransition(from previous: Int?, to state: Int, animated: Bool) {}
  func transitionDidProgress(from previous: Int?, to state: Int, progress: Double) {}
  func layerOrderChanged() {}
  func childAdded(_ child: Child) {}
  func childRemoved(_ child: Child) {}
  func childWillAppear(_ child: Child, animated: Bool) {}
  func childDidAppear(_ child: Child, animated: Bool) {}
  func childWillDisappear(_ child: Child, animated: Bool) {}
  func childDidDisappear(_ child: Child, animated: Bool) {}
  func transitionWillBegin(for child: Child, appearing: Bool, timing: TransitionTiming) {}
  func transitionDidEnd(for child: Child, appearing: Bool) {}
}

extension PlainChild {
  func wasAdded() {}
  func wasRemoved() {}
  func willAppear(animated: Bool) {}
  func didAppear(animated: Bool) {}
  func willDisappear(animated: Bool) {}
  func didDisappear(animated: Bool) {}
  func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {}
  func transitionDidProgress(appearing: Bool, progress: Double) {}
  func transitionDidEnd(appearing: Bool) {}
}
