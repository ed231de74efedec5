internal import HostPlugins
internal import HostStates
internal import HostSurface

/// Where the children are: those that dock have strips of the room, the others share what is left.
extension Stage {
  /// The areas of the presented state's children, by entry; one for which there is no room has an empty one.
  ///
  /// Nil for those that are in other states.
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

  /// The strips of the presented state's children that dock, lowest first, and what is left of the room.
  ///
  /// - Parameter change: another size for one of them than it has.
  /// - Returns: both, with the entries of the children.
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

  /// What the states file says, else what the child has asked for, else what its descriptor says.
  private func dock(of entry: Int, in state: String) -> Dock? {
    let described = arrangement.entries[entry]
    if let area = described.description?.area { return area }
    if let claimed = places[entry].child?.context.claimed { return claimed }
    return described.type?.places.first { $0.state == state }?.dock
  }

  /// Gives the children of the presented state their areas; those on their way out keep theirs.
  func layOut() {
    let areas = areas
    for entry in areas.indices {
      guard let area = areas[entry], let child = places[entry].child else { continue }
      lay(child, on: area)
    }
    needsFrame = true
  }

  /// Gives a child its area; where that is nothing of the room there is none for it.
  func lay(_ child: StageChild, on area: CellRectangle) {
    child.lay(on: area)
    child.leaveOut(area.isEmpty && !room.isEmpty)
  }

  /// The room is another: those that do not belong to the presented state get all of it.
  func layOutAll() {
    let areas = areas
    for entry in places.indices where areas[entry] == nil { places[entry].child?.lay(on: room) }
    layOut()
  }

  /// Does what children ask of their places.
  func followPlaces() {
    guard context.asksForLayout else { return }
    context.asksForLayout = false
    layOut()
  }
}
