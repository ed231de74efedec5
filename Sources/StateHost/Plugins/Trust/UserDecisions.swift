internal import CHostSystem
internal import Glibc
internal import HostSystem
package import HostText

/// The user's decisions of one kind about plugins, by the child's id (`PluginGrants`) or the file's
/// path (`PluginPins`), encoded to and decoded from a JSON file, which the commands read and save.
package struct UserDecisions<Decision: SavedDecision>: Equatable, Sendable {
  package var decisions: [String: Decision] = [:]

  package init() {}

  package var isEmpty: Bool { decisions.isEmpty }
  package subscript(name: String) -> Decision? { decisions[name] }

  package var fileBytes: [UInt8] {
    let members = decisions.sorted { $0.key < $1.key }.map {
      JSONMember(name: $0.key, value: $0.value.json)
    }
    return JSONValue(content: .object(members)).line
  }

  /// Reads what `fileBytes` wrote.
  package init(reading bytes: [UInt8]) throws(MalformedDecisions) {
    guard case .object(let members) = try? JSONValue(parsing: bytes).content
    else { throw MalformedDecisions() }
    for member in members { decisions[member.name] = try Decision(member.value) }
  }
}

/// Protocol of one decision of the user about a plugin, encoded to and decoded from a value in a
/// JSON file: `PluginGrant` and `PluginFingerprint` (a pin) conform, `UserDecisions` uses it.
package protocol SavedDecision: Equatable, Sendable {
  /// The name of the file with all decisions of this kind.
  static var fileName: String { get }
  var json: JSONValue { get }

  /// Reads what `json` wrote.
  init(_ value: JSONValue) throws(MalformedDecisions)
}

/// The error when a file of saved decisions (grants or pins) is not JSON of the expected form.
package struct MalformedDecisions: Error {}

extension JSONValue {
  fileprivate func savedTexts() throws(MalformedDecisions) -> [String] {
    guard case .array(let list) = content else { throw MalformedDecisions() }
    return try list.map { value throws(MalformedDecisions) in try value.savedText() }
  }

  func savedText() throws(MalformedDecisions) -> String {
    guard case .string(let text) = content else { throw MalformedDecisions() }
    return text
  }
}

/// The SHA-256 sums that plugin files and their libraries had when the user pinned them, by the
/// file's path in its real folder, as saved in `pins.json`; a changed plugin is not loaded.
package typealias PluginPins = UserDecisions<PluginFingerprint>

extension PluginPins {
  /// Pins plugins of a catalogue without pins as they are now; returns those that are unreadable.
  ///
  /// Bundled plugins are not pinned: they are replaced with the program.
  package mutating func pin(_ plugins: [CataloguedPlugin]) -> [PluginFailure] {
    var failures: [PluginFailure] = []
    for plugin in plugins where plugin.origin != .bundled {
      do throws(PluginProblem) {
        guard let name = plugin.candidate.realName else { throw .unreadable(code: EIO) }
        decisions[name] = try plugin.openFile().contents()
      } catch {
        failures.append(PluginFailure(path: plugin.path, problem: error))
      }
    }
    return failures
  }

  /// Pins the present contents of a plugin that is already pinned; false when it is not.
  package mutating func renew(_ plugin: CataloguedPlugin) throws(PluginProblem) -> Bool {
    guard let name = plugin.candidate.realName, decisions[name] != nil else { return false }
    decisions[name] = try plugin.openFile().contents()
    return true
  }
}

/// The permissions that the user has granted to a child of a plugin; the contents or folder that
/// decide if they apply; and, for messages and renewal, the plugin's path, version and needs then.
package struct PluginGrant: SavedDecision {
  package static let fileName = "grants.json"

  package internal(set) var needs: GrantedNeeds
  package let basis: Basis
  /// The version of the plugin and the needs that it declared then; empty when it did not.
  package let version: String
  package let statedNeeds: [String]
  /// The file's name in its real folder; empty in grants saved by earlier program versions.
  let path: String

  /// The basis of a grant to a plugin, by which it applies: a plugin with the same contents, or any
  /// plugin built below a folder.
  package enum Basis: Equatable, Sendable {
    case contents(PluginFingerprint)
    /// Any plugin below this folder, where its author builds it.
    case builds(below: String)
  }

  package init(
    _ needs: GrantedNeeds, to basis: Basis, version: String = "", statedNeeds: [String] = [],
    at path: String = ""
  ) {
    self.needs = needs
    self.basis = basis
    self.version = version
    self.statedNeeds = statedNeeds
    self.path = path
  }

  /// Grants a child of a plugin `needs`.
  package init(
    _ needs: GrantedNeeds, to basis: Basis, _ type: ChildType, of plugin: CataloguedPlugin
  ) {
    self.init(
      needs, to: basis, version: type.version, statedNeeds: type.needs,
      at: plugin.candidate.realName ?? "")
  }

  /// Whether the grant applies to the plugin in a file.
  func holds(for file: PluginFile) throws(PluginProblem) -> Bool {
    switch basis {
    case .contents(let contents): try file.contents() == contents
    case .builds(let folder): file.isBelow(folder)
    }
  }

  /// An object with the SHA-256 of the plugin's file and libraries, or with a folder.
  package var json: JSONValue {
    let basis =
      switch basis {
      case .contents(let contents): JSONMember(name: "sha256", value: contents.json)
      case .builds(let folder): JSONMember(name: "builds", value: .text(folder))
      }
    return JSONValue(
      content: .object([
        basis, JSONMember(name: "granted", value: .texts(needs.words)),
        JSONMember(name: "version", value: .text(version)),
        JSONMember(name: "needs", value: .texts(statedNeeds)),
        JSONMember(name: "path", value: .text(path)),
      ]))
  }

  package init(_ value: JSONValue) throws(MalformedDecisions) {
    guard case .object(let members) = value.content else { throw MalformedDecisions() }
    var basis: Basis?
    var needs = GrantedNeeds()
    var version = ""
    var statedNeeds: [String] = []
    var path = ""
    for member in members {
      switch member.name {
      case "sha256": basis = .contents(try PluginFingerprint(member.value))
      case "builds": basis = .builds(below: try member.value.savedText())
      case "granted":
        for word in try member.value.savedTexts() {
          guard let need = GrantedNeeds(word: word) else { throw MalformedDecisions() }
          needs.formUnion(need)
        }
      case "version": version = try member.value.savedText()
      case "needs": statedNeeds = try member.value.savedTexts()
      case "path": path = try member.value.savedText()
      default: throw MalformedDecisions()
      }
    }
    guard let basis else { throw MalformedDecisions() }
    self.init(needs, to: basis, version: version, statedNeeds: statedNeeds, at: path)
  }
}

/// The permissions that the user has granted to plugins, by child id, as saved in `grants.json`.
///
/// A grant is bound to a child's id and its plugin's contents: it applies to no other plugin with
/// that id and no changed version. Authors can grant needs to everything built below a folder.
package typealias PluginGrants = UserDecisions<PluginGrant>

extension PluginGrants {
  /// Grants a child more; an earlier grant stays if its basis is the same.
  package mutating func grant(_ grant: PluginGrant, to id: String) {
    var grant = grant
    if let before = decisions[id], before.basis == grant.basis {
      var needs = before.needs
      needs.formUnion(grant.needs)
      grant.needs = needs
    }
    decisions[id] = grant
  }

  /// Binds the grant of a child to the present contents of its plugin; nil when there is none, or
  /// it is bound to a folder or to another file.
  package mutating func renew(
    _ type: ChildType, of plugin: CataloguedPlugin
  ) throws(PluginProblem) -> PluginGrant? {
    let file = try plugin.openFile()
    guard let before = decisions[type.id], case .contents = before.basis,
      try before.holds(for: file) || ended(for: type, in: plugin, file) != nil
    else { return nil }
    let grant = PluginGrant(before.needs, to: .contents(try file.contents()), type, of: plugin)
    decisions[type.id] = grant
    return grant
  }

  /// Revokes the grant of a child; false when there is none.
  package mutating func revoke(_ id: String) -> Bool { decisions.removeValue(forKey: id) != nil }

  /// Whether any child of a plugin has a grant, including one for other contents.
  package func concern(_ plugin: CataloguedPlugin) -> Bool {
    !decisions.isEmpty && plugin.description.children.contains { decisions[$0.type.id] != nil }
  }

  /// The union of the grants to a plugin's children, which share a process; `file` is the plugin's.
  ///
  /// - Throws: why the file cannot be read.
  package func granted(
    to plugin: CataloguedPlugin, in file: PluginFile
  ) throws(PluginProblem) -> GrantedNeeds {
    var needs = GrantedNeeds()
    for child in plugin.description.children {
      if let grant = decisions[child.type.id], try grant.holds(for: file) {
        needs.formUnion(grant.needs)
      }
    }
    return needs
  }

  /// The grant to a child that no longer applies because its plugin has changed; nil for none.
  package func ended(
    for type: ChildType, in plugin: CataloguedPlugin, _ file: PluginFile
  ) -> PluginGrant? {
    guard let grant = decisions[type.id], (try? grant.holds(for: file)) == false,
      otherHolder(of: type, than: plugin) == nil
    else { return nil }
    return grant
  }

  /// The path of another file whose plugin has the grant to a child of this id; nil for none.
  package func otherHolder(of type: ChildType, than plugin: CataloguedPlugin) -> String? {
    guard let path = decisions[type.id]?.path, path != "", path != plugin.candidate.realName
    else { return nil }
    return path
  }
}

/// The SHA-256 of a plugin file's or library's contents, with conversion to and from hexadecimal.
package struct ContentHash: Hashable, Sendable {
  let bytes: ArraySlice<UInt8>

  static let count = Int(HOST_SHA256_BYTES)

  /// - Precondition: of `count` bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    precondition(bytes.count == Self.count)
    self.bytes = bytes
  }

  /// Hashes an open file; nil when it cannot be read.
  init?(of file: borrowing FileDescriptor) {
    guard let bytes = file.sha256() else { return nil }
    self.bytes = bytes[...]
  }

  package var text: String { bytes.hexadecimal }

  /// Parses a hash in hexadecimal; nil when it is none.
  package init?(text: String) {
    guard text.utf8.count == 2 * Self.count, let bytes = [UInt8](hexadecimal: text.utf8) else {
      return nil
    }
    self.bytes = bytes[...]
  }
}

/// The SHA-256 of a plugin's file and of each library that it brings along, by which a pin or a
/// grant recognises the plugin.
package struct PluginFingerprint: SavedDecision {
  package static let fileName = "pins.json"

  package let file: ContentHash
  package let libraries: [ContentHash]

  package init(file: ContentHash, libraries: [ContentHash] = []) {
    self.file = file
    self.libraries = libraries
  }

  /// The hash of the file as text; a list of hashes when there are libraries.
  package var json: JSONValue {
    libraries.isEmpty ? .text(file.text) : .texts(([file] + libraries).map(\.text))
  }

  package init(_ value: JSONValue) throws(MalformedDecisions) {
    var texts = [value]
    if case .array(let elements) = value.content { texts = elements }
    let hashes = try texts.map { text throws(MalformedDecisions) in
      guard let hash = ContentHash(text: try text.savedText()) else { throw MalformedDecisions() }
      return hash
    }
    guard let file = hashes.first else { throw MalformedDecisions() }
    self.init(file: file, libraries: Array(hashes.dropFirst()))
  }
}
