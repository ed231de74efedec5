internal import HostSystem

/// The cached result of scanning one plugin file, with the file's inode, size and times by which it is recognised.
///
/// Everything but these stays encoded until it is needed, because most entries never are.
struct CacheEntry {
  let facts: FileFacts
  /// The encoded hash, flags, checksums of ids, and finding.
  private let bytes: ArraySlice<UInt8>

  /// Without a hash, the entry is found by the file's facts only.
  init(_ finding: ScanResult, of facts: FileFacts, hash: ContentHash?) {
    self.facts = facts
    var writer = ByteWriter()
    writer.append(hash?.bytes ?? [])
    let types = Self.rightTypes(of: finding)
    writer.append(types != nil)
    writer.append(types?.contains { !$0.places.isEmpty || !$0.needs.isEmpty } ?? true)
    writer.append(UInt32(types?.count ?? 0))
    for type in types ?? [] { writer.append(Self.sum(ofID: type.id)) }
    finding.write(to: &writer)
    bytes = writer.bytes[...]
  }

  var hash: ContentHash? {
    var reader = ByteReader(bytes)
    guard let hash = try? reader.bytes(), hash.count == ContentHash.count else { return nil }
    return ContentHash(hash)
  }

  /// Nil when the bytes are malformed.
  var finding: ScanResult? {
    guard var reader = afterHash, (try? reader.flag()) != nil, (try? reader.flag()) != nil,
      let count = try? reader.uint32()
    else { return nil }
    for _ in 0..<count where (try? reader.uint64()) == nil { return nil }
    return try? ScanResult(from: &reader)
  }

  private var afterHash: ByteReader? {
    var reader = ByteReader(bytes)
    return (try? reader.bytes()) == nil ? nil : reader
  }
}

// MARK: - Quiet plugins

extension CacheEntry {
  /// Whether this is a *quiet* plugin: without problems and presenting no state, so that a start needs only its ids.
  ///
  /// - Parameter descriptorsDecide: whether the states and needs in descriptors count; false when a states file
  ///   decides.
  /// - Returns: whether it is quiet; false for malformed bytes.
  func isQuiet(descriptorsDecide: Bool) -> Bool {
    guard var reader = afterHash, (try? reader.flag()) == true,
      let doesSomething = try? reader.flag()
    else { return false }
    return !(descriptorsDecide && doesSomething)
  }

  /// Whether the checksum of any child's id meets a condition; false for a plugin with problems.
  func hasID(_ condition: (UInt64) -> Bool) -> Bool {
    guard var reader = afterHash, (try? reader.flag()) == true, (try? reader.flag()) != nil,
      let count = try? reader.uint32()
    else { return false }
    for _ in 0..<count {
      guard let sum = try? reader.uint64() else { return false }
      if condition(sum) { return true }
    }
    return false
  }

  /// The checksum of an id; not unique.
  static func sum(ofID id: String) -> UInt64 { ScanCacheFile.checksum(of: Array(id.utf8)[...]) }

  /// The types of a description; nil when there are problems.
  private static func rightTypes(of finding: ScanResult) -> [ChildType]? {
    guard case .described(let description) = finding, description.problems.isEmpty
    else { return nil }
    return description.children.map(\.type)
  }
}

// MARK: - Encoding

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
