internal import HostSystem

/// A listing read from the plugin cache: the names in an unchanged folder of plugins and the cache
/// entries of its files, still as the bytes of the cache file.
///
/// Starting the program needs little of most entries; each is read in place, without allocation.
struct CachedListing: Sendable {
  /// In the order of the names.
  let items: [Item]
  private let names: ArraySlice<UInt8>
  /// The encoded entries of all files in the cache.
  private let entries: ArraySlice<UInt8>

  /// A name in a listing from the plugin cache: its kind, and the positions of its bytes and of its
  /// cache entry, which are within the listing.
  struct Item {
    /// The kind of a name in a cached folder: a subfolder, a quiet plugin (no problems, and no
    /// states or needs that count: a start need not decode its description), or another file.
    enum Kind: UInt8 {
      case subfolder
      /// See `CacheEntry.Parts.isQuiet`.
      case quiet
      case other
    }

    let kind: Kind
    fileprivate let name: UInt32
    fileprivate let nameEnd: UInt32
    /// 0 for a subfolder.
    fileprivate let entry: UInt32
  }

  /// Reads what `CachedFolder.bytes` encoded, with the entries of the files among `entries`.
  init(
    _ names: ArraySlice<UInt8>, among entries: ArraySlice<UInt8>, descriptorsDecide: Bool
  ) throws(ByteReader.Malformed) {
    self.names = names
    self.entries = entries
    let list = unsafe names.span.bytes
    let files = unsafe entries.span.bytes
    var items: [Item] = []
    // A length, a name, a flag and a place.
    items.reserveCapacity(names.count / 16)
    var position = 0
    while position < list.byteCount {
      // After the length come a name that ends with NUL, and a flag.
      guard list.byteCount - position >= 6 else { throw .init() }
      let name = position + 4
      let nameCount = Int(list.number(at: position) as UInt32)
      guard nameCount > 0, nameCount < list.byteCount - name else { throw .init() }
      let nameEnd = name + nameCount
      guard list.number(at: nameEnd - 1) as UInt8 == 0 else { throw .init() }
      position = nameEnd + 1
      var kind = Item.Kind.subfolder
      var entry = 0
      switch list.number(at: nameEnd) as UInt8 {
      case 0: break
      case 1:
        guard list.byteCount - position >= 4 else { throw .init() }
        entry = Int(list.number(at: position) as UInt32)
        position += 4
        guard let rest = Self.rest(ofEntryAt: entry, in: files) else { throw .init() }
        let parts = CacheEntry.Parts(of: files, in: rest)
        kind = parts?.isQuiet(descriptorsDecide: descriptorsDecide) ?? false ? .quiet : .other
      default: throw .init()
      }
      items.append(
        Item(
          kind: kind, name: UInt32(truncatingIfNeeded: name),
          nameEnd: UInt32(truncatingIfNeeded: nameEnd),
          entry: UInt32(truncatingIfNeeded: entry)))
    }
    self.items = items
  }

  /// The part of an entry after its file's metadata and byte count; nil when it does not fit.
  private static func rest(ofEntryAt position: Int, in entries: RawSpan) -> Range<Int>? {
    let start = position + FileFacts.encodedCount + 4
    guard start <= entries.byteCount else { return nil }
    let count = Int(entries.number(at: start - 4) as UInt32)
    return count <= entries.byteCount - start ? start..<start + count : nil
  }

  /// The name, with its terminating NUL.
  func name(of item: Item) -> ArraySlice<UInt8> {
    names[names.startIndex + Int(item.name)..<names.startIndex + Int(item.nameEnd)]
  }

  /// The entry of a file; nil for a subfolder.
  func entry(of item: Item) -> CacheEntry? {
    if item.kind == .subfolder { return nil }
    var reader = ByteReader(entries.dropFirst(Int(item.entry)))
    return try? CacheEntry(from: &reader)
  }

  func facts(of item: Item) -> FileFacts {
    unsafe FileFacts(ofFileAt: Int(item.entry), in: entries.span.bytes)
  }

  func identity(of item: Item) -> FileFacts.Identity {
    unsafe FileFacts.Identity(ofFileAt: Int(item.entry), in: entries.span.bytes)
  }

  /// Whether the checksums of all child ids satisfy a condition; see `CacheEntry.Parts.allIDs`.
  func allIDs(of item: Item, _ condition: (_ sum: UInt64) -> Bool) -> Bool {
    let files = unsafe entries.span.bytes
    guard let rest = Self.rest(ofEntryAt: Int(item.entry), in: files) else { return true }
    return CacheEntry.Parts(of: files, in: rest)?.allIDs(in: files, condition) ?? true
  }

  /// Whether the metadata of a file, in its folder, is as in its entry.
  func isUnchanged(_ item: Item, in folder: borrowing Folder) -> Bool {
    folder.facts(ofName: name(of: item)) == facts(of: item)
  }
}

/// A folder of plugins whose listing came from the cache: the listing, and the `PluginDirectory`
/// with its path; shared by its `CachedPlugin`s.
final class KnownFolder: Sendable {
  let place: PluginDirectory
  let listing: CachedListing

  init(_ listing: CachedListing, at place: PluginDirectory) {
    self.listing = listing
    self.place = place
  }
}

/// A plugin file in a folder listed from the cache, with its scan result from an earlier run.
///
/// The file is unchanged, or it is not needed yet and will be checked later.
struct CachedPlugin {
  let folder: KnownFolder
  let item: CachedListing.Item

  var isQuiet: Bool { item.kind == .quiet }
  var facts: FileFacts { folder.listing.facts(of: item) }
  var identity: FileFacts.Identity { folder.listing.identity(of: item) }
  var finding: ScanResult? { folder.listing.entry(of: item)?.finding }

  /// Whether the checksums of all child ids satisfy a condition; see `CacheEntry.Parts.allIDs`.
  func allIDs(_ condition: (_ sum: UInt64) -> Bool) -> Bool {
    folder.listing.allIDs(of: item, condition)
  }

  var candidate: PluginCandidate {
    folder.place.candidate(named: Folder.text(ofName: folder.listing.name(of: item)), facts)
  }
}
