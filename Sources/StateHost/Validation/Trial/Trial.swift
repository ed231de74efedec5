internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostSystem
internal import HostWorkers

/// One check of one plugin: the plugin is loaded when it is first asked for.
final class Trial {
  private let ordered: OrderedCheck
  let watch: TrialWatch
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
    watch = TrialWatch(record: record, timingCalls: timingCalls)
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
  func plugin() throws(CheckEnd) -> LoadedPlugin {
    do throws(PluginProblem) {
      return try load()
    } catch {
      throw .skipped(LoadChecks.reasonToSkip(error.checkName))
    }
  }

  /// The types of children; without one the check is skipped.
  func types() throws(CheckEnd) -> [ChildType] {
    let types = try described().filter { !$0.isSource }
    if types.isEmpty { throw .skipped("the plugin has a source and no child") }
    return types
  }

  /// The sources; without one the check is skipped.
  func sources() throws(CheckEnd) -> [ChildType] {
    let sources = try described().filter(\.isSource)
    if sources.isEmpty { throw .skipped("no source is described") }
    return sources
  }

  /// Both; without any the check is skipped.
  func described() throws(CheckEnd) -> [ChildType] { try descriptors().map(\.type) }

  /// Both, with the calls that describe them.
  func descriptors() throws(CheckEnd) -> [(type: ChildType, place: CallPlace)] {
    let plugin = try plugin()
    let count = min(plugin.descriptorCount(), LoadedPlugin.childrenLimit)
    let all = (0..<count).compactMap { index -> (type: ChildType, place: CallPlace)? in
      guard case .type(let type) = plugin.descriptor(index).type else { return nil }
      return (type, watch.lastCall)
    }
    if all.isEmpty { throw .skipped("nothing is described, see the checks of descriptors") }
    return all
  }

  /// The states that the plugin's children present.
  private func states() throws(CheckEnd) -> [String] {
    if knownStates == nil { knownStates = try types().flatMap { $0.places.map(\.state) } }
    return knownStates ?? []
  }

  /// A new child of a type, off screen; without one the check is skipped.
  func child(
    _ type: ChildType, content: TrialContent? = nil, arguments: ArgumentMemory = [],
    refuses: Bool = false, option: [UInt8]? = nil, ofName name: String? = nil,
    roleColour: Colour? = nil
  ) throws(CheckEnd) -> TrialChild {
    let services = TrialServices(
      watch, content: content ?? .fitting(type.places.first?.state), states: try states())
    services.refuses = refuses
    services.script = script.map(ScriptedPrograms.init)
    services.options = TrialOptions(
      of: type, saying: option, for: name, given: ordered.order.options)
    if let roleColour { services.roleColour = roleColour }
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

  /// What takes the rows of a source in a check, with the options that the user gives.
  func reading(
    of type: ChildType, takingRows count: Int, saying said: (name: String, value: [UInt8])? = nil
  ) -> TrialReading {
    TrialReading(
      with: TrialOptions(
        of: type, saying: said?.value, for: said?.name, given: ordered.order.options),
      takingRows: count, watch: watch)
  }

  /// Asks the plugin for a child of any id, which is destroyed at once.
  ///
  /// - Returns: why there is none, or its table cannot be used; nil for a child.
  func refusal(ofID id: String) throws(CheckEnd) -> PluginChild.CreationError? {
    let plugin = try plugin()
    let services = TrialServices(watch, content: .empty)
    services.options = TrialOptions(
      of: try types().first { $0.id == id }, given: ordered.order.options)
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

  /// Runs a body with every child on screen, once for each of its states, with content for it, of which something
  /// may be changed.
  func forEachState(
    _ change: (TrialContent) -> TrialContent = { $0 },
    _ body: (TrialChild) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    for type in try types() {
      for state in type.places.isEmpty ? ["content"] : type.places.map(\.state) {
        let child = try child(type, content: change(.fitting(state)))
        child.services.situation.current = state
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
    _ change: (TrialContent) -> TrialContent = { $0 },
    _ body: (TrialChild) throws(CheckEnd) -> Void
  ) throws(CheckEnd) {
    for hasColumns in [true, false] {
      try forEachState({ change(hasColumns ? $0 : $0.withoutColumns) }) {
        child throws(CheckEnd) in
        if hasColumns || child.services.content.facts.rows > 0 { try body(child) }
      }
    }
  }

  /// What a child draws after an input, where it last drew `before`.
  ///
  /// - Throws: that it draws other cells, and did not ask for that.
  func drawing(
    of child: TrialChild, after before: Drawing, _ input: () -> Bool
  ) throws(CheckEnd) -> Drawing {
    child.services.forgetWishes()
    _ = input()
    let place = watch.lastCall
    let asks = child.services.hasWishes
    let after = child.draw(keepingCells: true)
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
  func expectNoFault(
    _ expected: String, _ isSought: (ChildFault.Kind) -> Bool
  ) throws(CheckEnd) {
    guard let fault = watch.firstFault(where: isSought) else { return }
    throw .failed(
      expected: expected, happened: fault.what.kind.text.what, place: fault.place)
  }

  /// Fails when what was looked at after each call was not as it should be, naming the first call after which it
  /// was not.
  func expectNoFinding(_ expected: String) throws(CheckEnd) {
    guard let finding = watch.finding else { return }
    throw .failed(expected: expected, happened: finding.what, place: finding.place)
  }
}
