import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `A hint to a plugin's author` {
    @Test func `names needs that nobody knows, and keys that another plugin has`() throws {
      let folder = try PluginFolder()
      for (name, needs, keys) in [
        ("a", ["run"], ["v", "x"]), ("b", ["moon", "reload", "sun"], ["f5", "v"]),
        ("c", ["network"], ["f5", "v", "w"]),
      ] {
        var plugin = FixturePlugin(id: "com.example.\(name)")
        plugin.declarations = """
          #define KEY(name) { .size = sizeof(childplugin_default_key_t), \\
            .key = CHILDPLUGIN_TEXT(name), .state = CHILDPLUGIN_TEXT("content") },
          static const childplugin_default_key_t keys[] = { \(keys.map { "KEY(\"\($0)\")" }.joined()) };
          static const childplugin_text_t needs[] = {
            \(needs.map { "CHILDPLUGIN_TEXT(\"\($0)\"), " }.joined()) };
          """
        plugin.descriptorFields = """
          .needs = needs, .need_count = \(needs.count), .keys = keys, .key_count = \(keys.count)
          """
        try folder.compile(plugin, to: "\(name).so")
      }
      let catalogue = folder.load()
      func hints() -> [String] { catalogue.hints.map { "\($0.child.suffix(1)) \($0.kind)" } }
      func taken(_ key: String, by name: String) -> PluginHint.Kind {
        .keyTaken(key, by: "com.example.\(name) of \(folder.path(of: name + ".so"))")
      }
      let ofB = [PluginHint.Kind.unknownNeed("moon"), .unknownNeed("sun")].map { "b \($0)" }
      #expect(
        hints() == ofB + [
          "b \(taken("v", by: "a"))", "c \(taken("f5", by: "b"))", "c \(taken("v", by: "a"))",
        ])
      // A child that is removed from the run keeps nothing from others.
      catalogue.remove(try #require(catalogue.types.first))
      #expect(hints() == ofB + ["f5", "v"].map { "c \(taken($0, by: "b"))" })
      #expect(catalogue.children(forState: "content").count == 2)
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

@Suite struct `What may be missing for plugins that are left out` {
  @Test(arguments: 0...4) func `is told with up to three of them`(count: Int) {
    let others: [PluginProblem] = [
      .directoryMissing, .directoryEmpty, .notADirectory,
      .child(index: 0, id: nil, .noDescriptor),
    ]
    let failures =
      (0..<count).map { PluginFailure(path: "/\($0).so", problem: .entryRefused) }
      + others.map { PluginFailure(path: "/other", problem: $0) }
    let (why, remedy) = PluginProblem.entryRefused.text
    let paths = (0..<min(count, 3)).map { "/\($0).so" }.joined(separator: ", ")
    let text = UnavailablePlugins(failures)?.text(missing: "it")
    #expect((text == nil) == (count == 0))
    guard let text else { return }
    #expect(
      text.what
        == (count == 1
          ? "it may belong to /0.so, which is not loaded (\(why))"
          : "it may belong to a plugin that is not loaded (\(paths)\(count > 3 ? ", …" : ""))"))
    #expect(text.remedy == (count == 1 ? remedy : "see statehost plugins"))
  }
}
