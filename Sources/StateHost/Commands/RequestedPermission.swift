internal import HostPlugins
internal import HostText

/// A permission of a child or source, as `plugins` and `inspect` print it, and whether it is
/// granted: one that the descriptor requests, or `reload` if granted without that.
struct RequestedPermission: Equatable {
  let word: String
  let decision: Decision
  /// The folder whose future builds are granted it, too; nil without one.
  var buildsFolder: String?

  /// The user's decision about a permission of a child or source of a plugin, as `plugins` and
  /// `inspect` show it: granted, granted for some paths or programs only, granted until the
  /// plugin's file changed, newly needed since that change, or not granted.
  enum Decision: Equatable {
    case granted
    /// Granted for these paths or programs only.
    case grantedFor([String])
    /// Granted for this plugin version, until its file changed; empty if the version has no name.
    case ended(version: String)
    /// Not granted: the version before did not need it.
    case added
    case notGranted
  }

  var isGranted: Bool {
    switch decision {
    case .granted, .grantedFor: true
    case .ended, .added, .notGranted: false
    }
  }

  private var detail: String {
    let builds = buildsFolder.map { " to what is built below \($0)" } ?? ""
    return switch decision {
    case .granted: "granted\(builds)"
    case .grantedFor(let parts): "granted\(builds) for \(parts.joined(separator: ", "))"
    case .ended(""): "granted before its file changed"
    case .ended(let version): "granted for \(version), before its file changed"
    case .added: "new, not granted"
    case .notGranted: "not granted"
    }
  }

  /// A description such as `network (granted)`.
  fileprivate var words: String { "\(word) (\(detail))" }

  fileprivate var json: JSONValue {
    var parts: [String]?
    if case .grantedFor(let names) = decision { parts = names }
    var ended: String?
    if case .ended(let version) = decision { ended = version }
    return .object(present: [
      "need": .text(word), "granted": .boolean(isGranted), "for": parts.map { .texts($0) },
      "builds": buildsFolder.map { .text($0) }, "grantedFor": ended.map { .text($0) },
    ])
  }
}

extension PluginCatalogue {
  /// What a child of it says that it needs, and what it is granted besides.
  func needs(of type: ChildType, by grants: PluginGrants) -> [RequestedPermission] {
    let plugin = plugin(of: type)
    guard grants.concern(plugin) || !type.needs.isEmpty else { return [] }
    guard let file = try? plugin.openFile(), let granted = try? grants.granted(to: plugin, in: file)
    else { return type.needs.map { RequestedPermission(word: $0, decision: .notGranted) } }
    let ended = grants.ended(for: type, in: plugin, file)
    let added = ended.map { MissingGrant.added(to: $0, in: type.needs) } ?? []
    var folder: String?
    if case .builds(let below)? = grants[type.id]?.basis, ended == nil { folder = below }
    let others = granted.whole.intersection(.always).words.filter { !type.needs.contains($0) }
    return (type.needs + others).map { word in
      let need = PluginNeeds(word: word) ?? []
      let parts = need == .filesRead ? granted.paths : need == .run ? granted.programs : []
      if need.isEmpty { return RequestedPermission(word: word, decision: .notGranted) }
      if granted.whole.contains(need) {
        return RequestedPermission(word: word, decision: .granted, buildsFolder: folder)
      }
      if !parts.isEmpty {
        return RequestedPermission(word: word, decision: .grantedFor(parts), buildsFolder: folder)
      }
      if let ended, ended.needs.needs.contains(need) {
        return RequestedPermission(word: word, decision: .ended(version: ended.version))
      }
      return RequestedPermission(word: word, decision: added.contains(need) ? .added : .notGranted)
    }
  }
}

extension [RequestedPermission] {
  /// Such as `network (granted), run (not granted)`.
  var words: String { map(\.words).joined(separator: ", ") }

  var json: JSONValue { .list(map(\.json)) }
}
