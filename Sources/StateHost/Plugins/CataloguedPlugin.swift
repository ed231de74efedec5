/// A plugin of a catalogue: what it says of itself, and its library once a child of it is made.
package final class CataloguedPlugin {
  package let path: String
  package let origin: PluginSearchPath.Origin
  package internal(set) var description: PluginDescription
  let facts: PluginFileFacts
  var opening: Opening

  /// How far it is from being called.
  enum Opening {
    /// It is known from a scan or the cache alone.
    case waiting
    case open(LoadedPlugin)
    case failed(PluginProblem)
  }

  init(
    _ candidate: PluginCandidate, _ facts: PluginFileFacts, _ description: PluginDescription,
    _ opening: Opening
  ) {
    path = candidate.path
    origin = candidate.origin
    self.facts = facts
    self.description = description
    self.opening = opening
  }

  package var abiMajor: UInt16 { description.abiMajor }
  package var abiMinor: UInt16 { description.abiMinor }

  /// Its file as it is now, checked, for a worker.
  package func openFile() throws(PluginProblem) -> PluginFile {
    try PluginFile(opening: path, for: PluginCallee(file: path))
  }

  /// Whether it is in this process.
  package var isOpen: Bool {
    if case .open = opening { true } else { false }
  }
}
