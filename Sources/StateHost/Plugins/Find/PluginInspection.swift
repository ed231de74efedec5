internal import HostSystem

/// Functions for `statehost inspect` that running plugins does not need.
extension PluginCatalogue {
  /// Loads one file, as if the user had named its directory.
  package func load(fileAt path: String) {
    let end = path.utf8.suffix(while: { $0 != UInt8(ascii: "/") }).startIndex
    let folder = String(path[..<end])
    let realFolder = (try? Folder(opening: folder.isEmpty ? "." : folder))?.path
    load([.candidate(PluginCandidate(path: path, origin: .flag, folder: realFolder))])
  }
}

extension PluginChild {
  /// The ids of the complete extensions that the child has, in the order of the header.
  package var offeredExtensions: [String] { extensions.ids }
}
