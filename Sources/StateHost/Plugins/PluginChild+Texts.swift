internal import ChildPluginAPI
internal import HostSurface
internal import HostText

/// A key that a child names for the line of help.
package struct KeyHelpItem: Equatable, Sendable {
  package let key: String
  package let action: String

  package init(key: String, action: String) {
    self.key = key
    self.action = action
  }
}

/// What a child tells in bytes: its saved state, its keys, what it shows in words.
extension PluginChild {
  /// Its state as bytes; nil when there is nothing to save, or more than 64 KiB.
  package func saveState() -> [UInt8]? {
    guard let save = unsafe extensions.savedState?.save else { return nil }
    let bytes = unsafe bytes(upTo: Self.stateBytesLimit, "save", save)
    if bytes.whole > Self.stateBytesLimit {
      host.report(.tooMuch(.savedState))
      return nil
    }
    return bytes.filled.isEmpty ? nil : bytes.filled
  }

  /// Whether it used the bytes; to be called before it first appears.
  package func restoreState(_ bytes: [UInt8]) -> Bool {
    guard let restore = unsafe extensions.savedState?.restore else { return false }
    return unsafe bytes.withUnsafeBytes { buffer in
      let text = unsafe ForeignMemory.text(buffer)
      return unsafe calling("restore", false) { unsafe restore($0, text.bytes, text.length) }
    }
  }

  static let stateBytesLimit = 65536

  /// The keys it names now, the most useful first, free of control characters.
  package func keyHelp() -> [KeyHelpItem] {
    guard let count = unsafe extensions.keyHelp?.count, let ask = unsafe extensions.keyHelp?.item
    else {
      return []
    }
    let named = unsafe calling("count", 0) { unsafe count($0) }
    if named > Self.keyHelpLimit { host.report(.tooMuch(.keyHelpCount)) }
    var items: [KeyHelpItem] = []
    for index in 0..<min(named, Self.keyHelpLimit) {
      let item: KeyHelpItem? = unsafe calling("item", nil) { child in
        var item = unsafe childplugin_key_help_item_t()
        unsafe item.size = unsafe UInt32(MemoryLayout<childplugin_key_help_item_t>.size)
        guard unsafe ask(child, index, &item) else { return nil }
        return unsafe KeyHelpItem(
          key: HarmlessText.cleanLine(ForeignMemory.string(item.key)),
          action: HarmlessText.cleanLine(ForeignMemory.string(item.action)))
      }
      guard let item else { break }
      items.append(item)
    }
    return items
  }

  static let keyHelpLimit: UInt32 = 32

  /// What it shows, in words: one line without control characters.
  ///
  /// Nil when it does not say.
  package func accessibilityText() -> String? {
    guard let ask = unsafe extensions.accessibility?.text else { return nil }
    let bytes = unsafe bytes(upTo: Self.accessibilityBytesLimit, "accessibility text", ask)
    if bytes.whole > Self.accessibilityBytesLimit { host.report(.tooMuch(.accessibilityText)) }
    return HarmlessText.cleanLine(String(decoding: bytes.filled, as: UTF8.self))
  }

  static let accessibilityBytesLimit = 4096

  /// What a function that fills a buffer gives, and how long the whole would be.
  private func bytes(
    upTo limit: Int, _ name: StaticString,
    _ function: (
      UnsafePointer<childplugin_child_t>?, UnsafeMutablePointer<CChar>?, UInt64
    ) -> UInt64
  ) -> (filled: [UInt8], whole: UInt64) {
    var whole: UInt64 = 0
    let filled = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      unsafe buffer.initialize(repeating: 0)
      unsafe buffer.withMemoryRebound(to: CChar.self) { room in
        whole = unsafe calling(name, 0) { unsafe function($0, room.baseAddress, UInt64(limit)) }
      }
      count = Int(min(whole, UInt64(limit)))
    }
    return (filled, whole)
  }
}
