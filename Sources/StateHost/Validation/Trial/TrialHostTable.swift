internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// The table of host functions, leading to a `TrialHost`.
enum TrialHostTable {
  private static let name: StaticString = "statehost validate"
  private static let version: StaticString = "1.0.0"

  static func make(handle: UnsafeMutableRawPointer) -> childplugin_host_t {
    var table = unsafe childplugin_host_t()
    unsafe table.size = UInt32(MemoryLayout<childplugin_host_t>.size)
    unsafe table.abi_major = UInt16(CHILDPLUGIN_ABI_MAJOR)
    unsafe table.abi_minor = UInt16(CHILDPLUGIN_ABI_MINOR)
    unsafe table.handle = handle
    unsafe table.name = text(name)
    unsafe table.version = text(version)
    unsafe addRequests(to: &table)
    unsafe addContent(to: &table)
    unsafe addTerminal(to: &table)
    return unsafe table
  }

  private static func text(_ string: StaticString) -> childplugin_text_t {
    unsafe childplugin_text_t(
      bytes: UnsafeRawPointer(string.utf8Start).assumingMemoryBound(to: CChar.self),
      length: UInt64(string.utf8CodeUnitCount))
  }

  private static func addRequests(to table: inout childplugin_host_t) {
    unsafe table.log = { table, _, text in
      guard let handle = unsafe table?.pointee.handle else { return }
      unsafe Unmanaged<TrialHost>.fromOpaque(handle).takeUnretainedValue().noteLog(text)
    }
    unsafe table.wake = { table in
      guard let handle = unsafe table?.pointee.handle else { return }
      unsafe Unmanaged<TrialHost>.fromOpaque(handle).takeUnretainedValue().noteWake()
    }
    unsafe table.now = { unsafe TrialHost.entering($0, .now)?.nowNanoseconds ?? 0 }
    unsafe table.invalidate = { unsafe TrialHost.entering($0, .invalidate)?.invalidateCount += 1 }
    unsafe table.wake_after = { table, delay in
      guard let host = unsafe TrialHost.entering(table, .wakeAfter) else { return false }
      host.wakeAfterNanoseconds = delay < 0 ? nil : delay
      return true
    }
    unsafe table.request_state = { table, state, _ in
      guard let host = unsafe TrialHost.entering(table, .requestState) else { return false }
      unsafe host.check(state, of: "host.request_state")
      let name = unsafe ForeignMemory.string(state)
      if host.drawing != nil { host.note(.unasked, "host.request_state(\"\(name)\") in draw") }
      return ["loading", "content", "empty", "error"].contains(name)
    }
    unsafe table.perform = { table, action, argument in
      guard let host = unsafe TrialHost.entering(table, .perform) else { return false }
      let call = "host.perform(action \(action), argument \(argument))"
      if !host.isOnScreen { host.note(.actionOffScreen, call) }
      if host.drawing != nil { host.note(.unasked, "\(call) in draw") }
      return switch (action, argument) {
      case (CHILDPLUGIN_ACTION_RELOAD, 0), (CHILDPLUGIN_ACTION_QUIT, 0): host.isOnScreen
      case (CHILDPLUGIN_ACTION_ACCEPT_ROW, 0...): argument.magnitude < host.content.rows
      default: false
      }
    }
  }

  private static func addContent(to table: inout childplugin_host_t) {
    unsafe table.content = { table, content in
      guard let host = unsafe TrialHost.entering(table, .content), let content = unsafe content
      else { return false }
      return unsafe host.fill(content, with: host.content.foreign, .content) && host.content.isThere
    }
    unsafe table.content_text = { table, which, buffer, capacity in
      guard let host = unsafe TrialHost.entering(table, .contentText), host.content.isThere else {
        return 0
      }
      return unsafe TrialHost.fill(buffer, capacity, with: host.content.texts[which] ?? [])
    }
    unsafe table.content_column = { table, index, column, buffer, capacity in
      guard let host = unsafe TrialHost.entering(table, .contentColumn),
        host.content.isThere, Int(index) < host.content.columns.count
      else { return 0 }
      let facts = host.content.columns[Int(index)]
      if let column = unsafe column {
        let value = childplugin_column_t(
          size: 0,
          alignment: facts.isRight ? CHILDPLUGIN_ALIGNMENT_RIGHT : CHILDPLUGIN_ALIGNMENT_LEFT,
          width: facts.width, reserved: 0)
        _ = unsafe host.fill(column, with: value, .contentColumn)
      }
      return unsafe TrialHost.fill(buffer, capacity, with: facts.name)
    }
    unsafe table.content_row = { table, row, info in
      guard let host = unsafe TrialHost.entering(table, .contentRow), let info = unsafe info,
        host.content.isThere, row < host.content.rows
      else { return false }
      let length = UInt64(host.content.cell(row, nil).count)
      let isCut = host.content.isEveryRowCut
      let value = childplugin_row_t(
        size: 0, flags: isCut ? CHILDPLUGIN_ROW_CUT : 0, length: length,
        full_length: isCut ? length * 3 : length)
      return unsafe host.fill(info, with: value, .contentRow)
    }
    unsafe table.content_cell = { table, row, column, buffer, capacity in
      guard let host = unsafe TrialHost.entering(table, .contentCell),
        host.content.isThere, row < host.content.rows,
        column == UInt32.max || Int(column) < host.content.columns.count
      else { return 0 }
      let bytes = host.content.cell(row, column == UInt32.max ? nil : column)
      return unsafe TrialHost.fill(buffer, capacity, with: bytes)
    }
  }

  private static func addTerminal(to table: inout childplugin_host_t) {
    unsafe table.text_columns = { table, text in
      guard let host = unsafe TrialHost.entering(table, .textColumns) else { return 0 }
      unsafe host.check(text, of: "host.text_columns")
      return unsafe Int32(clamping: DrawnText(text).columns)
    }
    unsafe table.terminal = { table, terminal in
      guard let host = unsafe TrialHost.entering(table, .terminal), let terminal = unsafe terminal
      else { return false }
      let value = childplugin_terminal_t(
        size: 0, flags: host.terminalFlags, columns: host.columns, rows: host.rows,
        colours: host.colours, reserved: 0)
      return unsafe host.fill(terminal, with: value, .terminal)
    }
    unsafe table.theme_colour = { table, role in
      guard unsafe TrialHost.entering(table, .themeColour) != nil else { return 0 }
      return role <= CHILDPLUGIN_ROLE_BACKGROUND ? 0x0180_8080 : CHILDPLUGIN_COLOUR_DEFAULT
    }
    unsafe table.option = { table, name, _, _ in
      guard let host = unsafe TrialHost.entering(table, .option) else { return UInt64.max }
      unsafe host.check(name, of: "host.option")
      return UInt64.max
    }
    unsafe table.get_extension = { table, id in
      unsafe TrialHost.entering(table, .getExtension)?.check(id, of: "host.get_extension")
      return nil
    }
  }
}
