internal import CHostSystem
internal import Glibc

/// The visible entries of a directory, sorted by the bytes of their names.
struct DirectoryListing {
  struct Entry {
    let name: String
    /// A directory, or a symbolic link to one.
    let isDirectory: Bool
    /// Of a library that may be a plugin.
    let facts: PluginFileFacts?
    /// The first bytes of the name, which are mostly enough to put it in its place.
    private let start: UInt64

    init(name: String, isDirectory: Bool, facts: PluginFileFacts?) {
      self.name = name
      self.isDirectory = isDirectory
      self.facts = facts
      let bytes = name.utf8.prefix(8)
      start = bytes.reduce(0) { $0 << 8 | UInt64($1) } << (64 - 8 * UInt64(bytes.count))
    }

    func precedes(_ other: Entry) -> Bool {
      start != other.start
        ? start < other.start : name.utf8.lexicographicallyPrecedes(other.name.utf8)
    }
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
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        let name = unsafe UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
        unsafe append(name, kind: Int(entry.pointee.d_type), in: descriptor)
      }
    }
    entries.sort { $0.precedes($1) }
  }

  private mutating func append(_ name: UnsafePointer<CChar>, kind: Int, in directory: CInt) {
    let text = unsafe Self.text(ofName: name)
    guard text.utf8.first != UInt8(ascii: ".") else { return }
    let isDirectory =
      unsafe kind == DT_DIR || kind != DT_REG && Self.isDirectory(name, in: directory)
    let isLibrary = !isDirectory && text.utf8.suffix(3).elementsEqual(".so".utf8)
    let facts = unsafe isLibrary ? PluginFileFacts(of: name, in: directory) : nil
    entries.append(Entry(name: text, isDirectory: isDirectory, facts: facts))
  }

  private static func text(ofName name: UnsafePointer<CChar>) -> String {
    let text = unsafe host_text_of_name(name)
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// Asked for symbolic links, and where the file system does not say what an entry is.
  private static func isDirectory(_ name: UnsafePointer<CChar>, in directory: CInt) -> Bool {
    var status = stat()
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
