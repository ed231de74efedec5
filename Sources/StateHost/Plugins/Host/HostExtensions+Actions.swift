internal import ChildPluginAPI
internal import HostText

/// What children do for the user besides `host.perform`.
extension HostExtensions {
  static func actionsTable() -> childplugin_host_actions_t {
    unsafe childplugin_host_actions_t(
      size: UInt32(MemoryLayout<childplugin_host_actions_t>.size), reserved: 0,
      accept_text: { host, text, status in
        guard let side = unsafe HostTable.entering(host, .acceptText) else { return false }
        let bytes = unsafe side.bytes(of: text, .acceptText)
        guard let status = UInt8(exactly: status) else {
          side.report(.exitStatusOutOfRange)
          return false
        }
        guard bytes.count <= ChildAction.acceptedBytesLimit else { return false }
        return side.services.perform(unsafe .acceptText(Array(bytes), exitStatus: status))
      },
      accept_rows: { host, rows, count in
        guard let side = unsafe HostTable.entering(host, .acceptRows) else { return false }
        guard let rows = unsafe rows else {
          if count > 0 { side.report(.nullArgument(.acceptRows)) }
          return false
        }
        guard 1...UInt64(ChildAction.acceptedRowsLimit) ~= count else { return false }
        return side.services.perform(
          unsafe .acceptRows(Array(UnsafeBufferPointer(start: rows, count: Int(count)))))
      },
      clipboard: { host, text in
        guard let side = unsafe HostTable.entering(host, .clipboard) else { return false }
        let bytes = unsafe side.bytes(of: text, .clipboard)
        guard 1...ChildAction.clipboardBytesLimit ~= bytes.count else { return false }
        return side.services.perform(unsafe .clipboard(Array(bytes)))
      },
      title: { host, text in
        guard let side = unsafe HostTable.entering(host, .title) else { return false }
        return side.services.perform(.title(ChildAction.title(unsafe side.string(text, .title))))
      },
      bell: { host in
        unsafe HostTable.entering(host, .bell)?.services.perform(.bell) ?? false
      })
  }
}

extension ChildAction {
  package static let acceptedBytesLimit = 64 << 10
  package static let acceptedRowsLimit = 4096
  package static let clipboardBytesLimit = 100 << 10
  private static let titleColumnsLimit = 256

  /// A text as a terminal's window may have it for a title.
  package static func title(_ text: String) -> String {
    let line = HarmlessText.cleanLine(text)
    let fitting = TextWidth.prefix(of: line.utf8.span, columns: titleColumnsLimit).bytes
    return String(decoding: line.utf8.prefix(fitting), as: UTF8.self)
  }
}
