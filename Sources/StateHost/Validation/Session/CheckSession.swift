internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostSystem
internal import HostWorkers

/// The state of one validator check, in its worker process: the plugin under test, loaded on first
/// use, its call monitor, a seeded random generator, and the options, source argument and program
/// script from the command line of `validate`.
///
/// It creates children of the plugin with simulated hosts; if that fails, the check is skipped.
final class CheckSession {
  private let ordered: ReceivedCheckOrder
  let monitor: CallMonitor
  var random: SplitMix
  let pool = CellPool()
  private var loaded: LoadedPlugin?
  private var knownStates: [String]?
  /// The user's script of programs; nil without one.
  private lazy var script: [ScriptedChildProgram]? =
    ordered.order.programs.isEmpty
    ? nil : try? ScriptedChildProgram.list(parsing: ordered.order.programs, file: "")

  init(_ ordered: ReceivedCheckOrder, record: CheckRecord, timingCalls: Bool) {
    self.ordered = ordered
    monitor = CallMonitor(record: record, timingCalls: timingCalls)
    random = SplitMix(seed: ordered.order.seed)
  }

  var file: OpenFile { ordered.plugin }

  /// Whether it is a bundled plugin.
  var isOwn: Bool { ordered.order.isOwn }

  /// The user's argument for sources; nil without one.
  var argument: String? { ordered.order.argument }

  func load() throws(PluginProblem) -> LoadedPlugin {
    if let loaded { return loaded }
    monitor.record.phase = .loading
    let plugin = try LoadedPlugin(
      from: ordered.plugin, at: ordered.order.path, for: Validator.name, observer: monitor)
    monitor.record.phase = .checking
    loaded = plugin
    return plugin
  }

  /// The plugin; skips the check if it cannot be loaded.
  func plugin() throws -> LoadedPlugin {
    do throws(PluginProblem) { return try load() } catch {
      throw CheckOutcome.skipped(LoadChecks.reasonToSkip(error.checkName))
    }
  }

  /// The types of children; skips the check if there are none.
  func types() throws -> [ChildType] {
    try described().filter { !$0.isSource }.orSkip("the plugin has a source and no child")
  }

  /// The sources; skips the check if there are none.
  func sources() throws -> [ChildType] {
    try described().filter(\.isSource).orSkip("the plugin describes no source")
  }

  /// The types of children and sources; skips the check if there are none.
  func described() throws -> [ChildType] { try descriptors().map(\.type) }

  /// The same, with the calls that returned the descriptors.
  func descriptors() throws -> [(type: ChildType, place: CallPlace)] {
    let plugin = try plugin()
    let count = min(plugin.descriptorCount(), LoadedPlugin.childrenLimit)
    return try (0..<count).compactMap { index -> (type: ChildType, place: CallPlace)? in
      guard case .success(let type) = plugin.descriptor(index).type else { return nil }
      return (type, monitor.lastCall)
    }.orSkip("the plugin describes nothing, see the checks of descriptors")
  }

  private func states() throws -> [String] {
    if knownStates == nil { knownStates = try types().flatMap { $0.places.map(\.state) } }
    return knownStates ?? []
  }

  /// Creates a child off screen, with a host that `prepare` may alter; skips the check on failure.
  func child(
    _ type: ChildType, content: SimulatedContent? = nil, arguments: ArgumentMemoryOptions = [],
    option: SimulatedOptions.Override? = nil, _ prepare: (SimulatedHost) -> Void = { _ in }
  ) throws -> CheckedChild {
    let host = SimulatedHost(
      monitor, content: content ?? .fitting(type.places.first?.state), states: try states())
    host.script = script.map(ScriptedPrograms.init)
    host.options = options(of: type, option)
    prepare(host)
    let plugin = try plugin()
    do throws(PluginChild.CreationError) {
      let child = try plugin.makeChild(type, services: host, arguments: arguments)
      return CheckedChild(child, host: host, in: self)
    } catch {
      throw CheckOutcome.skipped(
        error == .refused
          ? "no \(type.id) is created, see creates-every-child"
          : "the table of \(type.id) is wrong, see child-tables")
    }
  }

  func options(of type: ChildType?, _ override: SimulatedOptions.Override? = nil)
    -> SimulatedOptions
  {
    SimulatedOptions(type: type, override: override, given: ordered.order.options)
  }

  /// Creates and destroys a child with an id; returns why that failed or its table is unusable.
  func refusal(ofID id: String) throws -> PluginChild.CreationError? {
    let plugin = try plugin()
    let host = SimulatedHost(monitor, content: .empty)
    host.options = options(of: try types().first { $0.id == id })
    do throws(PluginChild.CreationError) {
      _ = try plugin.makeChild(ofID: id, services: host)
      return nil
    } catch { return error }
  }

  /// Runs a body with a new child of each type in turn, and destroys it.
  ///
  /// Skips children without the feature, and the check if no child has it.
  func forEachChild(
    once phase: CheckedChild.Phase = .created, having feature: CheckedChild.Feature? = nil,
    content: SimulatedContent? = nil, arguments: ArgumentMemoryOptions = [],
    _ body: (CheckedChild) throws -> Void
  ) throws {
    var isAny = feature == nil
    for type in try types() {
      let child = try child(type, content: content, arguments: arguments)
      if feature.map(child.has) ?? true {
        isAny = true
        if phase != .created { child.appear() }
        if phase == .focused { child.focus(true) }
        try body(child)
      }
      if child.isOnScreen { child.disappear() }
      child.destroy()
    }
    if let feature, !isAny { throw CheckOutcome.skipped("no child has \(feature.name)") }
  }

  /// Runs each child's whole life with `live`; without children, reads a few rows of each source.
  ///
  /// A source that waits for rows ends the check, which would then say nothing about children.
  func useAll(_ live: (ChildType) throws -> Void) throws {
    let described = try described()
    let children = described.filter { !$0.isSource }
    for type in children { try live(type) }
    for type in described where children.isEmpty {
      _ = try SourceChecks.read(type, in: self, takingRows: 10)
    }
  }

  func useAll() throws { try useAll { try child($0).liveAndEnd() } }

  /// Runs a body with each child on screen in each state, with its content changed by `change`.
  func forEachState(
    _ change: (SimulatedContent) -> SimulatedContent = { $0 }, _ body: (CheckedChild) throws -> Void
  ) throws {
    for type in try types() {
      for state in type.places.isEmpty ? ["content"] : type.places.map(\.state) {
        let child = try child(type, content: change(.fitting(state)))
        child.host.situation.current = state
        child.appear()
        child.focus(true)
        try body(child)
        child.disappear()
        child.destroy()
      }
    }
  }

  /// As `forEachState`, and again without columns if the content has columns.
  func forEachContent(
    _ change: (SimulatedContent) -> SimulatedContent = { $0 }, _ body: (CheckedChild) throws -> Void
  ) throws {
    for hasColumns in [true, false] {
      try forEachState({ change(hasColumns ? $0 : $0.with { $0.columns = [] }) }) { child in
        if hasColumns || child.host.content.facts.rows > 0 { try body(child) }
      }
    }
  }

  /// What a child draws after an input; `before` is its previous drawing.
  ///
  /// - Throws: that cells differ without a request to draw.
  func drawing(of child: CheckedChild, after before: Drawing, _ input: () -> Void) throws -> Drawing
  {
    child.host.forgetRequests()
    input()
    let place = monitor.lastCall
    let asks = child.host.hasRequests
    let after = child.snapshot()
    try expect(
      asks || after.unexplainedDifference(from: before) == nil,
      "host->invalidate: nothing else requests a draw", in: place,
      else: "other cells, which are not shown")
    return after
  }

  /// What a child draws, once it is as expected; waits for that if the plugin has threads.
  func drawing(
    of child: CheckedChild, keepingCells: Bool = false, expecting isExpected: (Drawing) -> Bool
  ) -> Drawing {
    var drawing = child.draw(keepingCells: keepingCells)
    for _ in 0..<50 where !isExpected(drawing) && monitor.hasOtherThreads {
      RealTime.sleep(milliseconds: 10)
      if keepingCells { child.awaitThreads() }
      drawing = child.draw(keepingCells: keepingCells)
    }
    return drawing
  }

  /// Fails if a child has a fault of these kinds, with the first one.
  func expectNoFault(_ expected: String, _ isSought: (ChildFault.Kind) -> Bool) throws {
    try expectNone(located: monitor.firstFault(where: isSought), expected) { $0.kind.text.what }
  }

  /// Fails if `CallMonitor.afterEachCall` has a finding, with the first call that has it.
  func expectNoFinding(_ expected: String) throws {
    try expectNone(located: monitor.finding, expected) { $0 }
  }
}
