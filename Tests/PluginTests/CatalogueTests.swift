import Foundation
import HostSystem
import TestSupport
import Testing

@testable import HostPlugins

/// Catalogues of files that were scanned, or are to be: none of them is loaded.
@Suite struct `A catalogue` {
  private let folder: ScratchFolder
  private let cache: ScratchFolder
  /// An hour from now, when the folders of a test have been left alone for long.
  private let later = Clock.calendarNanoseconds + 3_600_000_000_000

  init() throws {
    folder = try ScratchFolder()
    cache = try ScratchFolder()
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  /// A start in which nothing is known but what the cache has.
  private func start(by trust: PluginTrust? = nil) throws -> PluginCatalogue {
    PluginCatalogue(
      loading: PluginSearchPath(flags: [folder.path]),
      for: PluginFolder.program, by: try trust ?? PluginTrust(exceptions: [folder.path]),
      scansLater: true, cache: PluginCache(in: cache.path, version: "1", nowNanoseconds: later))
  }

  private func described(_ ids: String...) -> ScanResult {
    .described(PluginDescription(ids.map { ChildType(id: $0, name: "It") }))
  }

  /// Hands out all to be scanned, as children with the names of their files; returns the paths.
  private func scan(_ catalogue: PluginCatalogue) -> [String] {
    var paths: [String] = []
    while true {
      let next = catalogue.takeUnscanned()
      if next.isEmpty { break }
      for plugin in next {
        paths.append(plugin.file.path)
        catalogue.take(described("com.example." + plugin.file.path.lastComponent), of: plugin)
      }
    }
    catalogue.join()
    return paths
  }

  @Test(arguments: [1, 63, 64, 65])
  func `hands out 64 files at a time, and is scanned when all have come back`(count: Int) throws {
    for number in 0..<count { try folder.write("\(number)", to: "\(number).so") }
    let catalogue = try start()
    var left = count
    while left > 0 {
      let next = catalogue.takeUnscanned()
      try #require(next.count == min(left, 64))
      for plugin in next {
        #expect(!catalogue.isScanned)
        left -= 1
        let failed = ScanResult.failed(.entryMissing, isOfContent: true)
        catalogue.take(left == 0 ? described("com.example.last") : failed, of: plugin)
        #expect(catalogue.hasNews == (left == 0))
      }
    }
    #expect(catalogue.isScanned && catalogue.takeUnscanned().isEmpty)
    let joined = [catalogue.join(), catalogue.join()]
    #expect(joined == [true, false] && catalogue.types.map(\.id) == ["com.example.last"])
    #expect(catalogue.failures.count == count - 1)
  }

  @Test func `says which file is gone before its scan, and takes no id of the program's from one`()
    throws
  {
    for name in ["a.so", "b.so"] { try folder.write(name, to: name) }
    let catalogue = try start()
    try FileManager.default.removeItem(atPath: path("a.so"))
    let next = catalogue.takeUnscanned()
    #expect(next.map(\.file.path) == [path("b.so")])
    let gone = PluginFailure(path: path("a.so"), problem: .unreadable(code: ENOENT))
    #expect(catalogue.failures == [gone])
    let refused = [
      "org.statehost.a", "ORG.StateHost.List", "org.statehost", "org..statehost.list",
      "org.statehost-list", "org.statehost_x.list",
    ]
    let types = (refused + ["com.example.b", "org.statehosting.a"]).map {
      ChildType(id: $0, name: "It")
    }
    catalogue.take(.described(PluginDescription(types)), of: try #require(next.first))
    catalogue.join()
    #expect(
      catalogue.isScanned && catalogue.types.map(\.id) == ["com.example.b", "org.statehosting.a"])
    #expect(
      catalogue.failures.dropFirst().map(\.problem)
        == refused.enumerated().map { .child(index: UInt32($0), id: $1, .idReserved) })
  }

  /// From 256 on, those of one folder are checked on a thread where that was begun.
  @Test(arguments: [(255, 0), (256, 0), (257, 3), (257, 300), (100, 200)])
  func `has all files scanned that have changed since they were remembered, and no other`(
    first: Int, second: Int
  ) throws {
    let names =
      (0..<first).map { "a/a\($0 + 1000).so" } + (0..<second).map { "b/b\($0 + 1000).so" }
    for name in names { try folder.write(name, to: name) }
    #expect(scan(try start()) == names.map(path))
    let places = [0, names.count / 2 - 1, names.count / 2, first - 1, first, names.count - 1]
    let changed = Set(places.filter { $0 < names.count }).sorted().map { names[$0] }
    for name in changed { try folder.write("another " + name, to: name) }
    let catalogue = try start()
    #expect(catalogue.isScanned && !catalogue.isChecked)
    catalogue.beginCheck()
    catalogue.check()
    #expect(catalogue.isChecked && scan(catalogue) == changed.map(path))
    catalogue.check()
    #expect(catalogue.isScanned && catalogue.types.count == names.count)
  }

  @Test func `has a file that presents a state scanned where it was written anew`() throws {
    let path = try folder.write("one", to: "a.so")
    let first = try start()
    let found = try #require(first.takeUnscanned().first)
    let place = ChildType.StatePlace(state: "content", place: 0, isInsteadOfBundled: false)
    let type = ChildType(id: "com.example.a", name: "It", places: [place])
    first.take(.described(PluginDescription([type])), of: found)
    #expect(first.isScanned && first.join())
    first.end()
    let known = try start()
    #expect(known.isScanned && known.types.map(\.id) == ["com.example.a"])
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.write(contentsOf: Data("two".utf8))
    try file.close()
    #expect(try start().takeUnscanned().map(\.file.path) == [path])
  }

  @Test func `forgets what it knew of a plugin that cannot be opened`() throws {
    for name in ["a.so", "b.so"] { try folder.write(name, to: name) }
    _ = scan(try start())
    let catalogue = try start()
    let type = try #require(catalogue["com.example.a.so"])
    #expect(throws: PluginChild.CreationError.notLoaded(.notALibrary("no ELF file"))) {
      try catalogue.makeChild(type, services: RecordingServices())
    }
    catalogue.end()
    let next = try start()
    next.check()
    #expect(scan(next) == [path("a.so")])
  }

  @Test func `has nothing of a plugin whose file may not be loaded when the files are checked`()
    throws
  {
    for name in ["a.so", "b.so", "c.so"] { try folder.write(name, to: name) }
    let catalogue = try start(by: PluginTrust())
    _ = scan(catalogue)
    catalogue.checkFiles()
    #expect(catalogue.types.count == 3 && catalogue.failures.isEmpty && catalogue.hasThirdParty)
    try FileManager.default.setAttributes([.posixPermissions: 0o646], ofItemAtPath: path("b.so"))
    catalogue.checkFiles()
    #expect(catalogue.types.map(\.id) == ["com.example.a.so", "com.example.c.so"])
    let failure = PluginFailure(path: path("b.so"), problem: .writableByOthers(mode: 0o646))
    #expect(catalogue.failures == [failure] && catalogue["com.example.b.so"] == nil)
  }
}
