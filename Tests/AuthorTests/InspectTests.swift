import Foundation
import TestSupport
import Testing

@Suite("Inspect")
struct InspectTests {
  @Test(.needsSandbox) func `tells what a bundled plugin says of itself`() throws {
    let run = try ProgramRun.run(["inspect", BuiltProducts.programFolder + "/libListChild.so"])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    for line in [
      "  ABI          built with 1.2, this host offers 1.2",
      "  child        org.statehost.list",
      "    states     loading (place 0), content (place 0)",
      "    keys       receives them when focused",
    ] {
      #expect(run.output.contains(line + "\n"), "\(run.output)")
    }
    #expect(run.output.contains("childplugin.input/1"))
    #expect(run.output.contains("childplugin_entry"))
  }

  @Test func `is one JSON object when asked for`() throws {
    let file = BuiltProducts.programFolder + "/libErrorChild.so"
    let run = try ProgramRun.run(["inspect", "--json", file])
    let whole = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let plugin = try #require((whole["plugins"] as? [[String: Any]])?.first)
    #expect(plugin["file"] as? String == file)
    #expect(plugin["loaded"] as? Bool == true)
    let children = try #require(plugin["children"] as? [[String: Any]])
    #expect(children.map { $0["id"] as? String } == ["org.statehost.error", "org.statehost.empty"])
    #expect((children.first?["appear"] as? [String: Any])?["effect"] is String)
  }

  @Test func `names the timings of both directions and what a child says`() throws {
    let plugin = try CompiledPlugin(
      """
      static void timing(const childplugin_child_t *child, bool appearing,
                         childplugin_timing_t *timing) {
        (void)child;
        timing->delay_nanoseconds = appearing ? 1500000 : 0;
        timing->duration_nanoseconds = appearing ? 250000000 : 0;
        timing->curve = CHILDPLUGIN_CURVE_LINEAR;
        timing->effect = CHILDPLUGIN_EFFECT_SLIDE_LEFT;
      }
      """, child: "child->timing = timing;")
    let run = try ProgramRun.run(["inspect", plugin.library])
    #expect(run.output.contains("    appears    in 250 ms, slide-left, linear, after 1.500 ms\n"))
    #expect(run.output.contains("    disappears at once, slide-left, linear\n"))
    #expect(run.output.contains("    extensions none\n"))
    #expect(run.output.contains("  exports      childplugin_entry\n"))
  }

  @Test func `names the undefined symbols`() throws {
    let plugin = try CompiledPlugin(
      "void nowhere_at_all(void); void nowhere_else(void);",
      child: "nowhere_at_all(); nowhere_else();")
    let run = try ProgramRun.run(["inspect", plugin.library])
    #expect(run.status == 1)
    #expect(run.output.contains("undefined: nowhere_at_all, nowhere_else\n"), "\(run.output)")
    #expect(run.output.contains("problem      statehost: needs the symbol nowhere_"))
    let named = try ProgramRun.run(["inspect", "--symbols", plugin.library])
    #expect(named.output.contains("  nowhere_at_all  not found\n"), "\(named.output)")
    #expect(named.output.contains("  calloc\n") || named.output.contains("  malloc\n"))
  }

  @Test func `names the libraries that are not there, all of them`() throws {
    let folder = try ScratchFolder()
    for name in ["one", "two"] {
      let source = try folder.write("void gone_\(name)(void) {}\n", to: "\(name).c")
      let made = try Tools.run(
        ["cc", "-shared", "-fPIC", "-o", "libgone-\(name).so", source], in: folder.path)
      try #require(made.status == 0, "\(made.errors)")
    }
    let plugin = try CompiledPlugin(
      "void gone_one(void); void gone_two(void);", child: "gone_one(); gone_two();",
      flags: ["-L", folder.path, "-lgone-one", "-lgone-two"])
    try FileManager.default.removeItem(atPath: folder.path + "/libgone-one.so")
    try FileManager.default.removeItem(atPath: folder.path + "/libgone-two.so")
    let run = try ProgramRun.run(["inspect", plugin.library])
    #expect(run.status == 1)
    #expect(run.output.contains("libgone-one.so  not found\n"), "\(run.output)")
    #expect(run.output.contains("libgone-two.so  not found\n"))
    #expect(run.output.contains("libc.so.6\n"))
  }

  @Test(.needsSandbox) func `tells of a plugin that crashes by its name`() throws {
    let plugin = try CompiledPlugin("", child: "*(volatile int *)8 = 1;")
    let run = try ProgramRun.run(["inspect", plugin.library])
    #expect(run.status == 1 && run.errors.isEmpty)
    let line = "problem    statehost: child com.example.small: crashed (SIGSEGV) in create: "
    #expect(run.output.contains(line + plugin.library), "\(run.output)")
  }

  @Test func `runs nothing of a plugin outside of the sandbox`() throws {
    let folder = try ScratchFolder()
    let trace = folder.path + "/trace"
    let plugin = try CompiledPlugin(
      """
      #include <fcntl.h>
      static void leave_a_trace(void) { open("\(trace)", O_CREAT | O_WRONLY, 0600); }
      __attribute__((constructor)) static void construct(void) { leave_a_trace(); }
      """, child: "leave_a_trace();")
    let run = try ProgramRun.run(["inspect", plugin.library])
    #expect(run.status == 0, "\(run.output)")
    #expect(!FileManager.default.fileExists(atPath: trace))
  }

  @Test(arguments: [false, true])
  func `loads no library that a plugin brings to name what is missing`(byPath: Bool) throws {
    let folder = try ScratchFolder()
    let trace = folder.path + "/trace"
    let source = try folder.write(
      """
      #include <fcntl.h>
      void brought(void) {}
      __attribute__((constructor)) static void construct(void) {
        open("\(trace)", O_CREAT | O_WRONLY, 0600);
      }
      """, to: "brought.c")
    let made = try Tools.run(
      ["cc", "-shared", "-fPIC", "-o", "libbrought.so", source], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    let plugin = try CompiledPlugin(
      "void brought(void); void nowhere_at_all(void);", child: "brought(); nowhere_at_all();",
      flags: byPath
        ? [folder.path + "/libbrought.so"]
        : ["-L", folder.path, "-lbrought", "-Wl,-rpath,\(folder.path)"])
    let run = try ProgramRun.run(["inspect", plugin.library])
    #expect(run.output.contains("undefined: nowhere_at_all\n"), "\(run.output)")
    #expect(!FileManager.default.fileExists(atPath: trace))
  }
}

@Suite("The list of plugins")
struct PluginsCommandTests {
  @Test func `is one JSON object when asked for, with what was not loaded`() throws {
    let folder = try ScratchFolder()
    _ = try folder.write("no library", to: "wrong.so")
    let run = try ProgramRun.run(["plugins", "--json", "--plugins", folder.path])
    let whole = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(whole["abi"] as? String == "1.2")
    let children = try #require(whole["children"] as? [[String: Any]])
    #expect(children.count == 4)
    #expect(children.allSatisfy { $0["abi"] as? String == "1.2" })
    #expect(children.allSatisfy { $0["bundled"] as? Bool == true })
    let failures = try #require(whole["notLoaded"] as? [[String: Any]])
    #expect(failures.map { $0["file"] as? String } == [folder.path + "/wrong.so"])
    #expect(failures.first?["remedy"] as? String == "build it for Linux with -shared")
  }

  @Test(.needsSandbox)
  func `tells what an author or a user will not have meant, at a start as well`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.places = [("eror", 0, "0")]
    try plugin.compile(into: folder)
    let hint =
      "statehost: com.example.small presents the state \"eror\": \(folder.path)/small.so: "
      + "did you mean \"error\"?"
    let table = try ProgramRun.run(["plugins", "--plugins", folder.path])
    #expect(table.output.hasSuffix("\n\nhints:\n\(hint)\n"))
    let json = try ProgramRun.run(["plugins", "--json", "--plugins", folder.path])
    let whole = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let hints = try #require(whole["hints"] as? [[String: Any]])
    #expect(hints.map { $0["line"] as? String } == [hint])
    #expect(hints.first?["remedy"] as? String == "did you mean \"error\"?")
    let run = try ProgramRun.run(["--plugins", folder.path, "--", "echo"])
    #expect(run.errors == hint + "\n")
    // Where the user's file decides, the descriptors' states do not count.
    let states = try folder.write(#"{"initial": "a", "states": {"a": []}}"#, to: "states.json")
    let chosen = try ProgramRun.run([
      "--plugins", folder.path, "--states", states, "--", "echo",
    ])
    #expect(chosen.errors.isEmpty)
  }
}
