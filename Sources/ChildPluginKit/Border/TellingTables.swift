internal import ChildPluginAPI

/// The most keys that a child may name.
private let keyHelpLimit = 32

func savedStateTable() -> childplugin_saved_state_t {
  unsafe childplugin_saved_state_t(
    size: tableSize(childplugin_saved_state_t.self), reserved: 0,
    save: { table, buffer, capacity in
      guard let state = unsafe ChildBox.of(table)?.savedState?.save() else { return 0 }
      return unsafe fill(buffer, capacity, with: state)
    },
    restore: { table, bytes, length in
      guard let child = unsafe ChildBox.of(table)?.savedState else { return false }
      let state = unsafe childplugin_text_t(bytes: bytes, length: length)
      return unsafe child.restore(Array(state.span))
    })
}

func keyHelpTable() -> childplugin_key_help_t {
  unsafe childplugin_key_help_t(
    size: tableSize(childplugin_key_help_t.self), reserved: 0,
    count: { table in
      unsafe UInt32(min(keyHelpLimit, ChildBox.of(table)?.keyHelp?.keyHelp.count ?? 0))
    },
    item: { table, index, item in
      guard let item = unsafe item, let box = unsafe ChildBox.of(table),
        let items = box.keyHelp?.keyHelp, index < min(keyHelpLimit, items.count)
      else { return false }
      let held = unsafe box.hold(items[Int(index)])
      var filled = unsafe sizedCopy(of: item, over: childplugin_key_help_item_t())
      unsafe filled.key = held.key
      unsafe filled.action = held.action
      unsafe sizedWrite(filled, to: item)
      return true
    })
}

func accessibilityTable() -> childplugin_accessibility_t {
  unsafe childplugin_accessibility_t(
    size: tableSize(childplugin_accessibility_t.self), reserved: 0,
    text: { table, buffer, capacity in
      guard let text = unsafe ChildBox.of(table)?.accessibility?.accessibilityText else { return 0 }
      return unsafe fill(buffer, capacity, with: Array(text.utf8))
    })
}

/// Fills a buffer of the host's: what fits is copied, the whole length is returned.
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
