internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface
internal import HostText

/// A text of the plugin's as the canvas takes it: it ends at a newline, a tab is one space.
struct DrawnText {
  let bytes: [UInt8]

  init(_ text: childplugin_text_t) {
    let foreign = unsafe ForeignMemory.bytes(text)
    var bytes = unsafe [UInt8](foreign)
    if let end = bytes.firstIndex(of: 0x0A) { bytes.removeSubrange(end...) }
    for index in bytes.indices where bytes[index] == 0x09 { bytes[index] = 0x20 }
    self.bytes = bytes
  }

  var columns: Int { TextWidth.columns(of: bytes.span) }

  /// How many columns it takes of so many.
  func columns(atMost limit: Int) -> Int {
    limit <= 0 ? 0 : TextWidth.prefix(of: bytes.span, columns: limit).columns
  }

  /// Whether there is anything to see in it.
  var isVisible: Bool { bytes.contains { $0 > 0x20 && $0 != 0x7F } }
}
