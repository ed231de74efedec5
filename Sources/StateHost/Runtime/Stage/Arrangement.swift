package import HostPlugins
package import HostStates
internal import HostText

/// Which children present which state, by name: from a states file, or from what the plugins'
/// descriptors say.
package struct Arrangement {
  /// A child by the name that the event log knows it by.
  package struct Entry {
    package let name: String
    /// What makes it; nil for a blank child, and for one that nobody offers yet.
    package let type: ChildType?
    /// What the states file says of it.
    package let description: ChildDescription?
    /// What it is given of its options.
    package var options = ChildOptions([])
    /// The user's states file or command line names it.
    package var isNamed = false

    /// No plugin offers it yet.
    var isAwaited: Bool { type == nil && description?.use != nil }
  }

  /// A state and its children, as places in `entries`, bottom first.
  package struct State {
    package let name: String
    package let entries: [Int]
  }

  /// The state to begin with where nothing else decides.
  package let initial: String
  package private(set) var states: [State] = []
  package internal(set) var entries: [Entry] = []
  /// Keys of the states file and the states they ask for.
  package let keys: [KeyBinding]
  /// Keys that plugins bring along, where neither the states file nor the program has them.
  package private(set) var defaultKeys: [ChildType.DefaultKey] = []
  /// How the container goes from state to state.
  package let transitions: TransitionSettings
  /// The names of children that the user has removed from the run.
  private var removedNames: Set<String> = []
  /// What arranges it; nil: the descriptors do.
  private let file: StatesFile?
  private let given: GivenOptions

  /// Every child is presented where its descriptor says; its name is its id.
  ///
  /// - Parameters:
  ///   - catalogue: what there is to present.
  ///   - choices: options for it.
  /// - Throws: an option that cannot be.
  package init(
    of catalogue: PluginCatalogue, choosing choices: [OptionChoice] = []
  ) throws(ArrangementProblem) {
    try self.init(of: catalogue, keeping: [], without: [], choosing: choices)
  }

  /// The same of what a catalogue offers by now.
  private init(
    of catalogue: PluginCatalogue, keeping entries: [Entry], without removed: Set<String>,
    choosing choices: [OptionChoice]
  ) throws(ArrangementProblem) {
    file = nil
    removedNames = removed
    given = GivenOptions(choices: choices, file: nil)
    self.entries = entries
    initial = "content"
    keys = []
    transitions = TransitionSettings()
    for presentation in catalogue.presentations {
      let places = presentation.children.map { type in
        self.entries.firstIndex { $0.name == type.id && $0.type?.plugin == type.plugin }
          ?? add(type)
      }
      states.append(State(name: presentation.state, entries: places))
    }
    for usual in PluginCatalogue.usualStates where self[usual] == nil {
      states.append(State(name: usual, entries: []))
    }
    findDefaultKeys()
    try giveOptions(of: catalogue)
  }

  /// Of two plugins with the same key the first found has it.
  private mutating func findDefaultKeys() {
    let found = entries.enumerated().compactMap { place, entry in entry.type.map { (place, $0) } }
      .sorted { ($0.1.plugin, $0.0) < ($1.1.plugin, $1.0) }
    for key in found.filter({ !removedNames.contains(entries[$0.0].name) }).flatMap(\.1.keys)
    where self[key.state] != nil && ProgramKey(key.key) == nil
      && !keys.contains(where: { $0.key == key.key })
      && !defaultKeys.contains(where: { $0.key == key.key })
    {
      defaultKeys.append(key)
    }
  }

  private mutating func giveOptions(of catalogue: PluginCatalogue?) throws(ArrangementProblem) {
    for index in entries.indices {
      entries[index].options = try given.options(of: entries[index])
      let id = entries[index].type?.id
      entries[index].isNamed =
        entries[index].description != nil || given.choices.contains { $0.id == id }
    }
    try given.checkIDs(against: catalogue)
  }

  private mutating func add(_ type: ChildType) -> Int {
    entries.append(Entry(name: type.id, type: type, description: nil))
    return entries.count - 1
  }

  /// The children are those of a states file; one that nobody offers yet is left out while not all plugins
  /// have been looked into.
  ///
  /// - Parameters:
  ///   - file: says which.
  ///   - catalogue: what there is to present; nil: nothing but blank children.
  ///   - choices: options for it.
  /// - Throws: a child that no plugin offers, or an option that cannot be.
  package init(
    _ file: StatesFile, of catalogue: PluginCatalogue?, choosing choices: [OptionChoice] = []
  ) throws(ArrangementProblem) {
    try self.init(file, of: catalogue, without: [], choosing: choices)
  }

  private init(
    _ file: StatesFile, of catalogue: PluginCatalogue?, without removed: Set<String>,
    choosing choices: [OptionChoice]
  ) throws(ArrangementProblem) {
    self.file = file
    removedNames = removed
    given = GivenOptions(choices: choices, file: file)
    initial = file.initial
    keys = file.keys
    transitions = file.transitions
    for child in file.children {
      let type = child.use.flatMap { catalogue?[$0] }
      if let id = child.use, type == nil, catalogue?.isScanned ?? true {
        throw ArrangementProblem(
          kind: .unknownUse(id: id),
          origin: .file(nil, path: "children.\(child.name).use"),
          nearest: catalogue?.nearestID(to: id, isSource: false), leftOut: catalogue?.leftOut)
      }
      if type?.isSource ?? false {
        throw ArrangementProblem(
          kind: .otherKind(id: type?.id ?? "", isSource: true),
          origin: .file(nil, path: "children.\(child.name).use"), nearest: nil)
      }
      entries.append(Entry(name: child.name, type: type, description: child))
    }
    for state in file.states {
      let places = state.children.compactMap { name in
        entries.firstIndex { $0.name == name && !$0.isAwaited && !removed.contains(name) }
      }
      states.append(State(name: state.name, entries: places))
    }
    findDefaultKeys()
    try giveOptions(of: catalogue)
  }

  /// The same of what a catalogue offers now: what there is keeps its place in `entries`.
  func renewed(by catalogue: PluginCatalogue) throws(ArrangementProblem) -> Arrangement {
    guard let file else {
      return try Arrangement(
        of: catalogue, keeping: entries, without: removedNames, choosing: given.choices)
    }
    return try Arrangement(
      file, of: catalogue, without: removedNames, choosing: given.choices)
  }

  /// Leaves a child out of every state from the next `renewed` on.
  mutating func remove(_ entry: Int) { removedNames.insert(entries[entry].name) }

  /// The state of a name.
  package subscript(name: String) -> State? { states.first { $0.name == name } }
}
