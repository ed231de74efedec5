internal import ChildPluginAPI

/// Wraps an author's Swift child so that the C function table handed to the host can find and own it.
final class ChildBox {
  let child: any ChildPlugin

  /// The texts of the key help item returned last, which must stay valid until the next call.
  private var heldKey = HeldText("")
  private var heldAction = HeldText("")

  init(_ child: any ChildPlugin) { self.child = child }

  func hold(_ help: KeyHelp) -> (key: childplugin_text_t, action: childplugin_text_t) {
    heldKey = HeldText(help.key)
    heldAction = HeldText(help.action)
    return unsafe (heldKey.text, heldAction.text)
  }

  /// Makes the child's table, which owns this box until `destroy`.
  func makeTable() -> UnsafePointer<childplugin_child_t> {
    let table = unsafe immortal(childTable())
    unsafe table.pointee.data = Unmanaged.passRetained(self).toOpaque()
    return unsafe UnsafePointer(table)
  }

  /// The author's child of a table.
  static func child(of table: UnsafePointer<childplugin_child_t>?) -> (any ChildPlugin)? {
    unsafe of(table)?.child
  }

  static func of(_ table: UnsafePointer<childplugin_child_t>?) -> ChildBox? {
    guard let data = unsafe table?.pointee.data else { return nil }
    return unsafe Unmanaged<ChildBox>.fromOpaque(data).takeUnretainedValue()
  }

  /// Releases the box and deallocates the table.
  fileprivate static func destroy(_ table: UnsafePointer<childplugin_child_t>?) {
    guard let table = unsafe table, let data = unsafe table.pointee.data else { return }
    unsafe Unmanaged<ChildBox>.fromOpaque(data).release()
    unsafe UnsafeMutablePointer(mutating: table).deallocate()
  }
}

/// The C functions of every child, without data.
private func childTable() -> childplugin_child_t {
  unsafe childplugin_child_t(
    size: tableSize(childplugin_child_t.self), reserved: 0, data: nil,
    destroy: { unsafe ChildBox.destroy($0) },
    will_appear: { unsafe ChildBox.child(of: $0)?.willAppear(animated: $1) },
    did_appear: { unsafe ChildBox.child(of: $0)?.didAppear(animated: $1) },
    will_disappear: { unsafe ChildBox.child(of: $0)?.willDisappear(animated: $1) },
    did_disappear: { unsafe ChildBox.child(of: $0)?.didDisappear(animated: $1) },
    timing: { table, appearing, timing in
      guard let timing = unsafe timing,
        let wanted = unsafe ChildBox.child(of: table)?.timing(appearing: appearing)
      else { return }
      var filled = unsafe sizedCopy(of: timing, over: childplugin_timing_t())
      wanted.write(to: &filled)
      unsafe sizedWrite(filled, to: timing)
    },
    draw: { table, canvas in
      guard let canvas = unsafe canvas, let child = unsafe ChildBox.child(of: table) else { return }
      unsafe child.draw(on: Canvas(canvas))
    },
    get_extension: { table, id in
      guard let child = unsafe ChildBox.child(of: table) else { return nil }
      return unsafe ExtensionTables.shared.table(of: child, id: id)
    })
}

/// The C function tables of all optional child extensions, made once and shared by all children of a plugin.
@safe private struct ExtensionTables: @unchecked Sendable {
  static let shared = ExtensionTables()

  /// A C function table of one child extension: its id, its address, and whether a given child implements it.
  @safe private struct Entry {
    let id: String
    let table: UnsafeRawPointer
    let isOffered: (any ChildPlugin) -> Bool

    init<Table>(_ id: String, _ table: Table, isOffered: @escaping (any ChildPlugin) -> Bool) {
      self.id = id
      unsafe self.table = UnsafeRawPointer(immortal(table))
      self.isOffered = isOffered
    }
  }

  private let entries = [
    Entry(CHILDPLUGIN_EXTENSION_LAYOUT, layoutTable()) { $0.layoutChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_TRANSITION, transitionTable()) { $0.transitionChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_INPUT, inputTable()) { $0.inputChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_CONTENT, contentTable()) { $0.contentChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_WAKE, wakeTable()) { $0.wakeChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_STATE, savedStateTable()) { $0.savedStateChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_KEY_HELP, keyHelpTable()) { $0.keyHelpChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_ACCESSIBILITY, accessibilityTable()) {
      $0.accessibilityChild != nil
    },
    Entry(CHILDPLUGIN_EXTENSION_THEME, themeTable()) { $0.themeChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_SITUATION, situationTable()) { $0.situationChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_SELECTION, selectionTable()) { $0.selectionChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_VIEW, viewTable()) { $0.viewChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_FOCUS, focusTable()) { $0.frontChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_MESSAGES, messagesTable()) { $0.messageChild != nil },
    Entry(CHILDPLUGIN_EXTENSION_RUN, runTable()) { $0.programChild != nil },
  ]

  /// The table of an extension; nil if the child does not offer it.
  func table(of child: any ChildPlugin, id: childplugin_text_t) -> UnsafeRawPointer? {
    for entry in entries where unsafe id.equals(entry.id) {
      return unsafe entry.isOffered(child) ? entry.table : nil
    }
    return nil
  }
}

// MARK: - Layout, transition and input

private func layoutTable() -> childplugin_layout_t {
  unsafe childplugin_layout_t(
    size: tableSize(childplugin_layout_t.self), reserved: 0,
    insets: { table, insets in
      guard let insets = unsafe insets,
        let wanted = unsafe ChildBox.child(of: table)?.layoutChild?.insets
      else { return }
      var filled = unsafe sizedCopy(of: insets, over: childplugin_insets_t())
      filled.top = Int32(clamping: wanted.top)
      filled.right = Int32(clamping: wanted.right)
      filled.bottom = Int32(clamping: wanted.bottom)
      filled.left = Int32(clamping: wanted.left)
      unsafe sizedWrite(filled, to: insets)
    },
    resized: {
      unsafe ChildBox.child(of: $0)?.layoutChild?.resized(columns: Int($1), rows: Int($2))
    })
}

private func transitionTable() -> childplugin_transition_t {
  unsafe childplugin_transition_t(
    size: tableSize(childplugin_transition_t.self), reserved: 0,
    will_begin: {
      unsafe ChildBox.child(of: $0)?.transitionChild?.transitionWillBegin(appearing: $1)
    },
    progress: {
      unsafe ChildBox.child(of: $0)?.transitionChild?
        .transitionDidProgress(to: $2, appearing: $1)
    },
    did_end: { unsafe ChildBox.child(of: $0)?.transitionChild?.transitionDidEnd(appearing: $1) })
}

private func inputTable() -> childplugin_input_t {
  unsafe childplugin_input_t(
    size: tableSize(childplugin_input_t.self), reserved: 0,
    key: { table, key in
      guard let key = unsafe key, let input = unsafe ChildBox.child(of: table)?.inputChild else {
        return false
      }
      return unsafe input.key(Key(sizedCopy(of: key, over: childplugin_key_t())))
    },
    mouse: { table, mouse in
      guard let mouse = unsafe mouse, let input = unsafe ChildBox.child(of: table)?.inputChild,
        let known = unsafe Mouse(sizedCopy(of: mouse, over: childplugin_mouse_t()))
      else { return false }
      return input.mouse(known)
    },
    paste: { unsafe ChildBox.child(of: $0)?.inputChild?.paste($1.string) ?? false },
    focus: { unsafe ChildBox.child(of: $0)?.inputChild?.focusDidChange($1) })
}

// MARK: - Changes

private func contentTable() -> childplugin_content_observer_t {
  unsafe childplugin_content_observer_t(
    size: tableSize(childplugin_content_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.child(of: $0)?.contentChild?.contentDidChange() })
}

private func wakeTable() -> childplugin_wake_t {
  unsafe childplugin_wake_t(
    size: tableSize(childplugin_wake_t.self), reserved: 0,
    woke: { unsafe ChildBox.child(of: $0)?.wakeChild?.woke() })
}

private func themeTable() -> childplugin_theme_observer_t {
  unsafe childplugin_theme_observer_t(
    size: tableSize(childplugin_theme_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.child(of: $0)?.themeChild?.themeDidChange() })
}

private func situationTable() -> childplugin_situation_observer_t {
  unsafe childplugin_situation_observer_t(
    size: tableSize(childplugin_situation_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.child(of: $0)?.situationChild?.situationDidChange() })
}

private func selectionTable() -> childplugin_selection_observer_t {
  unsafe childplugin_selection_observer_t(
    size: tableSize(childplugin_selection_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.child(of: $0)?.selectionChild?.selectionDidChange() })
}

private func viewTable() -> childplugin_view_observer_t {
  unsafe childplugin_view_observer_t(
    size: tableSize(childplugin_view_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.child(of: $0)?.viewChild?.viewDidChange() })
}

private func focusTable() -> childplugin_focus_observer_t {
  unsafe childplugin_focus_observer_t(
    size: tableSize(childplugin_focus_observer_t.self), reserved: 0,
    changed: { unsafe ChildBox.child(of: $0)?.frontChild?.frontDidChange() })
}

private func messagesTable() -> childplugin_messages_t {
  unsafe childplugin_messages_t(
    size: tableSize(childplugin_messages_t.self), reserved: 0,
    received: { table, sender, subject, body in
      unsafe ChildBox.child(of: table)?.messageChild?.received(
        Message(sender: sender.string, subject: subject.string, body: Array(body.span)))
    })
}

private func runTable() -> childplugin_run_observer_t {
  unsafe childplugin_run_observer_t(
    size: tableSize(childplugin_run_observer_t.self), reserved: 0,
    ended: { table, end in
      guard let end = unsafe end, let child = unsafe ChildBox.child(of: table)?.programChild else {
        return
      }
      unsafe child.programDidEnd(
        ProgramEnd(sizedCopy(of: end, over: childplugin_program_end_t())))
    })
}

// MARK: - State, key help and accessibility

private func savedStateTable() -> childplugin_saved_state_t {
  unsafe childplugin_saved_state_t(
    size: tableSize(childplugin_saved_state_t.self), reserved: 0,
    save: { table, buffer, capacity in
      guard let state = unsafe ChildBox.child(of: table)?.savedStateChild?.save() else { return 0 }
      return unsafe fill(buffer, capacity, with: state)
    },
    restore: { table, bytes, length in
      guard let child = unsafe ChildBox.child(of: table)?.savedStateChild else { return false }
      let state = unsafe childplugin_text_t(bytes: bytes, length: length)
      return unsafe child.restore(Array(state.span))
    })
}

private let keyHelpLimit = 32

private func keyHelpTable() -> childplugin_key_help_t {
  unsafe childplugin_key_help_t(
    size: tableSize(childplugin_key_help_t.self), reserved: 0,
    count: { table in
      unsafe UInt32(
        min(keyHelpLimit, ChildBox.child(of: table)?.keyHelpChild?.keyHelp.count ?? 0))
    },
    item: { table, index, item in
      guard let item = unsafe item, let box = unsafe ChildBox.of(table),
        let items = box.child.keyHelpChild?.keyHelp, index < min(keyHelpLimit, items.count)
      else { return false }
      let held = unsafe box.hold(items[Int(index)])
      var filled = unsafe sizedCopy(of: item, over: childplugin_key_help_item_t())
      unsafe filled.key = held.key
      unsafe filled.action = held.action
      unsafe filled.group = items[Int(index)].group.rawValue
      unsafe sizedWrite(filled, to: item)
      return true
    })
}

private func accessibilityTable() -> childplugin_accessibility_t {
  unsafe childplugin_accessibility_t(
    size: tableSize(childplugin_accessibility_t.self), reserved: 0,
    text: { table, buffer, capacity in
      guard let text = unsafe ChildBox.child(of: table)?.accessibilityChild?.accessibilityText
      else { return 0 }
      return unsafe fill(buffer, capacity, with: Array(text.utf8))
    })
}

/// Copies as many bytes as fit into a buffer of the host, and returns the complete length.
private func fill(
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: UInt64, with bytes: [UInt8]
) -> UInt64 {
  if let buffer = unsafe buffer {
    let room = unsafe UnsafeMutableRawBufferPointer(
      start: buffer, count: min(Int(clamping: capacity), bytes.count))
    unsafe room.copyBytes(from: bytes.prefix(room.count))
  }
  return UInt64(bytes.count)
}
