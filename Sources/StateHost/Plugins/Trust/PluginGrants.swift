internal import HostSystem
internal import HostText

/// The permissions that the user has granted to one child of a plugin, and the contents or folder that they are bound
/// to.
package struct PluginGrant: Equatable, Sendable {
  package internal(set) var needs: GrantedNeeds
  package let basis: Basis
  /// The version of the plugin and the needs that it declared then; empty when it did not.
  package let version: String
  package let statedNeeds: [String]

  /// What a grant to a plugin is valid for: a plugin with the same contents, or any plugin built below a folder.
  package enum Basis: Equatable, Sendable {
    /// A plugin with the same contents.
    case contents(PluginContents)
    /// Any plugin below this folder, where its author builds it.
    case builds(below: String)
  }

  package init(
    _ needs: GrantedNeeds, to basis: Basis, version: String = "", statedNeeds: [String] = []
  ) {
    self.needs = needs
    self.basis = basis
    self.version = version
    self.statedNeeds = statedNeeds
  }

  /// Whether the grant applies to the plugin in a file.
  func holds(for file: PluginFile) throws(PluginProblem) -> Bool {
    switch basis {
    case .contents(let contents): try file.contents() == contents
    case .builds(let folder): file.isBelow(folder)
    }
  }
}

/// The permissions that the user has granted to plugins, by the id of the child, as saved in `grants.json`.
///
/// A grant is bound to a child's id and to the contents of its plugin: it applies neither to another plugin with that
/// id nor to a changed version. Authors can grant needs to everything that is built below a folder.
package struct PluginGrants: Equatable, Sendable {
  private var grants: [String: PluginGrant] = [:]

  package init() {}

  /// The grant to a child, whether it still applies or not.
  package subscript(id: String) -> PluginGrant? { grants[id] }

  /// Grants a child more; an earlier grant stays if its basis is the same.
  package mutating func grant(_ grant: PluginGrant, to id: String) {
    var grant = grant
    if let before = grants[id], before.basis == grant.basis {
      var needs = before.needs
      needs.formUnion(grant.needs)
      grant.needs = needs
    }
    grants[id] = grant
  }

  /// Binds the grant of a child to the present contents of its plugin.
  ///
  /// - Returns: the grant; nil when there is none, or it is bound to a folder.
  package mutating func renew(
    _ type: ChildType, of plugin: CataloguedPlugin
  ) throws(PluginProblem) -> PluginGrant? {
    guard let before = grants[type.id], case .contents = before.basis else { return nil }
    let grant = PluginGrant(
      before.needs, to: .contents(try plugin.openFile().contents()), version: type.version,
      statedNeeds: type.needs)
    grants[type.id] = grant
    return grant
  }

  /// Revokes the grant of a child.
  ///
  /// - Returns: whether there was one.
  package mutating func revoke(_ id: String) -> Bool { grants.removeValue(forKey: id) != nil }

  /// Whether any child of a plugin has a grant, including one for other contents.
  package func concern(_ plugin: CataloguedPlugin) -> Bool {
    !grants.isEmpty && plugin.description.children.contains { grants[$0.type.id] != nil }
  }

  /// The union of the grants to the children of a plugin: they share a process.
  ///
  /// - Parameters:
  ///   - plugin: a plugin of a catalogue.
  ///   - file: the file of the plugin.
  /// - Returns: what is granted.
  /// - Throws: why the file cannot be read.
  package func granted(
    to plugin: CataloguedPlugin, in file: PluginFile
  ) throws(PluginProblem) -> GrantedNeeds {
    var needs = GrantedNeeds()
    for child in plugin.description.children {
      if let grant = grants[child.type.id], try grant.holds(for: file) {
        needs.formUnion(grant.needs)
      }
    }
    return needs
  }

  /// The grant to a child that no longer applies because its plugin has changed; nil for none.
  package func ended(for type: ChildType, in file: PluginFile) -> PluginGrant? {
    guard let grant = grants[type.id], (try? grant.holds(for: file)) == false else { return nil }
    return grant
  }
}

// MARK: - File format

extension PluginGrants: UserDecisions {
  package static let fileName = "grants.json"
  private static let hashName = "sha256"
  private static let folderName = "builds"
  private static let grantedName = "granted"
  private static let versionName = "version"
  private static let needsName = "needs"

  /// A JSON object from ids to grants, each with the SHA-256 of the plugin's file and libraries, or with a folder.
  package var fileBytes: [UInt8] {
    let members = grants.sorted { $0.key < $1.key }.map { id, grant in
      let basis =
        switch grant.basis {
        case .contents(let contents): JSONMember(name: Self.hashName, value: contents.json)
        case .builds(let folder): JSONMember(name: Self.folderName, value: .text(folder))
        }
      return JSONMember(
        name: id,
        value: JSONValue(
          content: .object([
            basis, JSONMember(name: Self.grantedName, value: .texts(grant.needs.words)),
            JSONMember(name: Self.versionName, value: .text(grant.version)),
            JSONMember(name: Self.needsName, value: .texts(grant.statedNeeds)),
          ])))
    }
    return JSONValue(content: .object(members)).line
  }

  /// Reads what `fileBytes` wrote.
  ///
  /// - Throws: when the contents are something else.
  package init(reading bytes: [UInt8]) throws(NotDecisions) {
    guard let document = try? JSONDocument(reading: bytes),
      case .object(let members) = document.root.content
    else { throw NotDecisions() }
    for member in members { grants[member.name] = try Self.grant(member.value) }
  }

  private static func grant(_ value: JSONValue) throws(NotDecisions) -> PluginGrant {
    guard case .object(let members) = value.content else { throw NotDecisions() }
    var basis: PluginGrant.Basis?
    var needs = GrantedNeeds()
    var version = ""
    var statedNeeds: [String] = []
    for member in members {
      switch member.name {
      case hashName: basis = .contents(try PluginContents(member.value))
      case folderName: basis = .builds(below: try text(member.value))
      case grantedName:
        for word in try texts(member.value) {
          guard let need = GrantedNeeds(word: word) else { throw NotDecisions() }
          needs.formUnion(need)
        }
      case versionName: version = try text(member.value)
      case needsName: statedNeeds = try texts(member.value)
      default: throw NotDecisions()
      }
    }
    guard let basis else { throw NotDecisions() }
    return PluginGrant(needs, to: basis, version: version, statedNeeds: statedNeeds)
  }

  private static func text(_ value: JSONValue) throws(NotDecisions) -> String {
    guard case .string(let text) = value.content else { throw NotDecisions() }
    return text
  }

  private static func texts(_ value: JSONValue) throws(NotDecisions) -> [String] {
    guard case .array(let list) = value.content else { throw NotDecisions() }
    return try list.map(text)
  }
}
