package import HostSystem

/// The cached result of scanning one plugin file, with what recognises the file (its metadata, such
/// as inode, size and times, or else the SHA-256 of its contents, which a bundled or large file
/// lacks), and checksums of the ids of its children and sources.
///
/// All but the metadata stays encoded until it is needed, because most entries never are.
struct CacheEntry {
  let facts: FileFacts
  /// The encoded hash, flags, checksums of ids, and finding.
  let bytes: ArraySlice<UInt8>

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

  /// Nil when the bytes are malformed.
  var parts: Parts? { unsafe Parts(of: bytes.span.bytes, in: 0..<bytes.count) }

  var hash: ContentHash? {
    guard let hash = parts?.hash, hash.count == ContentHash.count else { return nil }
    return ContentHash(bytes.dropFirst(hash.lowerBound).prefix(hash.count))
  }

  /// Nil when the bytes are malformed.
  var finding: ScanResult? {
    guard let parts else { return nil }
    var reader = ByteReader(bytes.dropFirst(parts.ids.upperBound))
    return try? ScanResult(from: &reader)
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

extension CacheEntry {
  /// The flags of an encoded cache entry (no problems; states or needs) and the positions of its
  /// hash and ids, read without decoding the rest, because a start may read a thousand entries.
  struct Parts {
    let hash: Range<Int>
    /// Whether it is the description of a plugin without problems.
    let isRight: Bool
    /// Whether a child presents a state or needs something.
    let acts: Bool
    /// The checksums of ids, of eight bytes each, before the finding.
    let ids: Range<Int>

    /// Reads what follows the file's metadata, in this range of bytes; nil when it is malformed.
    init?(of bytes: RawSpan, in range: Range<Int>) {
      guard range.count >= Self.fixedCount else { return nil }
      let hashCount = Int(bytes.number(at: range.lowerBound) as UInt32)
      guard hashCount <= range.count - Self.fixedCount else { return nil }
      hash = range.lowerBound + 4..<range.lowerBound + 4 + hashCount
      let flags = (
        isRight: bytes.number(at: hash.upperBound) as UInt8,
        acts: bytes.number(at: hash.upperBound + 1) as UInt8
      )
      let start = hash.upperBound + 6
      let idCount = Int(bytes.number(at: start - 4) as UInt32)
      guard flags.isRight <= 1, flags.acts <= 1, idCount <= (range.upperBound - start) / 8 else {
        return nil
      }
      isRight = flags.isRight == 1
      acts = flags.acts == 1
      ids = start..<start + 8 * idCount
    }

    /// The length of the hash, two flags, and the number of ids.
    private static let fixedCount = 10

    /// Whether this is *quiet*: no problems, no states or needs that count; a start needs only ids.
    ///
    /// Without `descriptorsDecide`, a states file decides, not the states and needs in descriptors.
    func isQuiet(descriptorsDecide: Bool) -> Bool { isRight && !(descriptorsDecide && acts) }

    /// Whether the checksums of the ids of its children all satisfy a condition, tested up to the
    /// first that does not; a plugin with problems has none.
    func allIDs(in bytes: RawSpan, _ condition: (_ sum: UInt64) -> Bool) -> Bool {
      var position = ids.lowerBound
      while isRight, position < ids.upperBound {
        if !condition(bytes.number(at: position)) { return false }
        position += 8
      }
      return true
    }
  }
}

extension RawSpan {
  /// The little-endian number at an offset; both must be within the bytes.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
    Number(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
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

  /// The count of bytes that `write` writes.
  static let encodedCount = 48

  /// Reads what `write` wrote about a file, in place.
  init(ofFileAt position: Int, in bytes: RawSpan) {
    self.init(
      kind: .regular, size: Int(bytes.number(at: position + 16) as Int64),
      modifiedNanoseconds: bytes.number(at: position + 24),
      changedNanoseconds: bytes.number(at: position + 32),
      owner: bytes.number(at: position + 40), permissions: bytes.number(at: position + 44),
      identity: Identity(ofFileAt: position, in: bytes))
  }
}

extension FileFacts.Identity {
  /// The first of what `FileFacts.write` writes.
  init(ofFileAt position: Int, in bytes: RawSpan) {
    self.init(device: bytes.number(at: position), inode: bytes.number(at: position + 8))
  }
}

/// The result of scanning a plugin file: its children and sources, or the problem because of which
/// it offers none; encoded and decoded for the scanning worker and the cache.
package enum ScanResult: Equatable, Sendable {
  case described(PluginDescription)
  /// - Parameter isOfContent: whether it depends only on the file, and so lasts until that changes.
  case failed(PluginProblem, isOfContent: Bool)

  package init(_ problem: PluginProblem) {
    self = .failed(problem, isOfContent: problem.isOfContent)
  }

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

/// A listing of one folder of plugins for the plugin cache: its subfolders and plugin files, sorted
/// by name, and its metadata, by which a change is noticed; read back as a `CachedListing`.
struct CachedFolder {
  let mark: Mark
  /// The names, each with a terminating NUL, and the facts of files; nil for a subfolder.
  let entries: [(name: ArraySlice<UInt8>, facts: FileFacts?)]

  /// The metadata of a folder, which changes when a file is added or removed, and whether the user
  /// trusts it: a cached listing is used only while both are the same.
  struct Mark: Equatable {
    let facts: FileFacts
    /// Whether the folder is a trusted folder of the user's, or inside one.
    let isExcepted: Bool

    /// Whether another change would change the times: two in quick succession may have the same.
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
