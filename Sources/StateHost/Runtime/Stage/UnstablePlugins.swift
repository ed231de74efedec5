internal import Glibc
package import HostPlugins
internal import HostSystem
internal import HostText

/// The stored list of plugins that failed too often, by file hash, so that a new version is not on
/// it: they start only at the user's request, and are removed after a minute's run without failure.
package final class UnstablePlugins {
  private let folder: PrivateFolder?
  private var reasons: [ContentHash: String] = [:]
  private var asked: Set<ContentHash> = []
  private var probations: [ContentHash: Int64] = [:]

  private static let fileName = "unstable.json"
  private static let bytesLimit = 1 << 20
  private static let countLimit = 1000
  /// The same span as in `CrashHistory`.
  private static let probationNanoseconds: Int64 = 60_000_000_000

  /// Reads the stored list; an unreadable one counts as empty, and nil stores none.
  package init(in folder: String?) {
    self.folder = folder.flatMap { try? PrivateFolder($0, isMade: true) }
    let kept = try? self.folder?.read(Self.fileName, limit: Self.bytesLimit)
    guard let kept, case .object(let members) = try? JSONValue(parsing: kept).content
    else { return }
    for member in members {
      guard case .string(let reason) = member.value.content,
        let hash = ContentHash(text: member.name)
      else { continue }
      reasons[hash] = reason
    }
  }

  package func reason(for plugin: CataloguedPlugin) -> String? {
    guard !reasons.isEmpty, let hash = Self.hash(of: plugin) else { return nil }
    return asked.contains(hash) ? nil : reasons[hash]
  }

  /// Adds a plugin that failed too often, with its last failure.
  func add(_ plugin: CataloguedPlugin, _ reason: String) {
    guard let hash = Self.hash(of: plugin), reasons[hash] != nil || reasons.count < Self.countLimit
    else { return }
    reasons[hash] = reason
    asked.remove(hash)
    probations[hash] = nil
    write()
  }

  /// Allows a plugin for this run on the user's request.
  func ask(for plugin: CataloguedPlugin) {
    if !reasons.isEmpty, let hash = Self.hash(of: plugin) { asked.insert(hash) }
  }

  /// Starts the probation of a plugin whose child is ready.
  func began(_ plugin: CataloguedPlugin, at now: Int64) {
    guard !reasons.isEmpty, let hash = Self.hash(of: plugin), reasons[hash] != nil else { return }
    probations[hash] = now + Self.probationNanoseconds
  }

  /// Cancels the probation of a plugin whose child failed.
  func failed(_ plugin: CataloguedPlugin) {
    if !probations.isEmpty, let hash = Self.hash(of: plugin) { probations[hash] = nil }
  }

  var nextDeadline: Int64? { probations.values.min() }

  /// Removes the plugins whose probation ended without a failure.
  func advance(to now: Int64) {
    let proven = probations.filter { $0.value <= now }.map(\.key)
    guard !proven.isEmpty else { return }
    for hash in proven {
      probations[hash] = nil
      reasons[hash] = nil
    }
    write()
  }

  package func forgetAll() {
    guard !reasons.isEmpty else { return }
    reasons = [:]
    probations = [:]
    write()
  }

  private static func hash(of plugin: CataloguedPlugin) -> ContentHash? {
    try? plugin.openFile().hash
  }

  /// Writes the list; if that fails, it is valid for this run only.
  private func write() {
    let members = reasons.map { JSONMember(name: $0.key.text, value: .text($0.value)) }
    let sorted = members.sorted { $0.name < $1.name }
    try? folder?.replace(Self.fileName, with: JSONValue(content: .object(sorted)).line)
  }
}
