import ChildPluginAPI
import Testing

@testable import HostPlugins

extension PluginTests {
  /// What a child hands to the host's functions, where it is not what the header says.
  @Suite struct `What a child hands over` {
    @Test func `is filled where it is larger than its version has it, which is told`() throws {
      let (fixture, logged) = try LoadedFixture.appearing(
        """
        struct { childplugin_terminal_t now; uint64_t later; } wide = {
          .now = { .size = sizeof wide } };
        note_number("terminal", host->terminal(host, &wide.now));
        note_number("columns", wide.now.columns);
        """)
      #expect(logged == ["terminal 1", "columns 80"])
      #expect(fixture.services.faults.map(\.kind) == [.structSize(.terminal)])
    }

    @Test func `to the log is told`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          willAppear: """
            host->log(host, 1, BYTES(NULL, 5));
            host->log(host, 1, BYTES(NULL, 0));
            host->log(host, 1, BYTES("x", UINT64_MAX));
            """))
      fixture.child.send(.willAppear(animated: false))
      let (lines, faults) = fixture.inbox.heard()
      #expect(lines == ["will_appear 0"] && faults == [.malformedText(.log)])
    }

    @Test func `as key help is told`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          extensions: "GIVE(KEY_HELP, help)",
          declarations: """
            static uint32_t one(const childplugin_child_t *child) { return 1; }
            static bool bad(const childplugin_child_t *child, uint32_t index,
                            childplugin_key_help_item_t *item) {
              item->key = childplugin_text(item->size == sizeof *item ? "right" : "wrong");
              item->action = BYTES(NULL, 5);
              return true;
            }
            static const childplugin_key_help_t help = {
              .size = sizeof help, .count = one, .item = bad };
            """))
      #expect(fixture.child.keyHelp() == [KeyHelpItem(key: "right", action: "")])
      #expect(fixture.services.faults.map(\.kind) == [.malformedField(.keyHelpAction)])
    }

    @Test func `has the sizes of the header, by its minors`() {
      func check<Struct: SizedStruct>(_ type: Struct.Type) {
        let sizes = Struct.sizes
        let now = sizes.bytes(inMinor: UInt16(CHILDPLUGIN_ABI_MINOR))
        #expect(now == UInt32(MemoryLayout<Struct>.size), "\(type)")
        #expect(
          sizes.allows(sizes.inFirst, inMinor: 0) && !sizes.allows(sizes.inFirst + 1, inMinor: 0)
            && !sizes.allows(sizes.inFirst - 1, inMinor: 0))
        #expect(sizes.allows(4096, inMinor: UInt16(CHILDPLUGIN_ABI_MINOR) + 1))
      }
      check(childplugin_style_t.self)
      check(childplugin_plugin_t.self)
      check(childplugin_layout_t.self)
      unsafe check(childplugin_place_t.self)
    }
  }
}
