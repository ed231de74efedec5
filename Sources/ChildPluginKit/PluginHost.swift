internal import ChildPluginAPI

/// What a plugin may ask of StateHost before it has a child.
///
/// Main thread only, but for ``log(_:level:)``. It may be kept; after the plugin has ended it does nothing.
@safe public struct PluginHost: @unchecked Sendable {
  private let pointer: UnsafePointer<childplugin_host_t>
  private let table: childplugin_host_t

  init(_ pointer: UnsafePointer<childplugin_host_t>) {
    unsafe self.pointer = pointer
    unsafe table = sizedCopy(of: pointer, over: childplugin_host_t())
  }

  /// The program's name.
  public var name: String { unsafe table.name.string }

  /// The program's version.
  public var version: String { unsafe table.version.string }

  /// Writes a line to the log, which has the name of the plugin's file there; a text of several lines becomes
  /// several.
  public func log(_ text: String, level: Host.LogLevel = .info) {
    guard let log = unsafe table.log else { return }
    unsafe withABIText(text) { unsafe log(pointer, level.rawValue, $0) }
  }

  /// Whether this host has an extension, such as "childplugin.host.run/1", for children.
  public func hasExtension(_ id: String) -> Bool {
    guard let find = unsafe table.get_extension else { return false }
    return unsafe withABIText(id) { unsafe find(pointer, $0) != nil }
  }

  /// How many columns a text takes on a canvas.
  public func columns(of text: String) -> Int {
    guard let columns = unsafe table.text_columns else { return 0 }
    return unsafe withABIText(text) { unsafe Int(max(0, columns(pointer, $0))) }
  }
}
