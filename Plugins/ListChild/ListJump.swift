import ChildPluginKit

/// The state of jumps in the list: the row that was selected before the last jump, to return to by
/// typing `''` as in `less`, and a row to go to once it is loaded.
struct ListJump {
  /// The selected row before the last jump.
  var row: Int?
  /// The generation of the content that the row belongs to.
  var generation: UInt64?
  /// Whether one quote has been typed; a second one returns.
  var isBegun = false
  /// The row of the content to go to once the view has it; nil once something else has moved the
  /// list, or Escape has dropped it.
  var awaited: Int?
}

/// Keys with a count, such as `500g`, and `''`.
extension ListChild {
  /// Keeps counts from overflowing.
  private static let largestCount = 1_000_000_000_000

  /// Takes a digit of a count, or the Escape that cancels it or the jump that waits for its row;
  /// returns whether the key was one.
  func handleCountKey(_ key: Key) -> Bool {
    if key.code == .escape, count != nil || jump.awaited != nil {
      (count, jump.awaited) = (nil, nil)
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

  /// Returns the count that was typed before a key, and removes it.
  func takeCount() -> Int? {
    guard let count else { return nil }
    self.count = nil
    host.invalidate()
    return count
  }

  /// Performs a key with a count; nil if the key does not take one.
  func move(_ code: Key.Code, count: Int, in content: Content) -> Bool? {
    let rows = rows(of: content)
    let visible = layout(content).visible
    switch code {
    case .character("g"), .character("G"), .home, .end:
      rememberPlace(in: content)
      goToRow(count - 1, in: content)
      return true
    case .character("%"):
      rememberPlace(in: content)
      goTo((rows - 1) * min(count, 100) / 100, in: content)
      return true
    case .up, .character("k"): place.move(by: -count, rows: rows, visible: visible)
    case .down, .character("j"): place.move(by: count, rows: rows, visible: visible)
    case .enter: place.advance(by: count, rows: rows, visible: visible)
    case .character("s"): return sort(byColumn: count, in: content)
    default: return nil
    }
    moved(in: content)
    return true
  }

  /// Refuses a key for the cursor's row while the row to go to has not arrived; true if refused.
  func refusesBeforeJump(_ key: Key, in content: Content) -> Bool {
    guard let row = jump.awaited else { return false }
    let actsOnRow =
      key.code == .character("m") || key.code == .tab && host.isAlone
      || key.code == .character("y") && host.selection?.markedCount == 0
    if actsOnRow {
      outcome = .awaitsRow(row + 1)
      host.invalidate()
    }
    return actsOnRow
  }

  /// Handles the quotes that return to the row before the last jump; returns whether it did.
  func handleJumpBack(_ key: Key, in content: Content) -> Bool {
    guard key.code == .character("'"), !host.isPick else {
      jump.isBegun = false
      return false
    }
    jump.isBegun.toggle()
    guard !jump.isBegun, let row = jump.row else { return true }
    guard jump.generation == content.generation else {
      outcome = .cannotGoBack
      host.invalidate()
      return true
    }
    guard let place = placeInView(of: row) else { return true }
    rememberPlace(in: content)
    goTo(place, in: content)
    return true
  }

  /// Records the selected row before a jump.
  func rememberPlace(in content: Content) {
    guard let row = selectedRow(of: content) else { return }
    jump = ListJump(row: row, generation: content.generation)
  }

  /// Goes to the row of a number that was typed before it had arrived.
  func goToAwaited(in content: Content) {
    guard let target = jump.awaited, !mayArrive(target, in: content) else { return }
    goToRow(target, in: content)
  }

  /// Whether a row may still come into the view: it has not arrived, or is still to be filtered or
  /// sorted.
  private func mayArrive(_ row: Int, in content: Content) -> Bool {
    guard row < content.rows else { return content.isLoading }
    guard placeInView(of: row) == nil, let view = host.view, !view.isComplete else { return false }
    return view.isSorted || view.progress.looked <= row
  }

  /// Goes to a row of the content, or to the next one that the view has, which the status line then
  /// says.
  private func goToRow(_ target: Int, in content: Content) {
    let isAwaited = mayArrive(target, in: content)
    if isAwaited, target < content.rows {
      moved(in: content)
      jump.awaited = target
      return
    }
    var row = max(0, min(target, content.rows - 1))
    let isHidden = placeInView(of: row) == nil
    // The host selects the next row of the view instead of one that is filtered out.
    if isHidden, let selection = host.selection, selection.select(row) {
      row = selection.row ?? row
    }
    goTo(placeInView(of: row) ?? row, in: content)
    if target < content.rows {
      if isHidden { outcome = .hiddenRow(target + 1) }
    } else if isAwaited {
      jump.awaited = target
    } else {
      outcome = .noRow(target + 1)
    }
  }

  /// Goes to a place, and centres it unless it is visible already.
  func goTo(_ target: Int, in content: Content) {
    place.jump(to: target, rows: rows(of: content), visible: layout(content).visible)
    moved(in: content)
  }
}
