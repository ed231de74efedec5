import Foundation
import TestSupport
import Testing

@Suite struct `Files that are written` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Runs a line of `sh` in the folder; nothing may take long, for nobody is waited for.
  private func shell(_ line: String) throws -> ProgramRun {
    try ProgramRun.run(
      ["-c", "statehost() { '\(BuiltProducts.program)' \"$@\"; }; cd '\(folder.path)'; \(line)"],
      program: "/bin/sh", seconds: 20)
  }

  private func contents(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  private static let states =
    #"{ "initial": "content", "states": { "content": ["x"] }, "children": { "x": {} } }"#

  @Test(arguments: [
    ("rows.txt", "the file that is shown"), ("states.json", "the states file"),
    ("plugins/small.so", "a plugin"),
  ])
  func `are refused before anything is destroyed, where the run reads them`(
    file: String, use: String
  ) throws {
    let texts = [
      "rows.txt": "a row\n", "states.json": Self.states, "plugins/small.so": "no plugin",
    ]
    for (name, text) in texts { try folder.write(text, to: name) }
    let link = try shell(
      "ln -s \(file) symbolic.txt; ln \(file) hard.txt; ln -s symbolic.txt far.txt")
    #expect(link.status == 0)
    for (option, name) in [
      ("--events", "the event log"), ("--log", "the log"), ("--remember", "the saved states"),
      ("--snapshot", "the snapshot"),
    ] {
      for path in (option == "--snapshot" ? [] : ["./" + file]) + ["hard.txt", "far.txt"] {
        let run = try shell(
          "statehost --states states.json --plugins plugins \(option) \(path) rows.txt")
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(
          run.errors
            == "statehost: \(name) would overwrite \(use): \(path): give \(option) another file\n")
        #expect(try contents(file) == texts[file])
      }
    }
  }

  @Test func `are written by one run at a time where they are event logs`() throws {
    let first = try RunningProgram(
      ["--plain", "--events", folder.path + "/log", "--", "sh", "-c", "echo a row; sleep 1000"])
    try wait(for: "the first run's row") { first.output == "a row\n" }
    // The log is written when the turn that has passed the row on is over.
    try wait(for: "its log") { try !contents("log").isEmpty }
    let before = try contents("log")
    let refused = try shell("statehost --plain --events log -- echo another")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(
      refused.errors
        == "statehost: another run is writing the event log: log: give --events another file\n")
    try folder.write(#"{ "initial": "a", "states": { "a": [] }, "actions": [] }"#, to: "play.json")
    #expect(try shell("statehost play --events log play.json").status == 2)
    #expect(try contents("log").hasPrefix(before) && !before.isEmpty)
    first.send(SIGTERM)
    _ = first.wait()
    #expect(try shell("statehost --plain --events log -- echo another").status == 0)
    // A device is nobody's.
    #expect(try shell("statehost --plain --events /dev/null -- echo another").status == 0)
  }

  @Test func `are refused where they are standard input or another output`() throws {
    try folder.write("a row\n", to: "rows")
    for (line, error) in [
      ("--events rows - <rows", "the event log would overwrite the file that is shown: rows: "),
      ("--log rows <rows", "the log would overwrite the file that is shown: rows: "),
      ("--events new --log ./new -- true", "the log would overwrite the event log: ./new: "),
      ("--log new --snapshot new.txt -- true", "the snapshot would overwrite the log: new.txt: "),
      ("--events new -- true >new", "the event log would overwrite standard output: new: "),
      ("--log new -- true 2>new; cat new >&2", "the log would overwrite standard error: new: "),
      ("rows >>rows", "standard output would overwrite the file that is shown: "),
      ("<rows >>rows", "standard output would overwrite the file that is shown: "),
    ] {
      let run = try shell("rm -f new new.txt; touch new; ln -s new new.txt; statehost \(line)")
      #expect(run.errors.hasPrefix("statehost: \(error)"), "\(line): \(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
      #expect(try contents("rows") == "a row\n")
    }
  }

  @Test func `of a scenario are refused in the same way`() throws {
    let scenario = BuiltProducts.repository + "/Tests/Scenarios/animated-basic.json"
    let whole = try String(contentsOfFile: scenario, encoding: .utf8)
    try folder.write(whole, to: "scenario.json")
    try folder.write("no plugin", to: "plugins/small.so")
    for (line, error) in [
      (
        "--plugins plugins --events plugins/small.so",
        "the event log would overwrite a plugin: plugins/small.so: "
      ),
      ("--svg new >new", "the picture would overwrite standard output: new: "),
      ("--events scenario.json", "the event log would overwrite the scenario: scenario.json: "),
      ("--svg scenario.json", "the picture would overwrite the scenario: scenario.json: "),
      ("--events new --svg new", "the picture would overwrite the event log: new: "),
      (
        "--svg pipe",
        "the picture cannot be written: pipe: this is a pipe or a socket, not a file: "
      ),
    ] {
      let run = try shell("[ -e pipe ] || mkfifo pipe; statehost play \(line) scenario.json")
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("statehost: \(error)"), "\(line): \(run.errors)")
      #expect(try contents("scenario.json") == whole)
    }
  }

  @Test(arguments: ["--events", "--log", "--remember", "--snapshot"])
  func `that could keep the run waiting are refused at once`(option: String) throws {
    for (make, reason) in [
      ("mkfifo out.txt", "this is a pipe or a socket, not a file"),
      ("mkfifo out.txt; exec 3<>out.txt", "this is a pipe or a socket, not a file"),
      ("mkdir out.txt", "this is a directory"),
    ] {
      let run = try shell("rm -rf out.txt; \(make); statehost \(option) out.txt -- echo a row")
      #expect(run.status == 2)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains(" cannot be written: out.txt: \(reason): "), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `are begun anew, but for a log, and may be a device but to remember`() throws {
    let names = ["events", "log", "frame.txt"]
    for name in names { try folder.write(String(repeating: "x", count: 9000), to: name) }
    var plugin = SmallPlugin()
    plugin.initialise = "puts(\"printed\");"
    try folder.write("", to: "plugins/note.txt")
    try plugin.compile(into: folder, as: "plugins/small.so")
    let run = try shell(
      "statehost --plugins plugins --events events --log log --snapshot frame.txt -- echo a row")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try names.map { try contents($0).contains("xxx") } == [false, true, false])
    #expect(try contents("log").contains("printed"))
    #expect(try shell("statehost --log /dev/null -- echo a row").output == "a row\n")
    let refused = try shell("statehost --remember /dev/null -- echo a row")
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(
      refused.errors.hasPrefix(
        "statehost: the saved states cannot be written: /dev/null: this is a device: "))
  }

  @Test func `go where they were named, also when a plugin goes elsewhere`() throws {
    var plugin = SmallPlugin()
    plugin.initialise = "if (chdir(\"/\") != 0) { return false; }\nputs(\"printed\");"
    try folder.write("", to: "plugins/note.txt")
    try plugin.compile(into: folder, as: "plugins/small.so")
    let run = try shell(
      """
      mkdir real; ln -s real/memory memory
      statehost --plugins plugins --remember memory --events events --log log \
        --snapshot frame.txt --size 30x5 -- echo a row
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try contents("real/memory").contains("\"use\":\"org.statehost.list\""))
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/memory")
    #expect(link == "real/memory")
    #expect(try contents("events").contains("didTransition"))
    #expect(try contents("log").contains("printed"))
    #expect(try contents("frame.txt").contains("a row"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/real") == ["memory"])
  }

  @Test func `may be standard output where that has nothing else to show`() throws {
    let run = try shell("statehost --snapshot frame.txt --events - -- echo a row")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("{\"t\":"))
    #expect(try contents("frame.txt").contains("a row"))
    for line in ["--events -", "--events - --snapshot -", "--log -", "--remember -"] {
      let run = try shell("statehost \(line) -- echo a row")
      #expect(run.status == 2)
      #expect(run.output.isEmpty)
      #expect(
        run.errors.contains(" cannot be written: -: standard output is already in use: "))
    }
    let scenario = BuiltProducts.repository + "/Tests/Scenarios/animated-basic.json"
    let plain = try shell("statehost play '\(scenario)'")
    #expect(try shell("statehost play --events - '\(scenario)'").output == plain.output)
    let both = try shell("statehost play --events - --svg - '\(scenario)'").output
    #expect(both.hasPrefix(plain.output + "<svg "))
  }
}
