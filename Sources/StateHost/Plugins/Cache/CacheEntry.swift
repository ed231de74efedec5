internal import HostSystem

/// What is remembered of a file.
///
/// All but the facts stays as bytes until it is asked for: most of what is remembered never is.
struct CacheEntry {
  let facts: FileFacts
  /// The hash, whether something is wrong or presented, the ids, and the finding.
  private let bytes: ArraySlice<UInt8>

  /// Without a hash it is known by the file's facts alone.
  init(_ finding: PluginFinding, of facts: FileFacts, hash: ContentHash?) {
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

  /// Nil where the bytes are none.
  var finding: PluginFinding? {
    guard var reader = afterHash, (try? reader.flag()) != nil, (try? reader.flag()) != nil,
      let count = try? reader.uint32()
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
  /// Whether it is of a *quiet* plugin: one that has nothing wrong and presents no state by itself, so that a
  /// start only has to know by which ids it might be asked for.
  ///
  /// - Parameter descriptorsDecide: children present what their descriptors say, and what they need is told; false
  ///   where a states file says it all.
  /// - Returns: false also for bytes that are none.
  func isQuiet(descriptorsDecide: Bool) -> Bool {
    guard var reader = afterHash, (try? reader.flag()) == true,
      let doesSomething = try? reader.flag()
    else { return false }
    return !(descriptorsDecide && doesSomething)
  }

  /// Whether one of the checksums of the ids of its children is such; of what has something wrong none is.
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

  /// The checksum of an id; another may have the same.
  static func sum(ofID id: String) -> UInt64 { CacheShelf.checksum(of: Array(id.utf8)[...]) }

  /// Nil where something is wrong.
  private static func rightTypes(of finding: PluginFinding) -> [ChildType]? {
    guard case .described(let description) = finding, description.problems.isEmpty
    else { return nil }
    return description.children.map(\.type)
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
