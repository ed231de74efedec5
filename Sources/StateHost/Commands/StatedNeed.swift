internal import HostPlugins
internal import HostText

/// A word of a child's needs, and what the user made of it.
struct StatedNeed: Equatable {
  let word: String
  let isGranted: Bool
}

extension PluginCatalogue {
  /// What a child of it says that it needs, and what it is granted besides.
  func needs(of type: ChildType, by grants: PluginGrants) -> [StatedNeed] {
    let plugin = plugin(of: type)
    let granted =
      grants.concern(plugin) ? (try? grants.granted(to: plugin, in: plugin.openFile())) ?? [] : []
    let others = granted.intersection(.always).words.filter { !type.needs.contains($0) }
    return (type.needs + others).map { word in
      StatedNeed(word: word, isGranted: PluginNeeds(word: word).map(granted.contains) ?? false)
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
