import HostPlugins
import HostStates
import HostText
import TestSupport
import Testing

@testable import HostRuntime

@Suite struct `An arrangement without a states file` {
  @Test func `has the children of each state as their descriptors place them, bottom first`() throws
  {
    let places = ["a": 9, "b": -5, "c": 4]
    let folder = try ScratchFolder(plugins: ["a", "b", "c"]) { name, plugin in
      let place = places[name] ?? 0
      plugin.places = [("content", place, "0"), ("empty", -place, "0")]
    }
    let catalogue = PluginCatalogue(of: folder)
    let arrangement = try Arrangement(of: catalogue)
    func names(_ state: String) -> [String]? {
      arrangement[state]?.entries.map { arrangement.entries[$0].name }
    }
    #expect(names("content") == ["b", "c", "a"] && names("empty") == ["a", "c", "b"])
    #expect(names("loading") == [] && names("error") == [] && names("other") == nil)
    #expect(arrangement.initial == "content")
  }

  /// A key of a plugin's, and the state that it asks for.
  private typealias Brought = (key: String, state: String, label: String)

  @Test func `has the keys of plugins of which the first found has each, for states there are`()
    throws
  {
    let brought: [String: [Brought]] = [
      "a": [("f2", "content", "one"), ("q", "content", "quit"), ("f3", "nowhere", "lost")],
      "b": [("f2", "empty", "two"), ("f3", "empty", "three"), ("f4", "error", "four")],
    ]
    let folder = try ScratchFolder(plugins: ["a", "b"]) { $1.keys = brought[$0] ?? [] }
    let catalogue = PluginCatalogue(of: folder)
    func keys(_ arrangement: Arrangement) -> [String] {
      arrangement.defaultKeys.map { "\($0.key.name) \($0.state) \($0.label)" }
    }
    #expect(
      keys(try Arrangement(of: catalogue)) == ["f2 content one", "f3 empty three", "f4 error four"])
    // Without a child that the user has removed, the next one has its keys.
    var without = try Arrangement(of: catalogue)
    without.remove(try #require(without.entries.firstIndex { $0.name == "a" }))
    #expect(
      keys(try without.renewed(by: catalogue)) == [
        "f2 empty two", "f3 empty three", "f4 error four",
      ])
    // With a states file it is the same, but for the keys that this has, and its states.
    let text = """
      { "initial": "content", "states": { "content": ["x", "y"], "empty": ["y"] },
        "children": { "x": { "use": "b" }, "y": { "use": "a" } }, "keys": { "f3": "content" } }
      """
    let file = try StatesFile(parsing: Array(text.utf8), file: "s.json")
    var filed = try Arrangement(file, of: catalogue)
    #expect(keys(filed) == ["f2 content one"] && filed.entries.allSatisfy(\.isNamed))
    filed.remove(1)
    filed = try filed.renewed(by: catalogue)
    #expect(keys(filed) == ["f2 empty two"])
    #expect(filed.states.map(\.entries) == [[0], []])
  }
}
