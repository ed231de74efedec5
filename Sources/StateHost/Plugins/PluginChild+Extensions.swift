internal import ChildPluginAPI
internal import HostSurface

/// The calls of a child's extensions; without the extension nothing happens.
extension PluginChild {
  /// Cells it wants free around its layer on a surface of that size.
  package func insets(columns: Int, rows: Int) -> ChildInsets {
    guard let ask = unsafe extensions.layout?.insets else { return ChildInsets() }
    var insets = childplugin_insets_t()
    insets.size = UInt32(MemoryLayout<childplugin_insets_t>.size)
    unsafe calling("insets", ()) { unsafe ask($0, &insets) }
    return ChildInsets(insets, columns: columns, rows: rows, telling: host.report)
  }

  package func resized(columns: Int, rows: Int) {
    guard let tell = unsafe extensions.layout?.resized else { return }
    unsafe calling("resized", ()) {
      unsafe tell($0, Int32(clamping: columns), Int32(clamping: rows))
    }
  }

  package func transitionWillBegin(appearing: Bool) {
    guard let tell = unsafe extensions.transition?.will_begin else { return }
    unsafe calling("will_begin", ()) { unsafe tell($0, appearing) }
  }

  /// Whether it follows the frames of its transition.
  package var followsTransition: Bool { unsafe extensions.transition?.progress != nil }

  /// - Parameters:
  ///   - appearing: the direction.
  ///   - progress: 0…1, linear in time; not a number counts as 1.
  package func transitionProgress(appearing: Bool, progress: Double) {
    guard let tell = unsafe extensions.transition?.progress else { return }
    let known = progress.isNaN ? 1 : min(max(progress, 0), 1)
    unsafe calling("progress", ()) { unsafe tell($0, appearing, known) }
  }

  package func transitionDidEnd(appearing: Bool) {
    guard let tell = unsafe extensions.transition?.did_end else { return }
    unsafe calling("did_end", ()) { unsafe tell($0, appearing) }
  }

  /// Whether it used the key.
  package func key(_ key: ChildKey) -> Bool {
    guard let tell = unsafe extensions.input?.key else { return false }
    var text = key.text
    return text.withUTF8 { bytes in
      var event = unsafe childplugin_key_t()
      unsafe event.size = unsafe UInt32(MemoryLayout<childplugin_key_t>.size)
      unsafe event.code = key.code
      unsafe event.modifiers = key.modifiers.rawValue
      unsafe event.text = unsafe ForeignMemory.text(UnsafeRawBufferPointer(bytes))
      return unsafe calling("key", false) { unsafe tell($0, &event) }
    }
  }

  /// Whether it used the event.
  package func mouse(_ mouse: ChildMouse) -> Bool {
    guard let tell = unsafe extensions.input?.mouse else { return false }
    var event = mouse.foreign
    return unsafe calling("mouse", false) { unsafe tell($0, &event) }
  }

  /// Whether it used the text, of which it gets at most 1 MiB.
  package func paste(_ text: Span<UInt8>) -> Bool {
    guard let tell = unsafe extensions.input?.paste else { return false }
    let part = text.extracting(0..<min(text.count, Self.pastedBytesLimit))
    return unsafe part.withUnsafeBytes { bytes in
      unsafe calling("paste", false) { unsafe tell($0, ForeignMemory.text(bytes)) }
    }
  }

  static let pastedBytesLimit = 1 << 20

  package func focus(_ isFocused: Bool) {
    guard let tell = unsafe extensions.input?.focus else { return }
    unsafe calling("focus", ()) { unsafe tell($0, isFocused) }
  }

  package func contentChanged() {
    guard let tell = unsafe extensions.content?.changed else { return }
    unsafe calling("content changed", ()) { unsafe tell($0) }
  }

  package func woke() {
    guard let tell = unsafe extensions.wake?.woke else { return }
    unsafe calling("woke", ()) { unsafe tell($0) }
  }

  package func themeChanged() {
    guard let tell = unsafe extensions.theme?.changed else { return }
    unsafe calling("theme changed", ()) { unsafe tell($0) }
  }
}
