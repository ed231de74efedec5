internal import CHostSystem
internal import ChildPluginAPI
internal import HostSystem

/// A file of what was found out, read when it is first asked for something.
///
/// What cannot be read as a whole counts as nothing, and is replaced.
final class CacheShelf {
  private struct Entry {
    var facts: FileFacts
    /// Nil for what is known by the file's facts alone.
    let hash: ContentHash?
    /// The finding, as bytes.
    let finding: ArraySlice<UInt8>
    /// Whether this run has asked for it.
    var isUsed: Bool
  }

  private let folder: OwnFolder?
  private let name: String
  private let version: String
  private var isRead: Bool
  private var entries: [Entry] = []
  private var byIdentity: [FileFacts.Identity: Int] = [:]
  private var byHash: [ContentHash: Int]?
  private var hasChanged: Bool

  /// Why it could not be written; nil when it was.
  private(set) var problem: SystemError?

  /// At most so many files are remembered.
  private static let countLimit = 8192
  private static let bytesLimit = 16 << 20

  /// - Parameters:
  ///   - folder: where the file is; nil: nothing is kept.
  ///   - name: the file's.
  ///   - version: the program's; what another has found out does not count.
  ///   - isForgotten: begins with nothing, and replaces what was kept.
  init(in folder: OwnFolder?, named name: String, version: String, isForgotten: Bool) {
    self.folder = folder
    self.name = name
    self.version = version
    isRead = isForgotten
    hasChanged = isForgotten
  }

  private func readOnce() {
    if isRead { return }
    isRead = true
    guard let contents = try? folder?.read(name, limit: Self.bytesLimit) else { return }
    do throws(ByteReader.Malformed) {
      try read(contents)
    } catch {
      entries = []
      byIdentity = [:]
      hasChanged = true
    }
  }
}

// MARK: - Asking

extension CacheShelf {
  /// What is known of a file that is as it was.
  ///
  /// - Parameters:
  ///   - facts: which file.
  ///   - pin: what its contents have to be; nil: anything.
  /// - Returns: nil where the file has to be looked into.
  func finding(for facts: FileFacts, pinnedTo pin: ContentHash?) -> PluginFinding? {
    readOnce()
    guard let index = byIdentity[facts.identity], entries[index].facts == facts,
      pin == nil || entries[index].hash == pin
    else { return nil }
    return finding(at: index)
  }

  /// What is known of a file's contents, under whatever name and time it had them.
  func finding(forContentOf file: PluginFile) -> PluginFinding? {
    readOnce()
    guard !entries.isEmpty, let hash = file.hash, let index = index(of: hash),
      let finding = finding(at: index)
    else { return nil }
    record(finding, for: file)
    return finding
  }

  private func finding(at index: Int) -> PluginFinding? {
    var reader = ByteReader(entries[index].finding)
    guard let finding = try? PluginFinding(from: &reader) else { return nil }
    entries[index].isUsed = true
    return finding
  }

  private func index(of hash: ContentHash) -> Int? {
    let known =
      byHash
      ?? Dictionary(
        entries.indices.compactMap { index in entries[index].hash.map { ($0, index) } },
        uniquingKeysWith: { _, later in later })
    byHash = known
    return known[hash]
  }
}

// MARK: - Changing

extension CacheShelf {
  /// Remembers a finding, where that stays the same as long as the file does.
  ///
  /// - Parameters:
  ///   - finding: what was found out.
  ///   - file: about what.
  ///   - isOwn: the file is the program's own: an installation does not change its times alone.
  func record(_ finding: PluginFinding, for file: PluginFile, isOwn: Bool = false) {
    guard finding.isOfContent else { return }
    readOnce()
    var writer = ByteWriter()
    finding.write(to: &writer)
    let entry = Entry(
      facts: file.facts, hash: isOwn ? nil : file.hash, finding: writer.bytes[...], isUsed: true)
    if let index = byIdentity[file.facts.identity] {
      entries[index] = entry
    } else {
      byIdentity[file.facts.identity] = entries.count
      entries.append(entry)
    }
    byHash = nil
    hasChanged = true
  }

  /// What is known of a file was wrong, and so it is of those with the same contents.
  func forget(_ facts: FileFacts) {
    guard let index = byIdentity[facts.identity] else { return }
    let hash = entries[index].hash
    entries.removeAll { $0.facts.identity == facts.identity || hash != nil && $0.hash == hash }
    byIdentity = Dictionary(
      entries.indices.map { (entries[$0].facts.identity, $0) },
      uniquingKeysWith: { _, later in later })
    byHash = nil
    hasChanged = true
  }

  /// Writes what has changed.
  func write() {
    guard hasChanged, let folder else { return }
    hasChanged = false
    do throws(SystemError) {
      try folder.replace(name, with: bytes)
    } catch {
      problem = error
    }
  }
}

// MARK: - As bytes

extension CacheShelf {
  private static let mark = "statehost plugin cache 1"

  /// Those that were asked for come first, so that they stay when there are too many.
  private var bytes: [UInt8] {
    var writer = ByteWriter()
    writeHeader(to: &writer)
    let kept = (entries.filter(\.isUsed) + entries.filter { !$0.isUsed }).prefix(Self.countLimit)
    var count: UInt32 = 0
    var body = ByteWriter()
    for entry in kept {
      guard body.bytes.count + entry.finding.count < Self.bytesLimit - 4096 else { break }
      entry.facts.write(to: &body)
      body.append(entry.hash?.bytes ?? [])
      body.append(entry.finding)
      count += 1
    }
    writer.append(count)
    var content = writer.bytes + body.bytes
    let sum = Self.checksum(of: content[...])
    content += (0..<Self.sumBytes).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) }
    return content
  }

  private static let sumBytes = 8

  private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe host_checksum($0.baseAddress, UInt64($0.count)) }
  }

  private func writeHeader(to writer: inout ByteWriter) {
    writer.append(Self.mark)
    writer.append(version)
    writer.append(UInt16(CHILDPLUGIN_ABI_MAJOR))
    writer.append(UInt16(CHILDPLUGIN_ABI_MINOR))
  }

  private func read(_ bytes: [UInt8]) throws(ByteReader.Malformed) {
    let end = bytes.count - Self.sumBytes
    var header = ByteWriter()
    writeHeader(to: &header)
    guard end > header.bytes.count, bytes.starts(with: header.bytes) else { throw .init() }
    var sum = ByteReader(bytes[end...])
    guard try sum.uint64() == Self.checksum(of: bytes[..<end]) else { throw .init() }
    var reader = ByteReader(bytes[header.bytes.count..<end])
    let count = try reader.count(limit: Self.countLimit)
    entries.reserveCapacity(count)
    byIdentity.reserveCapacity(count)
    for index in 0..<count {
      let facts = try FileFacts(from: &reader)
      let hash = try reader.bytes(limit: ContentHash.count)
      guard hash.isEmpty || hash.count == ContentHash.count else { throw .init() }
      entries.append(
        Entry(
          facts: facts, hash: hash.isEmpty ? nil : ContentHash(hash),
          finding: try reader.bytes(), isUsed: false))
      byIdentity[facts.identity] = index
    }
    try reader.finish()
  }
}
