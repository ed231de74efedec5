internal import HostPlugins
internal import StateContainer

/// The child in front, among those that take keys.
extension Stage {
  /// The children that take keys, bottom first.
  private var keyTakers: [StageChild] {
    var takers: [StageChild] = []
    container.forEachLayer { child, _ in if child.hasKeys { takers.append(child) } }
    return takers
  }

  /// The visible failure notices, topmost first; none of them is ever in front.
  var notices: [StageChild] { container.layers.reversed().filter(\.isNoticeSeen) }

  /// The children that take keys; the last one is offered a key first.
  var keyOrder: [StageChild] { focus.order(keyTakers) }

  /// The child in front: its cursor is shown, and keys that it does not use go to the others.
  var front: StageChild? { frontAndCount.front }

  /// The child in front and the number of children that take keys.
  ///
  /// It is computed in each turn and frame, so it does not allocate.
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

  /// Puts a child in front.
  ///
  /// - Returns: false if the child does not take keys.
  @discardableResult
  func put(inFront child: StageChild) -> Bool {
    guard child.hasKeys else { return false }
    focus.put(inFront: child)
    followFocus(isByUser: true)
    return true
  }

  /// Puts the next child in front, from top to bottom and cyclically.
  func moveFront(backward isBackward: Bool) {
    if focus.move(among: keyTakers, backward: isBackward) { followFocus(isByUser: true) }
  }

  /// Resets the focus to the topmost child when a child appears with another state.
  func focusMayMove() { if isOtherState { focus.forget() } }

  /// Updates each child's focus facts.
  ///
  /// - Parameter isByUser: whether the user chose the child in front, or a child did so with permission.
  func followFocus(isByUser: Bool = false) {
    let (front, count) = frontAndCount
    for child in children {
      var facts = FocusFacts()
      facts.isInFront = child === front
      facts.count = count
      guard child.context.focus != facts else { continue }
      if facts.isInFront, !child.context.focus.isInFront, !isByUser, !isTransitionOfUser {
        child.cameUnasked()
      }
      child.context.focus = facts
      needsFrame = true
    }
  }
}
