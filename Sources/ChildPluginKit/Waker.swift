internal import ChildPluginAPI

/// What any thread may ask of the host: to wake the child, and to log.
///
/// It may be kept for ever: after the child has been destroyed it does nothing.
@safe public struct Waker: @unchecked Sendable {
  private let pointer: UnsafePointer<childplugin_host_t>
  private let table: childplugin_host_t

  init(_ pointer: UnsafePointer<childplugin_host_t>, _ table: childplugin_host_t) {
    unsafe self.pointer = pointer
    unsafe self.table = table
  }

  /// Wakes the child soon, on the main thread: ``WakeChild/woke()``, then a draw.
  ///
  /// Calls before it has happened count once.
  public func wake() {
    guard let wake = unsafe table.wake else { return }
    unsafe wake(pointer)
  }

  /// Writes a line to the plugin's log; a text of several lines becomes several.
  public func log(_ text: String, level: Host.LogLevel = .info) {
    guard let log = unsafe table.log else { return }
    unsafe withABIText(text) { unsafe log(pointer, level.rawValue, $0) }
  }
}
