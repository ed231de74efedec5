import Foundation
import TestSupport
import Testing

/// What the user gives the plugins that `statehost validate` checks.
@Suite struct `What validate gives a plugin` {
  private let folder: ScratchFolder
  private static let checks = ["delivers", "rows", "stops", "columns", "progress"]

  init() throws { folder = try ScratchFolder() }

  private func compile(_ read: String, needs: [String] = []) throws -> String {
    var plugin = SmallPlugin()
    plugin.needs = needs
    plugin.options = [
      """
      .kind = CHILDPLUGIN_OPTION_INTEGER, .name = CHILDPLUGIN_TEXT("count"),
      .fallback = CHILDPLUGIN_TEXT("0"), .flags = CHILDPLUGIN_OPTION_RANGE, .maximum = 99
      """
    ]
    plugin.declarations = """
      #define FAIL(words) \\
        return reading->fail(reading, childplugin_text(words), childplugin_text("")), false
      """
    plugin.read = read
    return try plugin.compile(into: folder)
  }

  /// Rows for the argument "two", and of the other words.
  private static let ofArgument = """
    if (childplugin_text_equal(reading->argument, childplugin_text("nothing"))) return true;
    if (childplugin_text_equal(reading->argument, childplugin_text("cut")))
      return reading->bytes(reading, childplugin_text("one\\ntw")), true;
    if (!childplugin_text_equal(reading->argument, childplugin_text("two"))) FAIL("no such thing");
    if (reading->bytes(reading, childplugin_text("one\\n")))
      reading->bytes(reading, childplugin_text("two\\n"));
    return true;
    """

  private struct Checked: Decodable {
    struct Check: Decodable {
      let name: String
      let result: String
      let reason: String?
      let again: String?
    }
    struct File: Decodable { let checks: [Check] }
    struct Given: Decodable {
      let argument: String?
      let options: [String]?
      let grants: [String]?
    }
    let given: Given
    let files: [File]

    var results: [String] { files.flatMap(\.checks).map(\.result) }
    var reasons: Set<String> { Set(files.flatMap(\.checks).compactMap(\.reason)) }
  }

  private func validate(
    _ library: String, _ words: String..., only checks: [String] = checks
  ) throws -> Checked {
    let run = try ProgramRun.run(
      ["validate", "--json"] + checks.flatMap { ["--only", "source-\($0)"] } + words + [library])
    return try JSONDecoder().decode(Checked.self, from: Data(run.output.utf8))
  }

  @Test func `without rows there is nothing to look at, and that is said`() throws {
    let library = try compile(Self.ofArgument)
    let without = try validate(library)
    #expect(without.results == Array(repeating: "skipped", count: 5))
    #expect(
      without.reasons == [
        "no row came of com.example.small (it said \"no such thing\"): give it an argument "
          + "or options: --argument WHAT, -o NAME=VALUE"
      ])
    let nothing = try validate(library, "--argument", "nothing")
    #expect(nothing.results == Array(repeating: "skipped", count: 5))
    #expect(nothing.reasons.first?.contains("for the argument \"nothing\": give it") == true)
    let run = try ProgramRun.run(["validate", "--only", "source-rows", library])
    #expect(run.status == 0 && run.output.contains("skipped  source-rows: no row came"))
  }

  @Test func `is its argument, of which a failure tells`() throws {
    let library = try compile(Self.ofArgument)
    let right = try validate(library, "--argument", "two")
    #expect(right.results == Array(repeating: "passed", count: 5))
    #expect(right.given.argument == "two" && right.given.options == nil)
    let cut = try validate(library, "--argument", "cut", only: ["rows"])
    #expect(cut.results == ["failed"])
    #expect(
      cut.files.first?.checks.first?.again
        == "statehost validate --only source-rows --seed 1 --argument cut \(library)")
  }

  @Test func `is its options, with an id or without`() throws {
    let library = try compile(
      """
      int64_t count = 0;
      reading->integer(reading, childplugin_text("count"), &count);
      for (; count > 0; count -= 1) reading->bytes(reading, childplugin_text("row\\n"));
      return true;
      """)
    #expect(try validate(library, only: ["rows"]).results == ["skipped"])
    for option in ["count=3", "com.example.small.count=3"] {
      let checked = try validate(library, "-o", option, only: ["rows"])
      #expect(checked.results == ["passed"])
      #expect(checked.given.options == [option])
    }
    // It goes on though nobody takes more of it.
    #expect(try validate(library, "-o", "count=3", only: ["stops"]).results == ["passed"])
  }

  @Test(.needsSandbox)
  func `is what it may do, in these checks alone`() throws {
    let source = """
      FILE *lines = popen("uname", "r");
      char line[16] = "";
      if (lines == NULL || fgets(line, sizeof line, lines) == NULL) FAIL("uname cannot be run");
      pclose(lines);
      return reading->bytes(reading, childplugin_text(line)), true;
      """
    let library = try compile(source, needs: ["run"])
    let without = try validate(library, only: ["rows"])
    #expect(without.results == ["skipped"])
    #expect(without.reasons.first?.hasSuffix(", --grant com.example.small=run") == true)
    let granted = try validate(library, "--grant", "com.example.small=run", only: ["rows"])
    #expect(granted.results == ["passed"])
    #expect(granted.given.grants == ["com.example.small=run"])
    #expect(try validate(library, only: ["rows"]).results == ["skipped"])
    // Several options are one grant.
    let needy = try compile(source, needs: ["run", "network"])
    let both = try validate(
      needy, "--grant", "com.example.small=run", "--grant", "com.example.small=network",
      only: ["rows"])
    #expect(both.results == ["passed"])
  }

  /// Words, and the one line that is said of them.
  static let refused = [
    (["-o", "cuont=5"], "it has no option \"cuont\": -o cuont=5: did you mean count?"),
    (
      ["-o", "com.example.small.count=x"],
      "the option \"count\" takes something else: -o com.example.small.count=x: "
        + "write a whole number from 0 to 99"
    ),
    (
      ["-o", "count"],
      "not an option and its value, such as depth=4 or com.example.tree.depth=4: -o count: "
        + "write -o [ID.]NAME=VALUE, see statehost validate --help"
    ),
    (
      ["--grant", "com.example.smal=run"],
      "no plugin offers this child: --grant com.example.smal=run: did you mean com.example.small?"
    ),
  ]

  @Test(.needsSandbox, arguments: refused)
  func `is refused where it cannot be, with status 2`(words: [String], line: String) throws {
    let run = try ProgramRun.run(["validate"] + words + [try compile("return true;")])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors == "statehost: \(line)\n")
  }

  /// A pane that runs `git show` and draws what it writes; with a mistake where that is too long.
  private func pane() throws -> String {
    var plugin = SmallPlugin()
    plugin.needs = ["run"]
    plugin.declarations = """
      static const childplugin_host_run_t *table;
      static char shown[16];
      static void ended(const childplugin_child_t *child, const childplugin_program_end_t *end) {
        (void)child;
        if (end->kind == CHILDPLUGIN_END_EXITED && end->output.length >= sizeof shown) abort();
        snprintf(shown, sizeof shown, "%.*s", (int)end->output.length, end->output.bytes);
        host->invalidate(host);
      }
      """
    plugin.extensions = [("RUN", "run_observer", ".ended = ended")]
    plugin.create = "table = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));"
    plugin.willAppear = """
      childplugin_text_t words[] = {CHILDPLUGIN_TEXT("git"), CHILDPLUGIN_TEXT("show")};
      childplugin_program_t program = {.size = sizeof program, .words = words, .word_count = 2};
      table->run(host, &program);
      """
    return try plugin.compile(into: folder)
  }

  @Test(arguments: [
    (#"{"program": "git*", "output": "short"}"#, ["passed", "passed"]),
    (#"{"program": "git*", "output": "much too long for it"}"#, ["failed", "failed"]),
    (#"{"program": "git*", "status": 1}"#, ["passed", "passed"]),
    (
      #"{"program": "git*", "does": [{"do": "output", "text": "much too long, for ever"}]}"#,
      ["passed", "passed"]
    ),
    (#"{"program": "git*", "found": false}"#, ["passed", "passed"]),
    (#"{"program": "gti*"}"#, ["passed", "failed"]),
  ])
  func `is what programs do that a pane runs`(program: String, results: [String]) throws {
    let library = try pane()
    let script = try folder.write("{\"programs\": [\(program)]}", to: "programs.json")
    let run = try ProgramRun.run([
      "validate", "--json", "--programs", script, "--only", "appears", "--only",
      "programs-in-order", library,
    ])
    let checked = try JSONDecoder().decode(Checked.self, from: Data(run.output.utf8))
    #expect(checked.results == results, "\(run.output)")
    #expect(run.output.contains("\"given\":{\"programs\":\"\(script)\"}"))
  }

  @Test(.needsSandbox) func `is refused where the file of programs has a mistake`() throws {
    let script = try folder.write("{\"programs\": [{}]}", to: "programs.json")
    let run = try ProgramRun.run(["validate", "--programs", script, try pane()])
    #expect(run.status == 2)
    #expect(
      run.errors
        == "statehost: \"program\" is missing: \(script):1:15 (programs[0]): add \"program\": \"git*\"\n"
    )
  }
}
