import Foundation
import TestSupport
import Testing

/// A wall that a kernel may not have.
struct MissingWall: Sendable, CustomTestStringConvertible {
  /// As `Kernel.run` takes it.
  let name: String
  /// What the program calls it.
  let words: String

  var testDescription: String { words }

  static let all = [
    MissingWall(name: "landlock", words: "Landlock"),
    MissingWall(name: "seccomp", words: "seccomp"),
    MissingWall(name: "landlock,seccomp", words: "Landlock and seccomp"),
  ]
}

@Suite(.needsSandbox) struct `Third-party plugins where the sandbox is incomplete` {
  private let folder: ScratchFolder
  private let home: ScratchFolder
  private let plugin: String

  init() throws {
    folder = try ScratchFolder()
    home = try ScratchFolder()
    var small = SmallPlugin()
    // Where the constructor has run is seen whatever becomes of the rest.
    small.declarations = """
      __attribute__((constructor)) static void begin(void) {
        FILE *file = fopen("\(home.path)/ran", "w");
        if (file != NULL) fclose(file);
        fprintf(stderr, "the constructor has run\\n");
      }
      """
    plugin = try small.compile(into: folder)
    var source = SmallPlugin()
    source.id = "com.example.source"
    source.read = """
      childplugin_text_t cells[] = {CHILDPLUGIN_TEXT("a row of it")};
      return reading->row(reading, cells, 1);
      """
    try source.compile(into: folder, as: "source.so")
  }

  private let both = MissingWall.all[2]

  private func statehost(_ arguments: String..., without wall: MissingWall) throws -> ProgramRun {
    try statehost(arguments, without: wall)
  }

  private func statehost(_ arguments: [String], without wall: MissingWall) throws -> ProgramRun {
    try Kernel.run(
      [BuiltProducts.program] + arguments, without: wall.name, environment: ["HOME": home.path])
  }

  private func refusal(_ wall: MissingWall) -> String {
    """
    statehost: third-party plugins are not loaded because the sandbox is incomplete: this system \
    lacks \(wall.words): \(plugin) and 1 more: --weaker-sandbox loads them anyway

    """
  }

  private func expectNothingRan(_ run: ProgramRun) {
    #expect(!run.errors.contains("has run") && !run.output.contains("has run"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: home.path + "/ran"))
    #expect(!run.output.contains("a small child"))
  }

  @Test(arguments: MissingWall.all)
  func `are not loaded, and one sentence says why; the bundled ones are shown`(
    wall: MissingWall
  ) throws {
    let shown = try statehost(
      "--plugins", folder.path, "--snapshot", "-", "--", "echo", "a row", without: wall)
    #expect(shown.status == 0 && shown.output.contains("a row"), "\(shown.output)")
    #expect(shown.errors == refusal(wall))
    expectNothingRan(shown)
    let plain = try statehost(
      "--plugins", folder.path, "--plain", "--", "echo", "a row", without: wall)
    #expect(plain.status == 0 && plain.output == "a row\n")
    #expect(plain.errors.hasPrefix(refusal(wall)), "\(plain.errors)")
    expectNothingRan(plain)
    let list = try statehost("plugins", "--plugins", folder.path, without: wall)
    #expect(list.status == 0 && list.errors == "")
    #expect(list.output.hasSuffix("\nnot loaded:\n" + refusal(wall)), "\(list.output)")
    #expect(list.output.contains("org.statehost.list") && !list.output.contains("com.example"))
    expectNothingRan(list)
    let security = try statehost("plugins", "--security", without: wall)
    for part in ["Landlock", "seccomp"] {
      let word = wall.words.contains(part) ? "MISSING" : "active "
      #expect(security.output.contains("  \(word)  \(part): "), "\(security.output)")
    }
    #expect(security.output.contains("not loaded here, except with --weaker-sandbox"))
  }

  @Test func `are not loaded though they are known from before`() throws {
    // Their descriptors are in the cache now.
    let known = try ProgramRun.run(
      ["plugins", "--plugins", folder.path], environment: ["HOME": home.path])
    #expect(known.output.contains("com.example.small"))
    let shown = try statehost(
      "--plugins", folder.path, "--snapshot", "-", "--", "echo", "a row", without: both)
    #expect(shown.errors == refusal(both))
    expectNothingRan(shown)
  }

  @Test func `deliver no rows`() throws {
    let run = try statehost(
      "--plugins", folder.path, "--plain", "--source", "com.example.source", without: both)
    #expect(run.status == 2 && run.output == "")
    #expect(run.errors.hasPrefix(refusal(both)), "\(run.errors)")
    let weaker = try statehost(
      "--weaker-sandbox", "--plugins", folder.path, "--plain", "--source", "com.example.source",
      without: both)
    #expect(weaker.status == 0 && weaker.output == "a row of it\n")
  }

  @Test func `are neither validated nor inspected`() throws {
    for command in ["validate", "inspect"] {
      let run = try statehost(command, plugin, without: both)
      #expect(run.status == 2 && run.output == "")
      #expect(
        run.errors == """
          statehost: plugins do not run here because the sandbox is incomplete: this system lacks \
          \(both.words): --weaker-sandbox runs them anyway

          """)
      expectNothingRan(run)
    }
    for (command, words) in [("validate", "init-accepts"), ("inspect", "com.example.small")] {
      let weaker = try statehost(command, "--weaker-sandbox", plugin, without: both)
      #expect(weaker.output.contains(words), "\(weaker.output)")
      #expect(weaker.errors == warning(both))
    }
  }

  private func warning(_ wall: MissingWall) -> String {
    """
    statehost: third-party plugins run in a weaker sandbox: this system lacks \(wall.words): \
    see statehost plugins --security

    """
  }

  @Test func `are played only where the user says so`() throws {
    let scenario = try home.write(
      """
      {"initial":"content","states":{"content":["small"]},
       "children":{"small":{"use":"com.example.small"}},
       "actions":[{"at":"0ms","do":"willAppear","animated":false},{"at":"0ms","do":"didAppear"}]}
      """, to: "scenario.json")
    let run = try statehost("play", "--plugins", folder.path, scenario, without: both)
    #expect(run.status == 2 && run.errors.hasPrefix(refusal(both)), "\(run.errors)")
    expectNothingRan(run)
    let weaker = try statehost(
      "play", "--weaker-sandbox", "--plugins", folder.path, "--frames", "1s", scenario,
      without: both)
    #expect(weaker.status == 0 && weaker.output.contains("a small child"), "\(weaker.errors)")
    #expect(weaker.errors.hasPrefix(warning(both)), "\(weaker.errors)")
  }

  @Test func `are shown where the user says so, and the last row says it all the time`() throws {
    let terminal = try TmuxTerminal(
      columns: 100, rows: 12, environment: ["HOME": home.path],
      command: "\(Kernel.launcher) \(both.name) \(BuiltProducts.program) --weaker-sandbox "
        + "--plugins \(folder.path) -- echo a row")
    let notice = "weaker sandbox: this system lacks \(both.words)"
    try terminal.wait(for: "the last row") { rows in
      rows.contains { $0.contains("a small child") }
        && rows.last?.trimmingCharacters(in: .whitespaces).hasPrefix(notice) ?? false
    }
    try terminal.press("q")
    try terminal.wait(forText: "statehost: third-party plugins run in a weaker sandbox")
  }

  @Test func `need no such word in the program's own process, or where nothing is missing`() throws
  {
    let show = ["--plugins", folder.path, "--snapshot", "-", "--", "echo", "a row"]
    let inProcess = try statehost(["--isolation", "none"] + show, without: both)
    #expect(inProcess.output.contains("a small child"))
    #expect(!inProcess.errors.contains("sandbox"), "\(inProcess.errors)")
    try? FileManager.default.removeItem(atPath: home.path + "/ran")
    let complete = try ProgramRun.run(
      ["--weaker-sandbox"] + show, environment: ["HOME": home.path])
    #expect(complete.output.contains("a small child"))
    #expect(!complete.errors.contains("sandbox"), "\(complete.errors)")
    #expect(!FileManager.default.fileExists(atPath: home.path + "/ran"))
  }
}
