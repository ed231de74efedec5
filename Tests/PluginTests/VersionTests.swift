import ChildPluginAPI
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `A plugin's table` {
    @Test func `of a newer minor with larger structs works`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          pluginFields: ".size = sizeof(wide_plugin), .abi_minor = 7, .descriptor = wide_one",
          create: """
            wide_child *large = calloc(1, sizeof *large);
            large->now = *child;
            free(child);
            child = &large->now;
            child->size = sizeof *large;
            """, draw: FixturePlugin.drawHello,
          declarations: """
            typedef struct { childplugin_descriptor_t now; uint64_t later[4]; } wide_descriptor;
            typedef struct { childplugin_place_t now; uint64_t later[2]; } wide_place;
            typedef struct { childplugin_plugin_t now; void (*later[3])(void); } wide_plugin;
            typedef struct { childplugin_child_t now; void (*later)(void); } wide_child;
            #define PLACE(state_) \\
              { .now = { .size = sizeof(wide_place), .state = CHILDPLUGIN_TEXT(state_) } }
            static const wide_place wide_places[] = { PLACE("content"), PLACE("empty") };
            static const wide_descriptor wide = { .now = {
              .size = sizeof(wide_descriptor), .id = CHILDPLUGIN_TEXT("com.example.right"),
              .name = CHILDPLUGIN_TEXT("Wide"), .places = &wide_places[0].now, .place_count = 2 } };
            static const childplugin_descriptor_t *wide_one(uint32_t index) {
              return index == 0 ? &wide.now : NULL;
            }
            """))
      #expect(fixture.catalogue.plugins.map(\.abiMinor) == [7])
      #expect(fixture.child.type.places.map(\.state) == ["content", "empty"])
      #expect(fixture.drawn() == ["hello", "", ""])
    }

    private static let offered = "\(CHILDPLUGIN_ABI_MAJOR).\(CHILDPLUGIN_ABI_MINOR)"

    @Test(arguments: [
      (2, 0, "update statehost"), (0, 9, "build the plugin with the \(offered) header"),
    ])
    func `of another major is refused, with who must change`(
      _ major: UInt16, _ minor: UInt16, _ remedy: String
    ) throws {
      let folder = try PluginFolder()
      // Nothing but the first eight bytes may be looked at.
      try folder.compile(
        """
        #include <childplugin.h>
        static const struct { uint32_t size; uint16_t major, minor; } few = { 8, \(major), \(minor) };
        const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
          return (const childplugin_plugin_t *)&few;
        }
        """, to: "right.so", flags: ["-shared", "-fPIC"])
      let failures = folder.load().failures
      #expect(failures.map(\.problem) == [.otherVersion(major: major, minor: minor)])
      let line = try #require(failures.first?.line)
      #expect(
        line.hasPrefix(
          "statehost: built for plugin ABI \(major).\(minor), this host offers \(Self.offered): "))
      #expect(line.contains(folder.path(of: "right.so")))
      #expect(line.contains(remedy))
    }

    @Test(arguments: ["init", "deinit", "descriptor_count", "descriptor", "create"])
    func `without a function is refused by its name`(_ function: String) throws {
      #expect(
        try problems(FixturePlugin(pluginFields: ".\(function) = NULL"))
          == [.pluginFunctionMissing(function)])
    }

    @Test(arguments: [UInt32(0), 3, 40, 47, 80, 100_000, .max])
    func `of no possible size is refused`(_ size: UInt32) throws {
      #expect(
        try problems(FixturePlugin(pluginFields: ".size = \(size)u")) == [.pluginTableSize(size)])
    }

    @Test func `that is NULL means not for this host`() throws {
      let folder = try PluginFolder()
      try folder.compile(
        """
        #include <childplugin.h>
        const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
          return NULL;
        }
        """, to: "right.so", flags: ["-shared", "-fPIC"])
      #expect(folder.load().failures.map(\.problem) == [.entryRefused])
    }

    @Test func `whose init refuses is not asked for anything more`() throws {
      let catalogue = try PluginFolder.load(
        FixturePlugin(
          pluginFields: ".init = refuse",
          declarations: """
            static bool refuse(childplugin_text_t path, childplugin_text_t *reason) {
              *reason = childplugin_text("no licence\\x1b[2J here");
              return false;
            }
            """))
      #expect(
        catalogue.failures.map(\.problem)
          == [.initRefused(reason: "no licence\u{1B}[2J here")])
      let line = catalogue.failures.first?.line
      #expect(line?.contains(#"saying "no licence\u{1B}[2J here""#) == true)
      #expect(catalogue.types.isEmpty && catalogue.plugins.isEmpty)
    }

    @Test func `is told the path of its file and is ended once`() throws {
      var plugin = FixturePlugin()
      plugin.declarations = """
        static char where[4096];
        static bool remember(childplugin_text_t path, childplugin_text_t *reason) {
          snprintf(where, sizeof where, "%.*s", (int)path.length, path.bytes);
          return true;
        }
        static void ended(void) { note("deinit"); }
        """
      plugin.pluginFields = ".init = remember, .deinit = ended"
      plugin.willAppear = "note(where);"
      let fixture = try LoadedFixture(plugin)
      fixture.child.send(.willAppear(animated: false))
      #expect(fixture.logged().last == fixture.folder.path(of: "right.so"))
      fixture.catalogue.end()
      fixture.catalogue.end()
      #expect(fixture.logged() == ["deinit"])
    }

    private func problems(_ plugin: FixturePlugin) throws -> [PluginProblem] {
      try PluginFolder.load(plugin).failures.map(\.problem)
    }
  }
}
