package import HostPlugins
package import HostStates
package import HostText

/// The children that present each state, with layer order, options, keys and timing; made from a
/// states file or plugins' descriptors, and again as a scan finds more or the user removes a child.
package struct Arrangement {
  /// A named child: the type that a plugin offers, if any, what the states file sets, and options.
  package struct Entry {
    package let name: String
    /// The type of the child; nil for a blank child, and while no plugin offers it yet.
    package let type: ChildType?
    package let description: ChildDescription?
    package var options = ChildOptionValues([])
    /// Whether the user's states file or command line names the child.
    package var isNamed = false

    /// Whether no plugin offers the child yet.
    var isAwaited: Bool { type == nil && description?.use != nil }
  }

  /// A state's name, such as `loading`, and its children, bottom first, as indices in `entries`.
  package struct State {
    package let name: String
    package let entries: [Int]
  }

  /// The initial state unless another rule decides.
  package let initial: String
  package private(set) var states: [State] = []
  package internal(set) var entries: [Entry] = []
  package let keys: [KeyBinding]
  /// Default keys of plugins that neither the states file nor the host uses.
  package private(set) var defaultKeys: [ChildType.DefaultKey] = []
  package let transitions: TransitionSettings
  private var removedNames: Set<String> = []
  /// The user's options and the states file, which is nil if the descriptors decide.
  private let given: OptionResolver

  /// Presents every child where its descriptor says, named by id; old entries keep their indices.
  ///
  /// Throws an error for an invalid option that the user chose.
  package init(
    of catalogue: PluginCatalogue, keeping entries: [Entry] = [],
    without removed: Set<String> = [], choosing choices: [OptionAssignment] = []
  ) throws(ArrangementProblem) {
    removedNames = removed
    given = OptionResolver(choices: choices, file: nil)
    self.entries = entries
    initial = "content"
    keys = []
    transitions = TransitionSettings()
    for presentation in catalogue.presentations {
      var places: [Int] = []
      for type in presentation.children {
        let known = self.entries.firstIndex { $0.name == type.id && $0.type?.plugin == type.plugin }
        if known == nil { self.entries.append(Entry(name: type.id, type: type, description: nil)) }
        places.append(known ?? self.entries.count - 1)
      }
      states.append(State(name: presentation.state, entries: places))
    }
    for usual in PluginCatalogue.usualStates where self[usual] == nil {
      states.append(State(name: usual, entries: []))
    }
    findDefaultKeys()
    try giveOptions(of: catalogue)
  }

  private mutating func findDefaultKeys() {
    let types = entries.filter { !removedNames.contains($0.name) }.compactMap(\.type)
    // Sorting is stable: of one plugin, the first entry comes first.
    for key in types.sorted(by: { $0.plugin < $1.plugin }).flatMap(\.keys)
    where self[key.state] != nil && HostKeyCommand(key.key) == nil
      && !HostKeyCommand.reserved.contains(key.key.name)
      && !(keys.map(\.key) + defaultKeys.map(\.key)).contains(key.key)
    {
      defaultKeys.append(key)
    }
  }

  private mutating func giveOptions(of catalogue: PluginCatalogue?) throws(ArrangementProblem) {
    for (index, entry) in entries.enumerated() {
      entries[index].options = try given.options(
        of: entry.type, entry.description?.options, at: "children.\(entry.name)")
      entries[index].isNamed =
        entry.description != nil || given.choices.contains { $0.id == entry.type?.id }
    }
    try given.checkIDs(against: catalogue)
  }

  /// Presents the children of a states file; during a scan, those not offered yet are left out.
  ///
  /// Without a catalogue all children must be blank. Throws an error for a child that no plugin
  /// offers, or for an invalid option that the user chose.
  package init(
    _ file: StatesFile, of catalogue: PluginCatalogue?, without removed: Set<String> = [],
    choosing choices: [OptionAssignment] = []
  ) throws(ArrangementProblem) {
    removedNames = removed
    given = OptionResolver(choices: choices, file: file)
    initial = file.initial
    keys = file.keys
    transitions = file.transitions
    for child in file.children {
      let type = child.use.flatMap { catalogue?[$0] }
      let origin = ArrangementProblem.Origin.file(nil, path: "children.\(child.name).use")
      if let id = child.use, type == nil, catalogue?.isScanned ?? true {
        throw ArrangementProblem(
          kind: .unknownUse(id: id), origin: origin,
          nearest: catalogue?.nearestID(to: id, isSource: false), leftOut: catalogue?.leftOut)
      }
      if let type, type.isSource {
        throw ArrangementProblem(
          kind: .otherKind(id: type.id, isSource: true), origin: origin, nearest: nil)
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

  /// Arranges a catalogue as it is now; existing children keep their indices in `entries`.
  func renewed(by catalogue: PluginCatalogue) throws(ArrangementProblem) -> Arrangement {
    guard let file = given.file else {
      return try Arrangement(
        of: catalogue, keeping: entries, without: removedNames, choosing: given.choices)
    }
    return try Arrangement(file, of: catalogue, without: removedNames, choosing: given.choices)
  }

  /// Leaves a child out of every state, starting with the next `renewed`.
  mutating func remove(_ entry: Int) { removedNames.insert(entries[entry].name) }

  package subscript(name: String) -> State? { states.first { $0.name == name } }
}

/// The error that a requested child, source or option does not exist or is invalid, found before
/// the run or by its scan: origin, nearest valid name, plugins not loaded that might offer it.
package struct ArrangementProblem: Error, Equatable {
  /// An unknown child or source, one requested as the other, an unknown option or an invalid value.
  package enum Kind: Equatable, Sendable {
    case unknownUse(id: String)
    case unknownSource(id: String)
    /// A source was requested as a child, or a child as a source.
    case otherKind(id: String, isSource: Bool)
    /// The child declares options, but not this one.
    case unknownOption(String)
    case optionValue(name: String, wanted: String)
  }

  /// The place of an invalid child, source or option: in a states file or on the command line.
  package enum Origin: Equatable, Sendable {
    /// A place in a states file; nil if it was made without a file.
    case file(TextPosition?, path: String)
    case commandLine(String)
  }

  package let kind: Kind
  package let origin: Origin
  package let nearest: String?
  /// Plugins that were not loaded and might offer what is missing.
  package var leftOut: UnavailablePlugins?
}
