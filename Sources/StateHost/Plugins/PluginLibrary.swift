internal import CHostSystem
internal import Glibc

/// A library in this process.
///
/// It is never unloaded: threads, thread-local data and type metadata of a plugin may outlive all
/// its children.
@safe struct PluginLibrary {
  private let handle: UnsafeMutableRawPointer
  private let callee: PluginCallee

  /// Loads what a descriptor is open on.
  ///
  /// The dynamic loader takes `$ORIGIN` from the name it is given, which is that of a descriptor. So
  /// what a plugin needs from beside itself is loaded first, from where the file really is; the
  /// loader then finds it by its name.
  init(
    loading descriptor: CInt, of file: ElfFile, at path: String, for callee: PluginCallee
  ) throws(PluginProblem) {
    self.callee = callee
    let handle = try unsafe callee.loading(.dlopen) { () throws(PluginProblem) in
      try unsafe Self.open(descriptor, of: file, at: path)
    }
    unsafe self.handle = handle
  }

  private static func open(
    _ descriptor: CInt, of file: ElfFile, at path: String
  ) throws(PluginProblem) -> UnsafeMutableRawPointer {
    if let runPath = file.relativeRunPath {
      for name in file.neededLibraries where unsafe host_library_is_resident(name) == 0 {
        guard let directory = realDirectory(of: path) else { break }
        loadBeside(name, runPath: runPath, directory: directory)
      }
    }
    let handle =
      host_library_can_open() != 0
      ? unsafe host_library_open(descriptor) : unsafe host_library_open_path(path)
    guard let handle = unsafe handle else { throw LoaderMessage.lastProblem }
    return unsafe handle
  }

  /// The address of an exported function.
  func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    unsafe callee.loading(.dlsym) { unsafe dlsym(handle, name) }
  }

  /// Loads a library from the first directory of a run path that has it; failing is the loader's to tell.
  private static func loadBeside(_ name: String, runPath: String, directory: String) {
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return }
    for entry in runPath.utf8.split(separator: UInt8(ascii: ":")) {
      guard let path = expand(entry, directory: directory).map({ $0 + "/" + name }) else {
        continue
      }
      if unsafe access(path, R_OK) == 0 {
        _ = unsafe host_library_open_path(path)
        return
      }
    }
  }

  /// An entry of a run path with the directory in place of `$ORIGIN`; nil for what else begins with `$`.
  private static func expand(_ entry: Substring.UTF8View, directory: String) -> String? {
    for origin in ["$ORIGIN", "${ORIGIN}"] where entry.starts(with: origin.utf8) {
      return directory + String(decoding: entry.dropFirst(origin.utf8.count), as: UTF8.self)
    }
    return entry.contains(UInt8(ascii: "$")) ? nil : String(decoding: entry, as: UTF8.self)
  }

  private static func realDirectory(of path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    let bytes = unsafe String(cString: real)
    guard let slash = bytes.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(bytes[..<slash])
  }
}
