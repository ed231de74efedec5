package import HostSystem

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

  /// The checksums of the ids of its children; none for a plugin with problems.
  var idSums: [UInt64] {
    guard case (_, true, _, let idCount, var reader)? = head else { return [] }
    var sums: [UInt64] = []
    for _ in 0..<idCount {
      guard let sum = try? reader.uint64() else { break }
      sums.append(sum)
    }
    return sums
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

/// The result of scanning a plugin file: its children and sources, or the problem because of which it offers none.
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
