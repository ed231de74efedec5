/// The types of children on offer, in the order in which they were found: of an id there is one, the first.
struct OfferedTypes {
  private(set) var all: [ChildType] = []
  private var placeByID: [String: Int] = [:]

  /// The type of an id.
  subscript(id: String) -> ChildType? { placeByID[id].map { all[$0] } }

  /// Offers the children of a plugin, but for those whose ids others have.
  ///
  /// - Parameters:
  ///   - children: what its descriptors say.
  ///   - index: the plugin's number in the catalogue.
  /// - Returns: those whose ids others have, with these.
  mutating func add(
    _ children: [PluginDescription.Child], ofPlugin index: Int
  ) -> [(PluginDescription.Child, of: ChildType)] {
    var taken: [(PluginDescription.Child, of: ChildType)] = []
    for child in children {
      if let other = self[child.type.id] {
        taken.append((child, of: other))
      } else {
        placeByID[child.type.id] = all.count
        all.append(child.type.of(plugin: index))
      }
    }
    return taken
  }

  /// Has what a plugin says now in the place of what it said before of the same ids.
  mutating func replace(with children: [PluginDescription.Child], ofPlugin index: Int) {
    for child in children {
      guard let place = placeByID[child.type.id], all[place].plugin == index else { continue }
      all[place] = child.type.of(plugin: index)
    }
  }
}
