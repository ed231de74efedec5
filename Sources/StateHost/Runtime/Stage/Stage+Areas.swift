internal import HostPlugins
internal import HostStates
internal import HostSurface

/// The areas of children: docked ones get strips of the room, the others share the rest.
extension Stage {
  /// The areas of the presented state's children, by entry; the area is empty for a child without room.
  ///
  /// Nil for children of other states.
  var areas: [CellRectangle?] {
    var areas = [CellRectangle?](repeating: nil, count: arrangement.entries.count)
    guard let state = presentedState, let entries = arrangement[state]?.entries else {
      return areas
    }
    let (strips, rest) = strips()
    for (entry, strip) in strips {
      areas[entry] = strip.area ?? CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
    }
    for entry in entries where areas[entry] == nil { areas[entry] = rest }
    return areas
  }

  /// The strips of the docked children of the presented state, lowest first, and the rest of the room.
  ///
  /// - Parameter change: a size for one of them in place of its current one.
  /// - Returns: the strips with the entries of their children, and the rest.
  func strips(
    with change: (entry: Int, size: DockSize)? = nil
  ) -> (strips: [(entry: Int, strip: DockedStrip)], rest: CellRectangle) {
    var rest = room
    guard let state = presentedState, let entries = arrangement[state]?.entries else {
      return ([], rest)
    }
    var strips: [(entry: Int, strip: DockedStrip)] = []
    for entry in entries {
      guard let dock = dock(of: entry, in: state) else { continue }
      let size =
        change?.entry == entry ? change?.size : remembered.size(of: arrangement.entries[entry])
      let isCollapsed = places[entry].child?.context.isCollapsed ?? false
      strips.append(
        (entry, DockedStrip(dock, sized: size, isCollapsed: isCollapsed, from: &rest)))
    }
    return (strips, rest)
  }

  /// The dock from the states file, else as the child requested, else from its descriptor.
  private func dock(of entry: Int, in state: String) -> Dock? {
    let described = arrangement.entries[entry]
    if let area = described.description?.area { return area }
    if let claimed = places[entry].child?.context.claimed { return claimed }
    return described.type?.places.first { $0.state == state }?.dock
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

  /// Lays out children again if one of them requested it.
  func followPlaces() {
    guard context.needsLayout else { return }
    context.needsLayout = false
    layOut()
  }
}
