internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import StateContainer

/// The areas of children: docked ones get strips of the room, the others share the rest.
extension Stage {
  /// The areas of the presented state's children, by entry: empty without room, nil for children of other states.
  var areas: [CellRectangle?] {
    var areas = [CellRectangle?](repeating: nil, count: arrangement.entries.count)
    let (strips, rest) = strips()
    for (entry, strip) in strips {
      areas[entry] = strip.area ?? CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
    }
    for entry in presentedEntries where areas[entry] == nil { areas[entry] = rest }
    return areas
  }

  /// The strips of the docked children, lowest first, and the rest of the room; one may have another size for a trial.
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
    needsFrame = true
  }

  /// Lays out a child on an area; an empty area means that there is no room for it.
  func lay(_ child: StageChild, on area: CellRectangle) {
    child.lay(on: area)
    child.leaveOut(area.isEmpty && !room.isEmpty)
  }

  /// Lays out all children after a change of the room; those outside the presented state get all of it.
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
