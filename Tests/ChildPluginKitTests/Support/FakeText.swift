import ChildPluginAPI

/// The table by which every fake host lays text out: each byte takes a column.
@safe struct FakeTextTable: @unchecked Sendable {
  static let shared = FakeTextTable()

  let pointer: UnsafeMutablePointer<childplugin_host_text_t>

  private init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(
      to: childplugin_host_text_t(
        size: UInt32(MemoryLayout<childplugin_host_text_t>.size), reserved: 0,
        fit: { _, text, columns, taken in
          let fitting = unsafe min(text.length, UInt64(max(0, columns)))
          unsafe taken?.pointee = Int32(fitting)
          return fitting
        }))
  }
}
