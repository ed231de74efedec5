import ChildPluginAPI
public import ChildPluginKit

/// The one symbol that this library exports.
@c @implementation
public func childplugin_entry(_ major: UInt32, _ minor: UInt32) -> PluginEntry {
  exportPlugin(.child(LoadingChild.self))
}
