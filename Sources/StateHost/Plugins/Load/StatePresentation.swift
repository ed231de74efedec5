/// A state and the children that present it, bottom first.
package struct StatePresentation: Equatable, Sendable {
  package let state: String
  package let children: [ChildType]
}

extension PluginCatalogue {
  /// The states that come first wherever states are listed.
  static let usualStates = ["loading", "content", "empty", "error"]

  /// Every state that a descriptor names, with its children: the usual ones first, then by name.
  package var presentations: [StatePresentation] {
    var others: Set<String> = []
    for type in tellingTypes {
      for place in type.places where !Self.usualStates.contains(place.state) {
        others.insert(place.state)
      }
    }
    return (Self.usualStates + others.sorted()).compactMap { state in
      let children = children(forState: state)
      return children.isEmpty ? nil : StatePresentation(state: state, children: children)
    }
  }

  /// The children that present each of these states, as their descriptors say; none for a state
  /// that no descriptor names.
  package func children(forStates states: [String]) -> [StatePresentation] {
    states.map { StatePresentation(state: $0, children: children(forState: $0)) }
  }

  /// The children that present a state, bottom first: by place, and of equal ones the first found
  /// is on top.
  ///
  /// Where a child takes the state from the program's own, those are left out. Two plugins cannot
  /// both take it, for their children would cover each other: the first found has it.
  package func children(forState state: String) -> [ChildType] {
    let taker = taker(of: state)
    let types = tellingTypes
    var placed: [(place: ChildType.Place, order: Int)] = []
    for (order, type) in types.enumerated() {
      guard let place = type.place(in: state) else { continue }
      if let taker, type.plugin != taker.plugin, place.isInsteadOfBundled || isBundled(type) {
        continue
      }
      placed.append((place, order))
    }
    placed.sort { one, other in
      one.place.place != other.place.place
        ? one.place.place < other.place.place : one.order > other.order
    }
    return placed.map { types[$0.order] }
  }

  /// The first found of the children that take a state from the program's own.
  func taker(of state: String) -> ChildType? {
    tellingTypes.first { $0.place(in: state)?.isInsteadOfBundled == true }
  }

  /// Whether it is one of the program's own.
  package func isBundled(_ type: ChildType) -> Bool { plugin(of: type).origin == .bundled }
}

extension ChildType {
  fileprivate func place(in state: String) -> Place? { places.first { $0.state == state } }
}
