/// Determines which child receives keys first and shows its cursor: the topmost, or the one that the user or a child
/// put in front.
///
/// The child is stored by name, so it is in front again after a restart or reload.
struct KeyFocus {
  /// The name of the child that was put in front in this state; nil if the topmost is in front.
  private(set) var chosen: String?

  mutating func put(inFront child: StageChild) { chosen = child.name }

  /// Whether this child was put in front.
  func isChosen(_ child: StageChild) -> Bool { child.name == chosen }

  /// Puts the topmost child in front, for a change of state.
  mutating func forget() { chosen = nil }

  /// The order in which keys are offered.
  ///
  /// - Parameter takers: the children that take keys, bottom first.
  /// - Returns: the children; the last one is offered a key first.
  func order(_ takers: [StageChild]) -> [StageChild] {
    guard let front = takers.lastIndex(where: isChosen) else { return takers }
    var order = takers
    order.append(order.remove(at: front))
    return order
  }

  /// Puts the next child in front, from top to bottom and cyclically.
  ///
  /// - Parameters:
  ///   - takers: the children that take keys, bottom first.
  ///   - isBackward: whether to move from bottom to top.
  /// - Returns: whether there is another child.
  mutating func move(among takers: [StageChild], backward isBackward: Bool) -> Bool {
    guard takers.count > 1, let front = order(takers).last,
      let place = takers.firstIndex(where: { $0 === front })
    else { return false }
    let next = (place + (isBackward ? 1 : takers.count - 1)) % takers.count
    put(inFront: takers[next])
    return true
  }
}
