internal import Glibc
internal import HostPlugins

/// Which of the libraries and symbols that a file needs are not there; asked of the dynamic loader
/// itself, after it has refused the file.
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
    for library in file.libraries {
      let places = Self.places(of: library, runPath: file.runPath, path: path)
      if let handle = unsafe Self.open(library, places) {
        unsafe handles.append(handle)
      } else {
        missing.append(library)
      }
    }
    libraries = missing
    symbols = file.needed.filter { name in
      !(unsafe handles.contains { unsafe dlsym($0, name) != nil })
    }
  }

  private init(libraries: [String], symbols: [String]) {
    self.libraries = libraries
    self.symbols = symbols
  }

  private static func open(_ library: String, _ places: [String]) -> UnsafeMutableRawPointer? {
    for place in places {
      if let handle = unsafe dlopen(place, RTLD_LAZY | RTLD_LOCAL) { return unsafe handle }
    }
    return nil
  }

  /// Where a library may be: in the run path, then wherever the loader looks by itself.
  private static func places(of library: String, runPath: String, path: String) -> [String] {
    let folder =
      path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    let directories = runPath.split(separator: ":").map { entry -> String in
      for origin in ["$ORIGIN", "${ORIGIN}"] where entry.hasPrefix(origin) {
        return folder + String(entry.dropFirst(origin.count))
      }
      return String(entry)
    }
    return directories.map { $0 + "/" + library } + [library]
  }
}
