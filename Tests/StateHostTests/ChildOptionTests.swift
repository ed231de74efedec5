import TestSupport
import Testing

/// Options that children declare, as the user gives them.
@Suite struct `An option of a child` {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.id = "com.example.tree"
    plugin.options = [
      """
      .kind = CHILDPLUGIN_OPTION_INTEGER, .name = CHILDPLUGIN_TEXT("depth"),
      .fallback = CHILDPLUGIN_TEXT("3"), .help = CHILDPLUGIN_TEXT("how far it unfolds"),
      .flags = CHILDPLUGIN_OPTION_RANGE, .minimum = 1, .maximum = 9
      """,
      ".kind = CHILDPLUGIN_OPTION_FLAG, .name = CHILDPLUGIN_TEXT(\"quiet\")",
    ]
    plugin.places = [("content", 20, "CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED")]
    plugin.declarations = "#include <stdio.h>"
    plugin.create = """
      const childplugin_host_options_t *options =
        host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_OPTIONS));
      int64_t depth = -1;
      bool quiet = false;
      bool is_given = options->integer(host, childplugin_text("depth"), &depth);
      bool is_quiet = options->flag(host, childplugin_text("quiet"), &quiet);
      char line[64];
      snprintf(line, sizeof line, "depth %d %d quiet %d %d", is_given, (int)depth, is_quiet, quiet);
      host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text(line));
      """
    try plugin.compile(into: folder, as: "tree.so")
  }

  private func run(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun.run(["--plugins", folder.path] + arguments + ["--", "echo", "a"])
  }

  private func snapshot(_ arguments: [String]) throws -> ProgramRun {
    try run(["--snapshot", "-", "--size", "30x3"] + arguments)
  }

  @Test(arguments: ["auto", "none"])
  func `is given in the command line, else what it declares`(isolation: String) throws {
    let plain = try snapshot(["--isolation", isolation])
    #expect(plain.errors.contains("depth 1 3 quiet 0 0"), "\(plain.errors)")
    let chosen = try snapshot([
      "--isolation", isolation, "-o", "com.example.tree.depth=5", "-o",
      "com.example.tree.quiet=true", "-o", "com.example.tree.depth=7",
    ])
    #expect(chosen.errors.contains("depth 1 7 quiet 1 1"), "\(chosen.errors)")
    #expect(chosen.status == 0)
  }

  private func states(_ options: String) throws -> String {
    try folder.write(
      """
      {"initial": "content", "states": {"content": ["tree"], "loading": [], "empty": [], "error": []},
       "children": {"tree": {"use": "com.example.tree",
                             "options": \(options)}}}
      """, to: "states.json")
  }

  @Test func `is given in a states file, and the command line goes before it`() throws {
    let file = try states(#"{"depth": 4, "quiet": false}"#)
    let run = try snapshot(["--states", file])
    #expect(run.errors.contains("depth 1 4 quiet 1 0"), "\(run.errors)")
    let both = try snapshot(["--states", file, "-o", "com.example.tree.quiet=true"])
    #expect(both.errors.contains("depth 1 4 quiet 1 1"), "\(both.errors)")
  }

  @Test(.needsSandbox) func `that is wrong is named with its place, in a file or as it was given`()
    throws
  {
    let file = try states(#"{"dept": 4}"#)
    let what = #"statehost: it has no option "dept""#
    let inFile = try snapshot(["--states", file])
    #expect(
      inFile.errors == "\(what): \(file):3:36 (children.tree.options.dept): did you mean depth?\n")
    #expect(inFile.status == 2 && inFile.output == "")
    let choice = "com.example.tree.dept=4"
    let given = try snapshot(["-o", choice])
    #expect(given.errors == "\(what): -o \(choice): did you mean depth?\n")
    #expect(given.status == 2)
    #expect(try snapshot(["-o", "nothing"]).status == 2)
  }

  @Test func `of nobody is named in a scenario without plugins, too`() throws {
    let file = try folder.write(
      #"{"initial": "a", "states": {"a": []}, "actions": []}"#, to: "scenario.json")
    let run = try ProgramRun.run(["play", "-o", "com.example.none.depth=4", file])
    #expect(
      run.errors == "statehost: no plugin offers the child com.example.none: "
        + "-o com.example.none.depth=4: install it, or see statehost plugins\n")
    #expect(run.status == 2)
  }

  @Test func `is shown by inspect`() throws {
    let run = try ProgramRun.run(["inspect", folder.path + "/tree.so"])
    let line = "depth: a whole number from 1 to 9 (3): how far it unfolds"
    #expect(run.output.contains(line), "\(run.output)")
    #expect(run.output.contains("quiet: true or false"))
    let json = try ProgramRun.run(["inspect", "--json", folder.path + "/tree.so"])
    #expect(json.output.contains(#""takes":"a whole number from 1 to 9""#), "\(json.output)")
  }
}
