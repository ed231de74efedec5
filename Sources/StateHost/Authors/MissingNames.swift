internal import Glibc
internal import HostPlugins

/// Which of the libraries and symbols that a file needs are not there.
///
/// Libraries that the plugin brings along are read, not loaded: nothing of them runs. Of the others the
/// dynamic loader is asked, which finds the system's.
struct MissingNames: Equatable {
  let libraries: [String]
  let symbols: [String]

  /// Nothing is missing.
  static let none = MissingNames(libraries: [], symbols: [])

  /// - Parameters:
  ///   - file: what is needed.
  ///   - path: of the file, whose folder `$ORIGIN` names.
  init(from file: LibrarySymbols, at path: String) {
    var missing: [String] = []
    var handles: [UnsafeMutableRawPointer?] = unsafe [nil]
    var exported: Set<String> = []
    for library in file.libraries {
      let paths = Self.folders(of: file.runPath, at: path).map { $0 + "/" + library }
      if let found = paths.lazy.compactMap({ LibrarySymbols(fileAt: $0) }).first {
        exported.formUnion(found.exported)
      } else if let handle = unsafe dlopen(library, RTLD_LAZY | RTLD_LOCAL) {
        unsafe handles.append(handle)
      } else {
        missing.append(library)
      }
    }
    libraries = missing
    symbols = file.needed.filter { name in
      !exported.contains(name) && !(unsafe handles.contains { unsafe dlsym($0, name) != nil })
    }
  }

  private init(libraries: [String], symbols: [String]) {
    self.libraries = libraries
    self.symbols = symbols
  }

  /// Where a run path leads; `$ORIGIN` is the file's own folder.
  private static func folders(of runPath: String, at path: String) -> [String] {
    let folder =
      path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    return runPath.split(separator: ":").map { entry -> String in
      for origin in ["$ORIGIN", "${ORIGIN}"] where entry.hasPrefix(origin) {
        return folder + String(entry.dropFirst(origin.count))
      }
      return String(entry)
    }
  }
}
