internal import Glibc
package import HostPlugins
internal import HostSystem
internal import HostText

/// Plugins that failed too often, by what is in their files: they are started when somebody asks for them,
/// in this run and in later ones, until they have held out.
package final class UnstablePlugins {
  private let folder: PrivateFolder?
  private var reasons: [ContentHash: String] = [:]
  /// The user has asked for these.
  private var asked: Set<ContentHash> = []
  /// Until when these have to hold out.
  private var probations: [ContentHash: Int64] = [:]

  private static let fileName = "unstable.json"
  private static let bytesLimit = 1 << 20
  private static let countLimit = 1000
  /// As long as the failures of a child are counted.
  private static let probationNanoseconds: Int64 = 60_000_000_000

  /// Reads what was kept; what cannot be read counts as nothing.
  ///
  /// - Parameter folder: where it is kept; nil: nowhere.
  package init(in folder: String?) {
    self.folder = folder.flatMap { try? PrivateFolder($0, isMade: true) }
    let kept = try? self.folder?.read(Self.fileName, limit: Self.bytesLimit)
    guard let kept, let document = try? JSONDocument(reading: kept),
      case .object(let members) = document.root.content
    else { return }
    for member in members {
      guard case .string(let reason) = member.value.content,
        let hash = ContentHash(text: member.name)
      else { continue }
      reasons[hash] = reason
    }
  }

  /// Why a plugin is not to be started by itself; nil where it is.
  package func reason(for plugin: CataloguedPlugin) -> String? {
    guard !reasons.isEmpty, let hash = Self.hash(of: plugin) else { return nil }
    return asked.contains(hash) ? nil : reasons[hash]
  }

  /// It failed too often.
  ///
  /// - Parameters:
  ///   - plugin: which.
  ///   - reason: how it failed last.
  func add(_ plugin: CataloguedPlugin, _ reason: String) {
    guard let hash = Self.hash(of: plugin), reasons[hash] != nil || reasons.count < Self.countLimit
    else { return }
    reasons[hash] = reason
    asked.remove(hash)
    probations[hash] = nil
    write()
  }

  /// The user wants it all the same.
  func ask(for plugin: CataloguedPlugin) {
    if !reasons.isEmpty, let hash = Self.hash(of: plugin) { asked.insert(hash) }
  }

  /// A child of it is there.
  func began(_ plugin: CataloguedPlugin, at now: Int64) {
    guard !reasons.isEmpty, let hash = Self.hash(of: plugin), reasons[hash] != nil else { return }
    probations[hash] = now + Self.probationNanoseconds
  }

  /// A child of it has failed.
  func failed(_ plugin: CataloguedPlugin) {
    if !probations.isEmpty, let hash = Self.hash(of: plugin) { probations[hash] = nil }
  }

  /// When the next has held out.
  var nextDeadline: Int64? { probations.values.min() }

  /// Forgets those that have held out.
  func advance(to now: Int64) {
    let proven = probations.filter { $0.value <= now }.map(\.key)
    guard !proven.isEmpty else { return }
    for hash in proven {
      probations[hash] = nil
      reasons[hash] = nil
    }
    write()
  }

  /// All may be started again.
  package func forgetAll() {
    guard !reasons.isEmpty else { return }
    reasons = [:]
    probations = [:]
    write()
  }

  private static func hash(of plugin: CataloguedPlugin) -> ContentHash? {
    try? plugin.openFile().hash
  }

  /// What cannot be kept holds for this run alone.
  private func write() {
    let members = reasons.map { JSONMember(name: $0.key.text, value: .text($0.value)) }
    let sorted = members.sorted { $0.name < $1.name }
    try? folder?.replace(Self.fileName, with: JSONValue(content: .object(sorted)).line)
  }
}
