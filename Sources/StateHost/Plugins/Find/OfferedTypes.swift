/// The types of children and sources offered by plugins of the catalogue, as far as descriptions
/// are read, by id and in order of discovery; of two with the same id, the first counts.
struct OfferedTypes {
  private(set) var all: [ChildType] = []
  private var placeByID: [String: Int] = [:]

  subscript(id: String) -> ChildType? { placeByID[id].map { all[$0] } }

  /// Adds a type, or returns the one that has its id.
  mutating func add(_ type: ChildType) -> ChildType? {
    if let other = self[type.id] { return other }
    placeByID[type.id] = all.count
    all.append(type)
    return nil
  }

  /// Replaces the types of a plugin by new ones with the same ids.
  mutating func replace(with children: [PluginDescription.Child], ofPlugin index: Int) {
    for child in children {
      guard let place = placeByID[child.type.id], all[place].plugin == index else { continue }
      all[place] = child.type.of(plugin: index)
    }
  }
}
