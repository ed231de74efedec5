internal import ChildPluginAPI

/// The optional closures passed to `exportPlugin`, called when the plugin is loaded, which they can
/// refuse with a reason, when it is unloaded, and when the host looks up an extension table.
@safe struct PluginLifecycle {
  let load: ((String) -> String?)?
  let begin: ((PluginHost?, String) -> String?)?
  let unload: (() -> Void)?
  let extensionTable: ((String) -> UnsafeRawPointer?)?

  /// Starts the plugin; returns the reason of a refusal.
  func start(_ host: PluginHost?, at path: String) -> String? {
    if let begin { return begin(host, path) }
    return load?(path)
  }
}

/// The one C function table of a plugin, which the kit makes at the first call of the plugin's
/// entry, returns to the host and never frees, with the descriptors and the closures that create
/// children and read sources.
@safe final class PluginTable {
  /// Written only by the entry, which the host calls on its main thread before anything else.
  private nonisolated(unsafe) static var loaded: PluginTable?

  private let parts: [(id: String, making: PluginPart.Making)]
  private let descriptors: [UnsafePointer<childplugin_descriptor_t>]
  private let lifecycle: PluginLifecycle
  private let table: UnsafePointer<childplugin_plugin_t>

  private init(_ parts: [PluginPart], lifecycle: PluginLifecycle) {
    var descriptors: [UnsafePointer<childplugin_descriptor_t>] = unsafe []
    self.parts = parts.map { part in
      let descriptor = part.descriptor()
      unsafe descriptors.append(descriptorTable(descriptor, of: part.making))
      return (descriptor.id, part.making)
    }
    unsafe self.descriptors = unsafe descriptors
    self.lifecycle = lifecycle
    var table = Self.pluginTable()
    if lifecycle.begin == nil { unsafe table.init_with_host = nil }
    if unsafe lifecycle.extensionTable == nil { unsafe table.get_extension = nil }
    unsafe self.table = UnsafePointer(immortal(table))
  }

  static func table(
    _ parts: [PluginPart], lifecycle: PluginLifecycle
  ) -> UnsafePointer<childplugin_plugin_t> {
    let plugin = unsafe loaded ?? PluginTable(parts, lifecycle: lifecycle)
    unsafe loaded = plugin
    return unsafe plugin.table
  }

  private static func pluginTable() -> childplugin_plugin_t {
    unsafe childplugin_plugin_t(
      size: tableSize(childplugin_plugin_t.self),
      abi_major: UInt16(CHILDPLUGIN_ABI_MAJOR), abi_minor: UInt16(CHILDPLUGIN_ABI_MINOR),
      init: { path, reason in unsafe PluginTable.start(nil, at: path, reason) },
      deinit: { unsafe PluginTable.loaded?.lifecycle.unload?() },
      descriptor_count: { unsafe UInt32(PluginTable.loaded?.descriptors.count ?? 0) },
      descriptor: { index in unsafe PluginTable.loaded?.descriptor(at: index) },
      create: { host, id in
        guard let host = unsafe host else { return nil }
        return unsafe PluginTable.loaded?.create(id, on: Host(host))
      },
      read: { reading, id in
        guard let reading = unsafe reading else { return false }
        return unsafe PluginTable.loaded?.read(id, Reading(reading)) ?? false
      },
      init_with_host: { host, path, reason in
        unsafe PluginTable.start(host.map { unsafe PluginHost($0) }, at: path, reason)
      },
      get_extension: { id in unsafe PluginTable.loaded?.lifecycle.extensionTable?(id.string) })
  }

  private static func start(
    _ host: PluginHost?, at path: childplugin_text_t,
    _ reason: UnsafeMutablePointer<childplugin_text_t>?
  ) -> Bool {
    guard let refusal = unsafe loaded?.lifecycle.start(host, at: path.string) else { return true }
    unsafe reason?.pointee = immortalText(refusal)
    return false
  }

  private func read(_ id: childplugin_text_t, _ reading: Reading) -> Bool {
    guard case .source(let read)? = unsafe making(id) else { return false }
    do throws(SourceFailure) {
      try read(reading)
      return true
    } catch {
      reading.fail(error)
      return false
    }
  }

  private func descriptor(at index: UInt32) -> UnsafePointer<childplugin_descriptor_t>? {
    guard unsafe index < descriptors.count else { return nil }
    return unsafe descriptors[Int(index)]
  }

  private func create(
    _ id: childplugin_text_t, on host: Host
  ) -> UnsafePointer<childplugin_child_t>? {
    guard case .child(let make)? = unsafe making(id), let child = make(host) else { return nil }
    return unsafe ChildBox(child).makeTable()
  }

  private func making(_ id: childplugin_text_t) -> PluginPart.Making? {
    for part in parts where unsafe id.equals(part.id) { return part.making }
    return nil
  }
}
