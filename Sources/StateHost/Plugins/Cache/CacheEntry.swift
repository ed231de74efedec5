internal import HostSystem

/// What is remembered of a file.
///
/// All but the facts stays as bytes until it is asked for: most of what is remembered never is.
struct CacheEntry {
  let facts: FileFacts
  /// The hash, the ids of what is quiet, and the finding.
  private let bytes: ArraySlice<UInt8>

  /// Without a hash it is known by the file's facts alone.
  init(_ finding: PluginFinding, of facts: FileFacts, hash: ContentHash?) {
    self.facts = facts
    var writer = ByteWriter()
    writer.append(hash?.bytes ?? [])
    let ids = Self.quietIDs(of: finding)
    writer.append(ids != nil)
    writer.append(UInt32(ids?.count ?? 0))
    for id in ids ?? [] { writer.append(id) }
    finding.write(to: &writer)
    bytes = writer.bytes[...]
  }

  var hash: ContentHash? {
    var reader = ByteReader(bytes)
    guard let hash = try? reader.bytes(), hash.count == ContentHash.count else { return nil }
    return ContentHash(hash)
  }

  /// Nil where the bytes are none.
  var finding: PluginFinding? {
    guard var reader = afterHash, (try? reader.flag()) != nil, let count = try? reader.uint32()
    else { return nil }
    for _ in 0..<count where (try? reader.uint64()) == nil { return nil }
    return try? PluginFinding(from: &reader)
  }

  private var afterHash: ByteReader? {
    var reader = ByteReader(bytes)
    return (try? reader.bytes()) == nil ? nil : reader
  }
}

// MARK: - What is quiet

extension CacheEntry {
  /// Whether it is of a *quiet* plugin: one that presents no state by itself, needs nothing, and has
  /// nothing wrong, so that a start only has to know by which ids it might be asked for.
  var isQuiet: Bool {
    guard var reader = afterHash else { return false }
    return (try? reader.flag()) == true
  }

  /// Whether one of the checksums of the ids of its children, where it is quiet, is such.
  func hasQuietID(_ condition: (UInt64) -> Bool) -> Bool {
    guard var reader = afterHash, (try? reader.flag()) == true, let count = try? reader.uint32()
    else { return false }
    for _ in 0..<count {
      guard let sum = try? reader.uint64() else { return false }
      if condition(sum) { return true }
    }
    return false
  }

  /// The checksum of an id; another may have the same.
  static func sum(ofID id: String) -> UInt64 { CacheShelf.checksum(of: Array(id.utf8)[...]) }

  /// Nil for what is not quiet.
  private static func quietIDs(of finding: PluginFinding) -> [UInt64]? {
    guard case .described(let description) = finding, description.problems.isEmpty,
      description.children.allSatisfy({ $0.type.places.isEmpty && $0.type.needs.isEmpty })
    else { return nil }
    return description.children.map { sum(ofID: $0.type.id) }
  }
}

// MARK: - As bytes

extension CacheEntry {
  func write(to writer: inout ByteWriter) {
    facts.write(to: &writer)
    writer.append(bytes)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    facts = try FileFacts(from: &reader)
    bytes = try reader.bytes()
  }
}
