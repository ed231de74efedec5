package import HostPlugins
internal import StateContainer

/// Which children get keys, pasted text and the mouse.
extension Stage {
  /// The topmost child that has the keys: its cursor is shown, and what it does not use goes to those
  /// below.
  var focused: StageChild? {
    var topmost: StageChild?
    container.forEachLayer { child, _ in if child.hasKeys { topmost = child } }
    return topmost
  }

  /// Whether the child with the focus takes typed text, as far as it has been drawn.
  package var focusTakesText: Bool { focused?.takesText ?? false }

  /// Whether what a key types is text, now that all keys before it have been used: the child with the
  /// focus draws what is due first, for its cursor tells.
  func takesText() -> Bool {
    guard let focused else { return false }
    if focused.drawIfNeeded(atNanoseconds: context.nowNanoseconds) { needsFrame = true }
    return focused.takesText
  }

  /// Offers a key to the children that have the keys, topmost first.
  ///
  /// - Returns: whether one of them used it.
  package func receive(_ key: ChildKey) -> Bool {
    for child in container.layers.reversed() where child.receive(key) { return true }
    return false
  }

  /// Offers pasted text in the same way.
  package func receivePaste(_ text: Span<UInt8>) -> Bool {
    for child in container.layers.reversed() where child.receivePaste(text) { return true }
    return false
  }

  /// Offers a mouse event to the topmost child under it; a drag stays with the child it began on.
  package func receive(_ mouse: ChildMouse) -> Bool {
    if mouse.kind == .drag || mouse.kind == .release, let pressed {
      if mouse.kind == .release { self.pressed = nil }
      return pressed.receive(mouse)
    }
    for child in container.layers.reversed()
    where child.covers(column: mouse.column, row: mouse.row) {
      guard child.receive(mouse) else { continue }
      if mouse.kind == .press { pressed = child }
      return true
    }
    return false
  }
}
