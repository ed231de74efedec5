internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// One check of one plugin: the plugin is loaded when it is first asked for.
final class Trial {
  let path: String
  let watch: TrialWatch
  let seed: UInt64
  var random: SplitMix
  var mapping = PluginMapping.sealedCopy
  let pool = GraphemePool()
  private var loaded: LoadedPlugin?

  private static let program = ProgramName(name: "statehost validate", version: "1.0.0")

  init(path: String, record: CheckRecord, seed: UInt64) {
    self.path = path
    watch = TrialWatch(record: record)
    self.seed = seed
    random = SplitMix(seed: seed)
  }

  /// Loads the plugin, or throws what the host would say of it.
  func load() throws(PluginProblem) -> LoadedPlugin {
    if let loaded { return loaded }
    watch.record.phase = .loading
    let plugin = try LoadedPlugin(
      loading: path, mapping, for: Self.program, observer: watch)
    watch.record.phase = .checking
    loaded = plugin
    return plugin
  }

  /// The plugin; without one the check is skipped.
  func plugin() throws(CheckEnd) -> LoadedPlugin {
    do throws(PluginProblem) {
      return try load()
    } catch {
      throw .skipped("the plugin cannot be loaded, see \(error.checkName)")
    }
  }

  /// The types of children; without one the check is skipped.
  func types() throws(CheckEnd) -> [ChildType] {
    let plugin = try plugin()
    let count = min(plugin.descriptorCount(), LoadedPlugin.childrenLimit)
    let types = (0..<count).compactMap { index -> ChildType? in
      if case .type(let type) = plugin.descriptor(index).type { type } else { nil }
    }
    if types.isEmpty { throw .skipped("no child is described, see the checks of descriptors") }
    return types
  }

  /// A new child of a type, off screen; without one the check is skipped.
  func child(
    _ type: ChildType, content: TrialContent? = nil, arguments: ArgumentMemory = [],
    refuses: Bool = false
  ) throws(CheckEnd) -> TrialChild {
    let services = TrialServices(watch, content: content ?? .fitting(type.places.first?.state))
    services.refuses = refuses
    let plugin = try plugin()
    do throws(PluginChild.CreationError) {
      let child = try plugin.makeChild(type, services: services, arguments: arguments)
      return TrialChild(child, services: services, in: self)
    } catch {
      switch error {
      case .refused: throw .skipped("no \(type.id) is made, see creates-every-child")
      default: throw .skipped("the table of \(type.id) is wrong, see child-tables")
      }
    }
  }

  /// Asks the plugin for a child of any id, which is destroyed at once.
  ///
  /// - Returns: why there is none, or its table cannot be used; nil for a child.
  func refusal(ofID id: String) throws(CheckEnd) -> PluginChild.CreationError? {
    let plugin = try plugin()
    let services = TrialServices(watch, content: .empty)
    do throws(PluginChild.CreationError) {
      _ = try plugin.makeChild(ofID: id, services: services)
      return nil
    } catch {
      return error
    }
  }

  /// Runs a body with a new child of every type, one after the other, and destroys each.
  func forEachChild(
    content: TrialContent? = nil, arguments: ArgumentMemory = [],
    _ body: (TrialChild) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    for type in try types() {
      let child = try child(type, content: content, arguments: arguments)
      try body(child)
      if child.isOnScreen { child.disappear() }
      child.destroy()
    }
  }

  /// The same with the children that have something; the check is skipped when none has.
  func forEachChild(
    having: String, _ has: (TrialChild) -> Bool,
    content: TrialContent? = nil, arguments: ArgumentMemory = [],
    _ body: (TrialChild) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    var isAny = false
    try forEachChild(content: content, arguments: arguments) { child throws(CheckEnd) in
      guard has(child) else { return }
      isAny = true
      try body(child)
    }
    if !isAny { throw .skipped("no child has \(having)") }
  }

  /// Fails when a child has had one of these faults, naming the first.
  func expectNoFault(
    _ expected: String, _ isSought: (ChildFault.Kind) -> Bool
  ) throws(CheckEnd) {
    guard let fault = watch.firstFault(where: isSought) else { return }
    throw .failed(
      expected: expected, happened: "\(fault.what.kind.text.what), during \(fault.during)")
  }
}
