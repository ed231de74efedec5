import Testing

@testable import HostPlugins

extension PluginTests {
  /// The host that a plugin has before it has a child.
  @Suite struct `A plugin's own host` {
    /// A plugin whose `init_with_host` runs these statements, where `host` is what it was given.
    private func plugin(_ statements: String, sharing: String = "") -> FixturePlugin {
      FixturePlugin(
        pluginFields: ".init_with_host = begin, .deinit = stop",
        declarations: """
          \(sharing)
          static const childplugin_host_t *own;
          static bool begin(const childplugin_host_t *given, childplugin_text_t path,
                            childplugin_text_t *reason) {
            own = host = given;
            find_tables();
            \(statements)
            return true;
          }
          static void stop(void) { own->log(own, 2, childplugin_text("stops")); }
          """)
    }

    /// Loads a plugin, with an empty inbox before.
    private func load(
      _ plugin: FixturePlugin
    ) throws -> (folder: PluginFolder, catalogue: PluginCatalogue, inbox: PluginInbox) {
      let folder = try PluginFolder()
      try folder.compile(plugin)
      let inbox = PluginInbox()
      inbox.drain { _ in }
      return (folder, folder.load(), inbox)
    }

    @Test func `is ended before those of plugins that were opened earlier`() throws {
      let folder = try PluginFolder()
      for name in ["first", "second", "third"] {
        var plugin = plugin("")
        plugin.id = "com.example.\(name)"
        try folder.compile(plugin, to: "\(name).so")
      }
      let catalogue = folder.load()
      var ended: [String] = []
      catalogue.end { ended.append($0) }
      #expect(ended == ["third", "second", "first"].map { folder.path(of: "\($0).so") })
    }

    @Test func `is there from its init, which has its place, to its deinit`() throws {
      let (folder, catalogue, inbox) = try load(
        plugin(
          """
          NOTE("%.*s %.*s %d.%d %.*s", (int)host->name.length, host->name.bytes,
               (int)host->version.length, host->version.bytes, host->abi_major, host->abi_minor,
               (int)path.length, path.bytes);
          """))
      #expect(catalogue.failures.isEmpty)
      catalogue.end()
      let file = folder.path(of: "right.so")
      var heard: [[String]] = []
      inbox.drain { message in
        guard case .log(let file, let child, let level, let text) = message else {
          Issue.record("\(message)")
          return
        }
        heard.append([file, child, "\(level)", text])
      }
      #expect(
        heard == [
          [file, "", "info", "StateHost 1.0.0 1.2 \(file)"], [file, "", "warning", "stops"],
        ])
    }

    @Test func `measures texts and tells of extensions`() throws {
      let (_, _, inbox) = try load(
        plugin(
          """
          int32_t taken = 0;
          note_number("columns", host->text_columns(host, childplugin_text("日本")));
          note_number("fit", (long long)host_text->fit(host, childplugin_text("日本"), 3, &taken));
          note_number("taken", taken);
          note_number("run", host_run != NULL);
          note_number("other", host->get_extension(host, childplugin_text("a.b/1")) != NULL);
          note_number("none", host->text_columns(host, BYTES(NULL, 9)));
          """))
      let (lines, faults) = inbox.heard()
      #expect(lines == ["columns 4", "fit 3", "taken 2", "run 1", "other 0", "none 0"])
      #expect(faults == [.malformedText(.textColumns)])
    }

    @Test func `does nothing that is about a child, and each is told once`() throws {
      let (folder, _, inbox) = try load(
        plugin(
          """
          \(EveryHostFunction.calls(measured: 1))
          host->wake(host);
          if (!quiet) note("got something");
          """))
      var faults: [ChildFault] = []
      inbox.drain { message in
        if case .fault(let fault) = message {
          faults.append(fault)
        } else {
          Issue.record("\(message)")
        }
      }
      let functions = HostFunction.allCases.filter {
        $0.moment != .inDraw && !PluginHostContext.permitted.contains($0)
      }
      #expect(faults.map(\.kind) == functions.map { .withoutChild($0) })
      #expect(
        faults.first?.line
          == "statehost: the plugin itself: host.wake called on the plugin's own host: "
          + "\(folder.path(of: "right.so")): call it on the host that create gets")
    }

    @Test func `logs from any thread, and measures on the main one alone`() throws {
      let (_, _, inbox) = try load(
        plugin(
          """
          pthread_t thread;
          pthread_create(&thread, NULL, elsewhere, NULL);
          pthread_join(thread, NULL);
          """,
          sharing: """
            static void *elsewhere(void *nothing) {
              note_number("columns", host->text_columns(host, childplugin_text("a")));
              return nothing;
            }
            """))
      let (lines, faults) = inbox.heard()
      #expect(lines == ["columns 0"] && faults == [.wrongThread(.textColumns)])
    }

    @Test func `is closed once deinit has returned`() throws {
      var right = plugin("")
      right.pluginFields += ", .get_extension = ask"
      right.declarations += """

        static const void *ask(childplugin_text_t id) {
          note("asked");
          (void)own->get_extension(own, id);
          return NULL;
        }
        """
      let inbox = PluginInbox()
      inbox.drain { _ in }
      let (_, loaded) = try PluginFolder.open(right)
      #expect(loaded.extensionAddress(ofID: "a.b/1") == 0)
      #expect(inbox.heard().lines == ["asked"])
      loaded.end()
      #expect(loaded.extensionAddress(ofID: "a.b/1") == 0)
      let (lines, faults) = inbox.heard()
      #expect(lines == ["stops"] && faults == [])
    }

    @Test func `says why where it refuses`() throws {
      let (_, catalogue, inbox) = try load(
        plugin("note(\"looks\"); *reason = childplugin_text(\"no licence\"); return false;"))
      #expect(catalogue.failures.map(\.problem) == [.initRefused(reason: "no licence")])
      #expect(inbox.heard().lines == ["looks"])
    }

    @Test func `is not for a plugin whose table ends before it`() throws {
      var right = plugin("note(\"has a host\");")
      right.pluginFields =
        ".init_with_host = begin, .size = offsetof(childplugin_plugin_t, init_with_host)"
      let (_, catalogue, inbox) = try load(right)
      #expect(catalogue.failures.isEmpty && inbox.heard().lines == [])
    }
  }

  @Suite struct `A plugin's own extension` {
    @Test func `is asked for by its id, and none where there is no function`() throws {
      var right = FixturePlugin(pluginFields: ".get_extension = mine")
      right.declarations = """
        static const uint32_t table[2] = { sizeof table };
        static const void *mine(childplugin_text_t id) {
          return childplugin_text_equal(id, childplugin_text("com.example.mine/1")) ? table : NULL;
        }
        """
      for (plugin, isThere) in [(right, true), (FixturePlugin(), false)] {
        let (_, loaded) = try PluginFolder.open(plugin)
        #expect((loaded.extensionAddress(ofID: "com.example.mine/1") != 0) == isThere)
        #expect(loaded.extensionAddress(ofID: "com.example.mine/") == 0)
      }
    }
  }
}
