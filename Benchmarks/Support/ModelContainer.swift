/// The container as the library that it is modelled on has it.
///
/// The second yardstick of the engine's rates: davidask/StateViewController 4 keeps children that
/// come and go in sets, looks each up at every step, asks each whether it knows of transitions, and
/// gives it its own animator. This container does the same at the same places; its views and
/// controllers only record their parent and children, and do none of UIKit's work. Unlike in that
/// library, an unanimated transition ends.
class ModelContainer<State>: ModelController {
  let clock = ModelClock()
  private var from: State??
  private var current: State?
  private var pending: (state: State, animated: Bool)?
  private var added: Set<ModelController> = []
  private var removed: Set<ModelController> = []

  func children(for state: State) -> [ModelController] { [] }
  func willTransition(to state: State, animated: Bool) {}
  func didTransition(from previous: State?, animated: Bool) {}
  func childWillAppear(_ child: ModelController, animated: Bool) {}
  func childDidAppear(_ child: ModelController, animated: Bool) {}
  func childWillDisappear(_ child: ModelController, animated: Bool) {}
  func childDidDisappear(_ child: ModelController, animated: Bool) {}

  func setNeedsTransition(to state: State, animated: Bool) {
    guard from == nil else { return pending = (state, animated) }
    begin(state, animated: animated)
    if animated {
      for child in added {
        animate(child, appearing: true) { self.finishAdding(child, animated: animated) }
      }
      for child in removed {
        animate(child, appearing: false) { self.finishRemoving(child, animated: animated) }
      }
    } else {
      for child in added { finishAdding(child, animated: animated) }
      for child in removed { finishRemoving(child, animated: animated) }
    }
    endIfDone(animated: animated)
  }

  private func begin(_ state: State, animated: Bool) {
    willTransition(to: state, animated: animated)
    from = .some(current)
    current = state
    let previous = children
    let next = children(for: state)
    for child in previous where !next.contains(child) { beginRemoving(child, animated: animated) }
    for child in next where !previous.contains(child) { beginAdding(child, animated: animated) }
    for (place, child) in next.enumerated() { view.insert(child.view, at: place) }
  }

  private func beginAdding(_ child: ModelController, animated: Bool) {
    guard !added.contains(child) else { return }
    add(child)
    childWillAppear(child, animated: animated)
    child.beginAppearance(true, animated: animated)
    added.insert(child)
  }

  private func finishAdding(_ child: ModelController, animated: Bool) {
    guard added.contains(child) else { return }
    child.endAppearance()
    childDidAppear(child, animated: animated)
    child.didMove(to: self)
    added.remove(child)
    endIfDone(animated: animated)
  }

  private func beginRemoving(_ child: ModelController, animated: Bool) {
    guard !removed.contains(child) else { return }
    child.willMove(to: nil)
    childWillDisappear(child, animated: animated)
    child.beginAppearance(false, animated: animated)
    removed.insert(child)
  }

  private func finishRemoving(_ child: ModelController, animated: Bool) {
    guard removed.contains(child) else { return }
    child.view.removeFromParent()
    child.endAppearance()
    childDidDisappear(child, animated: animated)
    child.removeFromParent()
    removed.remove(child)
    endIfDone(animated: animated)
  }

  private func animate(
    _ child: ModelController, appearing: Bool, completion: @escaping () -> Void
  ) {
    let transitioning = child as? any ModelTransitioning
    transitioning?.transitionWillBegin(appearing: appearing)
    let animator = ModelAnimator(
      nanoseconds: transitioning?.durationNanoseconds(appearing: appearing) ?? 350_000_000
    ) {
      transitioning?.animateAlongside(appearing: appearing)
    }
    animator.completions.append {
      transitioning?.transitionDidEnd(appearing: appearing)
      completion()
    }
    clock.start(
      animator, afterNanoseconds: transitioning?.delayNanoseconds(appearing: appearing) ?? 0)
  }

  private func endIfDone(animated: Bool) {
    guard let previous = from, added.union(removed).isEmpty else { return }
    from = nil
    didTransition(from: previous, animated: animated)
    guard let next = pending else { return }
    pending = nil
    setNeedsTransition(to: next.state, animated: next.animated)
  }
}

/// What a model's child may say of its transitions.
protocol ModelTransitioning {
  func delayNanoseconds(appearing: Bool) -> Int64
  func durationNanoseconds(appearing: Bool) -> Int64
  func transitionWillBegin(appearing: Bool)
  func animateAlongside(appearing: Bool)
  func transitionDidEnd(appearing: Bool)
}

/// A controller that knows its children, its parent and its view.
class ModelController: Hashable {
  let view = ModelView()
  private(set) var children: [ModelController] = []
  private weak var parent: ModelController?
  private var appearing: (isAppearing: Bool, animated: Bool)?

  static func == (one: ModelController, other: ModelController) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  func willAppear(animated: Bool) {}
  func didAppear(animated: Bool) {}
  func willDisappear(animated: Bool) {}
  func didDisappear(animated: Bool) {}
  func willMove(to parent: ModelController?) {}
  func didMove(to parent: ModelController?) {}

  func add(_ child: ModelController) {
    child.willMove(to: self)
    child.parent = self
    children.append(child)
  }

  func removeFromParent() {
    parent?.children.removeAll { $0 === self }
    parent = nil
    didMove(to: nil)
  }

  func beginAppearance(_ isAppearing: Bool, animated: Bool) {
    appearing = (isAppearing, animated)
    if isAppearing { willAppear(animated: animated) } else { willDisappear(animated: animated) }
  }

  func endAppearance() {
    guard let (isAppearing, animated) = appearing else { return }
    appearing = nil
    if isAppearing { didAppear(animated: animated) } else { didDisappear(animated: animated) }
  }
}

/// A view that knows what lies in it, bottom first.
final class ModelView {
  private var views: [ModelView] = []
  private weak var parent: ModelView?

  func insert(_ view: ModelView, at place: Int) {
    view.removeFromParent()
    views.insert(view, at: min(place, views.count))
    view.parent = self
  }

  func removeFromParent() {
    parent?.views.removeAll { $0 === self }
    parent = nil
  }
}

/// One child's animation.
final class ModelAnimator {
  let nanoseconds: Int64
  let animations: () -> Void
  var completions: [() -> Void] = []

  init(nanoseconds: Int64, animations: @escaping () -> Void) {
    self.nanoseconds = nanoseconds
    self.animations = animations
  }
}

/// Runs animators on a clock that is told how late it is.
final class ModelClock {
  private(set) var now: Int64 = 0
  private var running: [(end: Int64, animator: ModelAnimator)] = []

  func start(_ animator: ModelAnimator, afterNanoseconds delay: Int64) {
    animator.animations()
    running.append((now + delay + animator.nanoseconds, animator))
  }

  func advance(to instant: Int64) {
    now = max(now, instant)
    let due = running.filter { $0.end <= now }
    running.removeAll { $0.end <= now }
    for (_, animator) in due { for completion in animator.completions { completion() } }
  }
}
