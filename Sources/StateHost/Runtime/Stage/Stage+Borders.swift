internal import HostPlugins
internal import HostSurface
internal import StateContainer

/// The borders between children that dock and what lies beside them: the user moves them, by the mouse or by keys.
///
/// A border is the line of the docked child's strip that faces the rest. What the user has made of a strip
/// goes before all that is said of its size, for the rest of the run.
extension Stage {
  /// Takes what the mouse does about a border; children are offered nothing of that.
  ///
  /// - Parameter mouse: in cells of the surface.
  /// - Returns: whether it was about one.
  func moveBorder(with mouse: ChildMouse) -> Bool {
    switch mouse.kind {
    case .press:
      borderDrag = nil
      guard mouse.button == .left, offered == nil, let held = border(at: mouse) else {
        return false
      }
      pressed = nil
      borderDrag = .held(held)
      return true
    case .drag, .release:
      guard let drag = borderDrag else { return false }
      if case .held(var held) = drag {
        held.target = (mouse.column, mouse.row)
        if mouse.kind == .release { held.dueNanoseconds = .min }
        borderDrag = .held(held)
      }
      if mouse.kind == .release {
        followBorder()
        borderDrag = nil
      }
      return true
    case .move:
      // The button was let go where nobody saw it.
      borderDrag = nil
      return false
    case .wheel: return false
    }
  }

  private func border(at mouse: ChildMouse) -> HeldBorder? {
    for (entry, strip) in strips().strips {
      guard strip.border?.contains(column: mouse.column, row: mouse.row) ?? false,
        let child = places[entry].child
      else { continue }
      return HeldBorder(entry: entry, child: child)
    }
    return nil
  }

  /// Has the border that is held where the mouse is, once a frame at most.
  func followBorder() {
    guard case .held(var held) = borderDrag, let target = held.target,
      held.dueNanoseconds <= context.nowNanoseconds
    else { return }
    held.target = nil
    held.dueNanoseconds = context.nowNanoseconds + FramePace.intervalNanoseconds
    borderDrag = .held(held)
    guard let strip = strips().strips.first(where: { $0.entry == held.entry })?.strip else {
      return endBorderDrag()
    }
    resize(strip, of: held.entry, to: strip.cells(reaching: target.column, row: target.row))
  }

  /// The user holds a border.
  package var isBorderHeld: Bool { if case .held = borderDrag { true } else { false } }

  /// When the border that is held is to move; nil: it is where the mouse is.
  var borderDeadline: Int64? {
    guard case .held(let held) = borderDrag, held.target != nil else { return nil }
    return held.dueNanoseconds
  }

  /// The border stays where it is, and the button, while it is down, means nothing.
  func endBorderDrag() { if case .held = borderDrag { borderDrag = .over } }

  /// The same, where a child goes whose border it is.
  func endBorderDrag(of child: StageChild) {
    if case .held(let held) = borderDrag, held.child === child { endBorderDrag() }
  }

  // MARK: Keys

  /// Where a key moves a border to.
  package enum BorderStep { case up, right, down, left }

  /// Moves a border by a cell: that of the child in front, where it has one that moves so, else of the topmost.
  func moveBorder(_ step: BorderStep) {
    let isAcross = step == .left || step == .right
    let movable = strips().strips.filter {
      $0.strip.border != nil && $0.strip.dock.isAtSide == isAcross
    }
    let front = front
    guard
      let (entry, strip) = movable.last(where: { places[$0.entry].child === front })
        ?? movable.last
    else { return }
    let isBackward = step == .left || step == .up
    let isBehind = strip.dock.edge == .right || strip.dock.edge == .bottom
    resize(strip, of: entry, to: strip.cells + (isBackward == isBehind ? 1 : -1))
  }

  /// The keys that move borders, of those that there are.
  var borderKeys: [KeyHelpItem] {
    let movable = strips().strips.filter { $0.strip.border != nil }
    var keys: [KeyHelpItem] = []
    if movable.contains(where: \.strip.dock.isAtSide) {
      keys.append(KeyHelpItem(key: "ctrl-left/right", action: "move the border"))
    }
    if movable.contains(where: { !$0.strip.dock.isAtSide }) {
      keys.append(KeyHelpItem(key: "ctrl-up/down", action: "move the border"))
    }
    return keys
  }

  // MARK: Sizes

  /// Gives a strip another size, as far as the others keep their room.
  private func resize(_ strip: DockedStrip, of entry: Int, to wanted: Int) {
    var cells = min(max(wanted, strip.sizes.lowerBound), strip.sizes.upperBound)
    let shown = roomCount(of: strips().strips)
    while cells != strip.cells, let size = strip.size(of: cells) {
      if roomCount(of: strips(with: (entry, size)).strips) >= shown {
        remembered.remember(size, of: arrangement.entries[entry])
        return layOut()
      }
      cells += cells > strip.cells ? -1 : 1
    }
  }

  private func roomCount(of strips: [(entry: Int, strip: DockedStrip)]) -> Int {
    strips.count { $0.strip.area != nil }
  }
}
