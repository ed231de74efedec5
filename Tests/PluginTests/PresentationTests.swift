import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `Children of states` {
    private static let takes = "CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED"

    /// Plugins of one child each, ordered by name, beside the program's own; and their folder.
    private func load(
      _ plugins: [(id: String, places: [String])], own: [String] = []
    ) throws -> (PluginCatalogue, folder: PluginFolder) {
      let (bundled, folder) = (try PluginFolder(), try PluginFolder())
      if !own.isEmpty { try bundled.compile(FixturePlugin(id: "own", places: own)) }
      for (id, places) in plugins {
        try folder.compile(FixturePlugin(id: id, places: places), to: "\(id).so")
      }
      let path = PluginSearchPath(
        flags: [folder.path], bundled: own.isEmpty ? nil : .bundled(bundled.path))
      return (PluginCatalogue(loading: path, for: PluginFolder.program), folder)
    }

    private func place(_ state: String, _ place: Int = 0, takes: Bool = false) -> String {
      FixturePlugin.place(state, place, flags: takes ? Self.takes : "0")
    }

    @Test func `stand by place, and of equal ones the first found is on top`() throws {
      let (catalogue, _) = try load(
        [("a", 5), ("b", 5), ("c", -1), ("d", 9)].map { ($0, [place("content", $1)]) })
      #expect(ids(catalogue, "content") == ["c", "b", "a", "d"])
      #expect(catalogue.children(forState: "unknown").isEmpty)
    }

    @Test func `are listed with the usual states first and the others by name`() throws {
      let states = ["zebra", "error", "empty", "apple", "content", "loading"]
      let (catalogue, _) = try load([("a", states.map { place($0) })])
      #expect(
        catalogue.presentations.map(\.state) == [
          "loading", "content", "empty", "error", "apple", "zebra",
        ])
      #expect(["apple", "none"].map { catalogue.children(forState: $0).count } == [1, 0])
    }

    @Test func `take the place of the program's own where they ask for it`() throws {
      let (catalogue, _) = try load(
        [
          ("mine", [place("content", takes: true), place("empty")]),
          ("other", [place("content", 1)]),
        ], own: [place("content"), place("empty")])
      #expect(ids(catalogue, "content") == ["mine", "other"])
      #expect(ids(catalogue, "empty") == ["own", "mine"])
    }

    @Test func `of two plugins that take one state, the first found has it`() throws {
      let places = [place("content", takes: true), place("empty", takes: true)]
      let (catalogue, folder) = try load(
        [
          ("b", places), ("a", [places[0]]), ("c", places + [place("error", takes: true)]),
          ("over", [place("content", 9)]),
        ], own: [place("content"), place("empty")])
      #expect(ids(catalogue, "content") == ["a", "over"])
      #expect(ids(catalogue, "empty") == ["b"])
      #expect(ids(catalogue, "error") == ["c"])
      #expect(
        catalogue.hints.map(\.kind) == [
          .leftOut(states: ["content"], of: "a of \(folder.path)/a.so"),
          .leftOut(states: ["content"], of: "a of \(folder.path)/a.so"),
          .leftOut(states: ["empty"], of: "b of \(folder.path)/b.so"),
        ])
      #expect(
        catalogue.hints.map { [$0.child, $0.path] }
          == ["b", "c", "c"].map { [$0, "\(folder.path)/\($0).so"] })
    }

    @Test func `of two plugins that fill the surface, the first found does`() throws {
      let docked = """
        { .size = sizeof(childplugin_place_t), .state = CHILDPLUGIN_TEXT("content"),
          .edge = CHILDPLUGIN_EDGE_TOP, .extent = 2 }
        """
      let (whole, over) = (place("content"), place("content", 10))
      let (catalogue, folder) = try load(
        [
          ("b", [whole, place("error")]), ("c", [place("error"), whole]), ("d", [over]),
          ("e", [over]), ("f", [docked]), ("g", [place("content", 1)]),
        ], own: [whole])
      #expect(ids(catalogue, "content") == ["own", "f", "b", "g", "e", "d"])
      #expect(ids(catalogue, "error") == ["b"])
      let hint = PluginHint.Kind.leftOut(
        states: ["error", "content"], of: "b of \(folder.path)/b.so")
      #expect(catalogue.hints.map(\.kind) == [hint] && catalogue.hints.map(\.child) == ["c"])
    }

    @Test func `that fill the surface give way to one that takes it, too`() throws {
      let (catalogue, _) = try load([
        ("a", [place("content")]), ("b", [place("content", takes: true)]),
        ("c", [place("empty")]), ("d", [place("empty", 10, takes: true)]),
      ])
      #expect(ids(catalogue, "content") == ["b"])
      #expect(ids(catalogue, "empty") == ["c", "d"])
      #expect(catalogue.hints.map(\.child) == ["a"])
    }

    @Test func `of one plugin, or built for 1.0, may all fill the surface`() throws {
      let folder = try PluginFolder()
      var several = FixturePlugin(id: "a", places: [place("content")])
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

    @Test func `have a hint where a name is nearly that of a usual state`() throws {
      let states = ["eror", "content", "zebra", "Loading"]
      let (catalogue, _) = try load([("a", states.map { place($0) })])
      #expect(
        catalogue.hints.map(\.kind) == [
          .unusualState("eror", nearest: "error"), .unusualState("Loading", nearest: "loading"),
        ])
    }

    private func ids(_ catalogue: PluginCatalogue, _ state: String) -> [String] {
      catalogue.children(forState: state).map(\.id)
    }
  }
}
