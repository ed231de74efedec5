/// A state and the types of children that are shown in it, from bottom to top, as the descriptors
/// of the plugins decide where there is no states file.
package struct StatePresentation: Equatable, Sendable {
  package let state: String
  package let children: [ChildType]
}

extension PluginCatalogue {
  /// The states that are listed first.
  package static let usualStates = ["loading", "content", "empty", "error"]

  /// Every state that a descriptor names, with its children: the usual states first, then by name.
  package var presentations: [StatePresentation] {
    let named = Set(tellingTypes.flatMap { $0.places.map(\.state) })
    let others = named.subtracting(Self.usualStates).sorted()
    return (Self.usualStates + others)
      .map { StatePresentation(state: $0, children: children(forState: $0)) }
      .filter { !$0.children.isEmpty }
  }

  /// The children that present a state by their descriptors, bottom first: by place, and at the
  /// same place the first found is on top.
  ///
  /// Bundled children that a child replaces in the state are left out. Of plugins that both replace
  /// them, or both fill the surface, only the first found is shown: they would cover each other.
  package func children(forState state: String) -> [ChildType] {
    let holders = holders(of: state)
    let types = tellingTypes
    var placed: [(place: ChildType.StatePlace, order: Int)] = []
    for (order, type) in types.enumerated() {
      guard let place = type.place(in: state) else { continue }
      if isBundled(type) {
        if let taker = holders.taker, type.plugin != taker.plugin { continue }
      } else if rival(of: type, at: place, among: holders) != nil {
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

  /// The children that have precedence over those of other plugins in one state: the first that
  /// replaces the bundled ones, and the one that fills the surface, which is that child if it does,
  /// else the first third-party one that only fills it.
  typealias StatePrecedence = (taker: ChildType?, filler: ChildType?)

  func holders(of state: String) -> StatePrecedence {
    let types = tellingTypes
    let taker = types.first { $0.place(in: state)?.isInsteadOfBundled == true }
    if let taker, taker.place(in: state)?.fillsSurface == true {
      return (taker, taker)
    }
    let filler = types.first {
      $0.place(in: state).map { !$0.isInsteadOfBundled && $0.fillsSurface } ?? false
        && !isBundled($0)
    }
    return (taker, filler)
  }

  /// The child of another plugin with precedence over this one in a state; nil if this is shown.
  func rival(
    of type: ChildType, at place: ChildType.StatePlace, among holders: StatePrecedence
  ) -> ChildType? {
    let holder =
      place.isInsteadOfBundled
      ? holders.taker : givesWay(type, at: place) ? holders.filler : nil
    return holder.flatMap { $0.plugin == type.plugin ? nil : $0 }
  }

  /// Whether the child is left out where another one fills the surface; bundled children and
  /// plugins for ABI 1.0 are not.
  private func givesWay(_ type: ChildType, at place: ChildType.StatePlace) -> Bool {
    place.fillsSurface && !isBundled(type) && plugin(of: type).abiMinor > 0
  }

  /// Whether the child is bundled with the program.
  package func isBundled(_ type: ChildType) -> Bool { plugin(of: type).origin == .bundled }
}

extension ChildType {
  fileprivate func place(in state: String) -> StatePlace? { places.first { $0.state == state } }
}

extension ChildType.StatePlace {
  /// Whether the child is at place 0 and not docked.
  fileprivate var fillsSurface: Bool { place == 0 && dock == nil }
}
