internal import HostPlugins
internal import StateContainer

/// The child in front, among those that take keys.
extension Stage {
  /// The children that take keys, bottom first.
  var keyTakers: [StageChild] {
    var takers: [StageChild] = []
    container.forEachLayer { child, _ in if child.hasKeys { takers.append(child) } }
    return takers
  }

  /// The visible failure notices, topmost first; none of them is ever in front.
  var notices: [StageChild] { container.layers.reversed().filter(\.isNoticeSeen) }

  /// The children that take keys; the last one is offered a key first.
  var keyOrder: [StageChild] { focus.order(keyTakers) }

  /// The child that is offered keys first: the one in front, unless it receives no input yet.
  var keyReceiver: StageChild? { keyOrder.last { !$0.isQuiet(at: context.nowNanoseconds) } }

  /// The child in front: its cursor is shown, and keys that it does not use go to the others.
  var front: StageChild? { frontAndCount.front }

  /// The child in front and the number of children that take keys, without an allocation.
  private var frontAndCount: (front: StageChild?, count: UInt32) {
    var count: UInt32 = 0
    var front: StageChild?
    container.forEachLayer { child, _ in
      guard child.hasKeys else { return }
      count += 1
      if focus.isChosen(child) || !(front.map(focus.isChosen) ?? false) { front = child }
    }
    return (front, count)
  }

  /// Whether a cursor is shown, of the child in front or of the prompt.
  package var showsCursor: Bool { context.query != nil || front?.showsCursor ?? false }

  /// Puts a child in front; returns false if it does not take keys.
  @discardableResult
  func put(inFront child: StageChild) -> Bool {
    guard child.hasKeys else { return false }
    focus.put(inFront: child)
    followFocus(isByUser: true)
    return true
  }

  /// Puts the next child in front; returns false if there is no other one.
  @discardableResult
  func moveFront(backward isBackward: Bool) -> Bool {
    guard focus.move(among: keyTakers, backward: isBackward) else { return false }
    followFocus(isByUser: true)
    return true
  }

  /// Updates children's focus facts; `isByUser` if the user or a permitted child chose the front.
  func followFocus(isByUser: Bool = false) {
    if !isByUser, !isInContainer { keepFront() }
    let (front, count) = frontAndCount
    for child in children {
      var facts = FocusFacts()
      facts.isInFront = child === front
      facts.count = count
      guard child.context.focus != facts else { continue }
      if facts.isInFront, !child.context.focus.isInFront, !isByUser {
        child.cameUnasked()
      }
      child.context.focus = facts
      needsFrame = true
    }
  }

  /// Leaves the keyboard with its child when one that may not act for the user gets room above it.
  private func keepFront() {
    guard let front, !front.context.focus.isInFront, !front.context.mayAct,
      let before = keyTakers.first(where: \.context.focus.isInFront)
    else { return }
    focus.put(inFront: before)
  }
}

/// The keyboard focus among the children on screen that take keys: the topmost is offered keys
/// first, unless, since the state was shown, the user or a plugin has put another one in front, or
/// the host has left it there when a child that may not act for the user came above it.
///
/// The child is stored by name, so it is in front again after a restart or reload.
struct KeyFocus {
  /// The name of the child that was put in front in this state; nil if the topmost is in front.
  private(set) var chosen: String?

  mutating func put(inFront child: StageChild) { chosen = child.name }
  func isChosen(_ child: StageChild) -> Bool { child.name == chosen }

  /// Puts the topmost child in front, for a change of state.
  mutating func forget() { chosen = nil }

  /// Children that take keys, bottom first, but the front one last: it is offered a key first.
  func order(_ takers: [StageChild]) -> [StageChild] {
    guard let front = takers.lastIndex(where: isChosen) else { return takers }
    var order = takers
    order.append(order.remove(at: front))
    return order
  }

  /// Puts the next child in front, downwards or back, cyclically; false if there is no other.
  mutating func move(among takers: [StageChild], backward isBackward: Bool) -> Bool {
    guard takers.count > 1, let front = order(takers).last,
      let place = takers.firstIndex(where: { $0 === front })
    else { return false }
    let next = (place + (isBackward ? 1 : takers.count - 1)) % takers.count
    put(inFront: takers[next])
    return true
  }
}
