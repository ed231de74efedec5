import Foundation
import TestSupport
import Testing

/// Plugins that are found and not loaded, and children that may not be there.
@Suite struct `A plugin that is left out` {
  private let folder: ScratchFolder
  private let home: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    home = try ScratchFolder()
    try SmallPlugin().compile(into: folder)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: folder.path + "/small.so")
  }

  private func run(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun.run(
      ["--plugins", folder.path, "--snapshot", "-"] + arguments,
      environment: ["HOME": home.path])
  }

  @Test func `is named where a child is missing that may be its`() throws {
    let path = folder.path + "/small.so"
    let states = try folder.write(
      """
      { "initial": "content", "states": { "content": ["other"] },
        "children": { "other": { "use": "com.example.small" } } }
      """, to: "states.json")
    let why = "may belong to \(path), which is not loaded (others can change it (mode 0666)): "
    let cases: [(words: [String], what: String)] = [
      (
        ["--grant", "com.example.small=run"],
        "this child \(why)--grant com.example.small=run: chmod go-w it"
      ),
      (
        ["--states", states],
        "the child com.example.small \(why)\(states) (children.other.use): chmod"
      ),
      (
        ["--source", "com.example.small"],
        "the source com.example.small \(why)--source com.example.small"
      ),
      (
        ["-o", "com.example.small.a=1"],
        "the child com.example.small \(why)-o com.example.small.a=1"
      ),
    ]
    for (words, what) in cases {
      let refused = try ProgramRun.run(
        ["--plugins", folder.path, "--snapshot", "-"] + words,
        environment: ["HOME": home.path])
      #expect(refused.status == 2)
      #expect(refused.errors.contains("statehost: \(what)"), "\(refused.errors)")
      #expect(!refused.errors.contains("no plugin offers"))
    }
    try SmallPlugin().compile(into: folder, as: "other.so")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: folder.path + "/other.so")
    let both = try run("--grant", "com.example.small=run")
    #expect(
      both.errors.contains(
        "statehost: this child may belong to a plugin that is not loaded (\(folder.path)/other.so, \(path)): "
          + "--grant com.example.small=run: see statehost plugins\n"), "\(both.errors)")
  }

  @Test func `stands beside what a child misses, which is said first`() throws {
    var other = SmallPlugin()
    other.id = "com.example.other"
    other.name = "Other"
    other.needs = ["network"]
    try other.compile(into: folder, as: "other.so")
    let terminal = try TmuxTerminal(
      columns: 120, rows: 8, environment: ["HOME": home.path],
      command: "statehost --plugins '\(folder.path)' -- seq 9")
    try terminal.wait(
      forText: "\"Other\" (com.example.other) needs network, which is not granted: other.so")
    try terminal.wait(forText: "small.so: others can change it (mode 0666)")
    try terminal.press("q")
  }

  @Test(.needsSandbox) func `has an id of the program's own, in a run and when it is looked at`()
    throws
  {
    var plugin = SmallPlugin()
    plugin.id = "org.statehost.small"
    try plugin.compile(into: folder)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path + "/small.so")
    let line =
      "statehost: child 0 (org.statehost.small): its id begins with org.statehost., which is the "
      + "program's own: \(folder.path)/small.so: give it one of a domain of yours\n"
    // From a scan, and from what was remembered of it.
    for _ in 0..<2 {
      let shown = try run("--", "echo", "a row")
      #expect(shown.errors == line)
      #expect(shown.output.contains("a row") && !shown.output.contains("a small child"))
    }
    let inProcess = try run("--isolation", "none", "--", "echo", "a row")
    #expect(inProcess.errors == line && !inProcess.output.contains("a small child"))
    let environment = ["HOME": home.path]
    func said(_ words: String...) throws -> ProgramRun {
      try ProgramRun.run(words, environment: environment)
    }
    #expect(try said("plugins", "--plugins", folder.path).output.hasSuffix(line))
    #expect(try said("inspect", folder.path + "/small.so").status == 1)
    let validated = try said("validate", folder.path + "/small.so")
    #expect(validated.status == 1 && validated.output.contains("descriptor-ids-free"))
    // The program's own have them wherever they are named.
    let own = BuiltProducts.programFolder
    #expect(try said("inspect", own + "/libListChild.so").status == 0)
    #expect(
      try said("validate", "--only", "descriptor-ids-free", own + "/libListChild.so").status == 0)
  }
}
