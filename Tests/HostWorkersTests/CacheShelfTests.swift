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
    return try PluginFile(
      opening: PluginCandidate(path: path, origin: .flag),
      by: try PluginTrust(exceptions: [folder.path]), for: PluginCallee(file: path))
  }

  private func finding(_ what: String) -> PluginFinding {
    .failed(.told(what: what, remedy: "none"), isOfContent: true)
  }

  @Test func `is what was found out last, in the same run too`() throws {
    let shelf = PluginCache(in: cache.path, version: "1").shelf(of: .flag)
    let file = try plugin("one", as: "a.so")
    shelf.record(finding("one"), for: file)
    #expect(shelf.finding(forContentOf: try plugin("one", as: "b.so")) == finding("one"))
    shelf.record(finding("two"), for: try plugin("two", as: "c.so"))
    #expect(shelf.finding(forContentOf: try plugin("two", as: "d.so")) == finding("two"))
    #expect(shelf.finding(forContentOf: try plugin("one", as: "e.so")) == finding("one"))
  }

  @Test func `of the program's own is what the last few installations had`() throws {
    let files = try (0..<40).map { try plugin("\($0)", as: "\($0).so") }
    for file in files {
      let cache = PluginCache(in: cache.path, version: "1")
      cache.shelf(of: .bundled).record(finding("it"), for: file, isOwn: true)
      cache.write()
    }
    let shelf = PluginCache(in: cache.path, version: "1").shelf(of: .bundled)
    let known = files.map { shelf.finding(for: $0.facts, pinnedTo: nil) != nil }
    #expect(known == (0..<40).map { $0 >= 8 })
  }

  @Test func `is not known of a file that is pinned to others`() throws {
    let shelf = PluginCache(in: cache.path, version: "1").shelf(of: .flag)
    let files = try [("one", "a.so"), ("two", "b.so")].map(plugin)
    for file in files { shelf.record(finding("it"), for: file) }
    let known = files.map { shelf.finding(for: files[0].facts, pinnedTo: $0.quickHash) != nil }
    #expect(known == [true, false])
  }

  @Test func `was wrong of all that have them where it was wrong of one`() throws {
    let shelf = PluginCache(in: cache.path, version: "1").shelf(of: .flag)
    let files = try [("one", "a.so"), ("one", "b.so"), ("two", "c.so")].map(plugin)
    for file in files { shelf.record(finding("it"), for: file) }
    shelf.forget(files[0].facts)
    let known = files.map { shelf.finding(for: $0.facts, pinnedTo: nil) != nil }
    #expect(known == [false, false, true])
    #expect(shelf.finding(forContentOf: try plugin("one", as: "d.so")) == nil)
  }
}
