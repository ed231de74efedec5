public import ChildPluginAPI

/// The result of a plugin's entry function, made by `exportPlugin`: a pointer to the plugin's C
/// function table.
public typealias PluginEntry = UnsafePointer<childplugin_plugin_t>?

/// Makes the result of the entry. In one file of the plugin, which imports `ChildPluginAPI`:
///
///     @c @implementation
///     public func childplugin_entry(_ major: UInt32, _ minor: UInt32) -> PluginEntry {
///       exportPlugin(.child(HelloChild.self))
///     }
///
/// A plugin links the kit statically, so a library has one set of children.
///
/// - Parameters:
///   - parts: the children and sources, 1 to 256, with unique ids.
///   - load: called once with the plugin's file; return a text to refuse, with the reason.
///   - begin: called instead of `load`, also with the plugin's own host, which is nil in a host before 1.1.
///   - unload: called once after the last child was destroyed; stop all threads.
///   - extensionTable: returns the plugin's table for an extension id, never deallocated; nil for unknown ids.
/// - Returns: the table, the same in every call.
@safe public func exportPlugin(
  _ parts: PluginPart...,
  load: ((_ path: String) -> String?)? = nil,
  begin: ((_ host: PluginHost?, _ path: String) -> String?)? = nil,
  unload: (() -> Void)? = nil,
  extensionTable: ((_ id: String) -> UnsafeRawPointer?)? = nil
) -> PluginEntry {
  unsafe PluginTable.table(
    parts,
    lifecycle: PluginLifecycle(
      load: load, begin: begin, unload: unload, extensionTable: extensionTable))
}

#if !hasFeature(Embedded)
  /// Makes the result of the entry from types; not in Embedded Swift.
  ///
  /// See ``exportPlugin(_:load:begin:unload:extensionTable:)``.
  @safe public func exportPlugin(
    _ children: any ChildPlugin.Type..., sources: [any SourcePlugin.Type] = [],
    load: ((_ path: String) -> String?)? = nil,
    begin: ((_ host: PluginHost?, _ path: String) -> String?)? = nil,
    unload: (() -> Void)? = nil,
    extensionTable: ((_ id: String) -> UnsafeRawPointer?)? = nil
  ) -> PluginEntry {
    unsafe PluginTable.table(
      children.map { PluginPart.child($0) } + sources.map { PluginPart.source($0) },
      lifecycle: PluginLifecycle(
        load: load, begin: begin, unload: unload, extensionTable: extensionTable))
  }
#endif

/// A child type or a data source type that a plugin offers, as an argument of
/// ``exportPlugin(_:load:begin:unload:extensionTable:)``.
public struct PluginPart {
  /// The closure with which the kit makes what a plugin offers: one that creates a child, or one
  /// that reads a data source.
  enum Making {
    case child((Host) -> (any ChildPlugin)?)
    case source((Reading) throws(SourceFailure) -> Void)
  }

  /// Called once, when the plugin's table is made.
  let descriptor: () -> ChildDescriptor
  let making: Making

  /// A child of a type.
  public static func child<Child: ChildPlugin>(_ type: Child.Type) -> PluginPart {
    PluginPart(descriptor: { Child.descriptor }, making: .child { host in Child(host: host) })
  }

  /// A source of a type.
  public static func source<Source: SourcePlugin>(_ type: Source.Type) -> PluginPart {
    PluginPart(
      descriptor: { ChildDescriptor(Source.descriptor) },
      making: .source { reading throws(SourceFailure) in try Source.read(reading) })
  }
}

/// A plugin's interface to the host outside any child, passed to `begin` of `exportPlugin`: the
/// program's name and version, which extensions the host has, logging and text width; for the main
/// thread only, except for ``log(_:level:)``.
///
/// It may be kept; after the plugin has ended it does nothing.
@safe public struct PluginHost: @unchecked Sendable {
  private let pointer: UnsafePointer<childplugin_host_t>
  private let table: childplugin_host_t

  init(_ pointer: UnsafePointer<childplugin_host_t>) {
    unsafe self.pointer = pointer
    unsafe table = sizedCopy(of: pointer)
  }

  /// The program's name.
  public var name: String { unsafe table.name.string }

  /// The program's version.
  public var version: String { unsafe table.version.string }

  /// Writes to the log under the plugin file's name; each line of the text becomes a log line.
  public func log(_ text: String, level: Host.LogLevel = .info) {
    unsafe Waker(pointer, table).log(text, level: level)
  }

  /// Whether the host has an extension for children, such as "childplugin.host.run/1".
  public func hasExtension(_ id: String) -> Bool {
    unsafe withABIText(id) { unsafe table.get_extension?(pointer, $0) != nil }
  }

  /// The width of a text on a canvas, in columns.
  public func columns(of text: String) -> Int {
    unsafe withABIText(text) { unsafe Int(max(0, table.text_columns?(pointer, $0) ?? 0)) }
  }
}

/// A handle with which any thread of a plugin can write to the log and wake a child: the child's
/// ``WakeChild/woke()`` is then called on the main thread.
///
/// It may be kept; after the child was destroyed it does nothing.
@safe public struct Waker: @unchecked Sendable {
  private let pointer: UnsafePointer<childplugin_host_t>
  private let table: childplugin_host_t

  init(_ pointer: UnsafePointer<childplugin_host_t>, _ table: childplugin_host_t) {
    unsafe self.pointer = pointer
    unsafe self.table = table
  }

  /// Calls ``WakeChild/woke()`` soon on the main thread, then draws; calls until then count once.
  public func wake() {
    unsafe table.wake?(pointer)
  }

  /// Writes to the plugin's log; each line of the text becomes a line of the log.
  public func log(_ text: String, level: Host.LogLevel = .info) {
    unsafe withABIText(text) { unsafe table.log?(pointer, level.rawValue, $0) }
  }
}
