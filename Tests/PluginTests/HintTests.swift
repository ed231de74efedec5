import HostText
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `A hint to a plugin's author` {
    private func plugin(_ id: String, states: [String]) -> FixturePlugin {
      var plugin = FixturePlugin()
      plugin.id = id
      plugin.places = states.map {
        FixturePlugin.place($0, 10, flags: "CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED")
      }
      return plugin
    }

    @Test func `names all states that another plugin's child takes, in one line each`() throws {
      let folder = try PluginFolder()
      try folder.compile(plugin("com.example.a", states: ["content", "empty"]), to: "a.so")
      try folder.compile(plugin("com.example.b", states: ["error"]), to: "b.so")
      try folder.compile(
        plugin("com.example.c", states: ["empty", "error", "content", "loading"]), to: "c.so")
      let hints = folder.load().hints
      let (a, b) = (folder.path(of: "a.so"), folder.path(of: "b.so"))
      #expect(hints.map(\.path) == [folder.path(of: "c.so"), folder.path(of: "c.so")])
      #expect(
        hints.map(\.kind) == [
          .leftOut(states: ["empty", "content"], of: "com.example.a of \(a)"),
          .leftOut(states: ["error"], of: "com.example.b of \(b)"),
        ])
    }

    @Test(
      arguments: [
        (
          .leftOut(states: ["a", "b"], of: "x"), "c is left out of a, b, which x takes, too",
          "remove the one that you do not want, or choose with --states FILE"
        ),
        (
          .unusualState("contnt", nearest: "content"), #"c presents the state "contnt""#,
          #"did you mean "content"?"#
        ),
        (
          .unknownNeed("sun"), #"c needs "sun", which this program does not know"#,
          "it goes without; update statehost if it is of a later one"
        ),
        (
          .keyTaken("f5", by: "x"), "c does not get the key f5, which x has, too",
          "give it another key in the states file"
        ),
      ] as [(PluginHint.Kind, String, String)])
    func `says what, where and what to do`(kind: PluginHint.Kind, what: String, remedy: String) {
      let hint = PluginHint(path: "/p/a.so", child: "c", kind: kind)
      #expect(hint.line == "statehost: \(what): /p/a.so: \(remedy)")
    }
  }
}
