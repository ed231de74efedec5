internal import ChildPluginAPI

/// Bytes at an address that stays until they are replaced: text that is handed to the host for
/// longer than a call.
@safe struct HeldText: ~Copyable {
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ string: String) {
    let utf8 = string.utf8
    unsafe bytes = .allocate(capacity: utf8.count)
    _ = unsafe bytes.initialize(fromContentsOf: utf8)
  }

  deinit { unsafe bytes.deallocate() }

  var text: childplugin_text_t { unsafe childplugin_text_t(UnsafeBufferPointer(bytes)) }
}

/// A text that lives to the end of the process.
func immortalText(_ string: String) -> childplugin_text_t {
  let utf8 = string.utf8
  let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: utf8.count)
  _ = unsafe bytes.initialize(fromContentsOf: utf8)
  return unsafe childplugin_text_t(UnsafeBufferPointer(bytes))
}

/// A table at an address that lives to the end of the process.
func immortal<Table>(_ table: Table) -> UnsafeMutablePointer<Table> {
  let pointer = UnsafeMutablePointer<Table>.allocate(capacity: 1)
  unsafe pointer.initialize(to: table)
  return unsafe pointer
}
