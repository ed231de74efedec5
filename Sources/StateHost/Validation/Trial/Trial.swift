internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostSystem
internal import HostWorkers

/// One check of one plugin: the plugin is loaded when it is first asked for.
final class Trial {
  private let ordered: OrderedCheck
  let watch: CallMonitor
  var random: SplitMix
  let pool = GraphemePool()
  private var loaded: LoadedPlugin?
  private var knownStates: [String]?
  /// What programs do, where the user says it.
  private lazy var script: [ScriptedProgram]? =
    ordered.order.programs.isEmpty
    ? nil : try? ScriptedProgram.list(parsing: ordered.order.programs, file: "")

  private static let program = ProgramName(name: "statehost validate", version: "1.0.0")

  init(_ ordered: OrderedCheck, record: CheckRecord, timingCalls: Bool) {
    self.ordered = ordered
    watch = CallMonitor(record: record, timingCalls: timingCalls)
    random = SplitMix(seed: ordered.order.seed)
  }

  /// The plugin's.
  var file: OpenFile { ordered.plugin }

  /// Whether it is one of the program's own plugins.
  var isOwn: Bool { ordered.order.isOwn }

  /// What the user gives its sources; nil: nothing.
  var argument: String? { ordered.order.argument }

  /// Loads the plugin, or throws what the host would say of it.
  func load() throws(PluginProblem) -> LoadedPlugin {
    if let loaded { return loaded }
    watch.record.phase = .loading
    let plugin = try LoadedPlugin(
      from: ordered.plugin, at: ordered.order.path, for: Self.program, observer: watch)
    watch.record.phase = .checking
    loaded = plugin
    return plugin
  }

  /// The plugin; without one the check is skipped.
  func plugin() throws -> LoadedPlugin {
    do throws(PluginProblem) { return try load() } catch {
      throw CheckOutcome.skipped(LoadChecks.reasonToSkip(error.checkName))
    }
  }

  /// The types of children; without one the check is skipped.
  func types() throws -> [ChildType] {
    let types = try described().filter { !$0.isSource }
    if types.isEmpty { throw CheckOutcome.skipped("the plugin has a source and no child") }
    return types
  }

  /// The sources; without one the check is skipped.
  func sources() throws -> [ChildType] {
    let sources = try described().filter(\.isSource)
    if sources.isEmpty { throw CheckOutcome.skipped("no source is described") }
    return sources
  }

  /// Both; without any the check is skipped.
  func described() throws -> [ChildType] { try descriptors().map(\.type) }

  /// Both, with the calls that describe them.
  func descriptors() throws -> [(type: ChildType, place: CallPlace)] {
    let plugin = try plugin()
    let count = min(plugin.descriptorCount(), LoadedPlugin.childrenLimit)
    let all = (0..<count).compactMap { index -> (type: ChildType, place: CallPlace)? in
      guard case .type(let type) = plugin.descriptor(index).type else { return nil }
      return (type, watch.lastCall)
    }
    if all.isEmpty {
      throw CheckOutcome.skipped("nothing is described, see the checks of descriptors")
    }
    return all
  }

  /// The states that the plugin's children present.
  private func states() throws -> [String] {
    if knownStates == nil { knownStates = try types().flatMap { $0.places.map(\.state) } }
    return knownStates ?? []
  }

  /// A new child of a type, off screen; without one the check is skipped.
  func child(
    _ type: ChildType, content: TrialContent? = nil, arguments: ArgumentMemory = [],
    refuses: Bool = false, option: [UInt8]? = nil, ofName name: String? = nil,
    roleColour: Colour? = nil
  ) throws -> TrialChild {
    let host = TrialHost(
      watch, content: content ?? .fitting(type.places.first?.state), states: try states())
    host.refuses = refuses
    host.script = script.map(ScriptedPrograms.init)
    host.options = TrialOptions(of: type, saying: option, for: name, given: ordered.order.options)
    if let roleColour { host.roleColour = roleColour }
    let plugin = try plugin()
    do throws(PluginChild.CreationError) {
      let child = try plugin.makeChild(type, services: host, arguments: arguments)
      return TrialChild(child, host: host, in: self)
    } catch {
      switch error {
      case .refused: throw CheckOutcome.skipped("no \(type.id) is made, see creates-every-child")
      default: throw CheckOutcome.skipped("the table of \(type.id) is wrong, see child-tables")
      }
    }
  }

  /// What takes the rows of a source in a check, with the options that the user gives.
  func reading(
    of type: ChildType, takingRows count: Int, saying said: (name: String, value: [UInt8])? = nil
  ) -> SourceRecorder {
    SourceRecorder(
      with: TrialOptions(
        of: type, saying: said?.value, for: said?.name, given: ordered.order.options),
      takingRows: count, watch: watch)
  }

  /// Asks the plugin for a child of any id, which is destroyed at once.
  ///
  /// - Returns: why there is none, or its table cannot be used; nil for a child.
  func refusal(ofID id: String) throws -> PluginChild.CreationError? {
    let plugin = try plugin()
    let host = TrialHost(watch, content: .empty)
    host.options = TrialOptions(of: try types().first { $0.id == id }, given: ordered.order.options)
    do throws(PluginChild.CreationError) {
      _ = try plugin.makeChild(ofID: id, services: host)
      return nil
    } catch { return error }
  }

  /// Runs a body with a new child of every type, one after the other, and destroys each.
  ///
  /// Children without the feature are left out; the check is skipped when no child has it.
  func forEachChild(
    once phase: TrialChild.Phase = .created, having feature: TrialChild.Feature? = nil,
    content: TrialContent? = nil, arguments: ArgumentMemory = [],
    _ body: (TrialChild) throws -> Void
  ) throws {
    var isAny = feature == nil
    for type in try types() {
      let child = try child(type, content: content, arguments: arguments)
      if feature?.has(child) ?? true {
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

  /// Runs a body with every child on screen, once for each of its states, with content for it, of which something
  /// may be changed.
  func forEachState(
    _ change: (TrialContent) -> TrialContent = { $0 }, _ body: (TrialChild) throws -> Void
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

  /// The same, and once more with rows that are one text each where the content has columns.
  func forEachContent(
    _ change: (TrialContent) -> TrialContent = { $0 }, _ body: (TrialChild) throws -> Void
  ) throws {
    for hasColumns in [true, false] {
      try forEachState({ change(hasColumns ? $0 : $0.withoutColumns) }) { child in
        if hasColumns || child.host.content.facts.rows > 0 { try body(child) }
      }
    }
  }

  /// What a child draws after an input, where it last drew `before`.
  ///
  /// - Throws: that it draws other cells, and did not ask for that.
  func drawing(of child: TrialChild, after before: Drawing, _ input: () -> Bool) throws -> Drawing {
    child.host.forgetRequests()
    _ = input()
    let place = watch.lastCall
    let asks = child.host.hasRequests
    let after = child.snapshot()
    try expect(
      asks || after.unexplainedDifference(from: before) == nil,
      "host->invalidate: nothing else has it drawn", in: place,
      else: "other cells, which nobody sees")
    return after
  }

  /// What a child draws, once it is as expected: where the plugin has threads these may have to bring it first.
  func drawing(
    of child: TrialChild, keepingCells: Bool = false, expecting isExpected: (Drawing) -> Bool
  ) -> Drawing {
    var drawing = child.draw(keepingCells: keepingCells)
    for _ in 0..<50 where !isExpected(drawing) && watch.hasOtherThreads {
      RealTime.sleep(milliseconds: 10)
      if keepingCells && drawing.isFollowedByWake { child.woke() }
      drawing = child.draw(keepingCells: keepingCells)
    }
    return drawing
  }

  /// Fails when a child has had one of these faults, naming the first.
  func expectNoFault(_ expected: String, _ isSought: (ChildFault.Kind) -> Bool) throws {
    guard let fault = watch.firstFault(where: isSought) else { return }
    try fail(expected, in: fault.place, but: fault.what.kind.text.what)
  }

  /// Fails when what was looked at after each call was not as it should be, naming the first call after which it
  /// was not.
  func expectNoFinding(_ expected: String) throws {
    guard let finding = watch.finding else { return }
    try fail(expected, in: finding.place, but: finding.what)
  }
}
