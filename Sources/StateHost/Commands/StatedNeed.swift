internal import HostPlugins
internal import HostText

/// A word of a child's needs, and what the user made of it.
struct StatedNeed: Equatable {
  let word: String
  let isGranted: Bool
}

extension PluginCatalogue {
  /// What a child of it says that it needs.
  func needs(of type: ChildType, by grants: PluginGrants) -> [StatedNeed] {
    guard !type.needs.isEmpty else { return [] }
    let plugin = plugin(of: type)
    let granted = try? grants.granted(to: plugin, in: plugin.openFile())
    return type.needs.map { word in
      let need = PluginNeeds(word: word)
      return StatedNeed(word: word, isGranted: need.map { granted?.contains($0) ?? false } ?? false)
    }
  }
}

extension [StatedNeed] {
  /// Such as `network (granted), run (not granted)`.
  var words: String {
    map { "\($0.word) (\($0.isGranted ? "granted" : "not granted"))" }.joined(separator: ", ")
  }

  var json: JSONValue {
    .list(map { .object(["need": .text($0.word), "granted": .boolean($0.isGranted)]) })
  }
}
