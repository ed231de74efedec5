internal import ChildPluginAPI

/// A box, in the plugin's kit, that holds an author's Swift child, as the data pointer of the C
/// function table that the host gets: the C functions find the child through it, and `destroy`
/// releases it and frees the table.
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
      var filled = unsafe sizedCopy(of: timing)
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

/// The C function tables of all optional child extensions, made once by the kit in the plugin,
/// never freed and shared by all its children; finds the table for an extension id if the child
/// conforms to that extension's protocol; the host's record of a child's tables is
/// `ChildExtensions`.
@safe private struct ExtensionTables: @unchecked Sendable {
  static let shared = ExtensionTables()

  /// A C function table of one child extension, in the plugin's kit: its id, its address, and
  /// whether a given child implements it.
  @safe private struct Entry {
    let id: String
    let table: UnsafeRawPointer
    let isOffered: (any ChildPlugin) -> Bool
  }

  private var entries: [Entry] = []

  private init() {
    addLayoutTransitionAndInput()
    addChanges()
    addStateKeyHelpAndAccessibility()
  }

  /// Adds the table of an extension, whose size is set here.
  private mutating func add<Table>(
    _ id: String, offeredBy isOffered: @escaping (any ChildPlugin) -> Bool, _ table: Table
  ) {
    unsafe entries.append(
      Entry(id: id, table: UnsafeRawPointer(immortal(sized(table))), isOffered: isOffered))
  }

  /// The table of an extension; nil if the child does not offer it.
  func table(of child: any ChildPlugin, id: childplugin_text_t) -> UnsafeRawPointer? {
    for entry in entries where unsafe id.equals(entry.id) {
      return unsafe entry.isOffered(child) ? entry.table : nil
    }
    return nil
  }
}

extension ExtensionTables {
  private mutating func addLayoutTransitionAndInput() {
    unsafe add(
      CHILDPLUGIN_EXTENSION_LAYOUT, offeredBy: { $0.layoutChild != nil },
      childplugin_layout_t(
        size: 0, reserved: 0,
        insets: { table, insets in
          guard let insets = unsafe insets,
            let wanted = unsafe ChildBox.child(of: table)?.layoutChild?.insets
          else { return }
          var filled = unsafe sizedCopy(of: insets)
          filled.top = Int32(clamping: wanted.top)
          filled.right = Int32(clamping: wanted.right)
          filled.bottom = Int32(clamping: wanted.bottom)
          filled.left = Int32(clamping: wanted.left)
          unsafe sizedWrite(filled, to: insets)
        },
        resized: {
          unsafe ChildBox.child(of: $0)?.layoutChild?.resized(columns: Int($1), rows: Int($2))
        }))
    unsafe add(
      CHILDPLUGIN_EXTENSION_TRANSITION, offeredBy: { $0.transitionChild != nil },
      childplugin_transition_t(
        size: 0, reserved: 0,
        will_begin: {
          unsafe ChildBox.child(of: $0)?.transitionChild?.transitionWillBegin(appearing: $1)
        },
        progress: {
          unsafe ChildBox.child(of: $0)?.transitionChild?
            .transitionDidProgress(to: $2, appearing: $1)
        },
        did_end: { unsafe ChildBox.child(of: $0)?.transitionChild?.transitionDidEnd(appearing: $1) }
      ))
    unsafe add(
      CHILDPLUGIN_EXTENSION_INPUT, offeredBy: { $0.inputChild != nil },
      childplugin_input_t(
        size: 0, reserved: 0,
        key: { table, key in
          guard let key = unsafe key, let input = unsafe ChildBox.child(of: table)?.inputChild
          else {
            return false
          }
          return unsafe input.key(Key(sizedCopy(of: key)))
        },
        mouse: { table, mouse in
          guard let mouse = unsafe mouse, let input = unsafe ChildBox.child(of: table)?.inputChild,
            let known = unsafe Mouse(sizedCopy(of: mouse))
          else { return false }
          return input.mouse(known)
        },
        paste: { unsafe ChildBox.child(of: $0)?.inputChild?.paste($1.string) ?? false },
        focus: { unsafe ChildBox.child(of: $0)?.inputChild?.focusDidChange($1) }))
  }

  private mutating func addChanges() {
    unsafe add(
      CHILDPLUGIN_EXTENSION_CONTENT, offeredBy: { $0.contentChild != nil },
      childplugin_content_observer_t(
        size: 0, reserved: 0,
        changed: { unsafe ChildBox.child(of: $0)?.contentChild?.contentDidChange() }))
    unsafe add(
      CHILDPLUGIN_EXTENSION_WAKE, offeredBy: { $0.wakeChild != nil },
      childplugin_wake_t(
        size: 0, reserved: 0,
        woke: { unsafe ChildBox.child(of: $0)?.wakeChild?.woke() }))
    unsafe add(
      CHILDPLUGIN_EXTENSION_THEME, offeredBy: { $0.themeChild != nil },
      childplugin_theme_observer_t(
        size: 0, reserved: 0,
        changed: { unsafe ChildBox.child(of: $0)?.themeChild?.themeDidChange() }))
    unsafe add(
      CHILDPLUGIN_EXTENSION_SITUATION, offeredBy: { $0.situationChild != nil },
      childplugin_situation_observer_t(
        size: 0, reserved: 0,
        changed: { unsafe ChildBox.child(of: $0)?.situationChild?.situationDidChange() }))
    unsafe add(
      CHILDPLUGIN_EXTENSION_SELECTION, offeredBy: { $0.selectionChild != nil },
      childplugin_selection_observer_t(
        size: 0, reserved: 0,
        changed: { unsafe ChildBox.child(of: $0)?.selectionChild?.selectionDidChange() }))
    unsafe add(
      CHILDPLUGIN_EXTENSION_VIEW, offeredBy: { $0.viewChild != nil },
      childplugin_view_observer_t(
        size: 0, reserved: 0,
        changed: { unsafe ChildBox.child(of: $0)?.viewChild?.viewDidChange() }))
    unsafe add(
      CHILDPLUGIN_EXTENSION_FOCUS, offeredBy: { $0.frontChild != nil },
      childplugin_focus_observer_t(
        size: 0, reserved: 0,
        changed: { unsafe ChildBox.child(of: $0)?.frontChild?.frontDidChange() }))
    unsafe add(
      CHILDPLUGIN_EXTENSION_MESSAGES, offeredBy: { $0.messageChild != nil },
      childplugin_messages_t(
        size: 0, reserved: 0,
        received: { table, sender, subject, body in
          unsafe ChildBox.child(of: table)?.messageChild?.received(
            Message(sender: sender.string, subject: subject.string, body: Array(body.span)))
        }))
    unsafe add(
      CHILDPLUGIN_EXTENSION_RUN, offeredBy: { $0.programChild != nil },
      childplugin_run_observer_t(
        size: 0, reserved: 0,
        ended: { table, end in
          guard let end = unsafe end, let child = unsafe ChildBox.child(of: table)?.programChild
          else {
            return
          }
          unsafe child.programDidEnd(ProgramEnd(sizedCopy(of: end)))
        }))
  }

  private mutating func addStateKeyHelpAndAccessibility() {
    unsafe add(
      CHILDPLUGIN_EXTENSION_STATE, offeredBy: { $0.savedStateChild != nil },
      childplugin_saved_state_t(
        size: 0, reserved: 0,
        save: { table, buffer, capacity in
          guard let state = unsafe ChildBox.child(of: table)?.savedStateChild?.save() else {
            return 0
          }
          return unsafe fill(buffer, capacity, with: state)
        },
        restore: { table, bytes, length in
          guard let child = unsafe ChildBox.child(of: table)?.savedStateChild else { return false }
          let state = unsafe childplugin_text_t(bytes: bytes, length: length)
          return unsafe child.restore(Array(state.span))
        }))
    unsafe add(
      CHILDPLUGIN_EXTENSION_KEY_HELP, offeredBy: { $0.keyHelpChild != nil },
      childplugin_key_help_t(
        size: 0, reserved: 0,
        count: { table in
          unsafe UInt32(
            min(keyHelpLimit, ChildBox.child(of: table)?.keyHelpChild?.keyHelp.count ?? 0))
        },
        item: { table, index, item in
          guard let item = unsafe item, let box = unsafe ChildBox.of(table),
            let items = box.child.keyHelpChild?.keyHelp, index < min(keyHelpLimit, items.count)
          else { return false }
          let held = unsafe box.hold(items[Int(index)])
          var filled = unsafe sizedCopy(of: item)
          unsafe filled.key = held.key
          unsafe filled.action = held.action
          unsafe filled.group = items[Int(index)].group.rawValue
          unsafe sizedWrite(filled, to: item)
          return true
        }))
    unsafe add(
      CHILDPLUGIN_EXTENSION_ACCESSIBILITY, offeredBy: { $0.accessibilityChild != nil },
      childplugin_accessibility_t(
        size: 0, reserved: 0,
        text: { table, buffer, capacity in
          guard let text = unsafe ChildBox.child(of: table)?.accessibilityChild?.accessibilityText
          else { return 0 }
          return unsafe fill(buffer, capacity, with: Array(text.utf8))
        }))
  }
}

private let keyHelpLimit = 32

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
