internal import HostSystem

/// One of the examples that are installed for authors.
struct Example {
  let name: String
  let language: ProjectLanguage
  /// The names of its files, in order.
  let sources: [String]

  /// Those in a folder, by their names.
  ///
  /// - Parameter folder: each has a folder in it, with a source of its name.
  /// - Returns: what has no such source is left out.
  /// - Throws: why they cannot be read.
  static func all(in folder: String) throws(CommandFailure) -> [Example] {
    var examples: [Example] = []
    for name in try names(in: folder, where: { $0 == .folder }) {
      let sources = try names(in: "\(folder)/\(name)", where: { $0 == .file })
      if let language = ProjectLanguage(ofExample: name, sources: sources) {
        examples.append(Example(name: name, language: language, sources: sources))
      }
    }
    return examples
  }

  private static func names(
    in path: String, where isWanted: (Folder.Entry.Kind) -> Bool
  ) throws(CommandFailure) -> [String] {
    try attempt("the examples cannot be read", path, "install statehost again") {
      () throws(SystemError) in
      var names: [String] = []
      let folder = try Folder(opening: path, isListed: true)
      try folder.forEachEntry(asks: { _ in false }) { entry in
        if isWanted(entry.kind) { names.append(entry.name) }
      }
      return names.sorted()
    }
  }
}
