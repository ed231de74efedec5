internal import HostSystem
internal import HostText

/// What the user has granted plugins.
///
/// A grant is to a child's id and to the contents of the file that offered it then: another plugin of that
/// id has nothing of it, nor has the same one once it has changed.
package struct PluginGrants: Equatable, Sendable {
  private struct Grant: Equatable {
    var needs: PluginNeeds
    let hash: ContentHash
  }

  private var grants: [String: Grant] = [:]

  package init() {}

  /// Grants a child something, and what it was granted before where its plugin is the same.
  package mutating func grant(_ needs: PluginNeeds, to id: String, hash: ContentHash) {
    let before = grants[id].flatMap { $0.hash == hash ? $0.needs : nil } ?? []
    grants[id] = Grant(needs: before.union(needs), hash: hash)
  }

  /// Takes back what a child was granted.
  ///
  /// - Returns: whether there was something.
  package mutating func revoke(_ id: String) -> Bool { grants.removeValue(forKey: id) != nil }

  /// Whether one of its children's ids has been granted something, be it for another file.
  package func concern(_ plugin: CataloguedPlugin) -> Bool {
    !grants.isEmpty && plugin.description.children.contains { grants[$0.type.id] != nil }
  }

  /// What the children of a plugin are granted, each what any of them is: they live together.
  ///
  /// - Parameters:
  ///   - plugin: of a catalogue.
  ///   - file: its own.
  /// - Returns: what is granted.
  /// - Throws: why it cannot be read.
  package func granted(
    to plugin: CataloguedPlugin, in file: PluginFile
  ) throws(PluginProblem) -> PluginNeeds {
    let ids = plugin.description.children.map(\.type.id).filter { grants[$0] != nil }
    guard !ids.isEmpty, let hash = try file.loadedHash() else { return [] }
    return ids.reduce(into: []) { needs, id in
      if let grant = grants[id], grant.hash == hash { needs.formUnion(grant.needs) }
    }
  }
}

// MARK: - As a file

extension PluginGrants: UserDecisions {
  package static let fileName = "grants.json"
  private static let hashName = "sha256"
  private static let needsName = "granted"

  /// An object: to each id what is granted, and the SHA-256 of the plugin's file.
  package var fileBytes: [UInt8] {
    let members = grants.keys.sorted().compactMap { id in
      grants[id].map { grant in
        JSONMember(
          name: id,
          value: .object([
            Self.hashName: .text(grant.hash.text), Self.needsName: .texts(grant.needs.words),
          ]))
      }
    }
    return JSONValue(content: .object(members)).line
  }

  /// Reads what was written.
  ///
  /// - Throws: that it is something else.
  package init(reading bytes: [UInt8]) throws(NotDecisions) {
    guard let document = try? JSONDocument(reading: bytes),
      case .object(let members) = document.root.content
    else { throw NotDecisions() }
    for member in members { grants[member.name] = try Self.grant(member.value) }
  }

  private static func grant(_ value: JSONValue) throws(NotDecisions) -> Grant {
    guard case .object(let members) = value.content, members.count == 2,
      case .string(let digits)? = members.first(where: { $0.name == hashName })?.value.content,
      case .array(let list)? = members.first(where: { $0.name == needsName })?.value.content,
      let hash = ContentHash(text: digits)
    else { throw NotDecisions() }
    var needs: PluginNeeds = []
    for element in list {
      guard case .string(let word) = element.content, let need = PluginNeeds(word: word) else {
        throw NotDecisions()
      }
      needs.formUnion(need)
    }
    return Grant(needs: needs, hash: hash)
  }
}
