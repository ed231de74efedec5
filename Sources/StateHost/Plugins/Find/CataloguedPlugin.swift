internal import HostSystem

/// A plugin that was found in a plugin directory: the children that it offers, and its loaded library once a child is
/// created.
package final class CataloguedPlugin {
  let candidate: PluginCandidate
  private let trust: PluginTrust
  package private(set) var description: PluginDescription
  let facts: FileFacts
  var opening: LoadStart

  /// Whether a plugin that was found has been loaded: not yet, loaded, or failed with a problem.
  enum LoadStart {
    /// It is known only from a scan or the cache.
    case waiting
    case open(LoadedPlugin)
    case failed(PluginProblem)
  }

  init(
    _ candidate: PluginCandidate, by trust: PluginTrust, _ facts: FileFacts,
    _ description: PluginDescription, _ opening: LoadStart
  ) {
    self.candidate = candidate
    self.trust = trust
    self.facts = facts
    self.description = trust.admitted(description, from: candidate)
    self.opening = opening
  }

  /// A plugin that is unchanged since it was cached.
  convenience init(_ known: CachedPlugin, by trust: PluginTrust) {
    var description = PluginDescription.unknown
    if case .described(let remembered) = known.entry.finding { description = remembered }
    self.init(known.candidate, by: trust, known.entry.facts, description, .waiting)
  }

  /// Replaces the description by a new one.
  func describe(_ description: PluginDescription) {
    self.description = trust.admitted(description, from: candidate)
  }

  package var path: String { candidate.path }
  package var origin: PluginSearchPath.Origin { candidate.origin }

  /// Why a plugin file may be loaded: bundled, unchanged since the user pinned it, in a trusted folder, or writable
  /// only by root and the user.
  package enum Ground: String, Sendable {
    /// It is bundled with the program.
    case own
    /// It matches its pin.
    case pinned
    /// It is in a folder that the user trusts explicitly.
    case trusted
    /// Only root and the user can modify it.
    case safe
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

  /// Whether the description of the plugin is known.
  package var isKnown: Bool { description != .unknown }

  /// Whether the plugin is loaded in this process.
  package var isOpen: Bool {
    if case .open = opening { true } else { false }
  }
}
