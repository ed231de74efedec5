internal import Glibc
internal import HostSystem

/// The shared libraries that a plugin brings along: all that it needs, directly or not, except the
/// system's, found by the rules of the dynamic loader; also their paths, for the sandbox.
///
/// A run path may name any folder, so a file that is no library, such as a private key, is skipped.
/// A file with an owner or permissions that a plugin may not have causes the plugin to be refused.
package struct PluginDependencies {
  /// In load order.
  private(set) var libraries: [PluginFile] = []
  /// Non-system files that a worker must be able to read; also the plugin when it gets no copy.
  package private(set) var paths: [String] = []

  private static let countLimit = 128

  /// The folders of the system's libraries: only root can modify them, and every program uses them.
  private static let systemFolders = [
    "/lib/", "/lib32/", "/lib64/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/local/lib/",
  ]

  /// - Throws: when others could modify a library, or one is looked for in a relative folder.
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

  /// Nil for a file the loader skips: it cannot be opened, or is no library for this machine.
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

/// The directories in which the dynamic loader looks for what a library needs (`DT_RUNPATH`,
/// `DT_RPATH`), with a search in them; missing ones the loader reports.
struct RunPath {
  /// In search order, with `$ORIGIN` replaced by the file's real directory.
  let folders: [String]
  /// The folders that the libraries it needs inherit.
  let inheritedFolders: [String]
  private let origin: String?

  /// The run path of the library at `path`, with folders inherited from the library that needs it.
  init(of file: ElfFile, at path: String, inheriting inherited: [String] = []) {
    let origin = Self.realPath(of: path).map { path in
      String(path.utf8[..<path.lastComponent.startIndex].dropLast()) ?? ""
    }
    let own = file.runPath.compactMap { Self.expand($0, origin: origin) }
    // A library with DT_RUNPATH ignores inherited folders.
    folders = own.isEmpty || file.isRunPathInherited ? own + inherited : own
    inheritedFolders = own.isEmpty || file.isRunPathInherited ? folders : []
    self.origin = origin
  }

  /// Visits the files that the loader may load for a name, up to the first folder that has one.
  ///
  /// Libraries for newer processors come first. A name with a `/` is a path. The loader skips files
  /// for which `isLibrary` is false.
  func visit(
    _ name: String, isLibrary: (String) throws(PluginProblem) -> Bool
  ) throws(PluginProblem) {
    if name.utf8.contains(UInt8(ascii: "/")) {
      if let path = Self.expand(name, origin: origin) { _ = try isLibrary(path) }
      return
    }
    for folder in folders {
      var isFound = false
      for part in Self.processorFolders {
        let path = folder + part + "/" + name
        if unsafe access(path, R_OK) == 0, try isLibrary(path) { isFound = true }
      }
      if isFound { return }
    }
  }

  /// The library that is loaded on any processor; nil when the run path has none.
  func find(_ name: String) -> String? {
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return folders.lazy.map { $0 + "/" + name }.first { unsafe access($0, R_OK) == 0 }
  }

  /// The subfolders for newer processors (glibc-hwcaps), then the folder itself.
  private static let processorFolders =
    ["x86-64-v4", "x86-64-v3", "x86-64-v2"].map { "/glibc-hwcaps/" + $0 } + [""]

  /// Whether a folder or name begins with `/` or `$ORIGIN`; any other `$` is resolved on loading.
  static func isAbsolute(_ path: String) -> Bool {
    guard let rest = afterOrigin(path[...]) else {
      return path.utf8.first == UInt8(ascii: "/") && !path.utf8.contains(UInt8(ascii: "$"))
    }
    return (rest.isEmpty || rest.utf8.first == UInt8(ascii: "/"))
      && !rest.utf8.contains(UInt8(ascii: "$"))
  }

  private static func afterOrigin(_ path: Substring) -> Substring? {
    ["$ORIGIN", "${ORIGIN}"].first { path.utf8.starts(with: $0.utf8) }.map {
      path[path.utf8.index(path.startIndex, offsetBy: $0.utf8.count)...]
    }
  }

  /// A path with `$ORIGIN` replaced by the directory; nil when that is unknown.
  private static func expand(_ path: String, origin: String?) -> String? {
    guard let rest = afterOrigin(path[...]) else { return path }
    return origin.map { $0 + rest }
  }

  /// The path with all symbolic links resolved; nil when it does not exist.
  static func realPath(of path: String) -> String? {
    let name = unsafe Folder.name(ofText: path).withUnsafeBytes { name in
      unsafe name.assumingMemoryBound(to: CChar.self).baseAddress.flatMap {
        unsafe realpath($0, nil)
      }
    }
    guard let name = unsafe name else { return nil }
    defer { unsafe free(name) }
    return unsafe Folder.text(
      ofName: [UInt8](UnsafeRawBufferPointer(start: name, count: strlen(name) + 1))[...])
  }
}
