import Foundation
import HostPlugins
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct `Plugins that failed too often` {
  private let folder: ScratchFolder
  private let cache: ScratchFolder
  private let plugin: CataloguedPlugin

  init() throws {
    folder = try ScratchFolder()
    cache = try ScratchFolder()
    try SmallPlugin().compile(into: folder)
    let catalogue = PluginCatalogue(of: folder)
    plugin = try #require(catalogue.plugins.first)
  }

  private func kept() -> UnstablePlugins { UnstablePlugins(in: cache.path) }

  @Test func `are remembered with the reason, by what is in their files`() throws {
    #expect(kept().reason(for: plugin) == nil)
    kept().add(plugin, "crashed")
    #expect(kept().reason(for: plugin) == "crashed")
    try FileManager.default.moveItem(
      atPath: folder.path + "/small.so", toPath: folder.path + "/old.so")
    var changed = SmallPlugin()
    changed.text = "another"
    try changed.compile(into: folder)
    #expect(kept().reason(for: plugin) == nil)
    try FileManager.default.removeItem(atPath: folder.path + "/small.so")
    try FileManager.default.copyItem(
      atPath: folder.path + "/old.so", toPath: folder.path + "/small.so")
    #expect(kept().reason(for: plugin) == "crashed")
    kept().forgetAll()
    #expect(kept().reason(for: plugin) == nil)
  }

  @Test func `are forgotten when they have held out for a minute`() {
    kept().add(plugin, "crashed")
    let plugins = kept()
    plugins.ask(for: plugin)
    #expect(plugins.reason(for: plugin) == nil)
    #expect(kept().reason(for: plugin) == "crashed")
    plugins.began(plugin, at: 5)
    #expect(plugins.nextDeadline == 60_000_000_005)
    plugins.advance(to: 60_000_000_004)
    #expect(kept().reason(for: plugin) == "crashed")
    plugins.advance(to: 60_000_000_005)
    #expect(kept().reason(for: plugin) == nil)
    #expect(plugins.nextDeadline == nil)
  }

  @Test func `are not forgotten when they fail before that`() {
    kept().add(plugin, "crashed")
    let plugins = kept()
    plugins.ask(for: plugin)
    plugins.began(plugin, at: 0)
    plugins.failed(plugin)
    #expect(plugins.nextDeadline == nil)
    plugins.add(plugin, "crashed in draw")
    #expect(plugins.reason(for: plugin) == "crashed in draw")
    #expect(kept().reason(for: plugin) == "crashed in draw")
  }

  @Test(arguments: ["", "[]", "{\"a\": 1}", "{\"00\": \"crashed\"}"])
  func `are none where the file is damaged`(_ text: String) throws {
    try cache.write(text, to: "unstable.json")
    #expect(kept().reason(for: plugin) == nil)
    kept().add(plugin, "crashed")
    #expect(kept().reason(for: plugin) == "crashed")
  }

  @Test func `are told for this run alone where nothing is kept`() {
    let plugins = UnstablePlugins(in: nil)
    plugins.add(plugin, "crashed")
    #expect(plugins.reason(for: plugin) == "crashed")
    #expect(UnstablePlugins(in: nil).reason(for: plugin) == nil)
  }

  @Test func `are kept by their contents, in an order that is always the same`() throws {
    let others = try ScratchFolder(plugins: ["a", "b", "c"])
    let plugins = PluginCatalogue(of: others).plugins
    for plugin in [plugin] + plugins { kept().add(plugin, "crashed") }
    let text = try String(contentsOfFile: cache.path + "/unstable.json", encoding: .utf8)
    let names = text.split(separator: "\"").map(String.init).filter { $0.count == 64 }
    #expect(names.count == 4 && names == names.sorted())
  }
}
