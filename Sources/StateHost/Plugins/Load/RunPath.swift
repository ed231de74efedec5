internal import Glibc
internal import HostSystem

/// Where a library looks for those that it needs, as its own file says.
struct RunPath {
  /// In their order; `$ORIGIN` stands for the file's real directory.
  let folders: [String]
  /// The same for those that it needs.
  let inheritedFolders: [String]
  private let origin: String?

  /// - Parameters:
  ///   - file: the library's.
  ///   - path: where that is.
  ///   - inherited: where the one that needs it looks, where that is inherited.
  init(of file: ElfFile, at path: String, inheriting inherited: [String] = []) {
    let origin = Self.realPath(of: path).map { Self.folder(of: $0) }
    let own = file.runPath.compactMap { Self.expand($0, origin: origin) }
    // What has a DT_RUNPATH looks nowhere else.
    folders = own.isEmpty || file.isRunPathInherited ? own + inherited : own
    inheritedFolders = own.isEmpty || file.isRunPathInherited ? folders : []
    self.origin = origin
  }

  /// Visits the files that the loader may take for a library of this name, those for newer processors first, as far as the
  /// first folder that has one.
  ///
  /// - Parameters:
  ///   - name: as the file has it; with a `/` it is a path.
  ///   - isLibrary: whether a file is one; false: the loader passes over it.
  /// - Throws: what that throws.
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

  /// The one that is loaded on any processor; nil where the run path leads to none.
  func find(_ name: String) -> String? {
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return folders.lazy.map { $0 + "/" + name }.first { unsafe access($0, R_OK) == 0 }
  }

  /// Where a run path's folder has libraries for newer processors (glibc-hwcaps), and itself.
  private static let processorFolders =
    ["x86-64-v4", "x86-64-v3", "x86-64-v2"].map { "/glibc-hwcaps/" + $0 } + [""]

  /// Whether a folder or name is the same from whatever folder the program is started.
  ///
  /// It begins with `/` or `$ORIGIN`; what else begins with `$` cannot be known before it is loaded.
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

  /// A path with the directory in place of `$ORIGIN`; nil where that is not known.
  private static func expand(_ path: String, origin: String?) -> String? {
    guard let rest = afterOrigin(path[...]) else { return path }
    return origin.map { $0 + rest }
  }

  /// Where a path leads, without links on the way; nil where that is nowhere.
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

  private static func folder(of path: String) -> String {
    let name = path.utf8.suffix(while: { $0 != UInt8(ascii: "/") })
    return String(path.utf8[..<name.startIndex].dropLast()) ?? ""
  }
}
