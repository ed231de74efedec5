internal import ChildPluginAPI
internal import HostPlugins

/// One check of one plugin: the plugin is loaded when it is first asked for.
final class Trial {
  let path: String
  let record: CheckRecord
  let seed: UInt64
  var random: SeededNumbers
  var mapping = PluginMapping.sealedCopy
  private var loaded: TrialPlugin?

  init(path: String, record: CheckRecord, seed: UInt64) {
    self.path = path
    self.record = record
    self.seed = seed
    random = SeededNumbers(seed: seed)
  }

  /// Loads the plugin, or throws what the host would say of it.
  func load() throws(PluginProblem) -> TrialPlugin {
    if let loaded { return loaded }
    let plugin = try TrialPlugin(loading: path, mapping: mapping, record: record)
    loaded = plugin
    return plugin
  }

  /// The plugin; without one the check is skipped.
  func plugin() throws(CheckEnd) -> TrialPlugin {
    do throws(PluginProblem) {
      return try load()
    } catch {
      throw .skipped("the plugin cannot be loaded, see \(error.checkName)")
    }
  }

  /// The types of children; without one the check is skipped.
  func types() throws(CheckEnd) -> [ChildType] {
    let types = try plugin().types
    if types.isEmpty { throw .skipped("no child is described, see the checks of descriptors") }
    return types
  }

  /// A new child of a type, off screen; without one the check is skipped.
  func child(
    _ type: ChildType, content: TrialContent? = nil, lending: Lending = [], refuses: Bool = false
  ) throws(CheckEnd) -> TrialChild {
    let plugin = try plugin()
    let host = TrialHost(
      record: record, content: content ?? .fitting(type.places.first?.state), lending: lending)
    host.refuses = refuses
    let address = unsafe plugin.create(Array(type.id.utf8), host: host, lending: lending)
    guard let address = unsafe address else {
      throw .skipped("no \(type.id) is made, see creates-every-child")
    }
    let table = unsafe ForeignMemory.copySized(
      childplugin_child_t.self, at: UnsafeRawPointer(address))
    guard let table = unsafe table, unsafe table.destroy != nil, unsafe table.draw != nil else {
      throw .skipped("the table of \(type.id) is wrong, see child-tables")
    }
    return unsafe TrialChild(
      type, of: plugin, host: host, lending: lending, at: address, table: table)
  }

  /// Runs a body with a new child of every type, one after the other, and destroys each.
  func forEachChild(
    content: TrialContent? = nil, lending: Lending = [],
    _ body: (TrialChild) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    for type in try types() {
      let child = try child(type, content: content, lending: lending)
      try body(child)
      if child.host.isOnScreen { child.disappear() }
      if !child.host.isDestroyed { child.destroy() }
    }
  }

  /// The same with the children that have something; the check is skipped when none has.
  func forEachChild(
    having: String, _ has: (TrialChild) -> Bool,
    content: TrialContent? = nil, lending: Lending = [],
    _ body: (TrialChild) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    var isAny = false
    try forEachChild(content: content, lending: lending) { child throws(CheckEnd) in
      guard has(child) else { return }
      isAny = true
      try body(child)
    }
    if !isAny { throw .skipped("no child has \(having)") }
  }
}
