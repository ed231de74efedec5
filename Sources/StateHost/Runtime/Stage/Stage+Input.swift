package import HostPlugins
internal import HostSurface
internal import HostWorkers
internal import StateContainer

/// Delivery of keys, pasted text and mouse input to children.
extension Stage {
  /// Whether a key is text for the child that is offered it first, after all keys before it; nil if
  /// a drawing that decides is pending.
  ///
  /// A child that does not declare so is drawn first, because its cursor decides.
  func takesText() -> Bool? {
    drawingPatience = nil
    guard let front = keyReceiver else { return false }
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

  /// Offers an input in turn to the children that may receive it, or to the one in front alone.
  ///
  /// Keys and pastes go to children that take keys, the front one first. Mouse input, in surface
  /// cells, goes to children under the pointer, topmost first; a drag stays with its first child,
  /// and a click puts one in front. After `later` a reply is pending: offer only the same input.
  package func offer(_ input: ChildInput, toFrontAlone isForFrontAlone: Bool = false) -> InputAnswer
  {
    if offered == nil, let answer = restart(for: input) { return answer }
    var offer =
      offered
      ?? InputOffer(
        input: input, others: receivers(of: input).suffix(isForFrontAlone ? 1 : .max),
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

  /// Restarts failed children on `R`, unless the front child takes text; nil for keys of children.
  private func restart(for input: ChildInput) -> InputAnswer? {
    guard case .key(let key) = input, key.text == "R", !notices.isEmpty else { return nil }
    guard let takesText = takesText() else { return .later }
    if takesText { return nil }
    restartFailed()
    return .used
  }

  /// Withdraws the input that is being offered, also from the child whose reply is pending.
  func withdrawInput() {
    offered?.asked?.child.hosted?.withdrawInput()
    (offered, drawingPatience) = (nil, nil)
    context.isHandlingInput = false
  }

  package var awaitsAnswer: Bool { offered != nil }
  var inputDeadline: Int64? { earliest(offered?.asked?.untilNanoseconds, drawingPatience) }

  /// The children to offer an input to; the last one comes first.
  private func receivers(of input: ChildInput) -> [StageChild] {
    let now = context.nowNanoseconds
    guard case .mouse(let mouse) = input else { return keyOrder.filter { !$0.isQuiet(at: now) } }
    if mouse.kind == .drag || mouse.kind == .release, let pressed {
      if mouse.kind == .release { self.pressed = nil }
      return [pressed]
    }
    return container.layers.filter {
      $0.area.contains(column: mouse.column, row: mouse.row) && !$0.isQuiet(at: now)
        && (mouse.kind != .move || $0.followsMouse)
    }
  }

  /// Whether a child on screen receives mouse movement without a pressed button.
  var followsMouse: Bool { container.layers.contains { $0.followsMouse } }
}

/// An input event on its way through the children that may receive it: offers it to one after the
/// other until one uses it; a child that replies late is skipped after its deadline.
struct InputOffer {
  let input: ChildInput
  /// The children that have not been offered the input; the next one is last.
  var others: ArraySlice<StageChild>
  /// The child whose reply is pending, and its deadline.
  var asked: (child: StageChild, untilNanoseconds: Int64)?
  var isForFrontAlone = false
  let patienceNanoseconds: Int64

  /// Offers the input until a child uses it or a reply is pending; returns the child that used it.
  mutating func advance(to now: Int64) -> (answer: InputAnswer, user: StageChild?) {
    if let (child, until) = asked {
      switch child.hosted?.inputAnswer ?? .unused {
      case .used: return (.used, child)
      case .later where now < until: return (.later, nil)
      case .later: child.hosted?.withdrawInput()
      case .unused: break
      }
      asked = nil
    }
    while let child = others.popLast() {
      switch child.offer(input) {
      case .used: return (.used, child)
      case .unused: continue
      case .later:
        asked = (child, now + child.inputPatience(of: patienceNanoseconds))
        return (.later, nil)
      }
    }
    return (.unused, nil)
  }
}
