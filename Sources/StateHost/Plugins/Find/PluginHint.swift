internal import HostText

/// Something about a loaded plugin that its author or its user will not have meant.
package struct PluginHint: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A child is left out of states that another plugin's child takes, or fills, too.
    case leftOut(states: [String], of: String)
    /// A child presents a state that nothing asks for by itself, and whose name is near to one
    /// that is.
    case unusualState(String, nearest: String)
    /// It needs something that this program does not know.
    case unknownNeed(String)
    /// A key that it brings along is another plugin's, too, which was found first.
    case keyTaken(String, by: String)
  }

  /// The plugin's file.
  package let path: String
  /// The child's id.
  package let child: String
  package let kind: Kind

  /// What there is to know and what to do about it.
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

  /// It as the line that a user reads, without control characters.
  package var line: String {
    let (what, remedy) = text
    return HarmlessText.cleanLine("statehost: \(what): \(path): \(remedy)")
  }
}

extension PluginCatalogue {
  /// What there is to know of the plugins that are loaded, where their descriptors decide what is
  /// presented.
  package var hints: [PluginHint] {
    var known: [String: StateHolders] = [:]
    return tellingTypes.flatMap {
      leftOut($0, knowing: &known) + unusualStates(of: $0) + unknownNeeds(of: $0)
        + takenKeys(of: $0)
    }
  }

  /// One for each child that it gives way to.
  private func leftOut(
    _ type: ChildType, knowing known: inout [String: StateHolders]
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
      PluginHint(
        path: plugin(of: type).path, child: type.id,
        kind: .leftOut(states: states, of: "\(rival.id) of \(plugin(of: rival).path)"))
    }
  }

  private func unknownNeeds(of type: ChildType) -> [PluginHint] {
    type.needs.filter { PluginNeeds(word: $0) == nil }.map {
      PluginHint(path: plugin(of: type).path, child: type.id, kind: .unknownNeed($0))
    }
  }

  private func takenKeys(of type: ChildType) -> [PluginHint] {
    type.keys.compactMap { key in
      guard
        let holder = tellingTypes.first(where: { $0.keys.contains { $0.key == key.key } }),
        holder != type
      else { return nil }
      return PluginHint(
        path: plugin(of: type).path, child: type.id,
        kind: .keyTaken(key.key.name, by: "\(holder.id) of \(plugin(of: holder).path)"))
    }
  }

  private func unusualStates(of type: ChildType) -> [PluginHint] {
    type.places.compactMap { place in
      guard !Self.usualStates.contains(place.state),
        let nearest = NearestName.nearest(to: place.state, among: Self.usualStates)
      else { return nil }
      return PluginHint(
        path: plugin(of: type).path, child: type.id,
        kind: .unusualState(place.state, nearest: nearest))
    }
  }
}
