internal import HostSystem

/// What `statehost inspect` asks of plugins beyond what running them needs.
extension PluginCatalogue {
  /// Loads one file by its name, as if its directory had been named by the user.
  package func load(fileAt path: String) {
    let end = path.utf8.suffix(while: { $0 != UInt8(ascii: "/") }).startIndex
    let folder = String(path[..<end])
    let realFolder = (try? Folder(opening: folder.isEmpty ? "." : folder))?.path
    load([.candidate(PluginCandidate(path: path, origin: .flag, folder: realFolder))])
  }
}

extension PluginChild {
  /// The ids of the extensions that it offers and that are whole, in the order of the header.
  package var offeredExtensions: [String] { extensions.ids }
}
