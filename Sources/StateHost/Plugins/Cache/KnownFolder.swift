internal import HostSystem

/// What lies in a folder of plugins, in the order of the names, as it was remembered.
struct KnownFolder {
  enum Entry {
    case folder(name: ArraySlice<UInt8>)
    case file(KnownPlugin)
  }

  let entries: [Entry]

  /// Which folder it is, and since when no name in it has come or gone.
  struct Mark: Equatable {
    let identity: FileFacts.Identity
    let modifiedNanoseconds: Int64
    let changedNanoseconds: Int64
    /// It is one that the user makes an exception of, or lies in one.
    let isExcepted: Bool

    init(_ facts: FileFacts, isExcepted: Bool) {
      identity = facts.identity
      modifiedNanoseconds = facts.modifiedNanoseconds
      changedNanoseconds = facts.changedNanoseconds
      self.isExcepted = isExcepted
    }

    /// Whether a change from now on would change the times: what changes twice within a moment may have
    /// the same.
    func isAtRest(at nowNanoseconds: Int64) -> Bool {
      let (rest, overflows) = nowNanoseconds.subtractingReportingOverflow(changedNanoseconds)
      return !overflows && rest > 2_000_000_000
    }
  }
}

/// What was found in a folder when it was listed, in the order of the names.
struct ListedFolder {
  let mark: KnownFolder.Mark
  private(set) var entries: [Entry]

  struct Entry {
    let name: ArraySlice<UInt8>
    /// Of a file; nil for a folder.
    let facts: FileFacts?
  }

  /// Nil for one with files that have to be opened to tell what they are.
  init?(_ listing: DirectoryListing, _ mark: KnownFolder.Mark) {
    self.mark = mark
    entries = []
    for entry in listing.entries
    where entry.isDirectory || PluginFinder.isPlugin(entry.name, inBuildFolder: false) {
      guard entry.isDirectory || entry.facts != nil else { return nil }
      entries.append(Entry(name: Folder.name(ofText: entry.name)[...], facts: entry.facts))
    }
  }

  /// The one that was remembered.
  init(_ mark: KnownFolder.Mark, _ folder: KnownFolder) {
    self.mark = mark
    entries = folder.entries.map { entry in
      switch entry {
      case .folder(let name): Entry(name: name, facts: nil)
      case .file(let plugin): Entry(name: plugin.name, facts: plugin.entry.facts)
      }
    }
  }

  /// Its bytes; nil where not all of its files are remembered, each from some place on.
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

extension KnownFolder {
  /// Reads what `ListedFolder.bytes` wrote; nil where a file is not as it was that does something by itself.
  ///
  /// - Parameters:
  ///   - bytes: of it.
  ///   - all: what is remembered of all files.
  ///   - place: where the folder was found.
  ///   - descriptorsDecide: as in `CacheEntry.isQuiet`.
  ///   - isAsItWas: whether a file is still what is remembered of it.
  /// - Throws: that it is something else.
  init?(
    _ bytes: ArraySlice<UInt8>, among all: ArraySlice<UInt8>, at place: PluginPlace,
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
      entries.append(.file(KnownPlugin(name, entry, at: place)))
    }
    self.entries = entries
  }
}

extension KnownFolder.Mark {
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

/// A file that is what is remembered of it, or is quiet and has yet to be looked at; and where it was found.
final class KnownPlugin {
  /// As the system has it, with a zero at its end.
  let name: ArraySlice<UInt8>
  let entry: CacheEntry
  private let place: PluginPlace

  init(_ name: ArraySlice<UInt8>, _ entry: CacheEntry, at place: PluginPlace) {
    self.name = name
    self.entry = entry
    self.place = place
  }

  var candidate: PluginCandidate {
    place.candidate(named: Folder.text(ofName: name), entry.facts)
  }

  /// Whether the file is still what is remembered of it.
  var isAsItWas: Bool {
    candidate.realName.flatMap { FileFacts(at: $0) } == entry.facts
  }
}
