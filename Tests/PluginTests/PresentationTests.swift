import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `Children of states` {
    @Test func `stand by place, and of equal ones the first found is on top`() throws {
      let folder = try PluginFolder()
      try compile(folder, "a", [FixturePlugin.place("content", 5)])
      try compile(folder, "b", [FixturePlugin.place("content", 5)])
      try compile(folder, "c", [FixturePlugin.place("content", -1)])
      try compile(folder, "d", [FixturePlugin.place("content", 9)])
      let catalogue = folder.load()
      #expect(ids(catalogue, "content") == ["c", "b", "a", "d"])
      #expect(catalogue.children(forState: "unknown").isEmpty)
    }

    @Test func `are listed with the usual states first and the others by name`() throws {
      let folder = try PluginFolder()
      let states = ["zebra", "error", "empty", "apple", "content", "loading"]
      try compile(folder, "a", states.map { FixturePlugin.place($0, 0) })
      let catalogue = folder.load()
      #expect(
        catalogue.presentations.map(\.state) == [
          "loading", "content", "empty", "error", "apple", "zebra",
        ])
      #expect(
        catalogue.children(forStates: ["apple", "none"]).map(\.children.count) == [1, 0])
    }

    @Test func `take the place of the program's own where they ask for it`() throws {
      let own = try PluginFolder()
      try compile(own, "own", [FixturePlugin.place("content", 0), FixturePlugin.place("empty", 0)])
      let users = try PluginFolder()
      try compile(
        users, "mine",
        [
          FixturePlugin.place("content", 0, flags: "CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED"),
          FixturePlugin.place("empty", 0),
        ])
      try compile(users, "other", [FixturePlugin.place("content", 1)])
      let catalogue = PluginCatalogue(
        loading: PluginSearchPath(
          flags: [users.path], environment: nil, home: nil, bundled: .directory(own.path)),
        for: PluginFolder.program)
      #expect(ids(catalogue, "content") == ["mine", "other"])
      #expect(ids(catalogue, "empty") == ["own", "mine"])
    }

    private func compile(_ folder: PluginFolder, _ id: String, _ places: [String]) throws {
      try folder.compile(FixturePlugin(id: id, places: places), to: "\(id).so")
    }

    private func ids(_ catalogue: PluginCatalogue, _ state: String) -> [String] {
      catalogue.children(forState: state).map(\.id)
    }
  }
}
