// Made from childplugin.h by `make generate`: do not edit.
internal import ChildPluginAPI

/// The host's own functions.
extension childplugin_host_t {
  mutating func addFunctions() {
    unsafe self.log = { host, level, text in
      unsafe ChildHostContext.log(host, level, text)
    }
    unsafe self.wake = { host in
      unsafe ChildHostContext.wake(host)
    }
    unsafe self.now = { host in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .now) else {
        return 0
      }
      return context.now()
    }
    unsafe self.invalidate = { host in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .invalidate) else {
        return
      }
      return context.invalidate()
    }
    unsafe self.wake_after = { host, nanoseconds in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .wakeAfter) else {
        return false
      }
      return context.wakeAfter(nanoseconds)
    }
    unsafe self.request_state = { host, state, animated in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .requestState)
      else { return false }
      return unsafe context.requestState(state, animated)
    }
    unsafe self.perform = { host, action, argument in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .perform) else {
        return false
      }
      return context.perform(action, argument)
    }
    unsafe self.content = { host, content in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .content) else {
        return false
      }
      return unsafe context.content(content)
    }
    unsafe self.content_text = { host, which, buffer, capacity in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .contentText)
      else { return 0 }
      return unsafe context.contentText(which, buffer, capacity)
    }
    unsafe self.content_column = { host, index, column, buffer, capacity in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .contentColumn)
      else { return 0 }
      return unsafe context.contentColumn(index, column, buffer, capacity)
    }
    unsafe self.content_row = { host, row, info in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .contentRow) else {
        return false
      }
      return unsafe context.contentRow(row, info)
    }
    unsafe self.content_cell = { host, row, column, buffer, capacity in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .contentCell)
      else { return 0 }
      return unsafe context.contentCell(row, column, buffer, capacity)
    }
    unsafe self.text_columns = { host, text in
      unsafe ChildHostContext.textColumns(host, text)
    }
    unsafe self.terminal = { host, terminal in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .terminal) else {
        return false
      }
      return unsafe context.terminal(terminal)
    }
    unsafe self.theme_colour = { host, role in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .themeColour)
      else { return 0 }
      return context.themeColour(role)
    }
    unsafe self.option = { host, name, buffer, capacity in
      guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .option) else {
        return UInt64.max
      }
      return unsafe context.option(name, buffer, capacity)
    }
    unsafe self.get_extension = { host, id in
      unsafe ChildHostContext.getExtension(host, id)
    }
  }
}

/// What a child draws with.
extension childplugin_canvas_t {
  mutating func addFunctions() {
    unsafe self.text = { canvas, column, row, maxColumns, text, style in
      unsafe ChildHostContext.drawing(canvas, .canvasText, otherwise: 0) { context, layer in
        unsafe context.canvasText(on: layer, column, row, maxColumns, text, style)
      }
    }
    unsafe self.fill = { canvas, column, row, columns, rows, grapheme, style in
      unsafe ChildHostContext.drawing(canvas, .canvasFill, otherwise: ()) { context, layer in
        unsafe context.canvasFill(on: layer, column, row, columns, rows, grapheme, style)
      }
    }
    unsafe self.cursor = { canvas, column, row in
      unsafe ChildHostContext.drawing(canvas, .canvasCursor, otherwise: ()) { context, layer in
        context.canvasCursor(on: layer, column, row)
      }
    }
    unsafe self.link = { canvas, address in
      unsafe ChildHostContext.drawing(canvas, .canvasLink, otherwise: 0) { context, layer in
        unsafe context.canvasLink(on: layer, address)
      }
    }
    unsafe self.dim = { canvas, column, row, columns, rows in
      unsafe ChildHostContext.drawing(canvas, .canvasDim, otherwise: ()) { context, layer in
        context.canvasDim(on: layer, column, row, columns, rows)
      }
    }
  }
}

/// The C function tables of the host's optional features (extensions), which plugins look up
/// by id: one table of each for all children, which lives to the end of the process.
@safe struct HostExtensions: @unchecked Sendable {
  static let shared = HostExtensions()

  private let situation = unsafe UnsafeRawPointer(immortal(situationTable()))
  private let selection = unsafe UnsafeRawPointer(immortal(selectionTable()))
  private let view = unsafe UnsafeRawPointer(immortal(viewTable()))
  private let styles = unsafe UnsafeRawPointer(immortal(stylesTable()))
  private let focus = unsafe UnsafeRawPointer(immortal(focusTable()))
  private let options = unsafe UnsafeRawPointer(immortal(optionsTable()))
  private let text = unsafe UnsafeRawPointer(immortal(textTable()))
  private let actions = unsafe UnsafeRawPointer(immortal(actionsTable()))
  private let run = unsafe UnsafeRawPointer(immortal(runTable()))
  private let place = unsafe UnsafeRawPointer(immortal(placeTable()))
  private let collapse = unsafe UnsafeRawPointer(immortal(collapseTable()))
  private let remember = unsafe UnsafeRawPointer(immortal(rememberTable()))
  private let messages = unsafe UnsafeRawPointer(immortal(messagesTable()))

  /// The table of an id, which is compared whole; nil where there is none.
  func table(of id: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_SITUATION.utf8) { return unsafe situation }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_SELECTION.utf8) { return unsafe selection }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_VIEW.utf8) { return unsafe view }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_STYLES.utf8) { return unsafe styles }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_FOCUS.utf8) { return unsafe focus }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_OPTIONS.utf8) { return unsafe options }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_TEXT.utf8) { return unsafe text }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_ACTIONS.utf8) { return unsafe actions }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_RUN.utf8) { return unsafe run }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_PLACE.utf8) { return unsafe place }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_COLLAPSE.utf8) { return unsafe collapse }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_REMEMBER.utf8) { return unsafe remember }
    if unsafe id.elementsEqual(CHILDPLUGIN_HOST_MESSAGES.utf8) { return unsafe messages }
    return nil
  }
}

/// Memory that is never given back.
private func immortal<Table>(_ table: Table) -> UnsafeMutablePointer<Table> {
  let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  unsafe pointer.initialize(to: table)
  return unsafe pointer
}

private func situationTable() -> childplugin_host_situation_t {
  var table = childplugin_host_situation_t()
  table.size = UInt32(MemoryLayout<childplugin_host_situation_t>.size)
  unsafe table.flags = { host in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .situationFlags)
    else { return 0 }
    return context.situationFlags()
  }
  unsafe table.state = { host, which, buffer, capacity in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .situationState)
    else { return 0 }
    return unsafe context.situationState(which, buffer, capacity)
  }
  return table
}

private func selectionTable() -> childplugin_host_selection_t {
  var table = childplugin_host_selection_t()
  table.size = UInt32(MemoryLayout<childplugin_host_selection_t>.size)
  unsafe table.row = { host in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .selectionRow) else {
      return CHILDPLUGIN_NO_ROW
    }
    return context.selectionRow()
  }
  unsafe table.set_row = { host, row in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .selectionSetRow)
    else { return false }
    return context.selectionSetRow(row)
  }
  unsafe table.marked_count = { host in
    guard
      let context = unsafe ChildHostContext.entering(host?.pointee.handle, .selectionMarkedCount)
    else { return 0 }
    return context.selectionMarkedCount()
  }
  unsafe table.is_marked = { host, row in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .selectionIsMarked)
    else { return false }
    return context.selectionIsMarked(row)
  }
  unsafe table.marked_rows = { host, first, rows, capacity in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .selectionMarkedRows)
    else { return 0 }
    return unsafe context.selectionMarkedRows(first, rows, capacity)
  }
  unsafe table.mark = { host, row, count, marked in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .selectionMark)
    else { return false }
    return context.selectionMark(row, count, marked)
  }
  unsafe table.anchor = { host, which in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .selectionAnchor)
    else { return false }
    return context.selectionAnchor(which)
  }
  unsafe table.gone_count = { host in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .selectionGoneCount)
    else { return 0 }
    return context.selectionGoneCount()
  }
  unsafe table.notice = { host, buffer, capacity in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .selectionNotice)
    else { return 0 }
    return unsafe context.selectionNotice(buffer, capacity)
  }
  return table
}

private func viewTable() -> childplugin_host_view_t {
  var table = childplugin_host_view_t()
  table.size = UInt32(MemoryLayout<childplugin_host_view_t>.size)
  unsafe table.info = { host, view in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .viewInfo) else {
      return false
    }
    return unsafe context.viewInfo(view)
  }
  unsafe table.rows = { host, place, rows, capacity in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .viewRows) else {
      return 0
    }
    return unsafe context.viewRows(place, rows, capacity)
  }
  unsafe table.place = { host, row in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .viewPlace) else {
      return CHILDPLUGIN_NO_ROW
    }
    return context.viewPlace(row)
  }
  unsafe table.matches = { host, row, column, ranges, capacity in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .viewMatches) else {
      return 0
    }
    return unsafe context.viewMatches(row, column, ranges, capacity)
  }
  unsafe table.filter = { host, filter, buffer, capacity in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .viewFilter) else {
      return 0
    }
    return unsafe context.viewFilter(filter, buffer, capacity)
  }
  unsafe table.sort = { host, sort in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .viewSort) else {
      return false
    }
    return unsafe context.viewSort(sort)
  }
  unsafe table.problem = { host, buffer, capacity in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .viewProblem) else {
      return 0
    }
    return unsafe context.viewProblem(buffer, capacity)
  }
  unsafe table.show = { host, filter, sort in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .viewShow) else {
      return false
    }
    return unsafe context.viewShow(filter, sort)
  }
  unsafe table.find = { host, filter, place, flags in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .viewFind) else {
      return false
    }
    return unsafe context.viewFind(filter, place, flags)
  }
  unsafe table.cells = {
    host, rows, rowCount, column, columnCount, limit, ranges, buffer, capacity in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .viewCells) else {
      return 0
    }
    return unsafe context.viewCells(
      rows, rowCount, column, columnCount, limit, ranges, buffer, capacity)
  }
  return table
}

private func stylesTable() -> childplugin_host_styles_t {
  var table = childplugin_host_styles_t()
  table.size = UInt32(MemoryLayout<childplugin_host_styles_t>.size)
  unsafe table.of_cell = { host, row, column, runs, capacity in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .stylesOfCell) else {
      return 0
    }
    return unsafe context.stylesOfCell(row, column, runs, capacity)
  }
  unsafe table.of_text = { host, text, runs, capacity in
    unsafe ChildHostContext.stylesOfText(host, text, runs, capacity)
  }
  return table
}

private func focusTable() -> childplugin_host_focus_t {
  var table = childplugin_host_focus_t()
  table.size = UInt32(MemoryLayout<childplugin_host_focus_t>.size)
  unsafe table.ask = { host in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .focusAsk) else {
      return false
    }
    return context.focusAsk()
  }
  unsafe table.in_front = { host in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .focusInFront) else {
      return false
    }
    return context.focusInFront()
  }
  unsafe table.count = { host in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .focusCount) else {
      return 0
    }
    return context.focusCount()
  }
  unsafe table.take_text = { host, takesText in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .focusTakeText)
    else { return }
    return context.focusTakeText(takesText)
  }
  return table
}

private func optionsTable() -> childplugin_host_options_t {
  var table = childplugin_host_options_t()
  table.size = UInt32(MemoryLayout<childplugin_host_options_t>.size)
  unsafe table.flag = { host, name, value in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .optionsFlag) else {
      return false
    }
    return unsafe context.optionsFlag(name, value)
  }
  unsafe table.integer = { host, name, value in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .optionsInteger)
    else { return false }
    return unsafe context.optionsInteger(name, value)
  }
  unsafe table.number = { host, name, value in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .optionsNumber)
    else { return false }
    return unsafe context.optionsNumber(name, value)
  }
  unsafe table.duration = { host, name, value in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .optionsDuration)
    else { return false }
    return unsafe context.optionsDuration(name, value)
  }
  return table
}

private func textTable() -> childplugin_host_text_t {
  var table = childplugin_host_text_t()
  table.size = UInt32(MemoryLayout<childplugin_host_text_t>.size)
  unsafe table.fit = { host, text, columns, taken in
    unsafe ChildHostContext.textFit(host, text, columns, taken)
  }
  return table
}

private func actionsTable() -> childplugin_host_actions_t {
  var table = childplugin_host_actions_t()
  table.size = UInt32(MemoryLayout<childplugin_host_actions_t>.size)
  unsafe table.accept_text = { host, text, exitStatus in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .actionsAcceptText)
    else { return false }
    return unsafe context.actionsAcceptText(text, exitStatus)
  }
  unsafe table.accept_rows = { host, rows, count in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .actionsAcceptRows)
    else { return false }
    return unsafe context.actionsAcceptRows(rows, count)
  }
  unsafe table.clipboard = { host, text in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .actionsClipboard)
    else { return false }
    return unsafe context.actionsClipboard(text)
  }
  unsafe table.title = { host, text in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .actionsTitle) else {
      return false
    }
    return unsafe context.actionsTitle(text)
  }
  unsafe table.bell = { host in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .actionsBell) else {
      return false
    }
    return context.actionsBell()
  }
  return table
}

private func runTable() -> childplugin_host_run_t {
  var table = childplugin_host_run_t()
  table.size = UInt32(MemoryLayout<childplugin_host_run_t>.size)
  unsafe table.run = { host, program in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .runRun) else {
      return 0
    }
    return unsafe context.runRun(program)
  }
  unsafe table.cancel = { host, number in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .runCancel) else {
      return false
    }
    return context.runCancel(number)
  }
  return table
}

private func placeTable() -> childplugin_host_place_t {
  var table = childplugin_host_place_t()
  table.size = UInt32(MemoryLayout<childplugin_host_place_t>.size)
  unsafe table.claim = { host, edge, unit, extent, minimum in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .placeClaim) else {
      return false
    }
    return context.placeClaim(edge, unit, extent, minimum)
  }
  unsafe table.refresh = { host in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .placeRefresh) else {
      return
    }
    return context.placeRefresh()
  }
  return table
}

private func collapseTable() -> childplugin_host_collapse_t {
  var table = childplugin_host_collapse_t()
  table.size = UInt32(MemoryLayout<childplugin_host_collapse_t>.size)
  unsafe table.set = { host, isCollapsed in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .collapseSet) else {
      return false
    }
    return context.collapseSet(isCollapsed)
  }
  return table
}

private func rememberTable() -> childplugin_host_remember_t {
  var table = childplugin_host_remember_t()
  table.size = UInt32(MemoryLayout<childplugin_host_remember_t>.size)
  unsafe table.option = { host, name, value in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .rememberOption)
    else { return false }
    return unsafe context.rememberOption(name, value)
  }
  return table
}

private func messagesTable() -> childplugin_host_messages_t {
  var table = childplugin_host_messages_t()
  table.size = UInt32(MemoryLayout<childplugin_host_messages_t>.size)
  unsafe table.send = { host, to, subject, body in
    guard let context = unsafe ChildHostContext.entering(host?.pointee.handle, .messagesSend) else {
      return false
    }
    return unsafe context.messagesSend(to, subject, body)
  }
  return table
}
