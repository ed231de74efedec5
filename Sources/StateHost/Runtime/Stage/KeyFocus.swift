/// Who is in front of the children that take keys: it is offered them first, and its cursor is shown.
///
/// Whoever was put in front is known by name, so it is in front again when it comes back: after a failure, or
/// loaded again.
struct KeyFocus {
  /// Who was put in front in this state; nil: nobody, so the topmost is.
  private(set) var chosen: String?

  mutating func put(inFront child: StageChild) { chosen = child.name }

  /// Whether a child is the one that was put in front.
  func isChosen(_ child: StageChild) -> Bool { child.name == chosen }

  /// Another state is shown, and a child comes that takes keys: the topmost is in front.
  mutating func forget() { chosen = nil }

  /// - Parameter takers: the children that take keys, bottom first.
  /// - Returns: them in the order in which they are offered a key, the first one last.
  func order(_ takers: [StageChild]) -> [StageChild] {
    guard let front = takers.lastIndex(where: isChosen) else { return takers }
    var order = takers
    order.append(order.remove(at: front))
    return order
  }

  /// Puts the next one in front, from the top down and round.
  ///
  /// - Parameters:
  ///   - takers: the children that take keys, bottom first.
  ///   - isBackward: from the bottom up.
  /// - Returns: whether there is another.
  mutating func move(among takers: [StageChild], backward isBackward: Bool) -> Bool {
    guard takers.count > 1, let front = order(takers).last,
      let place = takers.firstIndex(where: { $0 === front })
    else { return false }
    let next = (place + (isBackward ? 1 : takers.count - 1)) % takers.count
    put(inFront: takers[next])
    return true
  }
}
