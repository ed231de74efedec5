package import HostPlugins
internal import HostWorkers
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
  ///
  /// - Returns: nil where that drawing has to be waited for.
  func takesText() -> Bool? {
    drawingPatience = nil
    guard let focused else { return false }
    if focused.drawIfNeeded(atNanoseconds: context.nowNanoseconds) { needsFrame = true }
    guard let until = focused.drawingPatience(of: deadlines.drawNanoseconds),
      context.nowNanoseconds < until
    else {
      return focused.takesText
    }
    drawingPatience = until
    return nil
  }

  /// Offers what the user did to the children that it may be for, topmost first.
  ///
  /// Keys and pasted text go to those who have the keys, the mouse to those under it; a drag stays with
  /// the child it began on.
  ///
  /// - Parameter input: the mouse in cells of the surface.
  /// - Returns: whether one of them used it; `later` where one has to be waited for: then the same is to
  ///   be offered again, and nothing else.
  package func offer(_ input: ChildInput) -> InputAnswer {
    var offer =
      offered
      ?? InputOffer(
        input, to: receivers(of: input), patienceNanoseconds: deadlines.callNanoseconds)
    let (answer, user) = offer.advance(to: context.nowNanoseconds)
    offered = answer == .later ? offer : nil
    if answer == .used, case .mouse(let mouse) = input, mouse.kind == .press { pressed = user }
    return answer
  }

  /// When an answer that is waited for is due.
  var inputDeadline: Int64? {
    [offered?.asked?.untilNanoseconds, drawingPatience].lazy.compactMap(\.self).min()
  }

  /// Whom it is offered to, the first one last.
  private func receivers(of input: ChildInput) -> [StageChild] {
    guard case .mouse(let mouse) = input else {
      return container.layers.filter { $0.takes(input) }
    }
    if mouse.kind == .drag || mouse.kind == .release, let pressed {
      if mouse.kind == .release { self.pressed = nil }
      return [pressed]
    }
    return container.layers.filter { $0.covers(column: mouse.column, row: mouse.row) }
  }
}
