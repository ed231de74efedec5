internal import HostSystem
internal import HostText

/// Something that the user has granted a child.
package struct PluginGrant: Equatable, Sendable {
  package internal(set) var needs: GrantedNeeds
  package let basis: Basis
  /// The version of its plugin then, and what it said that it needs; empty where it did not say.
  package let version: String
  package let statedNeeds: [String]

  /// What a plugin has to be to have it.
  package enum Basis: Equatable, Sendable {
    /// It is made of the same.
    case contents(PluginContents)
    /// It lies below this folder, where its author builds it.
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

  /// Whether the plugin in a file has it.
  func holds(for file: PluginFile) throws(PluginProblem) -> Bool {
    switch basis {
    case .contents(let contents): try file.contents() == contents
    case .builds(let folder): file.isBelow(folder)
    }
  }
}

/// What the user has granted plugins.
///
/// A grant is to a child's id and to what the plugin was made of that offered it then: another plugin of that
/// id has nothing of it, nor has the same one once it has changed. Its author may grant it to all that is built
/// below a folder.
package struct PluginGrants: Equatable, Sendable {
  private var grants: [String: PluginGrant] = [:]

  package init() {}

  /// What a child was granted, whether its plugin has it still or not.
  package subscript(id: String) -> PluginGrant? { grants[id] }

  /// Grants a child something, and what it was granted before where its plugin is the same.
  package mutating func grant(_ grant: PluginGrant, to id: String) {
    var grant = grant
    if let before = grants[id], before.basis == grant.basis {
      var needs = before.needs
      needs.formUnion(grant.needs)
      grant.needs = needs
    }
    grants[id] = grant
  }

  /// Grants a child what it was granted, as its plugin is now.
  ///
  /// - Returns: that; nil where it was nothing, or is to all that is built below a folder.
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
  ) throws(PluginProblem) -> GrantedNeeds {
    var needs = GrantedNeeds()
    for child in plugin.description.children {
      if let grant = grants[child.type.id], try grant.holds(for: file) {
        needs.formUnion(grant.needs)
      }
    }
    return needs
  }

  /// What a child was granted and has not any more, for its plugin has changed since; nil: nothing.
  package func ended(for type: ChildType, in file: PluginFile) -> PluginGrant? {
    guard let grant = grants[type.id], (try? grant.holds(for: file)) == false else { return nil }
    return grant
  }
}

// MARK: - As a file

extension PluginGrants: UserDecisions {
  package static let fileName = "grants.json"
  private static let hashName = "sha256"
  private static let folderName = "builds"
  private static let grantedName = "granted"
  private static let versionName = "version"
  private static let needsName = "needs"

  /// An object: to each id what is granted, and the SHA-256 of the plugin's file and its libraries, or the folder.
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

  /// Reads what was written.
  ///
  /// - Throws: that it is something else.
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
