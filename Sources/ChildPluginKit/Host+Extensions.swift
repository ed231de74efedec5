internal import ChildPluginAPI

/// What newer hosts offer besides.
extension Host {
  /// The state, and the one before; nil where the host is older than 1.1.
  public var situation: Situation? {
    guard let table = situationTable else { return nil }
    var situation = Situation()
    situation.state = state(CHILDPLUGIN_STATE_CURRENT, table)
    situation.previous = state(CHILDPLUGIN_STATE_PREVIOUS, table)
    let flags = unsafe table.flags?(pointer) ?? 0
    situation.isTransitioning = flags & CHILDPLUGIN_SITUATION_TRANSITION != 0
    situation.isPick = flags & CHILDPLUGIN_SITUATION_PICK != 0
    return situation
  }

  /// Whether the run is there to choose rows (`--pick`): ``Situation/isPick`` alone.
  public var isPick: Bool {
    guard let flags = unsafe situationTable?.flags else { return false }
    return unsafe flags(pointer) & CHILDPLUGIN_SITUATION_PICK != 0
  }

  private func state(_ which: UInt32, _ table: childplugin_host_situation_t) -> String? {
    guard let ask = unsafe table.state else { return nil }
    var buffer = TextBuffer()
    _ = unsafe buffer.fill(limit: 65536) { room, capacity in
      unsafe ask(pointer, which, room?.assumingMemoryBound(to: CChar.self), capacity)
    }
    return buffer.isEmpty ? nil : buffer.string
  }

  /// The row that the user is on, and the marked ones; nil where the host is older than 1.1.
  public var selection: Selection? {
    selectionTable.map { unsafe Selection(pointer, $0) }
  }

  /// Who is in front of the children that take keys; nil where the host is older than 1.1.
  public var focus: Focus? {
    focusTable.map { unsafe Focus(pointer, $0) }
  }

  /// The table of an extension, as far as this host has it, over one of zeroes.
  func table<Table>(_ id: String, over blank: Table) -> Table? {
    guard let find = unsafe table.get_extension else { return nil }
    return unsafe withABIText(id) { id in
      unsafe find(pointer, id).map {
        unsafe sizedCopy(of: $0.assumingMemoryBound(to: Table.self), over: blank)
      }
    }
  }
}
