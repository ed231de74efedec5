internal import HostText

/// A hint, printed by a run and by `statehost plugins`, that a child probably does not do what its
/// plugin intends, such as a misspelled state or a key that is taken, with file and remedy.
package struct PluginHint: Equatable, Sendable {
  /// The reason for a hint about a child: it gives way to a child of another plugin in some states,
  /// has a state that looks misspelled, needs an unknown permission, or has a key that is taken.
  package enum Kind: Equatable, Sendable {
    /// A child is left out of states that a child of another plugin also takes or fills.
    case leftOut(states: [String], of: String)
    /// A child presents a state nothing requests by itself, whose name resembles a requested one.
    case unusualState(String, nearest: String)
    /// A child declares a need that this program does not know.
    case unknownNeed(String)
    /// A key of a child is also a key of another plugin, which was found first.
    case keyTaken(String, by: String)
  }

  package let path: String
  package let child: String
  package let kind: Kind

  package var text: (what: String, remedy: String) {
    switch kind {
    case .leftOut(let states, let other):
      (
        "\(child) is left out of \(states.joined(separator: ", ")), which \(other) takes, too",
        "remove the one that you do not want, or choose with --states FILE"
      )
    case .unusualState(let state, let nearest):
      ("\(child) presents the state \"\(state)\"", "did you mean \"\(nearest)\"?")
    case .keyTaken(let key, let other):
      (
        "\(child) does not get the key \(key), which \(other) has, too",
        "give it another key in the states file"
      )
    case .unknownNeed(let need):
      (
        "\(child) needs \"\(need)\", which this program does not know",
        "it goes without; update statehost if it is of a later one"
      )
    }
  }

  /// One line for the user, without control characters.
  package var line: String {
    let (what, remedy) = text
    return HarmlessText.cleanLine("statehost: \(what): \(path): \(remedy)")
  }
}

extension PluginCatalogue {
  /// Hints about the loaded plugins, where descriptors decide what is presented.
  package var hints: [PluginHint] {
    var known: [String: StatePrecedence] = [:]
    return tellingTypes.flatMap {
      type in
      leftOut(type, knowing: &known) + unusualStates(of: type)
        + type.needs.filter { PluginNeeds(word: $0) == nil }.map { hint(type, .unknownNeed($0)) }
        + takenKeys(of: type)
    }
  }

  /// One hint for each child that this one gives way to.
  private func leftOut(
    _ type: ChildType, knowing known: inout [String: StatePrecedence]
  ) -> [PluginHint] {
    if isBundled(type) { return [] }
    var others: [(rival: ChildType, states: [String])] = []
    for place in type.places {
      let holders = known[place.state] ?? holders(of: place.state)
      known[place.state] = holders
      guard let rival = rival(of: type, at: place, among: holders) else { continue }
      if let index = others.firstIndex(where: { $0.rival == rival }) {
        others[index].states.append(place.state)
      } else {
        others.append((rival, [place.state]))
      }
    }
    return others.map { rival, states in
      hint(type, .leftOut(states: states, of: "\(rival.id) of \(plugin(of: rival).path)"))
    }
  }

  private func hint(_ type: ChildType, _ kind: PluginHint.Kind) -> PluginHint {
    PluginHint(path: plugin(of: type).path, child: type.id, kind: kind)
  }

  private func takenKeys(of type: ChildType) -> [PluginHint] {
    type.keys.compactMap { key in
      let holder = tellingTypes.first { $0.keys.contains { $0.key == key.key } }
      guard let holder, holder != type else { return nil }
      return hint(type, .keyTaken(key.key.name, by: "\(holder.id) of \(plugin(of: holder).path)"))
    }
  }

  private func unusualStates(of type: ChildType) -> [PluginHint] {
    type.places.compactMap { place in
      guard !Self.usualStates.contains(place.state),
        let nearest = NearestName.nearest(to: place.state, among: Self.usualStates)
      else { return nil }
      return hint(type, .unusualState(place.state, nearest: nearest))
    }
  }
}

/// The failures of plugins and directories whose children are therefore unknown, for the message
/// that a missing child may belong to one of them; never empty.
package struct UnavailablePlugins: Equatable, Sendable {
  private let failures: [PluginFailure]

  /// Nil where there are none.
  init?(_ failures: [PluginFailure]) {
    self.failures = failures.filter(\.problem.hidesChildren)
    if self.failures.isEmpty { return nil }
  }

  /// Why something, such as `the child com.example.one`, may be missing, and a remedy.
  package func text(missing missed: String) -> (what: String, remedy: String) {
    let paths = failures.map(\.path)
    guard paths.count == 1, let (what, remedy) = failures.first?.problem.text else {
      let some = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
      return (
        "\(missed) may belong to a plugin that is not loaded (\(some))", "see statehost plugins"
      )
    }
    return ("\(missed) may belong to \(paths[0]), which is not loaded (\(what))", remedy)
  }
}

extension PluginCatalogue {
  /// Nil when all plugins that were found are loaded.
  package var leftOut: UnavailablePlugins? { UnavailablePlugins(failures) }
}

extension PluginProblem {
  /// Whether unknown children may be missing because of this problem.
  package var hidesChildren: Bool {
    switch self {
    case .directoryMissing, .directoryEmpty, .notADirectory, .child: false
    default: true
    }
  }
}
