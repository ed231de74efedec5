/// The types of children that all found plugins offer, in the order of discovery, where the first one with an id
/// wins.
struct OfferedTypes {
  private(set) var all: [ChildType] = []
  private var placeByID: [String: Int] = [:]

  /// The type with an id.
  subscript(id: String) -> ChildType? { placeByID[id].map { all[$0] } }

  /// Adds the children of the plugin with an index, and returns those whose ids are taken, each with the type that has
  /// the id.
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

  /// Replaces the types of a plugin by new ones with the same ids.
  mutating func replace(with children: [PluginDescription.Child], ofPlugin index: Int) {
    for child in children {
      guard let place = placeByID[child.type.id], all[place].plugin == index else { continue }
      all[place] = child.type.of(plugin: index)
    }
  }
}
