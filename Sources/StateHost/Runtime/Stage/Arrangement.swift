package import HostPlugins
package import HostStates
internal import HostText

/// Defines which children (components from plugins) present each state (such as `loading`), in which layer order and
/// with which options and keys.
///
/// It is made from a states file, or from the descriptors of the installed plugins.
package struct Arrangement {
  /// A child that can present states, by its name: the type that a plugin offers, and its settings and options.
  package struct Entry {
    package let name: String
    /// The type of the child; nil for a blank child, and while no plugin offers it yet.
    package let type: ChildType?
    /// The child's settings in the states file.
    package let description: ChildDescription?
    /// The options that are passed to the child.
    package var options = ChildOptions([])
    /// Whether the user's states file or command line names the child.
    package var isNamed = false

    /// Whether no plugin offers the child yet.
    var isAwaited: Bool { type == nil && description?.use != nil }
  }

  /// A state by its name, such as `loading`, and the children that present it, bottom first, as indices into a shared
  /// list.
  package struct State {
    package let name: String
    package let entries: [Int]
  }

  /// The initial state unless another rule decides.
  package let initial: String
  package private(set) var states: [State] = []
  package internal(set) var entries: [Entry] = []
  /// Key bindings of the states file.
  package let keys: [KeyBinding]
  /// Default keys of plugins that neither the states file nor the host uses.
  package private(set) var defaultKeys: [ChildType.DefaultKey] = []
  /// The transition settings.
  package let transitions: TransitionSettings
  /// The names of children that the user has removed from the run.
  private var removedNames: Set<String> = []
  /// The states file; nil if the descriptors decide.
  private let file: StatesFile?
  private let given: OptionResolver

  /// Presents every child where its descriptor says, with its id as its name.
  ///
  /// - Parameters:
  ///   - catalogue: the available plugins.
  ///   - choices: the options that the user chose.
  /// - Throws: an error for an invalid option.
  package init(
    of catalogue: PluginCatalogue, choosing choices: [OptionChoice] = []
  ) throws(ArrangementProblem) {
    try self.init(of: catalogue, keeping: [], without: [], choosing: choices)
  }

  /// Arranges the current contents of a catalogue by descriptors, keeping the positions of existing entries.
  private init(
    of catalogue: PluginCatalogue, keeping entries: [Entry], without removed: Set<String>,
    choosing choices: [OptionChoice]
  ) throws(ArrangementProblem) {
    file = nil
    removedNames = removed
    given = OptionResolver(choices: choices, file: nil)
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

  /// Collects the default keys; of two plugins with the same key, the first found gets it.
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

  /// Presents the children of a states file; while the scan runs, children that no plugin offers yet are left out.
  ///
  /// - Parameters:
  ///   - file: the states file.
  ///   - catalogue: the available plugins; nil for blank children only.
  ///   - choices: the options that the user chose.
  /// - Throws: an error for a child that no plugin offers, or for an invalid option.
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
    given = OptionResolver(choices: choices, file: file)
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

  /// Arranges the current contents of a catalogue; existing children keep their indices in `entries`.
  func renewed(by catalogue: PluginCatalogue) throws(ArrangementProblem) -> Arrangement {
    guard let file else {
      return try Arrangement(
        of: catalogue, keeping: entries, without: removedNames, choosing: given.choices)
    }
    return try Arrangement(
      file, of: catalogue, without: removedNames, choosing: given.choices)
  }

  /// Leaves a child out of every state, starting with the next `renewed`.
  mutating func remove(_ entry: Int) { removedNames.insert(entries[entry].name) }

  /// The state with a name; nil if there is none.
  package subscript(name: String) -> State? { states.first { $0.name == name } }
}
