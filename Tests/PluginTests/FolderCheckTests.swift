import Foundation
import HostSystem
import TestSupport
import Testing

@testable import HostPlugins

@Suite struct `A check of a folder` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Which part of a check the thread has done before the caller completes it.
  enum Thread: CaseIterable {
    case never, before, meanwhile
  }

  /// The listing that the cache has of files as they are now.
  private func listing(of names: [String]) throws -> CachedListing {
    var entries = ByteWriter()
    var places: [FileFacts: UInt32] = [:]
    let files = try names.map { name in
      let facts = try #require(FileFacts(at: folder.path + "/" + name))
      places[facts] = UInt32(entries.bytes.count)
      CacheEntry(.described(.unknown), of: facts, hash: nil).write(to: &entries)
      return (Folder.name(ofText: name)[...], Optional(facts))
    }
    let mark = CachedFolder.Mark(
      facts: try #require(FileFacts(at: folder.path)), isExcepted: false)
    let bytes = try #require(CachedFolder(mark: mark, entries: files).bytes { places[$0] })
    return try CachedListing(bytes[...], among: entries.bytes[...], descriptorsDecide: true)
  }

  @Test(arguments: [1, 15, 16, 17, 100, 257], Thread.allCases)
  func `finds each file that has changed once, however much of it the thread does`(
    count: Int, thread: Thread
  ) throws {
    let names = (0..<count).map { "\($0 + 1000).so" }
    for name in names { try folder.write(name, to: name) }
    let listing = try listing(of: names)
    #expect(listing.items.count == count && listing.items.allSatisfy { $0.kind == .quiet })
    let changed = Set([0, 15, 16, 17, count / 2, count - 1].filter { $0 < count }).sorted()
    for (place, index) in changed.enumerated() {
      let path = folder.path + "/" + names[index]
      switch place % 4 {
      case 0: try folder.write("another one", to: names[index])
      case 1: try FileManager.default.removeItem(atPath: path)
      case 2: try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
      default:
        // The same contents in another file.
        let other = try folder.write(names[index], to: "other")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: other, toPath: path)
      }
    }
    let check = FolderCheck(try Folder(opening: folder.path), listing, listing.items)
    switch thread {
    case .never: break
    case .before: check.run()
    case .meanwhile: check.begin()
    }
    #expect(check.complete() == changed)
    #expect(check.complete() == changed)
  }
}
