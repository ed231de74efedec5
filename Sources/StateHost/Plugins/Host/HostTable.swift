internal import CHostSystem
internal import ChildPluginAPI
internal import HostSurface

/// The table of host functions that a child gets.
enum HostTable {
  static func make(handle: UnsafeMutableRawPointer, program: ProgramName) -> childplugin_host_t {
    var table = unsafe childplugin_host_t()
    unsafe table.size = UInt32(MemoryLayout<childplugin_host_t>.size)
    unsafe table.abi_major = UInt16(CHILDPLUGIN_ABI_MAJOR)
    unsafe table.abi_minor = UInt16(CHILDPLUGIN_ABI_MINOR)
    unsafe table.handle = handle
    unsafe table.name = program.name.text
    unsafe table.version = program.version.text
    unsafe addRequests(to: &table)
    unsafe addContent(to: &table)
    unsafe addTerminal(to: &table)
    return unsafe table
  }

  /// The side of the host that a call belongs to, where it is allowed; see `HostSide.entering`.
  @inline(__always)
  static func entering(
    _ host: UnsafePointer<childplugin_host_t>?, _ function: HostFunction
  ) -> HostSide? {
    guard let host = unsafe host else { return nil }
    return unsafe HostSide.entering(host.pointee.handle, function)
  }

  /// The bytes of a text, for a function that needs no child; nil where it may not be called.
  @inline(__always)
  static func bytes(
    of text: childplugin_text_t, _ function: HostFunction,
    on host: UnsafePointer<childplugin_host_t>?
  ) -> UnsafeRawBufferPointer? {
    if let side = unsafe entering(host, function) {
      return unsafe side.bytes(of: text, function)
    }
    return unsafe PluginSide.bytes(of: text, function, on: host)
  }

  private static func addRequests(to table: inout childplugin_host_t) {
    unsafe table.log = { host, level, text in
      guard let gate = unsafe host?.pointee.handle else { return }
      unsafe host_child_gate_log(
        OpaquePointer(gate), HostFunction.log.rawValue, level, text.bytes, text.length)
      guard let owner = unsafe host_child_gate_owner_here(OpaquePointer(gate)) else { return }
      unsafe Unmanaged<HostSide>.fromOpaque(owner).takeUnretainedValue().services.note(.logged)
    }
    unsafe table.wake = { host in
      guard let gate = unsafe host?.pointee.handle else { return }
      unsafe host_child_gate_wake(OpaquePointer(gate), HostFunction.wake.rawValue)
    }
    unsafe table.now = { host in
      unsafe HostTable.entering(host, .now)?.services.nowNanoseconds ?? 0
    }
    unsafe table.invalidate = { host in
      _ = unsafe HostTable.entering(host, .invalidate)?.perform(.draw)
    }
    unsafe table.wake_after = { host, delay in
      unsafe HostTable.entering(host, .wakeAfter)?
        .perform(.timer(afterNanoseconds: delay < 0 ? nil : delay)) ?? false
    }
    unsafe table.request_state = { host, state, animated in
      guard let side = unsafe HostTable.entering(host, .requestState) else { return false }
      return side.perform(.state(unsafe side.string(state, .requestState), animated: animated))
    }
    unsafe table.perform = { host, number, argument in
      guard
        let side = unsafe HostTable.entering(host, .perform),
        let action = ChildAction(number, argument: argument)
      else { return false }
      return side.perform(.action(action))
    }
  }

  private static func addContent(to table: inout childplugin_host_t) {
    unsafe table.content = { host, content in
      guard let side = unsafe HostTable.entering(host, .content) else { return false }
      let facts = side.services.contentFacts
      let value = facts?.foreign ?? childplugin_content_t()
      return unsafe side.fill(content, with: value, .content) && facts != nil
    }
    unsafe table.content_text = { host, which, buffer, capacity in
      guard
        let side = unsafe HostTable.entering(host, .contentText),
        let text = ContentText(rawValue: which)
      else { return 0 }
      return unsafe side.services.copyContentText(
        text, into: side.room(buffer, capacity, .contentText))
    }
    unsafe table.content_column = { host, index, column, buffer, capacity in
      guard
        let side = unsafe HostTable.entering(host, .contentColumn),
        let facts = side.services.contentColumn(index)
      else { return 0 }
      if let column = unsafe column {
        _ = unsafe side.fill(column, with: facts.foreign, .contentColumn)
      }
      return unsafe side.services.copyColumnName(
        index, into: side.room(buffer, capacity, .contentColumn))
    }
    unsafe table.content_row = { host, row, info in
      guard
        let side = unsafe HostTable.entering(host, .contentRow),
        let facts = side.services.contentRow(row)
      else { return false }
      return unsafe side.fill(info, with: facts.foreign, .contentRow)
    }
    unsafe table.content_cell = { host, row, column, buffer, capacity in
      guard let side = unsafe HostTable.entering(host, .contentCell) else { return 0 }
      return unsafe side.services.copyCell(
        row: row, column: column == UInt32.max ? nil : column,
        into: side.room(buffer, capacity, .contentCell))
    }
  }

  private static func addTerminal(to table: inout childplugin_host_t) {
    unsafe table.text_columns = { host, text in
      guard let text = unsafe HostTable.bytes(of: text, .textColumns, on: host) else { return 0 }
      return unsafe Int32(clamping: CanvasText(text).columns)
    }
    unsafe table.terminal = { host, terminal in
      guard let side = unsafe HostTable.entering(host, .terminal) else { return false }
      return unsafe side.fill(terminal, with: side.services.terminalFacts.foreign, .terminal)
    }
    unsafe table.theme_colour = { host, number in
      guard let side = unsafe HostTable.entering(host, .themeColour) else { return 0 }
      guard let role = ThemeRole(foreign: number) else { return CHILDPLUGIN_COLOUR_DEFAULT }
      return side.services.colour(of: role).foreign
    }
    unsafe table.option = { host, name, buffer, capacity in
      guard let side = unsafe HostTable.entering(host, .option) else { return UInt64.max }
      return unsafe side.services.copyOption(
        named: side.string(name, .option), into: side.room(buffer, capacity, .option)) ?? UInt64.max
    }
    unsafe table.get_extension = { host, id in
      guard let id = unsafe HostTable.bytes(of: id, .getExtension, on: host) else { return nil }
      // The minor that its table says is that of a check in which the host is an older one.
      if unsafe host?.pointee.abi_minor == 0 { return nil }
      return unsafe HostExtensions.shared.table(of: id)
    }
  }
}

extension ChildAction {
  /// The action of `CHILDPLUGIN_ACTION_…`, nil for an unknown one or an argument out of range.
  fileprivate init?(_ number: UInt32, argument: Int64) {
    switch (number, argument) {
    case (CHILDPLUGIN_ACTION_RELOAD, 0): self = .reload
    case (CHILDPLUGIN_ACTION_QUIT, 0): self = .quit
    case (CHILDPLUGIN_ACTION_ACCEPT_ROW, 0...): self = .acceptRow(UInt64(argument))
    default: return nil
    }
  }
}
