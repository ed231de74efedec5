internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import StateContainer

/// The areas of children: docked ones get strips of the room, the others share the rest.
extension Stage {
  /// Areas of the presented state's children, by entry: empty without room, nil for other children.
  var areas: [CellRectangle?] {
    var areas = [CellRectangle?](repeating: nil, count: arrangement.entries.count)
    let (strips, rest) = strips()
    for (entry, strip) in strips {
      areas[entry] = strip.area ?? CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
    }
    for entry in presentedEntries where areas[entry] == nil { areas[entry] = rest }
    return areas
  }

  /// Docked children's strips, lowest first, and the room left; one can have a trial size.
  func strips(
    with change: (entry: Int, size: DockSize)? = nil
  ) -> (strips: [(entry: Int, strip: DockedStrip)], rest: CellRectangle) {
    var rest = room
    var strips: [(entry: Int, strip: DockedStrip)] = []
    for entry in presentedEntries {
      guard let dock = dock(of: entry) else { continue }
      let size =
        change?.entry == entry ? change?.size : remembered.size(of: arrangement.entries[entry])
      let isCollapsed = places[entry].child?.context.isCollapsed ?? false
      strips.append((entry, DockedStrip(dock, sized: size, isCollapsed: isCollapsed, from: &rest)))
    }
    return (strips, rest)
  }

  /// The dock from the states file, else as the child requested, else from its descriptor.
  private func dock(of entry: Int) -> Dock? {
    let described = arrangement.entries[entry]
    if let area = described.description?.area { return area }
    if let claimed = places[entry].child?.context.claimed { return claimed }
    return described.type?.places.first { $0.state == presentedState }?.dock
  }

  /// Lays out the children of the presented state; leaving children keep their areas.
  func layOut() {
    let areas = areas
    for entry in areas.indices {
      guard let area = areas[entry], let child = places[entry].child else { continue }
      lay(child, on: area)
    }
    if !isInContainer { followFocus() }
    needsFrame = true
  }

  /// Lays out a child on an area; an empty area means that there is no room for it.
  func lay(_ child: StageChild, on area: CellRectangle) {
    child.lay(on: area)
    child.leaveOut(area.isEmpty && !room.isEmpty)
  }

  /// Lays out all children after the room changed; those outside the presented state get all of it.
  func layOutAll() {
    let areas = areas
    for entry in places.indices where areas[entry] == nil { places[entry].child?.lay(on: room) }
    layOut()
  }
}

extension Placement {
  /// The position and opacity of a child's layer in its area, across which it slides.
  init(_ presentation: ChildPresentation, in area: CellRectangle) {
    switch presentation {
    case .steady: self = .atRest
    case .entering(let progress, let timing), .leaving(let progress, let timing):
      let isEntering = if case .entering = presentation { true } else { false }
      self.init(
        timing.effect, progress: timing.curve.eased(progress), isEntering: isEntering,
        columns: area.columns, rows: area.rows)
    }
  }
}

// MARK: - Borders

/// Borders between docked children and the rest, which the user moves by mouse or keys.
///
/// A border is the line of a docked child's strip that faces the rest. The size that the user
/// chooses overrides all others for the rest of the run.
extension Stage {
  /// Handles a mouse event, in surface cells, that concerns a border; children do not receive it.
  func moveBorder(with mouse: ChildMouse) -> Bool {
    switch mouse.kind {
    case .press:
      borderDrag = nil
      guard mouse.button == .left, offered == nil, let held = border(at: mouse)
      else { return false }
      pressed = nil
      borderDrag = BorderDrag(held: held)
      return true
    case .drag, .release:
      guard borderDrag != nil else { return false }
      borderDrag?.target = (mouse.column, mouse.row)
      if mouse.kind == .release {
        borderDrag?.dueNanoseconds = .min
        followBorder()
        borderDrag = nil
      }
      return true
    case .move:
      // The release of the button was not reported.
      borderDrag = nil
      return false
    case .wheel: return false
    }
  }

  private func border(at mouse: ChildMouse) -> (entry: Int, child: StageChild)? {
    strips().strips.lazy.compactMap { entry, strip in
      guard strip.border?.contains(column: mouse.column, row: mouse.row) ?? false else {
        return nil
      }
      return self.places[entry].child.map { (entry: entry, child: $0) }
    }.first
  }

  func followBorder() {
    guard let drag = borderDrag, let held = drag.held, let target = drag.target,
      drag.dueNanoseconds <= context.nowNanoseconds
    else { return }
    borderDrag?.target = nil
    borderDrag?.dueNanoseconds = context.nowNanoseconds + FrameRateLimit.intervalNanoseconds
    guard let strip = strips().strips.first(where: { $0.entry == held.entry })?.strip else {
      return endBorderDrag()
    }
    resize(strip, of: held.entry, to: strip.cells(reaching: target.column, row: target.row))
  }

  package var isBorderHeld: Bool { borderDrag?.held != nil }

  /// When the held border is to move; nil if it is at the mouse position.
  var borderDeadline: Int64? {
    isBorderHeld && borderDrag?.target != nil ? borderDrag?.dueNanoseconds : nil
  }

  /// Ends the drag; mouse events are ignored until the button is released.
  func endBorderDrag() { borderDrag?.held = nil }

  func endBorderDrag(of child: StageChild) {
    if borderDrag?.held?.child === child { endBorderDrag() }
  }

  // MARK: Keys

  /// The direction in which a key moves the border of a docked child by one cell.
  package enum BorderStep { case up, right, down, left }

  /// Moves a border one cell: the front child's if movable that way, else the topmost such one.
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

  // MARK: Sizes

  /// Resizes a strip as far as no other strip loses its room.
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

/// A drag of a docked child's border by mouse, and where the border moves to in the next frame.
struct BorderDrag {
  /// The entry and the child whose strip the border belongs to, as of the press; nil once the drag
  /// has ended early, after which mouse drags are ignored until the button is released.
  var held: (entry: Int, child: StageChild)?
  var target: (column: Int, row: Int)?
  /// When the border may move again, at most once a frame.
  var dueNanoseconds = Int64.min
}
