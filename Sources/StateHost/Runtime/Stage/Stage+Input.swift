package import HostPlugins
internal import HostWorkers
internal import StateContainer

/// Which children get keys, pasted text and the mouse.
extension Stage {
  /// Whether what a key types is text, now that all keys before it have been used: a child in front that does
  /// not say so draws what is due first, for its cursor tells.
  ///
  /// - Returns: nil where that drawing has to be waited for.
  func takesText() -> Bool? {
    drawingPatience = nil
    guard let front else { return false }
    if front.context.takesText != nil { return front.takesText }
    if front.drawIfNeeded(atNanoseconds: context.nowNanoseconds) { needsFrame = true }
    guard let until = front.drawingPatience(of: deadlines.drawNanoseconds),
      context.nowNanoseconds < until
    else {
      return front.takesText
    }
    drawingPatience = until
    return nil
  }

  /// Offers what the user did to the children that it may be for, one after the other.
  ///
  /// Keys and pasted text go to those who take keys, the one in front first, the mouse to those under it,
  /// topmost first; a drag stays with the child it began on, and a click puts one in front.
  ///
  /// - Parameters:
  ///   - input: the mouse in cells of the surface.
  ///   - isForFrontAlone: a key, or pasted text, is offered to the child in front alone.
  /// - Returns: whether one of them used it; `later` where one has to be waited for: then the same is to
  ///   be offered again, and nothing else.
  package func offer(_ input: ChildInput, toFrontAlone isForFrontAlone: Bool = false) -> InputAnswer
  {
    if offered == nil, let answer = restart(for: input) { return answer }
    var offer =
      offered
      ?? InputOffer(
        input, to: receivers(of: input).suffix(isForFrontAlone ? 1 : .max),
        isForFrontAlone: isForFrontAlone, patienceNanoseconds: deadlines.callNanoseconds)
    context.isHandlingInput = true
    let (answer, user) = offer.advance(to: context.nowNanoseconds)
    offered = answer == .later ? offer : nil
    context.isHandlingInput = offered != nil
    if answer != .later, case .mouse(let mouse) = input, mouse.kind == .press {
      pressed = user ?? pressed
      if let clicked = user ?? receivers(of: input).last(where: \.hasKeys) { put(inFront: clicked) }
    }
    return answer
  }

  /// `R` starts what has failed, whoever is in front; but while a child takes typed text it is text.
  ///
  /// - Returns: nil where it is for children.
  private func restart(for input: ChildInput) -> InputAnswer? {
    guard case .key(let key) = input, key.text == "R", !notices.isEmpty else { return nil }
    guard let takesText = takesText() else { return .later }
    if takesText { return nil }
    restartFailed()
    return .used
  }

  /// A child has not answered yet what the user did.
  package var awaitsAnswer: Bool { offered != nil }

  /// When an answer that is waited for is due.
  var inputDeadline: Int64? {
    [offered?.asked?.untilNanoseconds, drawingPatience].lazy.compactMap(\.self).min()
  }

  /// Whom it is offered to, the first one last.
  private func receivers(of input: ChildInput) -> [StageChild] {
    let now = context.nowNanoseconds
    guard case .mouse(let mouse) = input else { return keyOrder.filter { !$0.isQuiet(at: now) } }
    if mouse.kind == .drag || mouse.kind == .release, let pressed {
      if mouse.kind == .release { self.pressed = nil }
      return [pressed]
    }
    return container.layers.filter {
      $0.covers(column: mouse.column, row: mouse.row) && !$0.isQuiet(at: now)
        && (mouse.kind != .move || $0.followsMouse)
    }
  }

  /// Whether a child on screen is told where the mouse is while no button is down.
  var followsMouse: Bool { container.layers.contains { $0.followsMouse } }
}
