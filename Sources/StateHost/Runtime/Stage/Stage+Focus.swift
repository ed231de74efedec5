internal import HostPlugins
internal import StateContainer

/// Which of the children that take keys is in front.
extension Stage {
  /// The children that take keys, bottom first.
  private var keyTakers: [StageChild] {
    var takers: [StageChild] = []
    container.forEachLayer { child, _ in if child.hasKeys { takers.append(child) } }
    return takers
  }

  /// What says on screen that children have failed, topmost first; none of them is ever in front.
  var notices: [StageChild] { container.layers.reversed().filter(\.isNoticeSeen) }

  /// In the order in which they are offered a key, the first one last.
  var keyOrder: [StageChild] { focus.order(keyTakers) }

  /// The child in front: its cursor is shown, and what it does not use goes to the others.
  var front: StageChild? { frontAndCount.front }

  /// The same, and how many children take keys: asked each turn and frame, so nothing is allocated.
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

  /// Whether a cursor is shown: that of the child in front, as far as it has been drawn, or of the prompt.
  package var showsCursor: Bool { context.query != nil || front?.showsCursor ?? false }

  /// Puts a child in front.
  ///
  /// - Returns: false where it does not take keys.
  @discardableResult
  func put(inFront child: StageChild) -> Bool {
    guard child.hasKeys else { return false }
    focus.put(inFront: child)
    followFocus(isByUser: true)
    return true
  }

  /// Puts the next child in front, from the top down and round.
  func moveFront(backward isBackward: Bool) {
    if focus.move(among: keyTakers, backward: isBackward) { followFocus(isByUser: true) }
  }

  /// A child comes that may take keys: where another state is shown, the topmost is in front.
  func focusMayMove() { if isOtherState { focus.forget() } }

  /// Lets the children know who is in front, and how many take keys.
  ///
  /// - Parameter isByUser: whether the user has put one there, or it has asked for that when it might.
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
