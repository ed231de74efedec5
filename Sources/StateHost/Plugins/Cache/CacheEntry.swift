package import HostSystem

/// The cached result of scanning one plugin file, with the file's inode, size and times by which it is recognised, the
/// hash of its contents (not of a bundled plugin's), and checksums of the ids of its children.
///
/// Everything but the inode, size and times stays encoded until it is needed, because most entries never are.
struct CacheEntry {
  let facts: FileFacts
  /// The encoded hash, flags, checksums of ids, and finding.
  private let bytes: ArraySlice<UInt8>

  /// Without a hash, the entry is found by the file's facts only.
  init(_ finding: ScanResult, of facts: FileFacts, hash: ContentHash?) {
    self.facts = facts
    var types: [ChildType]?
    if case .described(let description) = finding, description.problems.isEmpty {
      types = description.children.map(\.type)
    }
    var writer = ByteWriter()
    writer.append(hash?.bytes ?? [])
    writer.append(types != nil)
    writer.append(types?.contains { !$0.places.isEmpty || !$0.needs.isEmpty } ?? true)
    writer.append(UInt32(types?.count ?? 0))
    for type in types ?? [] { writer.append(Self.sum(ofID: type.id)) }
    finding.write(to: &writer)
    bytes = writer.bytes[...]
  }

  /// The parts before the checksums of ids, with a reader at these; nil when they are malformed.
  private var head:
    (hash: ArraySlice<UInt8>, isRight: Bool, acts: Bool, idCount: UInt32, rest: ByteReader)?
  {
    var reader = ByteReader(bytes)
    guard let hash = try? reader.bytes(), let isRight = try? reader.flag(),
      let acts = try? reader.flag(), let idCount = try? reader.uint32()
    else { return nil }
    return (hash, isRight, acts, idCount, reader)
  }

  var hash: ContentHash? {
    guard let hash = head?.hash, hash.count == ContentHash.count else { return nil }
    return ContentHash(hash)
  }

  /// Nil when the bytes are malformed.
  var finding: ScanResult? {
    guard case (_, _, _, let idCount, var reader)? = head else { return nil }
    for _ in 0..<idCount where (try? reader.uint64()) == nil { return nil }
    return try? ScanResult(from: &reader)
  }

  /// Whether this is a *quiet* plugin: without problems and presenting no state, so that a start needs only its ids;
  /// false for malformed bytes.
  ///
  /// With `descriptorsDecide` false, a states file decides, and the states and needs in descriptors do not count.
  func isQuiet(descriptorsDecide: Bool) -> Bool {
    head.map { $0.isRight && !(descriptorsDecide && $0.acts) } ?? false
  }

  /// Whether the checksums of the ids of its children all satisfy a condition, tested up to the first that does not;
  /// a plugin with problems has none.
  func allIDs(_ condition: (_ sum: UInt64) -> Bool) -> Bool {
    guard case (_, true, _, let idCount, var reader)? = head else { return true }
    for _ in 0..<idCount {
      guard let sum = try? reader.uint64() else { break }
      if !condition(sum) { return false }
    }
    return true
  }

  /// The checksum of an id; not unique.
  static func sum(ofID id: String) -> UInt64 { ScanCacheFile.checksum(of: Array(id.utf8)[...]) }

  func write(to writer: inout ByteWriter) {
    facts.write(to: &writer)
    writer.append(bytes)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    facts = try FileFacts(ofKind: .regular, from: &reader)
    bytes = try reader.bytes()
  }
}

extension FileFacts {
  func write(to writer: inout ByteWriter) {
    writer.append(identity.device)
    writer.append(identity.inode)
    writer.append(Int64(size))
    writer.append(modifiedNanoseconds)
    writer.append(changedNanoseconds)
    writer.append(owner)
    writer.append(permissions)
  }

  init(ofKind kind: Kind, from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let identity = Identity(device: try reader.uint64(), inode: try reader.uint64())
    self.init(
      kind: kind, size: Int(try reader.int64()), modifiedNanoseconds: try reader.int64(),
      changedNanoseconds: try reader.int64(), owner: try reader.uint32(),
      permissions: try reader.uint32(), identity: identity)
  }
}

/// The result of scanning a plugin file: its children and sources, or the problem because of which it offers none;
/// encoded and decoded for the scanning worker and the cache.
package enum ScanResult: Equatable, Sendable {
  case described(PluginDescription)
  /// - Parameter isOfContent: whether the problem depends only on the file, and so lasts until the file changes.
  case failed(PluginProblem, isOfContent: Bool)

  package init(_ problem: PluginProblem) {
    self = .failed(problem, isOfContent: problem.isOfContent)
  }

  /// Whether the finding depends only on the file.
  package var isOfContent: Bool {
    switch self {
    case .described: true
    case .failed(_, let isOfContent): isOfContent
    }
  }

  package func write(to writer: inout ByteWriter) {
    switch self {
    case .described(let description):
      writer.append(true)
      description.write(to: &writer)
    case .failed(let problem, let isOfContent):
      writer.append(false)
      problem.write(to: &writer)
      writer.append(isOfContent)
    }
  }

  /// Decodes what `write` wrote; the bytes are not trusted.
  package init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    if try reader.flag() {
      self = .described(try PluginDescription(from: &reader))
    } else {
      let problem = try PluginProblem(from: &reader)
      self = .failed(problem, isOfContent: try reader.flag())
    }
  }
}

/// A listing in the plugin cache: the subfolders and plugin files of one folder, sorted by name, and the folder's
/// metadata, by which a change is noticed.
struct CachedFolder {
  let mark: Mark
  /// The names, each with a terminating NUL, and the facts of files; nil for a subfolder.
  let entries: [(name: ArraySlice<UInt8>, facts: FileFacts?)]

  /// The metadata of a folder, and whether the user trusts it: if both are as when the folder was cached, no file was
  /// added to it or removed since.
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
    var entries = ByteReader(all)
    var names: [(name: ArraySlice<UInt8>, entry: CacheEntry?)] = []
    // A length, a name, a flag and a place.
    names.reserveCapacity(bytes.count / 16)
    while !reader.isAtEnd {
      let name = try reader.bytes()
      guard name.last == 0 else { throw .init() }
      guard try reader.flag() else {
        names.append((name, nil))
        continue
      }
      try entries.seek(to: Int(try reader.uint32()))
      names.append((name, try CacheEntry(from: &entries)))
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

  var candidate: PluginCandidate { place.candidate(named: Folder.text(ofName: name), entry.facts) }
}
