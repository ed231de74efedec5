package import ChildPluginAPI
package import HostSurface
internal import HostText

/// A line of the key help: a key of a child, of the states file or of the host, what it does, and
/// the heading under which a child's key is listed; `KeyHelp` in the kit.
package struct KeyHelpItem: Equatable, Sendable {
  /// The host's heading for a key of a child: moving, finding, columns, rows, or the child's own
  /// name; in the kit, `KeyHelp.Group`.
  package enum Group: UInt32, CaseIterable, Sendable {
    case move = 1
    case find, columns, rows
    case own = 0
  }

  package let key: String
  package let action: String
  package let group: Group

  package init(key: String, action: String, group: Group = .own) {
    self.key = key
    self.action = action
    self.group = group
  }
}

/// The insets, saved state, key help and accessibility text of a child.
extension PluginChild {
  /// The cells that the child wants free around its layer on a surface of that size.
  package func insets(columns: Int, rows: Int) -> CellInsets {
    guard let insets = filledInsets() else { return CellInsets() }
    return CellInsets(insets, columns: columns, rows: rows, telling: host.report)
  }

  /// The insets as the child fills them in, unchecked; nil if it has no such function.
  package func filledInsets() -> childplugin_insets_t? {
    guard let ask = unsafe extensions.layout?.insets else { return nil }
    var insets = childplugin_insets_t()
    insets.size = UInt32(MemoryLayout<childplugin_insets_t>.size)
    unsafe calling("layout.insets", ()) { child in
      unsafe host.arguments.lend(&insets) { unsafe ask(child, $0) }
    }
    return insets
  }

  /// The bytes that a plugin's function has written to a buffer (a saved state or an accessibility
  /// text), and the full length that it returned.
  package typealias Filling = (bytes: [UInt8], length: UInt64)

  /// The saved state; nil when there is nothing to save, or more than 64 KiB.
  package func saveState() -> [UInt8]? {
    guard let state = saveState(capacity: Self.stateBytesLimit) else { return nil }
    if state.length > Self.stateBytesLimit {
      host.report(.tooMuch(.savedState))
      return nil
    }
    return state.bytes.isEmpty ? nil : state.bytes
  }

  /// The saved state, in a buffer of some capacity; nil without the extension.
  package func saveState(capacity: Int, in memory: ArgumentMemoryOptions? = nil) -> Filling? {
    guard let save = unsafe extensions.state?.save else { return nil }
    return unsafe fill("state.save", capacity, memory, save)
  }

  /// Passes a saved state before the child first appears; returns whether the child used it.
  package func restoreState(_ bytes: [UInt8], in memory: ArgumentMemoryOptions? = nil) -> Bool {
    guard let restore = unsafe extensions.state?.restore else { return false }
    return unsafe bytes.withUnsafeBytes { buffer in
      unsafe calling(
        "state.restore", false, "\(buffer.count) bytes: \(CallFormatter.bytes(buffer))"
      ) { child in
        host.calling(for: .creation) {
          unsafe (memory ?? host.arguments).lend(buffer) {
            let text = unsafe ForeignMemory.text($0)
            return unsafe restore(child, text.bytes, text.length)
          }
        }
      }
    }
  }

  package static let stateBytesLimit = 65536

  /// The keys that the child describes now, the most useful first, without control characters.
  package func keyHelp() -> [KeyHelpItem] {
    let named = keyHelpCount() ?? 0
    if named > Self.keyHelpLimit { host.report(.tooMuch(.keyHelpCount)) }
    var items: [KeyHelpItem] = []
    for index in 0..<min(named, Self.keyHelpLimit) {
      guard let item = keyHelpItem(index) else { break }
      items.append(item)
    }
    return items
  }

  /// The number of keys that the child claims to describe; nil without the extension.
  package func keyHelpCount() -> UInt32? {
    guard let count = unsafe extensions.keyHelp?.count else { return nil }
    return unsafe calling("key_help.count", 0) { unsafe count($0) }
  }

  /// The key with an index, without control characters; nil when the child has none.
  package func keyHelpItem(_ index: UInt32) -> KeyHelpItem? {
    guard let ask = unsafe extensions.keyHelp?.item else { return nil }
    return unsafe calling("key_help.item", nil, "\(index)") { child in
      var item = unsafe childplugin_key_help_item_t()
      unsafe item.size = unsafe UInt32(MemoryLayout<childplugin_key_help_item_t>.size)
      let isThere = unsafe host.arguments.lend(&item) { unsafe ask(child, index, $0) }
      guard isThere else { return nil }
      return unsafe KeyHelpItem(
        key: line(item.key, .keyHelpKey), action: line(item.action, .keyHelpAction),
        group: KeyHelpItem.Group(rawValue: item.group) ?? .own)
    }
  }

  package static let keyHelpLimit: UInt32 = 32

  /// A text as one line; empty, which is reported, when it has a length but no bytes.
  private func line(_ text: childplugin_text_t, _ field: ChildFault.Field) -> String {
    let bytes = unsafe ForeignMemory.bytes(text)
    if unsafe UInt64(bytes.count) != text.length { host.report(.malformedField(field)) }
    host.kind.callee.telling { unsafe $0.received(bytes, in: field.rawValue) }
    return unsafe HarmlessText.cleanLine(String(decoding: bytes, as: UTF8.self))
  }

  /// What the child shows, as one line of text without control characters; nil when it has none.
  package func accessibilityText() -> String? {
    guard let text = accessibilityText(capacity: Self.accessibilityBytesLimit) else { return nil }
    if text.length > Self.accessibilityBytesLimit { host.report(.tooMuch(.accessibilityText)) }
    return HarmlessText.cleanLine(String(decoding: text.bytes, as: UTF8.self))
  }

  /// The accessibility text, unchecked, in a buffer of some capacity; nil without the extension.
  package func accessibilityText(capacity: Int, in memory: ArgumentMemoryOptions? = nil) -> Filling?
  {
    guard let text = unsafe extensions.accessibility?.text else { return nil }
    return unsafe fill("accessibility.text", capacity, memory, text)
  }

  static let accessibilityBytesLimit = 4096

  /// Calls a function that fills a buffer, which lies in the memory asked for.
  private func fill(
    _ name: StaticString, _ capacity: Int, _ memory: ArgumentMemoryOptions?,
    _ function: (
      UnsafePointer<childplugin_child_t>?, UnsafeMutablePointer<CChar>?, UInt64
    ) -> UInt64
  ) -> Filling {
    unsafe (memory ?? host.arguments).lendRoom(capacity) { room in
      let length: UInt64 = unsafe calling(name, 0, "capacity \(capacity)") { child in
        let start = unsafe room.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe function(child, capacity == 0 ? nil : start, UInt64(capacity))
      }
      let filled = min(length, UInt64(capacity))
      return (unsafe [UInt8](room.prefix(Int(filled))), length)
    }
  }
}
