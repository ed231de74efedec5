public import ChildPluginAPI

/// What the entry of a plugin returns: the plugin's table, for the host.
public typealias PluginEntry = UnsafePointer<childplugin_plugin_t>?

/// Makes the entry's answer. In one file of the plugin, where `ChildPluginAPI` is imported:
///
///     @c @implementation
///     public func childplugin_entry(_ major: UInt32, _ minor: UInt32) -> PluginEntry {
///       exportPlugin(.child(HelloChild.self))
///     }
///
/// A plugin contains the kit statically: there is one set of children in a library.
///
/// - Parameters:
///   - parts: the children and the sources, 1 to 256, each with an id of its own.
///   - load: called once with the file the plugin was loaded from; a text refuses and says why.
///   - begin: called in its place, and given the plugin's own host besides; nil where the host is older
///     than 1.1.
///   - unload: called once after the last child was destroyed; stop your threads.
///   - extensionTable: the plugin's own table for the extension of an id, which lives to the end of the
///     process; nil for those that it does not know.
/// - Returns: the table, the same one at every call.
@safe public func exportPlugin(
  _ parts: PluginPart...,
  load: ((_ path: String) -> String?)? = nil,
  begin: ((_ host: PluginHost?, _ path: String) -> String?)? = nil,
  unload: (() -> Void)? = nil,
  extensionTable: ((_ id: String) -> UnsafeRawPointer?)? = nil
) -> PluginEntry {
  unsafe PluginTable.table(
    parts,
    life: PluginLife(load: load, begin: begin, unload: unload, extensionTable: extensionTable))
}

#if !hasFeature(Embedded)
  /// The same by the types alone, which takes the whole of Swift's runtime.
  ///
  /// - Parameters:
  ///   - children: the types of the children, each with an id of its own.
  ///   - sources: the types of the sources; together with the children 1 to 256.
  ///   - load: called once with the file the plugin was loaded from; a text refuses and says why.
  ///   - begin: called in its place, and given the plugin's own host besides; nil where the host is
  ///     older than 1.1.
  ///   - unload: called once after the last child was destroyed; stop your threads.
  ///   - extensionTable: the plugin's own table for the extension of an id, which lives to the end of
  ///     the process; nil for those that it does not know.
  /// - Returns: the table, the same one at every call.
  @safe public func exportPlugin(
    _ children: any ChildPlugin.Type..., sources: [any SourcePlugin.Type] = [],
    load: ((_ path: String) -> String?)? = nil,
    begin: ((_ host: PluginHost?, _ path: String) -> String?)? = nil,
    unload: (() -> Void)? = nil,
    extensionTable: ((_ id: String) -> UnsafeRawPointer?)? = nil
  ) -> PluginEntry {
    unsafe PluginTable.table(
      children.map { PluginPart.child($0) } + sources.map { PluginPart.source($0) },
      life: PluginLife(load: load, begin: begin, unload: unload, extensionTable: extensionTable))
  }
#endif
