import ChildPluginAPI
public import ChildPluginKit

/// The plugin's entry, the only exported symbol.
@c @implementation
public func childplugin_entry(_ major: UInt32, _ minor: UInt32) -> PluginEntry {
  exportPlugin(.child(ListChild.self))
}
