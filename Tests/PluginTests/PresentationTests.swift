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
        ["apple", "none"].map { catalogue.children(forState: $0).count } == [1, 0])
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
          flags: [users.path], environment: nil, home: nil, bundled: .bundled(own.path)),
        for: PluginFolder.program)
      #expect(ids(catalogue, "content") == ["mine", "other"])
      #expect(ids(catalogue, "empty") == ["own", "mine"])
    }

    @Test func `of two plugins that take one state, the first found has it`() throws {
      let own = try PluginFolder()
      try compile(own, "own", [FixturePlugin.place("content", 0), FixturePlugin.place("empty", 0)])
      let users = try PluginFolder()
      let takes = "CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED"
      let places = ["content", "empty"].map { FixturePlugin.place($0, 0, flags: takes) }
      try compile(users, "b", places)
      try compile(users, "a", [FixturePlugin.place("content", 0, flags: takes)])
      try compile(users, "c", places + [FixturePlugin.place("error", 0, flags: takes)])
      try compile(users, "over", [FixturePlugin.place("content", 9)])
      let catalogue = PluginCatalogue(
        loading: PluginSearchPath(
          flags: [users.path], environment: nil, home: nil, bundled: .bundled(own.path)),
        for: PluginFolder.program)
      #expect(ids(catalogue, "content") == ["a", "over"])
      #expect(ids(catalogue, "empty") == ["b"])
      #expect(ids(catalogue, "error") == ["c"])
      #expect(
        catalogue.hints.map(\.line) == [
          "statehost: b is left out of content, which a of \(users.path)/a.so takes, too: "
            + "\(users.path)/b.so: remove the one that you do not want, or choose with --states FILE",
          "statehost: c is left out of content, which a of \(users.path)/a.so takes, too: "
            + "\(users.path)/c.so: remove the one that you do not want, or choose with --states FILE",
          "statehost: c is left out of empty, which b of \(users.path)/b.so takes, too: "
            + "\(users.path)/c.so: remove the one that you do not want, or choose with --states FILE",
        ])
    }

    @Test func `of two plugins that fill the surface, the first found does`() throws {
      let own = try PluginFolder()
      let (whole, over) = (FixturePlugin.place("content", 0), FixturePlugin.place("content", 10))
      try compile(own, "own", [whole])
      let users = try PluginFolder()
      try compile(users, "b", [whole, FixturePlugin.place("error", 0)])
      try compile(users, "c", [FixturePlugin.place("error", 0), whole])
      try compile(users, "d", [over])
      try compile(users, "e", [over])
      try compile(users, "f", [docked("content", 0)])
      try compile(users, "g", [FixturePlugin.place("content", 1)])
      let catalogue = PluginCatalogue(
        loading: PluginSearchPath(
          flags: [users.path], environment: nil, home: nil, bundled: .bundled(own.path)),
        for: PluginFolder.program)
      #expect(ids(catalogue, "content") == ["own", "f", "b", "g", "e", "d"])
      #expect(ids(catalogue, "error") == ["b"])
      #expect(
        catalogue.hints.map(\.line) == [
          "statehost: c is left out of error, content, which b of \(users.path)/b.so takes, too: "
            + "\(users.path)/c.so: remove the one that you do not want, or choose with --states FILE"
        ])
    }

    @Test func `that fill the surface give way to one that takes it, too`() throws {
      let folder = try PluginFolder()
      let takes = "CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED"
      try compile(folder, "a", [FixturePlugin.place("content", 0)])
      try compile(folder, "b", [FixturePlugin.place("content", 0, flags: takes)])
      try compile(folder, "c", [FixturePlugin.place("empty", 0)])
      try compile(folder, "d", [FixturePlugin.place("empty", 10, flags: takes)])
      let catalogue = folder.load()
      #expect(ids(catalogue, "content") == ["b"])
      #expect(ids(catalogue, "empty") == ["c", "d"])
      #expect(catalogue.hints.map(\.child) == ["a"])
    }

    @Test func `of one plugin, or built for 1.0, may all fill the surface`() throws {
      let folder = try PluginFolder()
      var several = FixturePlugin(id: "a", places: [FixturePlugin.place("content", 0)])
      several.furtherDescriptors = [
        FixturePlugin.descriptor(id: "a.b", fields: ".places = places, .place_count = 1")
      ]
      try folder.compile(several, to: "a.so")
      for id in ["y", "z"] {
        var plugin = FixturePlugin(
          id: id, places: [#"{ .size = 32, .state = CHILDPLUGIN_TEXT("content") }"#])
        plugin.descriptorFields = ".size = 104"
        plugin.pluginFields = ".size = 48, .abi_minor = 0"
        try folder.compile(plugin, to: "\(id).so")
      }
      let catalogue = folder.load()
      #expect(catalogue.failures.isEmpty)
      #expect(ids(catalogue, "content") == ["z", "y", "a.b", "a"])
      #expect(catalogue.hints.isEmpty)
    }

    private func docked(_ state: String, _ place: Int) -> String {
      """
      { .size = sizeof(childplugin_place_t), .place = \(place), .state = CHILDPLUGIN_TEXT("\(state)"),
        .edge = CHILDPLUGIN_EDGE_TOP, .extent = 2 }
      """
    }

    @Test func `have a hint where a name is nearly that of a usual state`() throws {
      let folder = try PluginFolder()
      let states = ["eror", "content", "zebra", "Loading"]
      try compile(folder, "a", states.map { FixturePlugin.place($0, 0) })
      #expect(
        folder.load().hints.map(\.kind) == [
          .unusualState("eror", nearest: "error"), .unusualState("Loading", nearest: "loading"),
        ])
    }

    private func compile(_ folder: PluginFolder, _ id: String, _ places: [String]) throws {
      try folder.compile(FixturePlugin(id: id, places: places), to: "\(id).so")
    }

    private func ids(_ catalogue: PluginCatalogue, _ state: String) -> [String] {
      catalogue.children(forState: state).map(\.id)
    }
  }
}
