public import ChildPluginAPI

/// What the entry of a plugin returns: the plugin's table, for the host.
public typealias PluginEntry = UnsafePointer<childplugin_plugin_t>?

/// Makes the entry's answer. In one file of the plugin, where `ChildPluginAPI` is imported:
///
///     @c @implementation
///     public func childplugin_entry(_ major: UInt32, _ minor: UInt32) -> PluginEntry {
///       exportPlugin(HelloChild.self)
///     }
///
/// A plugin contains the kit statically: there is one set of children in a library.
///
/// - Parameters:
///   - children: the types of the children, each with an id of its own.
///   - sources: the types of the sources; together with the children 1 to 256.
///   - load: called once with the file the plugin was loaded from; a text refuses and says why.
///   - unload: called once after the last child was destroyed; stop your threads.
/// - Returns: the table, the same one at every call.
@safe public func exportPlugin(
  _ children: any ChildPlugin.Type..., sources: [any SourcePlugin.Type] = [],
  load: ((_ path: String) -> String?)? = nil, unload: (() -> Void)? = nil
) -> PluginEntry {
  unsafe PluginTable.table(children: children, sources: sources, load: load, unload: unload)
}
