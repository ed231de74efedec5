internal import HostSystem

/// A plugin in the catalogue: its file, its description (unknown until it is scanned) and, once it
/// was opened in this process, the loaded plugin or why it could not be loaded.
package final class CataloguedPlugin {
  let candidate: PluginCandidate
  private let trust: PluginTrust
  package private(set) var description: PluginDescription
  let facts: FileFacts
  /// The loaded plugin, or why it is not loaded; nil while known only from a scan or the cache.
  var opening: Result<LoadedPlugin, PluginProblem>?

  init(
    _ candidate: PluginCandidate, by trust: PluginTrust, _ facts: FileFacts,
    _ description: PluginDescription, loaded: LoadedPlugin? = nil
  ) {
    self.candidate = candidate
    self.trust = trust
    self.facts = facts
    self.description = trust.admitted(description, from: candidate)
    opening = loaded.map { .success($0) }
  }

  convenience init(_ known: CachedPlugin, by trust: PluginTrust) {
    var description = PluginDescription.unknown
    if case .described(let remembered) = known.finding { description = remembered }
    self.init(known.candidate, by: trust, known.facts, description)
  }

  func describe(_ description: PluginDescription) {
    self.description = trust.admitted(description, from: candidate)
  }

  var idSums: [UInt64] { description.children.map { CacheEntry.sum(ofID: $0.type.id) } }
  package var path: String { candidate.path }
  package var origin: PluginSearchPath.Origin { candidate.origin }

  /// The ground on which a plugin file may be loaded, for `statehost plugins`: bundled, unchanged
  /// since the user pinned it, in a trusted folder, or writable only by root and the user.
  package enum Ground: String, Sendable {
    case own, pinned, trusted, safe
  }

  package var ground: Ground {
    if origin == .bundled { return .own }
    if trust.pin(of: candidate) != nil { return .pinned }
    return candidate.isExcepted ? .trusted : .safe
  }

  package var abiMajor: UInt16 { description.abiMajor }
  package var abiMinor: UInt16 { description.abiMinor }

  /// Opens and checks the file as it is now, for a worker.
  package func openFile() throws(PluginProblem) -> PluginFile {
    try PluginFile(opening: candidate, by: trust, for: CallTarget(file: path))
  }

  package var isKnown: Bool { description != .unknown }

  package var isOpen: Bool { if case .success = opening { true } else { false } }
}
