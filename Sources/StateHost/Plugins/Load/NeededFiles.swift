/// The files that a worker must read, besides the system's, to load a plugin: the libraries that it
/// brings along, and those that they bring.
///
/// A run path may name any folder, so of what it names only files count that are libraries, and owned
/// and writable as a plugin must be: a key is none.
package struct NeededFiles {
  /// The plugin itself is among them where no copy of it is handed over.
  package private(set) var paths: [String] = []

  private static let countLimit = 64

  /// - Throws: that others could change one of them.
  package init(of file: PluginFile) throws(PluginProblem) {
    guard let elf = try? file.elf() else { return }
    if !file.isCopied { paths.append(file.path) }
    var waiting = [(elf: elf, folders: RunPath(of: elf, at: file.path).folders)]
    while let (elf, folders) = waiting.popLast(), paths.count < Self.countLimit {
      for name in elf.neededLibraries {
        guard let path = RunPath.find(name, in: folders), !paths.contains(path),
          let library = try Self.open(path, by: file.trust), let elf = try? library.elf()
        else { continue }
        paths.append(path)
        waiting.append((elf, RunPath(of: elf, at: path).folders))
      }
    }
  }

  /// Nil for what cannot be opened, or is no file.
  private static func open(
    _ path: String, by trust: PluginTrust
  ) throws(PluginProblem) -> PluginFile? {
    do throws(PluginProblem) {
      return try PluginFile(
        opening: PluginCandidate(path: path, origin: .flag), by: trust,
        for: PluginCallee(file: path))
    } catch {
      guard error.isOfTrust else { return nil }
      let (what, remedy) = error.text
      throw .libraryUnsafe(path: path, what: what, remedy: remedy)
    }
  }
}
