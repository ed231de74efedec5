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
  package private(set) var entries: [Entry] = []
  /// Keys of the states file and the states they ask for.
  package let keys: [KeyBinding]
  /// Keys that plugins bring along, where neither the states file nor the program has them.
  package private(set) var defaultKeys: [ChildType.DefaultKey] = []
  /// How the container goes from state to state.
  package let transitions: TransitionChoices
  /// What arranges it; nil: the descriptors do.
  private let file: StatesFile?

  /// A states file asks for a child that no plugin offers.
  package struct UnknownUse: Error, Equatable {
    package let child: String
    package let id: String
    package let nearest: String?
  }

  /// Every child is presented where its descriptor says; its name is its id.
  package init(of catalogue: PluginCatalogue) { self.init(of: catalogue, keeping: []) }

  /// - Parameters:
  ///   - catalogue: what there is to present.
  ///   - entries: those that there are, which keep their places.
  private init(of catalogue: PluginCatalogue, keeping entries: [Entry]) {
    file = nil
    self.entries = entries
    initial = "content"
    keys = []
    transitions = TransitionChoices()
    for presentation in catalogue.presentations {
      let places = presentation.children.map { type in
        self.entries.firstIndex { $0.name == type.id && $0.type?.plugin == type.plugin }
          ?? add(type)
      }
      states.append(State(name: presentation.state, entries: places))
    }
    for usual in ["loading", "content", "empty", "error"] where self[usual] == nil {
      states.append(State(name: usual, entries: []))
    }
    findDefaultKeys()
  }

  /// Of two plugins with the same key the first found has it.
  private mutating func findDefaultKeys() {
    let found = entries.enumerated().compactMap { place, entry in entry.type.map { (place, $0) } }
      .sorted { ($0.1.plugin, $0.0) < ($1.1.plugin, $1.0) }
    for key in found.flatMap(\.1.keys)
    where self[key.state] != nil && ProgramKey(key.key) == nil
      && !keys.contains(where: { $0.key == key.key })
      && !defaultKeys.contains(where: { $0.key == key.key })
    {
      defaultKeys.append(key)
    }
  }

  private mutating func add(_ type: ChildType) -> Int {
    entries.append(Entry(name: type.id, type: type, description: nil))
    return entries.count - 1
  }

  /// The children are those of a states file; one that nobody offers yet is left out while not all plugins
  /// have been looked into.
  package init(_ file: StatesFile, of catalogue: PluginCatalogue?) throws(UnknownUse) {
    self.file = file
    initial = file.initial
    keys = file.keys
    transitions = file.transitions
    for child in file.children {
      let type = child.use.flatMap { catalogue?[$0] }
      if let id = child.use, type == nil, catalogue?.isScanned ?? true {
        throw UnknownUse(
          child: child.name, id: id,
          nearest: NearestName.nearest(to: id, among: catalogue?.types.map(\.id) ?? []))
      }
      entries.append(Entry(name: child.name, type: type, description: child))
    }
    for state in file.states {
      let places = state.children.compactMap { name in
        entries.firstIndex { $0.name == name && !$0.isAwaited }
      }
      states.append(State(name: state.name, entries: places))
    }
    findDefaultKeys()
  }

  /// The same of what a catalogue offers now: what there is keeps its place in `entries`.
  func renewed(by catalogue: PluginCatalogue) throws(UnknownUse) -> Arrangement {
    guard let file else { return Arrangement(of: catalogue, keeping: entries) }
    return try Arrangement(file, of: catalogue)
  }

  /// The state of a name.
  package subscript(name: String) -> State? { states.first { $0.name == name } }
}
