internal import HostSystem

/// The names in a plugin directory that do not begin with a dot, sorted bytewise, with the metadata of those that may
/// be plugins.
struct DirectoryListing {
  /// One name in a listed plugin directory: a subdirectory, or a file with its metadata if it may be a plugin.
  struct Entry {
    let name: String
    /// A directory, or a symbolic link to one.
    let isDirectory: Bool
    /// The facts of a library that may be a plugin; nil for a link, whose target may be in an unsafe folder.
    let facts: FileFacts?
    /// The first bytes of the name, which usually suffice to sort it.
    private let start: UInt64

    init(name: String, isDirectory: Bool, facts: FileFacts?) {
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

  /// - Throws: why the folder cannot be read.
  init(of folder: borrowing PluginFolder) throws(PluginProblem) {
    let standing = folder.standing
    do throws(SystemError) {
      try folder.folder.forEachEntry(asks: Self.isLibrary) { append($0, in: standing) }
    } catch {
      throw PluginProblem(listing: error)
    }
    entries.sort { $0.precedes($1) }
  }

  private mutating func append(_ entry: Folder.Entry, in standing: PluginTrust.Standing) {
    guard entry.name.utf8.first != UInt8(ascii: ".") else { return }
    let isDirectory = entry.kind == .folder || entry.facts?.kind == .directory
    var facts = entry.kind == .link ? nil : entry.facts
    if let known = facts, (try? PluginTrust.check(known, in: standing)) == nil { facts = nil }
    if isDirectory || !Self.isLibrary(entry.name) { facts = nil }
    entries.append(Entry(name: entry.name, isDirectory: isDirectory, facts: facts))
  }

  static func isLibrary(_ name: String) -> Bool {
    name.utf8.suffix(3).elementsEqual(".so".utf8)
  }
}
