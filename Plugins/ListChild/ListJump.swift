import ChildPluginKit

/// The way back from a jump, `''`.
struct ListJump {
  /// The row that the user was on before the last one.
  var row: Int?
  /// The load that the row is of.
  var generation: UInt64?
  /// A quote has been typed, and another one goes back.
  var isBegun = false
}

/// Keys with a number before them, `500g`, and the way back from a jump.
extension ListChild {
  /// Numbers stay far from the limits.
  private static let largestCount = 1_000_000_000_000

  /// Takes a digit of a number, or the escape that drops it; false where the key is neither.
  func typesCount(_ key: Key) -> Bool {
    if key.code == .escape, count != nil {
      count = nil
      host.invalidate()
      return true
    }
    guard !host.isPick, case .character(let character) = key.code,
      ("0"..."9").contains(character), character != "0" || count != nil
    else { return false }
    count = min(Self.largestCount, (count ?? 0) * 10 + Int(character.value) - 48)
    host.invalidate()
    return true
  }

  /// Takes the number that was typed before a key.
  func takeCount() -> Int? {
    guard let count else { return nil }
    self.count = nil
    host.invalidate()
    return count
  }

  /// What a key does that has a number before it; nil: what it does without.
  func move(_ code: Key.Code, count: Int, in content: Content) -> Bool? {
    let rows = rows(of: content)
    let visible = layout(content).visible
    switch code {
    case .character("g"), .character("G"), .home, .end:
      rememberPlace(in: content)
      goTo(count - 1, in: content)
      return true
    case .character("%"):
      rememberPlace(in: content)
      goTo((rows - 1) * min(count, 100) / 100, in: content)
      return true
    case .up, .character("k"): place.move(by: -count, rows: rows, visible: visible)
    case .down, .character("j"): place.move(by: count, rows: rows, visible: visible)
    case .enter: place.advance(by: count, rows: rows, visible: visible)
    default: return nil
    }
    moved(in: content)
    return true
  }

  /// Takes the quotes that go back to where the user was before the last jump.
  func goesBack(_ key: Key, in content: Content) -> Bool {
    guard key.code == .character("'"), !host.isPick else {
      jump.isBegun = false
      return false
    }
    jump.isBegun.toggle()
    guard !jump.isBegun, let row = jump.row, jump.generation == content.generation,
      let place = placeInView(of: row)
    else { return true }
    rememberPlace(in: content)
    goTo(place, in: content)
    return true
  }

  /// Remembers where the user is, who is about to jump.
  func rememberPlace(in content: Content) {
    guard let row = selectedRow(of: content) else { return }
    jump = ListJump(row: row, generation: content.generation)
  }

  /// Goes to a place, which stands in the middle of the view unless it is in view already.
  func goTo(_ target: Int, in content: Content) {
    place.jump(to: target, rows: rows(of: content), visible: layout(content).visible)
    moved(in: content)
  }
}
