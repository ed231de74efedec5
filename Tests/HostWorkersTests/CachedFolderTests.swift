import Foundation
import HostSystem
import PluginSupport
import TestSupport
import Testing

@testable import HostPlugins

@Suite struct `A folder of plugins that is as it was` {
  private let folder: ScratchFolder
  private let cache: ScratchFolder
  /// An hour from now, when the folders of a test have been left alone for long.
  private let later = Clock.calendarNanoseconds + 3_600_000_000_000

  init() throws {
    folder = try ScratchFolder()
    cache = try ScratchFolder()
  }

  private func compile(
    _ name: String, id: String? = nil, places: [String] = [], in subfolder: String = ""
  ) throws {
    var plugin = SmallPlugin()
    plugin.id = id ?? "com.example.\(name)"
    plugin.places = places.map { ($0, 20, "0") }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/" + subfolder, withIntermediateDirectories: true)
    try plugin.compile(into: folder, as: subfolder + name + ".so")
  }

  /// Starts at a time, and waits until all is known unless that is left for later.
  private func start(
    at time: Int64, trust: PluginTrust = PluginTrust(), path: [String]? = nil,
    isWaiting: Bool = true, descriptorsDecide: Bool = true
  ) throws -> (catalogue: PluginCatalogue, isKnown: Bool) {
    let cache = PluginCache(in: cache.path, version: "1", nowNanoseconds: time)
    let path = PluginSearchPath(
      flags: path ?? [folder.path], environment: nil, home: nil, bundled: nil)
    let finder = PluginFinder(
      searching: path, by: trust, cache: cache, descriptorsDecide: descriptorsDecide)
    let catalogue = PluginCatalogue(
      loading: path, for: HostIdentity(version: "1"), by: trust,
      scansLater: true, descriptorsDecide: descriptorsDecide, cache: cache)
    if isWaiting {
      catalogue.check()
      try catalogue.scan()
    }
    let isKnown = finder.finds.allSatisfy { if case .known = $0 { true } else { false } }
    return (catalogue, isKnown && !finder.finds.isEmpty)
  }

  private func ids(_ catalogue: PluginCatalogue) -> [String] { catalogue.types.map(\.id) }

  /// What a listing of the same finds.
  private func expectTheSame(
    _ known: PluginCatalogue, as listed: PluginCatalogue,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(known.presentations == listed.presentations, sourceLocation: location)
    #expect(known.hints == listed.hints, sourceLocation: location)
    #expect(known.failures.map(\.line) == listed.failures.map(\.line), sourceLocation: location)
    #expect(known.types == listed.types, sourceLocation: location)
    let plugins = listed.plugins.filter(\.isKnown)
    #expect(known.plugins.map(\.path) == plugins.map(\.path), sourceLocation: location)
    #expect(
      known.plugins.map(\.description) == plugins.map(\.description), sourceLocation: location)
  }

  @Test(.needsSandbox) func `is not listed again, and offers the same`() throws {
    try compile("a")
    try compile("b", places: ["content"])
    try compile("d", in: "c/")
    try compile("e", places: ["contnet"])
    try Data("no library".utf8).write(to: URL(filePath: folder.path + "/f.so"))
    let first = try start(at: later)
    #expect(!first.isKnown)
    let second = try start(at: later)
    #expect(second.isKnown)
    expectTheSame(second.catalogue, as: first.catalogue)
    #expect(ids(second.catalogue) == ["a", "b", "d", "e"].map { "com.example." + $0 })
    #expect(second.catalogue.failures.count == 1)
  }

  @Test(.needsSandbox) func `has children that are asked for by their ids, one or all`() throws {
    for name in ["a", "b"] { try compile(name) }
    _ = try start(at: later)
    let (catalogue, isKnown) = try start(at: later)
    #expect(isKnown)
    #expect(catalogue["com.example.none"] == nil)
    let type = try #require(catalogue["com.example.b"])
    #expect(catalogue.plugin(of: type).path == folder.path + "/b.so")
    let child = try catalogue.makeChild(type, services: NoServices())
    #expect(child.type.id == "com.example.b")
    #expect(catalogue.plugins.map(\.isOpen) == [false, true])
    #expect(ids(catalogue) == ["com.example.a", "com.example.b"])
  }

  @Test(.needsSandbox)
  func `has no other plugin read than one that is asked for, where a file decides`() throws {
    for name in ["a", "b", "c"] { try compile(name, places: ["content"]) }
    let first = try start(at: later)
    let (catalogue, isKnown) = try start(at: later, isWaiting: false, descriptorsDecide: false)
    #expect(isKnown && !catalogue.isChecked)
    #expect(catalogue.tellingTypes.isEmpty)
    let type = try #require(catalogue["com.example.b"])
    #expect(catalogue.tellingTypes == [type])
    #expect(catalogue.plugin(numbered: type.plugin).path == folder.path + "/b.so")
    #expect(catalogue["com.example.b"] == type)
    // Who asks for all has them in the order in which they were found.
    #expect(ids(catalogue) == ["a", "b", "c"].map { "com.example." + $0 })
    expectTheSame(catalogue, as: first.catalogue)
    #expect(try start(at: later, isWaiting: false).catalogue.tellingTypes.count == 3)
  }

  @Test(.needsSandbox) func `has one that is asked for looked at first, where a file decides`()
    throws
  {
    try overwrite(asID: "com.example.other", places: ["content"])
    let (catalogue, isKnown) = try start(at: later, isWaiting: false, descriptorsDecide: false)
    #expect(isKnown && catalogue.isScanned)
    #expect(catalogue["com.example.a"] != nil)
    #expect(catalogue.isScanned && !catalogue.isChecked)
    #expect(catalogue["com.example.b"] == nil)
    #expect(!catalogue.isScanned)
    try catalogue.scan()
    #expect(ids(catalogue) == ["com.example.a", "com.example.other"])
  }

  enum Change: CaseIterable { case added, removed, renamed, overwritten, linked, permissions }

  @Test(.needsSandbox, arguments: Change.allCases) func `is listed when something has changed`(
    change: Change
  ) throws {
    for name in ["a", "b"] { try compile(name) }
    _ = try start(at: later)
    #expect(try start(at: later).isKnown)
    let file = folder.path + "/b.so"
    var expected = ["com.example.a", "com.example.b"]
    switch change {
    case .added:
      try compile("c")
      expected.append("com.example.c")
    case .removed:
      try FileManager.default.removeItem(atPath: file)
      expected.removeLast()
    case .renamed: try FileManager.default.moveItem(atPath: file, toPath: folder.path + "/z.so")
    case .overwritten:
      try overwrite(asID: "com.example.other")
      expected[1] = "com.example.other"
    case .linked:
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/l.so", withDestinationPath: file)
    case .permissions:
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: file)
      expected.removeLast()
    }
    let changed = try start(at: later)
    // The folder is as it was.
    #expect(changed.isKnown == [.overwritten, .permissions].contains(change))
    #expect(ids(changed.catalogue) == expected)
    // The folder is remembered with what the file was, and listed once for what it is.
    if change == .overwritten { #expect(try !start(at: later).isKnown) }
    // What has to be opened to tell what it is is not known by its folder.
    #expect(try start(at: later).isKnown == (change != .linked))
  }

  /// Remembers two that present nothing, and then overwrites one of them.
  private func overwrite(asID id: String, places: [String] = []) throws {
    for name in ["a", "b"] { try compile(name) }
    _ = try start(at: later)
    try compile("other", id: id, places: places, in: "elsewhere/")
    let bytes = try Data(contentsOf: URL(filePath: folder.path + "/elsewhere/other.so"))
    try FileManager.default.removeItem(atPath: folder.path + "/elsewhere")
    _ = try start(at: later)
    try bytes.write(to: URL(filePath: folder.path + "/b.so"))
  }

  @Test(.needsSandbox) func `has files that present nothing looked at later, a few at a time`()
    throws
  {
    try overwrite(asID: "com.example.b", places: ["content"])
    let (catalogue, isKnown) = try start(at: later, isWaiting: false)
    #expect(isKnown && catalogue.isScanned && !catalogue.isChecked)
    #expect(catalogue.presentations.isEmpty)
    catalogue.check(atMost: 1)
    #expect(catalogue.isScanned && !catalogue.isChecked)
    catalogue.check(atMost: 1)
    #expect(!catalogue.isScanned && catalogue.isChecked)
    try catalogue.scan()
    #expect(catalogue.presentations.map(\.state) == ["content"])
  }

  @Test(.needsSandbox, arguments: ["com.example.b", "com.example.other"])
  func `has them looked at when somebody asks for an id that was or is one's`(id: String) throws {
    try overwrite(asID: "com.example.other")
    let (catalogue, _) = try start(at: later, isWaiting: false)
    #expect(catalogue[id] == nil)
    #expect(!catalogue.isScanned)
    try catalogue.scan()
    #expect(ids(catalogue) == ["com.example.a", "com.example.other"])
    #expect(catalogue.failures.isEmpty)
  }

  @Test(.needsSandbox) func `is not known before it has been left alone for a while`() throws {
    try compile("a")
    for _ in 0..<2 { #expect(try !start(at: Clock.calendarNanoseconds).isKnown) }
    #expect(try !start(at: later).isKnown)
    #expect(try start(at: later).isKnown)
  }

  @Test(.needsSandbox) func `is looked into file by file where one is pinned`() throws {
    for name in ["a", "b"] { try compile(name) }
    let (catalogue, _) = try start(at: later)
    let trust = PluginTrust()
    #expect(trust.pins.pin([catalogue.plugins[0]]).isEmpty)
    #expect(try !start(at: later, trust: trust).isKnown)
    #expect(try start(at: later).isKnown)
  }

  @Test(.needsSandbox) func `tells of a child whose id another folder has`() throws {
    for name in ["a", "b"] { try compile(name, in: "one/") }
    try compile("c", in: "two/")
    try compile("d", id: "com.example.a", in: "two/")
    try compile("e", id: "com.example.b", places: ["empty"], in: "two/")
    let path = ["one", "two"].map { folder.path + "/" + $0 }
    for path in [path, path.reversed()] {
      try FileManager.default.contentsOfDirectory(atPath: cache.path).forEach {
        try FileManager.default.removeItem(atPath: cache.path + "/" + $0)
      }
      let first = try start(at: later, path: path)
      let second = try start(at: later, path: path)
      #expect(second.isKnown)
      expectTheSame(second.catalogue, as: first.catalogue)
      #expect(second.catalogue.failures.count == 2)
    }
  }

  @Test(.needsSandbox) func `is known beside others that are not searched each time`() throws {
    try compile("a", in: "one/")
    try compile("b", in: "two/")
    let one = [folder.path + "/one"]
    let two = [folder.path + "/two"]
    for path in [one, two] { #expect(try !start(at: later, path: path).isKnown) }
    for path in [one, two, one + two] { #expect(try start(at: later, path: path).isKnown) }
  }

  @Test(.needsSandbox, arguments: [1, 2] as [UInt64])
  func `is listed and scanned again when what is remembered is damaged, however`(
    seed: UInt64
  ) throws {
    for name in ["a", "b"] { try compile(name) }
    _ = try start(at: later)
    let file = URL(filePath: cache.path + "/plugins")
    let whole = [UInt8](try Data(contentsOf: file))
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var bytes = whole
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      default: bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      try Data(bytes).write(to: file)
      let (catalogue, isKnown) = try start(at: later, isWaiting: false)
      #expect(!isKnown && catalogue.types.isEmpty, "seed \(seed)")
    }
    let rebuilt = try start(at: later)
    #expect(!rebuilt.isKnown && ids(rebuilt.catalogue) == ["com.example.a", "com.example.b"])
    #expect(try start(at: later).isKnown)
  }
}
