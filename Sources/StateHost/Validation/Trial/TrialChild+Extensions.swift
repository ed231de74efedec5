internal import ChildPluginAPI
internal import HostPlugins

/// The calls of the extensions; a child without one hears nothing.
extension TrialChild {
  func insets() -> childplugin_insets_t {
    var insets = childplugin_insets_t(
      size: UInt32(MemoryLayout<childplugin_insets_t>.size), top: 0, right: 0, bottom: 0, left: 0,
      reserved: 0)
    calling("layout.insets()") {
      unsafe lending.lend(&insets) { unsafe layout?.insets?(address, $0) }
    }
    return insets
  }

  /// The surface has another size now.
  func resize(columns: Int32, rows: Int32) {
    host.columns = columns
    host.rows = rows
    calling("layout.resized(columns \(columns), rows \(rows))") {
      unsafe layout?.resized?(address, columns, rows)
    }
  }

  func willBegin(appearing: Bool) {
    calling("transition.will_begin(appearing \(appearing))") {
      unsafe transition?.will_begin?(address, appearing)
    }
  }

  func progress(_ progress: Double, appearing: Bool) {
    calling("transition.progress(appearing \(appearing), progress \(progress))") {
      unsafe transition?.progress?(address, appearing, progress)
    }
  }

  func didEnd(appearing: Bool) {
    calling("transition.did_end(appearing \(appearing))") {
      unsafe transition?.did_end?(address, appearing)
    }
  }

  /// The content is another now.
  func change(to content: TrialContent) {
    let revision = host.content.revision
    host.content = content
    host.content.revision = revision + 1
    calling("content.changed()") { unsafe contentObserver?.changed?(address) }
  }

  func woke() { calling("wake.woke()") { unsafe wake?.woke?(address) } }

  func themeChanged() { calling("theme.changed()") { unsafe themeObserver?.changed?(address) } }

  // MARK: Saved state

  /// Asks for the state, with so much room.
  ///
  /// - Returns: the bytes that are in the room, and the length that it says; nil without the extension.
  func save(capacity: Int) -> (bytes: [UInt8], length: UInt64)? {
    guard let save = unsafe savedState?.save else { return nil }
    return unsafe fill("state.save", capacity: capacity) { unsafe save(address, $0, $1) }
  }

  /// The whole state; nil without the extension, or when it says that it is larger than allowed.
  func savedBytes() -> [UInt8]? {
    guard let (_, length) = save(capacity: 0), length <= 65536 else { return nil }
    return save(capacity: Int(length))?.bytes
  }

  /// Gives bytes back; nil without the extension.
  func restore(_ bytes: [UInt8]) -> Bool? {
    guard let restore = unsafe savedState?.restore else { return nil }
    return calling("state.restore(\(bytes.count) bytes: \(Words.hexadecimal(bytes)))") {
      unsafe lending.lend(bytes) {
        unsafe restore(address, ForeignMemory.borrowed($0).bytes, UInt64($0.count))
      }
    }
  }

  // MARK: Words

  /// What it says of itself, with so much room; nil without the extension.
  func accessibilityText(capacity: Int) -> (bytes: [UInt8], length: UInt64)? {
    guard let text = unsafe accessibility?.text else { return nil }
    return unsafe fill("accessibility.text", capacity: capacity) { unsafe text(address, $0, $1) }
  }

  func keyHelpCount() -> UInt32? {
    guard let count = unsafe keyHelp?.count else { return nil }
    return calling("key_help.count()") { unsafe count(address) }
  }

  /// A key and what it does; nil when the child says that there is no such item.
  func keyHelpItem(_ index: UInt32) -> (key: String, action: String)? {
    guard let item = unsafe keyHelp?.item else { return nil }
    var help = unsafe childplugin_key_help_item_t()
    unsafe help.size = UInt32(MemoryLayout<childplugin_key_help_item_t>.size)
    let isThere = calling("key_help.item(\(index))") {
      unsafe lending.lend(&help) { unsafe item(address, index, $0) }
    }
    guard isThere else { return nil }
    unsafe host.check(help.key, of: "the key of key_help.item(\(index))")
    unsafe host.check(help.action, of: "the action of key_help.item(\(index))")
    return unsafe (ForeignMemory.string(help.key), ForeignMemory.string(help.action))
  }

  /// Lets a function fill a buffer that ends where readable memory ends.
  private func fill(
    _ name: String, capacity: Int, _ body: (UnsafeMutablePointer<CChar>?, UInt64) -> UInt64
  ) -> (bytes: [UInt8], length: UInt64) {
    let room = GuardedMemory([UInt8](repeating: 0, count: capacity), isAtEnd: true)
    defer { room.release() }
    let length = calling("\(name)(capacity \(capacity))") {
      let start = unsafe room.bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe body(capacity == 0 ? nil : start, UInt64(capacity))
    }
    let count = Int(min(length, UInt64(capacity)))
    return (unsafe [UInt8](room.bytes.prefix(count)), length)
  }
}

/// How values are told to people.
enum Words {
  /// The first bytes in hexadecimal digits.
  static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = bytes.prefix(24).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return digits.joined(separator: " ") + (bytes.count > 24 ? " ..." : "")
  }
}
