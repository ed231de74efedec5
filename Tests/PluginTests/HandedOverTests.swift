import ChildPluginAPI
import HostSurface
import Testing

@testable import HostPlugins

extension PluginTests {
  /// What a child hands to the host's functions, where it is not what the header says.
  @Suite struct `What a child hands over` {
    /// Statements, what they log, what is told.
    struct Case: Sendable {
      let statements: String
      let logged: [String]
      let told: [ChildFault.Kind]
    }

    private static let cases = [
      Case(
        statements: """
          note_number("content", host->content(host, NULL));
          note_number("row", host->content_row(host, 0, NULL));
          note_number("terminal", host->terminal(host, NULL));
          note_number("column", host->content_column(host, 0, NULL, NULL, 0));
          """,
        logged: ["content 0", "row 0", "terminal 0", "column 8"],
        told: [
          .nullArgument(.content), .nullArgument(.contentRow), .nullArgument(.terminal),
        ]),
      Case(
        statements: """
          note_number("text", host->content_text(host, 1, NULL, 5));
          note_number("name", host->content_column(host, 0, NULL, NULL, 5));
          note_number("cell", host->content_cell(host, 0, 0, NULL, 5));
          note_number("option", host->option(host, childplugin_text("a"), NULL, 5));
          """,
        logged: ["text 5", "name 8", "cell 3", "option 5"],
        told: [
          .nullArgument(.contentText), .nullArgument(.contentColumn), .nullArgument(.contentCell),
          .nullArgument(.option),
        ]),
      Case(
        statements: """
          childplugin_text_t none = { NULL, 5 };
          note_number("columns", host->text_columns(host, none));
          note_number("option", host->option(host, none, NULL, 0) == UINT64_MAX);
          note_number("extension", host->get_extension(host, none) != NULL);
          note_number("empty", host->text_columns(host, (childplugin_text_t){ NULL, 0 }));
          """,
        logged: ["columns 0", "option 1", "extension 0", "empty 0"],
        told: [
          .malformedText(.textColumns), .malformedText(.option), .malformedText(.getExtension),
        ]),
      Case(
        statements: """
          childplugin_content_t content = { .size = offsetof(childplugin_content_t, bytes) };
          note_number("content", host->content(host, &content));
          note_number("flags", content.flags);
          struct { childplugin_terminal_t now; uint64_t later; } wide = {
            .now = { .size = sizeof wide } };
          note_number("terminal", host->terminal(host, &wide.now));
          note_number("columns", wide.now.columns);
          """,
        logged: ["content 0", "flags 0", "terminal 1", "columns 80"],
        told: [.structSize(.content), .structSize(.terminal)]),
    ]

    @Test(arguments: cases.indices)
    func `is told where it is wrong, once, and is not there where it is too small`(index: Int)
      throws
    {
      let wrong = Self.cases[index]
      let services = RecordingServices()
      services.options = ["a": "value"]
      let fixture = try LoadedFixture(
        FixturePlugin(willAppear: wrong.statements), services: services)
      for _ in 0..<2 {
        fixture.child.send(.willAppear(animated: false))
        #expect(Array(fixture.logged().dropFirst()) == wrong.logged)
        #expect(services.faults.map(\.kind) == wrong.told)
      }
    }

    @Test func `to the canvas is told as well`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          draw: """
            childplugin_style_t style = { .size = 1 };
            canvas->text(canvas, 0, 0, 9, (childplugin_text_t){ NULL, 5 }, NULL);
            canvas->fill(canvas, 0, 0, 1, 1, (childplugin_text_t){ "x", UINT64_MAX }, NULL);
            canvas->text(canvas, 0, 1, 9, childplugin_text("a"), &style);
            """))
      for _ in 0..<2 { #expect(fixture.drawn()[1] == "a") }
      #expect(
        fixture.services.faults.map(\.kind) == [
          .malformedText(.canvasText), .malformedText(.canvasFill), .structSize(.canvasText),
        ])
    }

    @Test func `to the log is told`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          willAppear: """
            host->log(host, 1, (childplugin_text_t){ NULL, 5 });
            host->log(host, 1, (childplugin_text_t){ NULL, 0 });
            host->log(host, 1, (childplugin_text_t){ "x", UINT64_MAX });
            """))
      fixture.child.send(.willAppear(animated: false))
      var lines: [String] = []
      var faults: [ChildFault.Kind] = []
      fixture.inbox.drain { message in
        if case .log(_, _, _, let text) = message { lines.append(text) }
        if case .fault(let fault) = message { faults.append(fault.kind) }
      }
      #expect(lines == ["will_appear 0"])
      #expect(faults == [.malformedText(.log)])
    }

    @Test func `as key help is told`() throws {
      var plugin = FixturePlugin(
        extensions: """
          static const childplugin_key_help_t help = { .size = sizeof help, .count = one, .item = bad };
          if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_KEY_HELP))) return &help;
          """)
      plugin.declarations = """
        static uint32_t one(const childplugin_child_t *child) { (void)child; return 1; }
        static bool bad(const childplugin_child_t *child, uint32_t index,
                        childplugin_key_help_item_t *item) {
          (void)child; (void)index;
          item->key = childplugin_text("x");
          item->action = (childplugin_text_t){ NULL, 5 };
          return true;
        }
        """
      let fixture = try LoadedFixture(plugin)
      #expect(fixture.child.keyHelp() == [KeyHelpItem(key: "x", action: "")])
      #expect(fixture.services.faults.map(\.kind) == [.malformedField(.keyHelpAction)])
    }

    @Test func `is asked for in structs that say their sizes`() throws {
      var plugin = FixturePlugin(
        extensions: """
          static const childplugin_key_help_t help = { .size = sizeof help, .count = one, .item = item };
          static const childplugin_layout_t layout = { .size = sizeof layout, .insets = insets };
          if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_KEY_HELP))) return &help;
          if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_LAYOUT))) return &layout;
          """)
      plugin.declarations = """
        static uint32_t one(const childplugin_child_t *child) { (void)child; return 1; }
        static bool item(const childplugin_child_t *child, uint32_t index,
                         childplugin_key_help_item_t *item) {
          (void)child; (void)index;
          item->key = childplugin_text(item->size == sizeof *item ? "right" : "wrong");
          return true;
        }
        static void insets(const childplugin_child_t *child, childplugin_insets_t *insets) {
          (void)child;
          insets->top = insets->size == sizeof *insets ? 1 : 2;
        }
        """
      let child = try LoadedFixture(plugin).child
      #expect(child.keyHelp().map(\.key) == ["right"])
      #expect(child.insets(columns: 9, rows: 9).top == 1)
    }

    @Test func `as a table of a size that its minor has not is refused with words`() throws {
      func told(_ change: (inout FixturePlugin) -> Void) throws -> [String] {
        let folder = try PluginFolder()
        var plugin = FixturePlugin(draw: FixturePlugin.drawHello)
        change(&plugin)
        try folder.compile(plugin)
        return folder.load().failures.map(\.line)
      }
      for wrong in ["+ 8", "- 8"] {
        let table = try told {
          $0.pluginFields = ".size = sizeof(childplugin_plugin_t) + (\(wrong)) * 4"
        }
        #expect(table.count == 1 && table[0].contains("its plugin table has a size"), "\(table)")
        let descriptor = try told {
          $0.descriptorFields = ".size = sizeof(childplugin_descriptor_t) + (\(wrong)) * 7"
        }
        #expect(
          descriptor.count == 1 && descriptor[0].contains("its descriptor has a size"),
          "\(descriptor)")
      }
    }

    @Test func `as a child's table of a size that its minor has not is freed and refused`() throws {
      let sizes = [("sizeof *child + 8", true), ("sizeof *child - 8", true), ("8", false)]
      for (size, isFreed) in sizes {
        var plugin = FixturePlugin()
        plugin.create = """
          child = realloc(child, sizeof *child + 8);
          child->size = \(size);
          """
        let folder = try PluginFolder()
        try folder.compile(plugin)
        let catalogue = folder.load()
        let type = try #require(catalogue.types.first)
        let inbox = PluginInbox()
        var refusal: PluginChild.CreationError?
        do throws(PluginChild.CreationError) {
          _ = try catalogue.makeChild(type, services: RecordingServices())
        } catch {
          refusal = error
        }
        guard case .tableSize? = refusal else {
          Issue.record("\(size): \(String(describing: refusal))")
          continue
        }
        var logged: [String] = []
        inbox.drain { if case .log(_, _, _, let text) = $0 { logged.append(text) } }
        #expect(logged.contains("destroy") == isFreed, "\(size): \(logged)")
      }
    }

    @Test func `as an extension's table of a size that its minor has not is none`() throws {
      for (size, told) in [("sizeof wide", UInt32(32)), ("16", 16)] {
        var plugin = FixturePlugin(draw: FixturePlugin.drawHello)
        plugin.extensions = """
          static const struct { childplugin_layout_t now; void *later; } wide = {
            .now.size = \(size) };
          if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_LAYOUT))) return &wide;
          """
        let fixture = try LoadedFixture(plugin)
        #expect(fixture.drawn() == ["hello", "", ""])
        #expect(fixture.child.extensions.ids == [])
        #expect(
          fixture.services.faults.map(\.kind) == [
            .tableSize(extension: "childplugin.layout/1", told)
          ])
      }
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
      check(childplugin_content_t.self)
      check(childplugin_column_t.self)
      check(childplugin_row_t.self)
      check(childplugin_terminal_t.self)
      check(childplugin_plugin_t.self)
      unsafe check(childplugin_descriptor_t.self)
      unsafe check(childplugin_place_t.self)
      unsafe check(childplugin_child_t.self)
      check(childplugin_layout_t.self)
      check(childplugin_transition_t.self)
      check(childplugin_input_t.self)
      check(childplugin_content_observer_t.self)
      check(childplugin_wake_t.self)
      check(childplugin_saved_state_t.self)
      check(childplugin_key_help_t.self)
      check(childplugin_accessibility_t.self)
      check(childplugin_theme_observer_t.self)
      check(childplugin_situation_observer_t.self)
      check(childplugin_selection_observer_t.self)
      check(childplugin_view_observer_t.self)
      check(childplugin_focus_observer_t.self)
      check(childplugin_messages_t.self)
      check(childplugin_sort_t.self)
      check(childplugin_view_t.self)
      unsafe check(childplugin_filter_t.self)
    }
  }
}
