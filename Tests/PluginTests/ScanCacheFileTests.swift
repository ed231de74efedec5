import Foundation
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostPlugins

@Suite struct `What is known by its contents` {
  private let folder: ScratchFolder
  private let cache: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    cache = try ScratchFolder()
  }

  private func plugin(_ contents: String, as name: String) throws -> PluginFile {
    let path = try folder.write(contents, to: name)
    return try PluginFile(checking: path, by: PluginTrust(exceptions: [folder.path]))
  }

  private var cacheFile: URL { URL(fileURLWithPath: cache.path + "/plugins") }

  private func finding(_ what: String) -> ScanResult {
    .failed(.told(what: what, remedy: "none"), isOfContent: true)
  }

  @Test(arguments: [false, true])
  func `of the program's own is what the last few installations had, and what is used`(
    isUsed: Bool
  ) throws {
    let files = try (0..<40).map { try plugin("\($0)", as: "\($0).so") }
    for file in files {
      let cache = PluginCache(in: cache.path, version: "1")
      if isUsed { _ = cache.shelf(of: .bundled).finding(for: files[0].facts, pinnedTo: nil) }
      cache.shelf(of: .bundled).record(finding("it"), for: file, isOwn: true)
      cache.write()
    }
    let shelf = PluginCache(in: cache.path, version: "1").shelf(of: .bundled)
    let known = files.map { shelf.finding(for: $0.facts, pinnedTo: nil) != nil }
    #expect(known == (0..<40).map { isUsed ? $0 == 0 || $0 >= 9 : $0 >= 8 })
  }

  @Test(arguments: [("bundled", PluginSearchPath.Origin.bundled), ("plugins", .flag)])
  func `is not believed where others could have written it`(
    name: String, origin: PluginSearchPath.Origin
  ) throws {
    let file = try plugin("one", as: "a.so")
    let before = PluginCache(in: cache.path, version: "1")
    before.shelf(of: origin).record(finding("it"), for: file)
    before.write()
    func start() -> (isKnown: Bool, isDistrusted: Bool) {
      let cache = PluginCache(in: cache.path, version: "1")
      let isKnown = cache.shelf(of: origin).finding(forContentOf: file) != nil
      return (isKnown, cache.isDistrusted)
    }
    #expect(start() == (true, false))
    #expect(unsafe chmod(cache.path + "/" + name, 0o666) == 0)
    #expect(start() == (false, true))
  }

  @Test(arguments: [PluginSearchPath.Origin.bundled, .flag])
  func `says why it could not be kept`(origin: PluginSearchPath.Origin) throws {
    let kept = PluginCache(in: cache.path, version: "1")
    kept.shelf(of: origin).record(finding("it"), for: try plugin("one", as: "a.so"))
    #expect(kept.problem == nil)
    try FileManager.default.removeItem(atPath: cache.path)
    kept.write()
    #expect(kept.problem?.code == ENOENT)
  }

  @Test func `that nobody can read is written anew`() throws {
    let file = try plugin("one", as: "a.so")
    let before = PluginCache(in: cache.path, version: "1")
    before.shelf(of: .flag).record(finding("it"), for: file)
    before.write()
    let whole = try Data(contentsOf: cacheFile)
    try whole.dropLast(3).write(to: cacheFile)
    let next = PluginCache(in: cache.path, version: "1")
    #expect(next.shelf(of: .flag).finding(forContentOf: file) == nil)
    next.write()
    let later = PluginCache(in: cache.path, version: "1")
    #expect(try Data(contentsOf: cacheFile) != whole.dropLast(3))
    later.shelf(of: .flag).record(finding("it"), for: file)
    later.write()
    #expect(try Data(contentsOf: cacheFile) == whole)
  }

  @Test func `is not known of a file that is pinned to others`() throws {
    let shelf = PluginCache(in: cache.path, version: "1").shelf(of: .flag)
    let files = try [("one", "a.so"), ("two", "b.so")].map(plugin)
    for file in files { shelf.record(finding("it"), for: file) }
    let known = files.map { shelf.finding(for: files[0].facts, pinnedTo: $0.quickHash) != nil }
    #expect(known == [true, false])
  }

  /// What a shelf must know, worked out plainly, in the order in which files were first recorded.
  private struct Model {
    var entries: [(path: String, contents: String, finding: ScanResult)] = []

    mutating func record(_ finding: ScanResult, _ path: String, _ contents: String) {
      if let place = entries.firstIndex(where: { $0.path == path }) {
        entries[place].finding = finding
      } else {
        entries.append((path, contents, finding))
      }
    }

    mutating func forget(_ path: String, _ contents: String) {
      guard entries.contains(where: { $0.path == path }) else { return }
      entries.removeAll { $0.contents == contents }
    }

    func finding(forContents contents: String) -> ScanResult? {
      entries.last { $0.contents == contents }?.finding
    }
  }

  @Test(arguments: UInt64(1)...8)
  func `is found by file and by contents, whatever was recorded and forgotten`(seed: UInt64) throws
  {
    var random = SeededGenerator(seed: seed)
    let shelf = PluginCache(in: cache.path, version: "1").shelf(of: .flag)
    let files = try (0..<9).map { number in
      let contents = "\(number % 4)"
      return (contents, try plugin(contents, as: "\(number).so"))
    }
    var model = Model()
    for step in 0..<200 {
      guard let (contents, file) = files.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<5, using: &random) {
      case 0, 1:
        shelf.record(finding("\(step)"), for: file)
        model.record(finding("\(step)"), file.path, contents)
      case 2:
        shelf.forget(file.facts)
        model.forget(file.path, contents)
      default:
        let wanted = model.finding(forContents: contents)
        #expect(shelf.finding(forContentOf: file) == wanted, "seed \(seed), step \(step)")
        // It is known of this file from now on.
        if let wanted { model.record(wanted, file.path, contents) }
      }
      let known = files.map { shelf.finding(for: $1.facts, pinnedTo: nil) }
      let wanted = files.map { _, file in
        model.entries.first { $0.path == file.path }?.finding
      }
      #expect(known == wanted, "seed \(seed), step \(step)")
    }
  }

  @Test(arguments: [0, 1, 2_000_000_000, 2_000_000_001] as [Int64])
  func `lists a folder anew that was listed within two seconds of its last change`(
    waited: Int64
  ) throws {
    let files = try ["a", "below/b"].map { try plugin($0, as: "\($0).so") }
    // Folders of folders are not searched, also where they are remembered.
    _ = try plugin("c", as: "below/deep/c.so")
    for name in ["README", "below/notes.txt", ".hidden.so"] { try folder.write("text", to: name) }
    let changed = try [folder.path, folder.path + "/below"].map {
      try #require(FileFacts(at: $0)).changedNanoseconds
    }.reduce(0, max)
    let path = PluginSearchPath(flags: [folder.path])
    /// Whether all that is found at such a time is known without a listing.
    func isKnown(at time: Int64) throws -> Bool {
      let cache = PluginCache(in: cache.path, version: "1", nowNanoseconds: time)
      let finder = PluginFinder(
        searching: path, by: try PluginTrust(exceptions: [folder.path]), cache: cache)
      for file in files { cache.shelf(of: .flag).record(finding("it"), for: file) }
      cache.write()
      #expect(finder.finds.count == files.count)
      return finder.finds.allSatisfy { if case .known = $0 { true } else { false } }
    }
    #expect(try !isKnown(at: changed + waited))
    #expect(try isKnown(at: changed + 9_000_000_000) == (waited > 2_000_000_000))
  }

  /// What is listed with other rules may have files that these rules refuse.
  @Test func `lists a folder anew that is trusted from now on, or no more`() throws {
    let file = try plugin("a", as: "a.so")
    let path = PluginSearchPath(flags: [folder.path])
    let time = try #require(FileFacts(at: folder.path)).changedNanoseconds + 9_000_000_000
    for (isTrusted, isKnown) in [
      (true, false), (true, true), (false, false), (false, true), (true, false),
    ] {
      let cache = PluginCache(in: cache.path, version: "1", nowNanoseconds: time)
      let trust = try PluginTrust(exceptions: isTrusted ? [folder.path] : [])
      let finder = PluginFinder(searching: path, by: trust, cache: cache)
      cache.shelf(of: .flag).record(finding("it"), for: file)
      cache.write()
      #expect(finder.candidates.map(\.isExcepted) == [isTrusted])
      #expect(finder.finds.allSatisfy { if case .known = $0 { isKnown } else { !isKnown } })
    }
  }
}
