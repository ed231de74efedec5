internal import HostSystem

/// A plugin of a catalogue: what it says of itself, and its library once a child of it is made.
package final class CataloguedPlugin {
  let candidate: PluginCandidate
  private let trust: PluginTrust
  package private(set) var description: PluginDescription
  let facts: FileFacts
  var opening: Opening

  /// How far it is from being called.
  enum Opening {
    /// It is known from a scan or the cache alone.
    case waiting
    case open(LoadedPlugin)
    case failed(PluginProblem)
  }

  init(
    _ candidate: PluginCandidate, by trust: PluginTrust, _ facts: FileFacts,
    _ description: PluginDescription, _ opening: Opening
  ) {
    self.candidate = candidate
    self.trust = trust
    self.facts = facts
    self.description = trust.admitted(description, from: candidate)
    self.opening = opening
  }

  /// One that is as it was.
  convenience init(_ known: KnownPlugin, by trust: PluginTrust) {
    var description = PluginDescription.unknown
    if case .described(let remembered) = known.entry.finding { description = remembered }
    self.init(known.candidate, by: trust, known.entry.facts, description, .waiting)
  }

  /// It says something else of itself now.
  func describe(_ description: PluginDescription) {
    self.description = trust.admitted(description, from: candidate)
  }

  package var path: String { candidate.path }
  package var origin: PluginSearchPath.Origin { candidate.origin }

  /// Why its file may be loaded.
  package enum Ground: String, Sendable {
    /// It is the program's own.
    case own
    /// It is what it was when the user pinned it.
    case pinned
    /// It lies in a folder that the user makes an exception of.
    case trusted
    /// Nobody but root and the user could change it.
    case safe
  }

  package var ground: Ground {
    if origin == .bundled { return .own }
    if trust.pin(of: candidate) != nil { return .pinned }
    return candidate.isExcepted ? .trusted : .safe
  }

  package var abiMajor: UInt16 { description.abiMajor }
  package var abiMinor: UInt16 { description.abiMinor }

  /// Its file as it is now, checked, for a worker.
  package func openFile() throws(PluginProblem) -> PluginFile {
    try PluginFile(opening: candidate, by: trust, for: PluginCallee(file: path))
  }

  /// Whether it is known what it offers.
  package var isKnown: Bool { description != .unknown }

  /// Whether it is in this process.
  package var isOpen: Bool {
    if case .open = opening { true } else { false }
  }
}
