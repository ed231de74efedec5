internal import ChildPluginAPI

/// The tables of the extensions: the same functions for every child, so one of each for ever.
@safe struct ExtensionTables: @unchecked Sendable {
  static let shared = ExtensionTables()

  private let layout = unsafe UnsafeRawPointer(immortal(layoutTable()))
  private let transition = unsafe UnsafeRawPointer(immortal(transitionTable()))
  private let input = unsafe UnsafeRawPointer(immortal(inputTable()))
  private let content = unsafe UnsafeRawPointer(immortal(contentTable()))
  private let wake = unsafe UnsafeRawPointer(immortal(wakeTable()))
  private let savedState = unsafe UnsafeRawPointer(immortal(savedStateTable()))
  private let keyHelp = unsafe UnsafeRawPointer(immortal(keyHelpTable()))
  private let accessibility = unsafe UnsafeRawPointer(immortal(accessibilityTable()))
  private let theme = unsafe UnsafeRawPointer(immortal(themeTable()))
  private let situation = unsafe UnsafeRawPointer(immortal(situationTable()))
  private let selection = unsafe UnsafeRawPointer(immortal(selectionTable()))
  private let view = unsafe UnsafeRawPointer(immortal(viewTable()))
  private let focus = unsafe UnsafeRawPointer(immortal(focusTable()))
  private let messages = unsafe UnsafeRawPointer(immortal(messagesTable()))
  private let run = unsafe UnsafeRawPointer(immortal(runTable()))

  /// The table of an extension that the child offers; ids are compared whole.
  func table(of box: ChildBox, id: childplugin_text_t) -> UnsafeRawPointer? {
    func offers(_ name: String, _ offered: Bool) -> Bool { unsafe offered && id.equals(name) }
    if offers(CHILDPLUGIN_EXTENSION_LAYOUT, box.layout != nil) { return unsafe layout }
    if offers(CHILDPLUGIN_EXTENSION_TRANSITION, box.transition != nil) { return unsafe transition }
    if offers(CHILDPLUGIN_EXTENSION_INPUT, box.input != nil) { return unsafe input }
    if offers(CHILDPLUGIN_EXTENSION_CONTENT, box.content != nil) { return unsafe content }
    if offers(CHILDPLUGIN_EXTENSION_WAKE, box.wake != nil) { return unsafe wake }
    if offers(CHILDPLUGIN_EXTENSION_STATE, box.savedState != nil) { return unsafe savedState }
    if offers(CHILDPLUGIN_EXTENSION_KEY_HELP, box.keyHelp != nil) { return unsafe keyHelp }
    if offers(CHILDPLUGIN_EXTENSION_ACCESSIBILITY, box.accessibility != nil) {
      return unsafe accessibility
    }
    if offers(CHILDPLUGIN_EXTENSION_THEME, box.theme != nil) { return unsafe theme }
    if offers(CHILDPLUGIN_EXTENSION_SITUATION, box.situation != nil) { return unsafe situation }
    if offers(CHILDPLUGIN_EXTENSION_SELECTION, box.selection != nil) { return unsafe selection }
    if offers(CHILDPLUGIN_EXTENSION_VIEW, box.view != nil) { return unsafe view }
    if offers(CHILDPLUGIN_EXTENSION_FOCUS, box.front != nil) { return unsafe focus }
    if offers(CHILDPLUGIN_EXTENSION_MESSAGES, box.messages != nil) { return unsafe messages }
    if offers(CHILDPLUGIN_EXTENSION_RUN, box.program != nil) { return unsafe run }
    return nil
  }
}

/// The size of a table, as its first field wants it.
func tableSize<Table>(_ type: Table.Type) -> UInt32 { UInt32(MemoryLayout<Table>.size) }

private func layoutTable() -> childplugin_layout_t {
  unsafe childplugin_layout_t(
    size: tableSize(childplugin_layout_t.self), reserved: 0,
    insets: { table, insets in
      guard let insets = unsafe insets, let wanted = unsafe ChildBox.of(table)?.layout?.insets
      else { return }
      var filled = unsafe sizedCopy(of: insets, over: childplugin_insets_t())
      filled.top = Int32(clamping: wanted.top)
      filled.right = Int32(clamping: wanted.right)
      filled.bottom = Int32(clamping: wanted.bottom)
      filled.left = Int32(clamping: wanted.left)
      unsafe sizedWrite(filled, to: insets)
    },
    resized: { unsafe ChildBox.of($0)?.layout?.resized(columns: Int($1), rows: Int($2)) })
}

private func transitionTable() -> childplugin_transition_t {
  unsafe childplugin_transition_t(
    size: tableSize(childplugin_transition_t.self), reserved: 0,
    will_begin: { unsafe ChildBox.of($0)?.transition?.transitionWillBegin(appearing: $1) },
    progress: {
      unsafe ChildBox.of($0)?.transition?.transitionDidProgress(to: $2, appearing: $1)
    },
    did_end: { unsafe ChildBox.of($0)?.transition?.transitionDidEnd(appearing: $1) })
}

private func inputTable() -> childplugin_input_t {
  unsafe childplugin_input_t(
    size: tableSize(childplugin_input_t.self), reserved: 0,
    key: { table, key in
      guard let key = unsafe key, let input = unsafe ChildBox.of(table)?.input else { return false }
      return unsafe input.key(Key(sizedCopy(of: key, over: childplugin_key_t())))
    },
    mouse: { table, mouse in
      guard let mouse = unsafe mouse, let input = unsafe ChildBox.of(table)?.input,
        let known = unsafe Mouse(sizedCopy(of: mouse, over: childplugin_mouse_t()))
      else { return false }
      return input.mouse(known)
    },
    paste: { unsafe ChildBox.of($0)?.input?.paste($1.string) ?? false },
    focus: { unsafe ChildBox.of($0)?.input?.focusDidChange($1) })
}

private func contentTable() -> childplugin_content_observer_t {
  unsafe childplugin_content_observer_t(
    size: tableSize(childplugin_content_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.of($0)?.content?.contentDidChange() })
}

private func wakeTable() -> childplugin_wake_t {
  unsafe childplugin_wake_t(
    size: tableSize(childplugin_wake_t.self), reserved: 0,
    woke: { unsafe ChildBox.of($0)?.wake?.woke() })
}

private func themeTable() -> childplugin_theme_observer_t {
  unsafe childplugin_theme_observer_t(
    size: tableSize(childplugin_theme_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.of($0)?.theme?.themeDidChange() })
}

private func situationTable() -> childplugin_situation_observer_t {
  unsafe childplugin_situation_observer_t(
    size: tableSize(childplugin_situation_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.of($0)?.situation?.situationDidChange() })
}

private func selectionTable() -> childplugin_selection_observer_t {
  unsafe childplugin_selection_observer_t(
    size: tableSize(childplugin_selection_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.of($0)?.selection?.selectionDidChange() })
}

private func viewTable() -> childplugin_view_observer_t {
  unsafe childplugin_view_observer_t(
    size: tableSize(childplugin_view_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.of($0)?.view?.viewDidChange() })
}

private func focusTable() -> childplugin_focus_observer_t {
  unsafe childplugin_focus_observer_t(
    size: tableSize(childplugin_focus_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.of($0)?.front?.frontDidChange() })
}

private func messagesTable() -> childplugin_messages_t {
  unsafe childplugin_messages_t(
    size: tableSize(childplugin_messages_t.self), reserved: 0,
    received: { table, sender, subject, body in
      unsafe ChildBox.of(table)?.messages?.received(
        Message(sender: sender.string, subject: subject.string, body: Array(body.span)))
    })
}

private func runTable() -> childplugin_run_observer_t {
  unsafe childplugin_run_observer_t(
    size: tableSize(childplugin_run_observer_t.self), reserved: 0,
    ended: { table, end in
      guard let end = unsafe end, let child = unsafe ChildBox.of(table)?.program else { return }
      unsafe child.programDidEnd(
        ProgramEnd(sizedCopy(of: end, over: childplugin_program_end_t())))
    })
}
