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

  /// The owner of a table that a child calls through, on the main thread.
  @inline(__always)
  static func entering(
    _ host: UnsafePointer<childplugin_host_t>?, _ function: HostFunction
  ) -> HostSide? {
    guard let host = unsafe host else { return nil }
    return unsafe HostSide.entering(host.pointee.handle, function)
  }

  /// Room that a child gives for a text.
  @inline(__always)
  static func room(
    _ start: UnsafeMutablePointer<CChar>?, _ capacity: UInt64
  ) -> UnsafeMutableRawBufferPointer {
    guard let start = unsafe start else {
      return unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: Int(clamping: capacity))
  }

  private static func addRequests(to table: inout childplugin_host_t) {
    unsafe table.log = { host, level, text in
      guard let gate = unsafe host?.pointee.handle else { return }
      unsafe host_child_gate_log(OpaquePointer(gate), level, text.bytes, text.length)
    }
    unsafe table.wake = { host in
      guard let gate = unsafe host?.pointee.handle else { return }
      unsafe host_child_gate_wake(OpaquePointer(gate))
    }
    unsafe table.now = { host in
      unsafe HostTable.entering(host, .now)?.services.nowNanoseconds ?? 0
    }
    unsafe table.invalidate = { host in
      unsafe HostTable.entering(host, .invalidate)?.services.invalidate()
    }
    unsafe table.wake_after = { host, delay in
      guard let side = unsafe HostTable.entering(host, .wakeAfter) else { return false }
      side.services.wake(afterNanoseconds: HostTable.wakeDelay(delay))
      return true
    }
    unsafe table.request_state = { host, state, animated in
      guard let side = unsafe HostTable.entering(host, .requestState) else { return false }
      let name = unsafe ForeignMemory.string(state)
      if side.services.request(state: name, animated: animated) { return true }
      side.report(.unknownState(name))
      return false
    }
    unsafe table.perform = { host, number, argument in
      guard
        let side = unsafe HostTable.entering(host, .perform),
        let action = ChildAction(number, argument: argument)
      else { return false }
      return side.services.perform(action)
    }
  }

  private static func addContent(to table: inout childplugin_host_t) {
    unsafe table.content = { host, content in
      guard let side = unsafe HostTable.entering(host, .content), let content = unsafe content
      else {
        return false
      }
      let facts = side.services.contentFacts
      let value = facts?.foreign ?? childplugin_content_t()
      return unsafe HostTable.fill(content, with: value, for: side, .content) && facts != nil
    }
    unsafe table.content_text = { host, which, buffer, capacity in
      guard
        let side = unsafe HostTable.entering(host, .contentText),
        let text = ContentText(rawValue: which)
      else { return 0 }
      return unsafe side.services.copyContentText(text, into: HostTable.room(buffer, capacity))
    }
    unsafe table.content_column = { host, index, column, buffer, capacity in
      guard
        let side = unsafe HostTable.entering(host, .contentColumn),
        let facts = side.services.contentColumn(index)
      else { return 0 }
      if let column = unsafe column {
        _ = unsafe HostTable.fill(column, with: facts.foreign, for: side, .contentColumn)
      }
      return unsafe side.services.copyColumnName(index, into: HostTable.room(buffer, capacity))
    }
    unsafe table.content_row = { host, row, info in
      guard
        let side = unsafe HostTable.entering(host, .contentRow), let info = unsafe info,
        let facts = side.services.contentRow(row)
      else { return false }
      return unsafe HostTable.fill(info, with: facts.foreign, for: side, .contentRow)
    }
    unsafe table.content_cell = { host, row, column, buffer, capacity in
      guard let side = unsafe HostTable.entering(host, .contentCell) else { return 0 }
      return unsafe side.services.copyCell(
        row: row, column: column == UInt32.max ? nil : column,
        into: HostTable.room(buffer, capacity))
    }
  }

  private static func addTerminal(to table: inout childplugin_host_t) {
    unsafe table.text_columns = { host, text in
      guard unsafe HostTable.entering(host, .textColumns) != nil else { return 0 }
      return unsafe Int32(clamping: CanvasText(ForeignMemory.bytes(text)).columns)
    }
    unsafe table.terminal = { host, terminal in
      guard let side = unsafe HostTable.entering(host, .terminal), let terminal = unsafe terminal
      else {
        return false
      }
      return unsafe HostTable.fill(
        terminal, with: side.services.terminalFacts.foreign, for: side, .terminal)
    }
    unsafe table.theme_colour = { host, number in
      guard let side = unsafe HostTable.entering(host, .themeColour) else { return 0 }
      guard let role = ThemeRole(foreign: number) else { return CHILDPLUGIN_COLOUR_DEFAULT }
      return side.services.colour(of: role).foreign
    }
    unsafe table.option = { host, name, buffer, capacity in
      guard let side = unsafe HostTable.entering(host, .option) else { return UInt64.max }
      return unsafe side.services.copyOption(
        named: ForeignMemory.string(name), into: HostTable.room(buffer, capacity)) ?? UInt64.max
    }
    unsafe table.get_extension = { host, _ in
      _ = unsafe HostTable.entering(host, .getExtension)
      return nil
    }
  }

  /// Fills a struct of a child's; false, which is reported, when that has no size.
  private static func fill<Struct: BitwiseCopyable>(
    _ target: UnsafeMutablePointer<Struct>, with value: Struct, for side: HostSide,
    _ function: HostFunction
  ) -> Bool {
    let isFilled = unsafe ForeignMemory.fill(UnsafeMutableRawPointer(target), with: value)
    if !isFilled { side.report(.structSize(function)) }
    return isFilled
  }

  /// Nil stops the timer; what is shorter than 4 ms takes 4, but for 0.
  private static func wakeDelay(_ nanoseconds: Int64) -> Int64? {
    switch nanoseconds {
    case ..<0: nil
    case 0: 0
    default: max(nanoseconds, 4_000_000)
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
