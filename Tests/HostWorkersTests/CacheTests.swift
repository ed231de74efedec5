import Foundation
import HostPlugins
import PluginSupport
import TestSupport
import Testing

@Suite struct `The cache of what plugins offer` {
  private let folder: ScratchFolder
  private let cache: ScratchFolder
  private var file: String { cache.path + "/plugins" }

  init() throws {
    folder = try ScratchFolder()
    cache = try ScratchFolder()
  }

  /// What a start finds out, and how many files it scans for that.
  private func start(
    version: String = "1", isForgotten: Bool = false
  ) throws -> (catalogue: PluginCatalogue, scanned: Int) {
    let catalogue = PluginCatalogue(
      loading: PluginSearchPath(flags: [folder.path], environment: nil, home: nil, bundled: nil),
      for: HostIdentity(version: "1"), scansLater: true,
      cache: PluginCache(in: cache.path, version: version, isForgotten: isForgotten))
    return (catalogue, try catalogue.scan(nanosecondsForFile: 500_000_000))
  }

  /// Two right plugins and one that crashes.
  private func compileThree() throws {
    for name in ["a", "b"] { try folder.compile(name) }
    try folder.compile("wrong") { $0.initialise = "abort();" }
  }

  private func expectThree(
    _ catalogue: PluginCatalogue, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      catalogue.types.map(\.id) == ["com.example.a", "com.example.b"], sourceLocation: location)
    #expect(catalogue.failures.count == 1, sourceLocation: location)
    #expect(
      catalogue.failures.first?.line.contains("crashed (SIGABRT)") == true,
      sourceLocation: location)
  }

  @Test(.needsSandbox) func `spares every scan but the first, of what crashed too`() throws {
    try compileThree()
    let cold = try start()
    #expect(cold.scanned == 3)
    expectThree(cold.catalogue)
    let warm = try start()
    #expect(warm.scanned == 0)
    expectThree(warm.catalogue)
    #expect(warm.catalogue.types == cold.catalogue.types)
    #expect(warm.catalogue.plugins.allSatisfy { !$0.isOpen })
    #expect(try start(isForgotten: true).scanned == 3)
    #expect(try start().scanned == 0)
  }

  @Test(.needsSandbox) func `knows a file by its contents under another time and name`() throws {
    try compileThree()
    _ = try start()
    try FileManager.default.moveItem(atPath: folder.path + "/a.so", toPath: folder.path + "/aa.so")
    for name in ["aa.so", "b.so", "wrong.so"] {
      let path = folder.path + "/" + name
      try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: path), options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let copied = try start()
    #expect(copied.scanned == 0)
    expectThree(copied.catalogue)
  }

  @Test(.needsSandbox) func `asks anew for a file that has changed`() throws {
    try compileThree()
    _ = try start()
    try folder.compile("b") { $0.places = [("empty", 1, "0")] }
    let changed = try start()
    #expect(changed.scanned == 1)
    #expect(changed.catalogue["com.example.b"]?.places.map(\.state) == ["empty"])
  }

  @Test(.needsSandbox) func `remembers no failure that another system would not have`() throws {
    try folder.compile("a") {
      $0.initialise = #"*reason = childplugin_text("no display"); return false;"#
    }
    #expect(try start().scanned == 1)
    let again = try start()
    #expect(again.scanned == 1)
    let line = again.catalogue.failures.first?.line
    #expect(line?.contains("init refuses, saying \"no display\": ") == true)
  }

  @Test(.needsSandbox) func `counts for the program that wrote it alone`() throws {
    try compileThree()
    _ = try start()
    #expect(try start(version: "2").scanned == 3)
    #expect(try start(version: "2").scanned == 0)
  }

  @Test(.needsSandbox) func `is left alone where others could change it`() throws {
    try compileThree()
    _ = try start()
    for path in [file, cache.path] {
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
      let open = try start()
      #expect(open.scanned == 3)
      expectThree(open.catalogue)
    }
    let refused = PluginCache(in: cache.path, version: "1")
    #expect(refused.problem != nil)
    #expect(PluginCache(in: "/proc/nowhere", version: "1").problem != nil)
  }

  @Test func `is not read where the program's own plugins are all that there is`() throws {
    try SmallPlugin().compile(into: folder)
    let others = Array("what is known of many others".utf8)
    try Data(others).write(to: URL(filePath: file))
    for isOpen in [true, false] {
      let cache = PluginCache(in: cache.path, version: "1")
      let catalogue = PluginCatalogue(
        loading: PluginSearchPath(
          flags: [], environment: nil, home: nil, bundled: .bundled(folder.path)),
        for: HostIdentity(version: "1"), scansLater: true, cache: cache)
      #expect(catalogue.plugins.map(\.isOpen) == [isOpen])
    }
    #expect([UInt8](try Data(contentsOf: URL(filePath: file))) == others)
  }

  @Test(.needsSandbox) func `gives way to what a plugin says when it is opened`() throws {
    var plugin = SmallPlugin()
    plugin.declarations = """
      static childplugin_descriptor_t changed;
      static const childplugin_descriptor_t *changed_descriptor(uint32_t index) {
        return index == 0 ? &changed : NULL;
      }
      """
    // A worker has no such variable.
    plugin.entry = """
      static childplugin_plugin_t other;
      other = plugin;
      other.descriptor = changed_descriptor;
      changed = small;
      changed.version = (childplugin_text_t)CHILDPLUGIN_TEXT("2.0.0");
      if (getenv("PATH") != NULL) return &other;
      """
    try plugin.compile(into: folder)
    #expect(try start().scanned == 1)
    let (catalogue, scanned) = try start()
    #expect(scanned == 0)
    let type = try #require(catalogue["com.example.small"])
    #expect(type.version == "1.0.0")
    let child = try catalogue.makeChild(type, services: NoServices())
    #expect(child.type.version == "2.0.0")
    #expect(catalogue["com.example.small"]?.version == "2.0.0")
    catalogue.end()
    #expect(try start().scanned == 1)
  }

  @Test(.needsSandbox) func `is not believed when a plugin cannot be opened any more`() throws {
    try SmallPlugin().compile(into: folder)
    _ = try start()
    let (catalogue, _) = try start()
    try FileManager.default.removeItem(atPath: folder.path + "/small.so")
    let type = try #require(catalogue["com.example.small"])
    for _ in 0..<2 {
      #expect(throws: PluginChild.CreationError.notLoaded(.unreadable(code: ENOENT))) {
        try catalogue.makeChild(type, services: NoServices())
      }
    }
  }

  @Test(.needsSandbox) func `opens none but those whose children are made, and those once`() throws
  {
    try compileThree()
    _ = try start()
    var opened: [String] = []
    let catalogue = try PluginCatalogue(
      scanning: folder, cache: PluginCache(in: cache.path, version: "1"),
      opened: { opened.append($0) })
    let type = try #require(catalogue["com.example.b"])
    for _ in 0..<2 { _ = try catalogue.makeChild(type, services: NoServices()) }
    #expect(opened == [folder.path + "/b.so"])
    #expect(catalogue.plugins.map(\.isOpen) == [false, true])
  }
}
