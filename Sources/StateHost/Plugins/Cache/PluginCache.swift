internal import CHostSystem
internal import ChildPluginAPI
internal import Glibc
package import HostSystem

/// Scan results of plugin files, kept between runs in two files: for bundled plugins and others.
///
/// A file is recognised by its device, inode, size and times, or by its contents if those have
/// changed. Bundled plugins have a cache file of their own, so a start without others reads little.
/// A folder of third-party plugins is not listed while its times and files are unchanged.
package final class PluginCache {
  private let own: ScanCacheFile
  private let others: ScanCacheFile
  private let unusable: SystemError?
  /// The wall clock time, comparable to file times.
  let nowNanoseconds: Int64

  /// Opens the cache in a folder, created if missing; `isForgotten`: begins empty and replaces it.
  ///
  /// Findings of other versions of the program do not count.
  package init(
    in folder: String, version: String, isForgotten: Bool = false,
    nowNanoseconds: Int64 = Clock.calendarNanoseconds
  ) {
    self.nowNanoseconds = nowNanoseconds
    var opened: PrivateFolder?
    var problem: SystemError?
    do throws(SystemError) {
      opened = try PrivateFolder(folder, isMade: true)
    } catch {
      problem = error
    }
    unusable = problem
    // Each start reads the findings about bundled plugins: the limit fits a few installations.
    own = ScanCacheFile(
      in: opened, named: "bundled", version: version, countLimit: 32, isForgotten: isForgotten)
    others = ScanCacheFile(
      in: opened, named: "plugins", version: version, countLimit: 8192, isForgotten: isForgotten)
  }

  func shelf(of origin: PluginSearchPath.Origin) -> ScanCacheFile {
    origin == .bundled ? own : others
  }

  /// Why the cache cannot be kept; nil when it can.
  package var problem: SystemError? { unusable ?? own.problem ?? others.problem }

  /// Whether others could modify the cache; then it was not used, and is replaced.
  package var isDistrusted: Bool { own.isDistrusted || others.isDistrusted }

  func write() {
    own.write()
    others.write()
  }
}

/// A file of the plugin cache: looks up, records and writes scan results and listings of folders.
///
/// It is read on first use. A file that cannot be read completely counts as empty and is replaced.
/// An unchanged folder is recognised without decoding all entries: each is decoded in place.
final class ScanCacheFile {
  private let folder: PrivateFolder?
  private let name: String
  /// The program's version; findings of other versions do not count.
  private let version: String
  private let countLimit: Int
  private var isRead: Bool
  private var encoded = EncodedContents()
  private var entries: DecodedEntries?
  private var listed: [CachedFolder] = []
  private var hasChanged: Bool

  /// Whether others could modify the file; then it was not used, and is replaced.
  private(set) var isDistrusted = false
  /// Why it could not be written; nil when it was.
  private(set) var problem: SystemError?

  private static let foldersLimit = 64
  private static let bytesLimit = 16 << 20

  /// Without a folder, nothing is kept; `isForgotten`: begins empty and replaces the file.
  init(
    in folder: PrivateFolder?, named name: String, version: String, countLimit: Int,
    isForgotten: Bool
  ) {
    self.folder = folder
    self.name = name
    self.version = version
    self.countLimit = countLimit
    isRead = isForgotten
    hasChanged = isForgotten
  }

  private func readOnce() {
    if isRead { return }
    isRead = true
    var contents: [UInt8]?
    do throws(SystemError) {
      contents = try folder?.read(name, limit: Self.bytesLimit)
    } catch {
      isDistrusted = error.code == EPERM
      hasChanged = isDistrusted
    }
    guard let contents else { return }
    do throws(ByteReader.Malformed) {
      encoded = try EncodedContents(contents, after: header)
    } catch {
      hasChanged = true
    }
  }

  /// Calls a function with the entries, decoded on first use.
  private func withEntries<Result>(_ body: (inout DecodedEntries) -> Result) -> Result {
    readOnce()
    var all = entries ?? DecodedEntries()
    if entries == nil {
      do throws(ByteReader.Malformed) {
        all = try DecodedEntries(encoded.entries)
      } catch {
        encoded = EncodedContents()
        hasChanged = true
      }
    }
    entries = nil
    defer { entries = all }
    return body(&all)
  }

  // MARK: Lookup

  /// The finding about an unchanged file, with the hash `pin` if any; nil when it must be scanned.
  func finding(for facts: FileFacts, pinnedTo pin: ContentHash?) -> ScanResult? {
    withEntries { entries in
      guard let index = entries.byIdentity[facts.identity],
        entries.all[index].entry.facts == facts, pin == nil || entries.all[index].entry.hash == pin
      else { return nil }
      return entries.finding(at: index)
    }
  }

  /// The finding about a file's contents, whatever its name and times.
  func finding(forContentOf file: PluginFile) -> ScanResult? {
    let finding: ScanResult? = withEntries { entries in
      guard !entries.all.isEmpty, let hash = file.quickHash, let index = entries.index(of: hash)
      else { return nil }
      return entries.finding(at: index)
    }
    if let finding { record(finding, for: file) }
    return finding
  }

  /// The cached listing of a folder; nil when it, or a file that is not quiet, has changed since.
  func listing(of folder: borrowing PluginFolder, descriptorsDecide: Bool) -> CachedListing? {
    readOnce()
    guard let mark = folder.mark,
      let bytes = encoded.folders.first(where: { $0.mark == mark })?.bytes,
      let listing = try? CachedListing(
        bytes, among: encoded.entries, descriptorsDecide: descriptorsDecide)
    else { return nil }
    for item in listing.items
    where item.kind == .other && !listing.isUnchanged(item, in: folder.folder) {
      return nil
    }
    return listing
  }

  // MARK: Changing

  /// Remembers a finding about a file if it depends only on the file.
  ///
  /// A bundled plugin (`isOwn`) needs no hash: an installation does not change its times alone.
  func record(_ finding: ScanResult, for file: PluginFile, isOwn: Bool = false) {
    guard finding.isOfContent else { return }
    let entry = CacheEntry(finding, of: file.facts, hash: isOwn ? nil : file.quickHash)
    withEntries { $0.put(entry) }
    hasChanged = true
  }

  /// Removes a wrong finding about a file, and those about files with the same contents.
  func forget(_ facts: FileFacts) { hasChanged = withEntries { $0.remove(facts) } || hasChanged }

  /// Remembers the contents of a folder, once all of them are known.
  func list(_ folder: CachedFolder) { listed.append(folder) }

  func write() {
    guard let folder, hasChanged || !listed.isEmpty else { return }
    let (bytes, hasListed) = bytes()
    guard hasChanged || hasListed else { return }
    hasChanged = false
    listed = []
    do throws(SystemError) {
      try folder.replace(name, with: bytes)
    } catch {
      problem = error
    }
  }

  // MARK: Encoding

  fileprivate static let sumBytes = 8

  static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    unsafe bytes.withUnsafeBufferPointer { unsafe host_bytes_hash($0.baseAddress, $0.count) }
  }

  private var header: [UInt8] {
    var writer = ByteWriter()
    writer.append("statehost plugin cache 6")
    writer.append(version)
    writer.append(UInt16(CHILDPLUGIN_ABI_MAJOR))
    writer.append(UInt16(CHILDPLUGIN_ABI_MINOR))
    return writer.bytes
  }

  /// The encoded file, and whether it has a newly listed folder.
  private func bytes() -> (bytes: [UInt8], hasListed: Bool) {
    let before = encoded.folders.compactMap { mark, bytes in
      (try? CachedListing(bytes, among: encoded.entries, descriptorsDecide: true)).map { listing in
        CachedFolder(
          mark: mark,
          entries: listing.items.map { (listing.name(of: $0), listing.entry(of: $0)?.facts) })
      }
    }
    var places: [FileFacts.Identity: (facts: FileFacts, place: UInt32)] = [:]
    var body = ByteWriter()
    withEntries { entries in
      let all = entries.all.filter(\.isUsed) + entries.all.filter { !$0.isUsed }
      for (entry, _) in all.prefix(countLimit) {
        guard body.bytes.count < Self.bytesLimit / 2 else { break }
        places[entry.facts.identity] = (entry.facts, UInt32(body.bytes.count))
        entry.write(to: &body)
      }
    }
    var folders = ByteWriter()
    var written: Set<FileFacts.Identity> = []
    var hasListed = false
    for (index, folder) in (listed + before).enumerated() where written.count < Self.foldersLimit {
      guard folders.bytes.count < Self.bytesLimit / 4,
        !written.contains(folder.mark.facts.identity),
        let bytes = folder.bytes(place: { facts in
          places[facts.identity].flatMap { $0.facts == facts ? $0.place : nil }
        })
      else { continue }
      written.insert(folder.mark.facts.identity)
      hasListed = hasListed || index < listed.count
      folder.mark.write(to: &folders)
      folders.append(bytes)
    }
    var writer = ByteWriter()
    writer.append(body.bytes)
    writer.append(folders.bytes)
    let content = header + writer.bytes
    let sum = Self.checksum(of: content[...])
    return (
      content + (0..<Self.sumBytes).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) },
      hasListed
    )
  }
}

/// The bytes of a plugin cache file, as scan results and folder listings; a write decodes all.
private struct EncodedContents {
  var entries: ArraySlice<UInt8> = []
  var folders: [(mark: CachedFolder.Mark, bytes: ArraySlice<UInt8>)] = []

  init() {}

  init(_ bytes: [UInt8], after header: [UInt8]) throws(ByteReader.Malformed) {
    let end = bytes.count - ScanCacheFile.sumBytes
    guard end > header.count, bytes.starts(with: header) else { throw .init() }
    var sum = ByteReader(bytes[end...])
    guard try sum.uint64() == ScanCacheFile.checksum(of: bytes[..<end]) else { throw .init() }
    var reader = ByteReader(bytes[header.count..<end])
    entries = try reader.bytes()
    var folders = ByteReader(try reader.bytes())
    try reader.finish()
    while !folders.isAtEnd {
      self.folders.append((try CachedFolder.Mark(from: &folders), try folders.bytes()))
    }
  }
}

/// The decoded scan results of a plugin cache file: found by the file's inode or by SHA-256, added
/// or replaced by inode, and removed with all others of the same SHA-256.
private struct DecodedEntries {
  /// Entries used in this run are written first, so that they survive the limit.
  var all: [(entry: CacheEntry, isUsed: Bool)] = []
  private(set) var byIdentity: [FileFacts.Identity: Int] = [:]
  private var byHash: [ContentHash: Int]?

  init() {}

  init(_ bytes: ArraySlice<UInt8>) throws(ByteReader.Malformed) {
    var reader = ByteReader(bytes)
    while !reader.isAtEnd {
      let entry = try CacheEntry(from: &reader)
      byIdentity[entry.facts.identity] = all.count
      all.append((entry, false))
    }
  }

  mutating func finding(at index: Int) -> ScanResult? {
    guard let finding = all[index].entry.finding else { return nil }
    all[index].isUsed = true
    return finding
  }

  mutating func index(of hash: ContentHash) -> Int? {
    let known =
      byHash
      ?? Dictionary(
        all.indices.compactMap { index in all[index].entry.hash.map { ($0, index) } },
        uniquingKeysWith: { _, later in later })
    byHash = known
    return known[hash]
  }

  mutating func put(_ entry: CacheEntry) {
    byHash = nil
    if let index = byIdentity[entry.facts.identity] {
      all[index] = (entry, true)
    } else {
      byIdentity[entry.facts.identity] = all.count
      all.append((entry, true))
    }
  }

  /// Removes the entries of a file and of equal contents; false when there are none.
  mutating func remove(_ facts: FileFacts) -> Bool {
    guard let index = byIdentity[facts.identity] else { return false }
    let hash = all[index].entry.hash
    all.removeAll {
      $0.entry.facts.identity == facts.identity || hash != nil && $0.entry.hash == hash
    }
    byHash = nil
    byIdentity = Dictionary(
      all.indices.map { (all[$0].entry.facts.identity, $0) },
      uniquingKeysWith: { _, later in later })
    return true
  }
}
