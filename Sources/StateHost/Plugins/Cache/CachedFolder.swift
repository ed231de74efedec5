internal import HostSystem

/// The subfolders and plugins of one folder as the plugin cache remembers them, sorted by name.
struct CachedFolder {
  /// One remembered name in a cached folder: a subfolder, or a plugin file with its cached scan result.
  enum Entry {
    case folder(name: ArraySlice<UInt8>)
    case file(CachedPlugin)
  }

  let entries: [Entry]

  /// The inode and times of a folder, which show whether a file was added or removed since it was cached.
  struct Mark: Equatable {
    let identity: FileFacts.Identity
    let modifiedNanoseconds: Int64
    let changedNanoseconds: Int64
    /// Whether the folder is a trusted folder of the user's, or inside one.
    let isExcepted: Bool

    init(_ facts: FileFacts, isExcepted: Bool) {
      identity = facts.identity
      modifiedNanoseconds = facts.modifiedNanoseconds
      changedNanoseconds = facts.changedNanoseconds
      self.isExcepted = isExcepted
    }

    /// Whether a further change would change the times: two changes in quick succession may have the same.
    func isAtRest(at nowNanoseconds: Int64) -> Bool {
      let (rest, overflows) = nowNanoseconds.subtractingReportingOverflow(changedNanoseconds)
      return !overflows && rest > 2_000_000_000
    }
  }
}

/// The subfolders and plugin files of one folder, sorted by name, in the form that is written to the plugin cache.
struct ListedFolder {
  let mark: CachedFolder.Mark
  private(set) var entries: [Entry]

  /// A subfolder or plugin file of a searched folder, to be written to the plugin cache: its name and, for a file,
  /// its size and times.
  struct Entry {
    let name: ArraySlice<UInt8>
    /// Nil for a folder.
    let facts: FileFacts?
  }

  /// Nil when a file has to be opened to find out what it is.
  init?(_ listing: DirectoryListing, _ mark: CachedFolder.Mark) {
    self.mark = mark
    entries = []
    for entry in listing.entries
    where entry.isDirectory || PluginFinder.isPlugin(entry.name, inBuildFolder: false) {
      guard entry.isDirectory || entry.facts != nil else { return nil }
      entries.append(Entry(name: Folder.name(ofText: entry.name)[...], facts: entry.facts))
    }
  }

  /// Converts a remembered folder.
  init(_ mark: CachedFolder.Mark, _ folder: CachedFolder) {
    self.mark = mark
    entries = folder.entries.map { entry in
      switch entry {
      case .folder(let name): Entry(name: name, facts: nil)
      case .file(let plugin): Entry(name: plugin.name, facts: plugin.entry.facts)
      }
    }
  }

  /// Encodes the folder; nil unless there is an encoded entry for each of its files, at `place`.
  func bytes(place: (FileFacts) -> UInt32?) -> [UInt8]? {
    var writer = ByteWriter()
    for entry in entries {
      writer.append(entry.name)
      writer.append(entry.facts != nil)
      guard let facts = entry.facts else { continue }
      guard let place = place(facts) else { return nil }
      writer.append(place)
    }
    return writer.bytes
  }
}

extension CachedFolder {
  /// Decodes what `ListedFolder.bytes` wrote; nil when a file that is not quiet has changed.
  ///
  /// - Parameters:
  ///   - bytes: the encoded folder.
  ///   - all: the encoded entries of all files.
  ///   - place: where the folder was found.
  ///   - descriptorsDecide: as in `CacheEntry.isQuiet`.
  ///   - isAsItWas: whether a file is unchanged.
  /// - Throws: when the bytes are malformed.
  init?(
    _ bytes: ArraySlice<UInt8>, among all: ArraySlice<UInt8>, at place: PluginDirectory,
    descriptorsDecide: Bool, isAsItWas: (_ name: ArraySlice<UInt8>, FileFacts) -> Bool
  ) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    var entries: [Entry] = []
    while !reader.isAtEnd {
      let name = try reader.bytes()
      guard name.last == 0 else { throw .init() }
      guard try reader.flag() else {
        entries.append(.folder(name: name))
        continue
      }
      let start = Int(try reader.uint32())
      guard start < all.count else { throw .init() }
      var rest = ByteReader(all[(all.startIndex + start)...])
      let entry = try CacheEntry(from: &rest)
      guard
        entry.isQuiet(descriptorsDecide: descriptorsDecide) || isAsItWas(name, entry.facts)
      else { return nil }
      entries.append(.file(CachedPlugin(name, entry, at: place)))
    }
    self.entries = entries
  }
}

extension CachedFolder.Mark {
  func write(to writer: inout ByteWriter) {
    writer.append(identity.device)
    writer.append(identity.inode)
    writer.append(modifiedNanoseconds)
    writer.append(changedNanoseconds)
    writer.append(isExcepted)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    identity = FileFacts.Identity(device: try reader.uint64(), inode: try reader.uint64())
    modifiedNanoseconds = try reader.int64()
    changedNanoseconds = try reader.int64()
    isExcepted = try reader.flag()
  }
}

/// A plugin file known from the cache of an earlier run: its name, its folder and its cached scan result.
///
/// The file is unchanged, or it is not needed yet and will be checked later.
final class CachedPlugin {
  /// The name of the file, with its terminating NUL.
  let name: ArraySlice<UInt8>
  let entry: CacheEntry
  let place: PluginDirectory

  init(_ name: ArraySlice<UInt8>, _ entry: CacheEntry, at place: PluginDirectory) {
    self.name = name
    self.entry = entry
    self.place = place
  }

  var candidate: PluginCandidate {
    place.candidate(named: Folder.text(ofName: name), entry.facts)
  }

  /// Whether the file in the open folder is unchanged.
  func isAsItWas(in folder: borrowing Folder) -> Bool {
    folder.facts(ofName: name) == entry.facts
  }
}
