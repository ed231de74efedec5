internal import HostSystem

/// The subfolders and plugin files of one folder, sorted by name, as the plugin cache keeps them.
struct CachedFolder {
  let mark: Mark
  /// The names, each with a terminating NUL, and the facts of files; nil for a subfolder.
  let entries: [(name: ArraySlice<UInt8>, facts: FileFacts?)]

  /// The facts of a folder, which show whether a file was added or removed since it was cached.
  struct Mark: Equatable {
    let facts: FileFacts
    /// Whether the folder is a trusted folder of the user's, or inside one.
    let isExcepted: Bool

    /// Whether a further change would change the times: two changes in quick succession may have the same.
    func isAtRest(at nowNanoseconds: Int64) -> Bool {
      let (rest, overflows) = nowNanoseconds.subtractingReportingOverflow(facts.changedNanoseconds)
      return !overflows && rest > 2_000_000_000
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

  /// Decodes what `bytes` encoded, with the entries of the files among `all`.
  static func names(
    in bytes: ArraySlice<UInt8>, among all: ArraySlice<UInt8>
  ) throws(ByteReader.Malformed) -> [(name: ArraySlice<UInt8>, entry: CacheEntry?)] {
    var reader = ByteReader(bytes)
    var names: [(name: ArraySlice<UInt8>, entry: CacheEntry?)] = []
    while !reader.isAtEnd {
      let name = try reader.bytes()
      guard name.last == 0 else { throw .init() }
      guard try reader.flag() else {
        names.append((name, nil))
        continue
      }
      let start = Int(try reader.uint32())
      guard start < all.count else { throw .init() }
      var rest = ByteReader(all[(all.startIndex + start)...])
      names.append((name, try CacheEntry(from: &rest)))
    }
    return names
  }
}

extension CachedFolder {
  /// Nil when a file has to be opened to find out what it is.
  init?(_ listing: [PluginFolder.Entry], _ mark: Mark) {
    let kept = listing.filter {
      $0.isDirectory || PluginFinder.isPlugin($0.name, inBuildFolder: false)
    }
    if kept.contains(where: { !$0.isDirectory && $0.facts == nil }) { return nil }
    self.mark = mark
    entries = kept.map { (Folder.name(ofText: $0.name)[...], $0.facts) }
  }
}

extension CachedFolder.Mark {
  func write(to writer: inout ByteWriter) {
    facts.write(to: &writer)
    writer.append(isExcepted)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    facts = try FileFacts(ofKind: .directory, from: &reader)
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
}
