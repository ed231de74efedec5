/// The container's contract as one would write it down without a second thought.
///
/// The yardstick of the engine's rates.
final class PlainContainer<Child: PlainChild> {
  private struct Movement {
    let child: Child
    let appearing: Bool
    let end: Int64
  }

  private struct Request {
    let state: Int
    let animated: Bool
    let completion: (() -> Void)?
  }

  private let owner: any PlainOwner<Child>
  private var layers: [Child] = []
  private var current: Int?
  private var previous: Int?
  private var running: Request?
  private var waiting: Request?
  private var movements: [Movement] = []
  private(set) var now: Int64 = 0

  init(owner: any PlainOwner<Child>) { self.owner = owner }

  func request(_ state: Int, animated: Bool, completion: (() -> Void)? = nil) {
    let request = Request(state: state, animated: animated, completion: completion)
    if running != nil { waiting = request } else { begin(request) }
  }

  func advance(to instant: Int64) {
    now = max(now, instant)
    while let index = movements.indices.min(by: { movements[$0].end < movements[$1].end }),
      movements[index].end <= now
    {
      end(movements.remove(at: index))
    }
    if movements.isEmpty, running != nil { finish() }
  }

  private func begin(_ request: Request) {
    running = request
    owner.willTransition(to: request.state, animated: request.animated)
    previous = current
    current = request.state
    let next = owner.children(for: request.state)
    let kept = Set(next.map { ObjectIdentifier($0) })
    let present = Set(layers.map { ObjectIdentifier($0) })
    let leaving = layers.filter { !kept.contains(ObjectIdentifier($0)) }
    let entering = next.filter { !present.contains(ObjectIdentifier($0)) }
    for child in leaving {
      owner.childWillDisappear(child, animated: request.animated)
      child.willDisappear(animated: request.animated)
    }
    for child in entering {
      owner.childWillAppear(child, animated: request.animated)
      child.willAppear(animated: request.animated)
    }
    order(next, kept: kept)
    for child in entering { move(child, appearing: true, animated: request.animated) }
    for child in leaving { move(child, appearing: false, animated: request.animated) }
    if !request.animated {
      for movement in movements { end(movement) }
      movements = []
      finish()
    }
  }

  /// Each leaving child stays directly above the one it was above.
  private func order(_ next: [Child], kept: Set<ObjectIdentifier>) {
    var order = next
    for (place, child) in layers.enumerated() where !kept.contains(ObjectIdentifier(child)) {
      let below = place > 0 ? order.firstIndex { $0 === layers[place - 1] } : nil
      order.insert(child, at: below.map { $0 + 1 } ?? 0)
    }
    layers = order
    owner.layerOrderChanged()
  }

  private func move(_ child: Child, appearing: Bool, animated: Bool) {
    let duration = animated ? child.durationNanoseconds(appearing: appearing) : 0
    if animated {
      owner.transitionWillBegin(for: child, appearing: appearing)
      child.transitionWillBegin(appearing: appearing)
    }
    movements.append(Movement(child: child, appearing: appearing, end: now + duration))
  }

  private func end(_ movement: Movement) {
    let animated = running?.animated ?? false
    if animated {
      movement.child.transitionDidEnd(appearing: movement.appearing)
      owner.transitionDidEnd(for: movement.child, appearing: movement.appearing)
    }
    if movement.appearing {
      movement.child.didAppear(animated: animated)
      owner.childDidAppear(movement.child, animated: animated)
    } else {
      movement.child.didDisappear(animated: animated)
      owner.childDidDisappear(movement.child, animated: animated)
      layers.removeAll { $0 === movement.child }
      owner.layerOrderChanged()
    }
  }

  private func finish() {
    guard let ended = running else { return }
    owner.didTransition(from: previous, to: ended.state, animated: ended.animated)
    running = nil
    ended.completion?()
    guard let next = waiting else { return }
    waiting = nil
    begin(next)
  }
}

/// Who a plain container works for.
protocol PlainOwner<Child>: AnyObject {
  associatedtype Child: PlainChild
  func children(for state: Int) -> [Child]
}

/// What a plain container presents.
protocol PlainChild: AnyObject {
  func durationNanoseconds(appearing: Bool) -> Int64
}

extension PlainOwner {
  func willTransition(to state: Int, animated: Bool) {}
  func didTransition(from previous: Int?, to state: Int, animated: Bool) {}
  func layerOrderChanged() {}
  func childWillAppear(_ child: Child, animated: Bool) {}
  func childDidAppear(_ child: Child, animated: Bool) {}
  func childWillDisappear(_ child: Child, animated: Bool) {}
  func childDidDisappear(_ child: Child, animated: Bool) {}
  func transitionWillBegin(for child: Child, appearing: Bool) {}
  func transitionDidEnd(for child: Child, appearing: Bool) {}
}

extension PlainChild {
  func willAppear(animated: Bool) {}
  func didAppear(animated: Bool) {}
  func willDisappear(animated: Bool) {}
  func didDisappear(animated: Bool) {}
  func transitionWillBegin(appearing: Bool) {}
  func transitionDidEnd(appearing: Bool) {}
}
