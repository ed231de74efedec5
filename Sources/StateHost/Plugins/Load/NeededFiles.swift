internal import Glibc

/// The libraries that a plugin needs and that are not the system's, found by the rules of the dynamic loader,
/// including those that they need.
///
/// A run path may name any folder. So a file counts only if it is a library, with the owner and permissions that a
/// plugin must have: this rules out a private key, for example.
package struct NeededFiles {
  /// In load order.
  private(set) var libraries: [PluginFile] = []
  /// The files that a worker must be able to read, besides the system's.
  ///
  /// Includes the plugin itself when the worker gets no copy of it.
  package private(set) var paths: [String] = []

  private static let countLimit = 128

  /// The folders of the system's libraries: only root can modify them, and every program uses them.
  private static let systemFolders = [
    "/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/local/lib/",
  ]

  /// - Throws: when others could modify one of the libraries, or one is looked for in a relative folder.
  package init(of file: PluginFile) throws(PluginProblem) {
    // A problem with the file itself is reported when it is loaded.
    guard let elf = try? file.elf() else { return }
    if !file.isCopied { paths.append(file.path) }
    var loaded = [(elf: elf, runPath: RunPath(of: elf, at: file.path))]
    var next = 0
    while next < loaded.count {
      let (elf, runPath) = loaded[next]
      next += 1
      for name in elf.neededLibraries {
        var opened: [(PluginFile, ElfFile)] = []
        try runPath.visit(name) { path throws(PluginProblem) in
          if Self.isSystem(path) { return true }
          guard let library = try Self.open(path, by: file.trust) else { return false }
          opened.append(library)
          return true
        }
        for (library, elf) in opened where !paths.contains(library.path) {
          guard libraries.count < Self.countLimit else { throw .tooManyLibraries(Self.countLimit) }
          libraries.append(library)
          paths.append(library.path)
          let inherited = runPath.inheritedFolders
          loaded.append((elf, RunPath(of: elf, at: library.path, inheriting: inherited)))
        }
      }
    }
  }

  private static func isSystem(_ path: String) -> Bool {
    guard let real = RunPath.realPath(of: path) else { return false }
    return systemFolders.contains { real.utf8.starts(with: $0.utf8) }
  }

  /// Nil for a file that the loader skips: one that cannot be opened, or is no library for this machine.
  private static func open(
    _ path: String, by trust: PluginTrust
  ) throws(PluginProblem) -> (PluginFile, ElfFile)? {
    do throws(PluginProblem) {
      let library = try PluginFile(
        opening: PluginCandidate(path: path, origin: .flag), by: trust,
        for: CallTarget(file: path))
      return (library, try library.elf())
    } catch {
      switch error {
      case .unreadable, .notRegular, .notALibrary, .notShared, .otherMachine, .cutShort: return nil
      default:
        let (what, remedy) = error.text
        throw .libraryUnsafe(path: path, what: what, remedy: remedy)
      }
    }
  }
}
