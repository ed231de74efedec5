internal import ChildPluginAPI

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
        return side.perform(.action(unsafe .acceptText(Array(bytes), exitStatus: status)))
      },
      accept_rows: { host, rows, count in
        guard let side = unsafe HostTable.entering(host, .acceptRows) else { return false }
        guard let rows = unsafe rows else {
          if count > 0 { side.report(.nullArgument(.acceptRows)) }
          return false
        }
        guard 1...UInt64(ChildAction.acceptedRowsLimit) ~= count else { return false }
        return side.perform(
          .action(unsafe .acceptRows(Array(UnsafeBufferPointer(start: rows, count: Int(count))))))
      },
      clipboard: { host, text in
        guard let side = unsafe HostTable.entering(host, .clipboard) else { return false }
        let bytes = unsafe side.bytes(of: text, .clipboard)
        guard 1...ChildAction.clipboardBytesLimit ~= bytes.count else { return false }
        return side.perform(.action(unsafe .clipboard(Array(bytes))))
      },
      title: { host, text in
        guard let side = unsafe HostTable.entering(host, .title) else { return false }
        return side.perform(.action(.title(ChildAction.title(unsafe side.string(text, .title)))))
      },
      bell: { host in
        unsafe HostTable.entering(host, .bell)?.perform(.action(.bell)) ?? false
      })
  }
}
