internal import CHostSystem
internal import Glibc

/// The visible entries of a directory, sorted by the bytes of their names.
struct DirectoryListing {
  struct Entry {
    let name: String
    /// A directory, or a symbolic link to one.
    let isDirectory: Bool
  }

  private(set) var entries: [Entry] = []

  /// Lists a directory; refuses one in which anyone could put or replace a file.
  init(of path: String) throws(PluginProblem) {
    let descriptor = unsafe host_directory_open(AT_FDCWD, path)
    guard descriptor >= 0 else { throw Self.problem(of: -descriptor) }
    var facts = host_file_facts()
    let result = unsafe host_file_facts_get(descriptor, &facts)
    let others = facts.mode & S_IWOTH != 0 && facts.mode & S_ISVTX == 0
    guard result == 0, !others, let stream = unsafe fdopendir(descriptor) else {
      close(descriptor)
      throw others ? .directoryWritableByOthers : Self.problem(of: result < 0 ? -result : errno)
    }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        let name = unsafe UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
        let text = unsafe host_text_of_name(name)
        defer { unsafe free(text) }
        return unsafe String(cString: text)
      }
      guard name.utf8.first != UInt8(ascii: ".") else { continue }
      let kind = unsafe Int(entry.pointee.d_type)
      let isDirectory = kind == DT_DIR || kind != DT_REG && Self.isDirectory(name, in: descriptor)
      entries.append(Entry(name: name, isDirectory: isDirectory))
    }
    entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Asked for symbolic links, and where the file system does not say what an entry is.
  private static func isDirectory(_ name: String, in directory: CInt) -> Bool {
    var status = stat()
    let name = unsafe host_name_of_text(name)
    defer { unsafe free(name) }
    return unsafe fstatat(directory, name, &status, 0) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func problem(of code: CInt) -> PluginProblem {
    switch code {
    case ENOENT: .directoryMissing
    case ENOTDIR: .notADirectory
    default: .directoryUnreadable(code: code)
    }
  }
}
