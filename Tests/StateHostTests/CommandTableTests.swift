import Foundation
import TestSupport
import Testing

/// Exit status, standard error and JSON of every command for none, one and two files, with the
/// first or the last one bad, and of every option that takes a file.
@Suite struct `What a command makes of its files` {
  /// Files of every kind, made once.
  private struct Files {
    let folder: ScratchFolder

    init() throws {
      folder = try ScratchFolder()
      for name in ["good", "other"] {
        var plugin = SmallPlugin()
        plugin.id = "com.example.\(name)"
        try FileManager.default.createDirectory(
          atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
        try plugin.compile(into: folder, as: "\(name)/plugin.so")
      }
      try folder.write("no library\n", to: "bad/plugin.so")
      try folder.write("1\n2\n", to: "rows")
      try folder.write("{\n", to: "bad.json")
      try folder.write(
        """
        { "initial": "loading", "states": { "loading": [], "content": [], "empty": [], "error": [] },
          "children": {} }
        """, to: "states.json")
      try folder.write(
        """
        { "initial": "one", "states": { "one": ["a"] }, "children": { "a": {} },
          "actions": [ { "at": "0ms", "do": "willAppear", "animated": false } ] }
        """, to: "scenario.json")
    }

    /// The paths of names; an absolute one is its own.
    func paths(_ names: [String]) -> [String] { names.map(path) }
    func path(_ name: String) -> String { name.hasPrefix("/") ? name : "\(folder.path)/\(name)" }
  }

  private static let made = Result { try Files() }
  private let files: Files

  init() throws { files = try Self.made.get() }

  /// Runs the program on words of which those with a `@` are names of files.
  private func run(_ words: [String], input: String? = nil) throws -> ProgramRun {
    try ProgramRun.run(
      words.map { $0.hasPrefix("@") ? files.path(String($0.dropFirst())) : $0 }, input: input)
  }

  /// Whether one line of standard error begins so, with nothing besides.
  private func isOneLine(_ errors: String, _ beginning: String) -> Bool {
    errors.hasPrefix("statehost: " + beginning) && errors.hasSuffix("\n")
      && errors.dropLast().allSatisfy { $0 != "\n" }
  }

  // MARK: Plugins

  private static let plugins = [
    [], ["bad"], ["good", "other"], ["bad", "good"], ["good", "bad"], ["missing", "good"],
    ["good", "missing"],
  ]
  private static let checkers = [["inspect"], ["validate", "--only", "entry-exported"]]

  /// What is wrong with the whole command line, where something is; else nothing.
  private func refusal(_ command: String, _ names: [String]) -> String? {
    if names.isEmpty { return "no plugin: \(command): write statehost \(command) PLUGIN.so" }
    guard names.contains("missing") else { return nil }
    let path = files.path("missing/plugin.so")
    return "no such file: \(path): write the path of a plugin, a .so file"
  }

  @Test(.needsSandbox, arguments: checkers, plugins)
  func `of plugins it tells of each in order, and fails where one fails`(
    command: [String], names: [String]
  ) throws {
    let paths = files.paths(names.map { $0 + "/plugin.so" })
    let run = try run(command + paths)
    if let refusal = refusal(command[0], names) {
      #expect(run.status == 2 && run.output.isEmpty, "\(run)")
      #expect(run.errors == "statehost: \(refusal)\n")
    } else {
      #expect(run.status == (names.contains("bad") ? 1 : 0), "\(run)")
      #expect(run.errors.isEmpty)
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines.filter(paths.contains) == paths)
      let complaints = lines.count { $0.contains("not a shared library") }
      #expect(complaints == names.count { $0 == "bad" }, "\(run.output)")
    }
  }

  @Test(.needsSandbox, arguments: checkers, plugins)
  func `of plugins it makes one object of JSON, with each in order`(
    command: [String], names: [String]
  ) throws {
    let paths = files.paths(names.map { $0 + "/plugin.so" })
    let run = try run(command + ["--json"] + paths)
    guard refusal(command[0], names) == nil else {
      #expect(run.status == 2 && run.output.isEmpty, "\(run)")
      return
    }
    #expect(run.status == (names.contains("bad") ? 1 : 0) && run.errors.isEmpty, "\(run)")
    #expect(run.output.last == "\n")
    let reports = try reports(of: run, in: command[0] == "inspect" ? "plugins" : "files")
    #expect(reports.map { $0["file"] as? String } == paths)
    for (name, report) in zip(names, reports) {
      let isGood = (report["loaded"] as? Bool) ?? ((report["failed"] as? Int) == 0)
      #expect(isGood == (name != "bad"), "\(name): \(report)")
    }
  }

  private func reports(of run: ProgramRun, in key: String) throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(run.outputBytes))
    return try #require((object as? [String: Any])?[key] as? [[String: Any]])
  }

  @Test(.needsSandbox, arguments: plugins)
  func `of folders of plugins it lists what is there, and what is not loaded`(
    names: [String]
  ) throws {
    let options = names.flatMap { ["--plugins", "@" + $0] }
    let json = try run(["plugins", "--json"] + options)
    #expect(json.status == 0 && json.errors.isEmpty, "\(json)")
    let ids = try reports(of: json, in: "children").compactMap { $0["id"] as? String }
    let expected = names.filter { ["good", "other"].contains($0) }.map { "com.example." + $0 }
    #expect(ids.filter { $0.hasPrefix("com.example.") } == expected)
    let lost = try reports(of: json, in: "notLoaded").compactMap { $0["file"] as? String }
    #expect(
      lost
        == names.filter { ["bad", "missing"].contains($0) }.map {
          files.path($0 == "bad" ? "bad/plugin.so" : $0)
        })
    let text = try run(["plugins"] + options)
    #expect(text.status == 0 && text.errors.isEmpty, "\(text)")
    #expect(expected.allSatisfy(text.output.contains) && lost.allSatisfy(text.output.contains))
    #expect(text.output.contains("not loaded:") == !lost.isEmpty)
  }

  // MARK: Arguments

  /// A command line, its exit status, and how its one line of standard error begins; nil: no line.
  struct Row: CustomTestStringConvertible, Sendable {
    let words: [String]
    let status: Int32
    let line: String?

    init(_ words: [String], _ status: Int32, _ line: String? = nil) {
      self.words = words
      self.status = status
      self.line = line
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    Row(["play"], 2, "no scenario: play: "),
    Row(["play", "@scenario.json"], 0),
    Row(["play", "@bad.json"], 2, "expected "),
    Row(["play", "@missing"], 2, "cannot read the file (No such file or directory): "),
    Row(["play", "@good"], 2, "cannot read the file (Is a directory): "),
    Row(["play", "@scenario.json", "@scenario.json"], 2, "one scenario at a time: "),
    Row(["@rows"], 0),
    Row(["@missing"], 2, "there is no such file: "),
    Row(["@good"], 2, "this is a directory, not a file: "),
    Row(["@rows", "@rows"], 2, "one source at a time, and the first is the file "),
    Row(["--", "true"], 0),
    Row(["--", "no-such-program"], 127, "the command was not found: no-such-program: "),
    Row(["--snapshot", "-", "@rows"], 0),
    Row(["--snapshot", "-", "@missing"], 2, "there is no such file: "),
    Row(["new", "--language", "c"], 2, "no name: new: "),
    Row(["new", "no/name", "--language", "c"], 2, "invalid plugin name: no/name: "),
    Row(["new", "one", "--like", "nothing"], 2, "not an example: nothing: "),
    Row(["plugins", "@good"], 2, "plugins takes no argument: "),
    Row(["--url", "nowhere"], 2, "not an address like "),
    Row(["--source", "no"], 2, "no plugin offers the source no: "),
    Row(["validate", "--list"], 0),
    Row(["validate", "--only", "no-check", "@good/plugin.so"], 2, "not a check, see --list: "),
    Row(["--version"], 0),
    Row(["--unknown\u{1B}[2J"], 2, "unknown option: --unknown"),
    Row(["plugin"], 2, "there is no such file: plugin: did you mean statehost plugins?"),
    Row(["help"], 0),
    Row(["help", "no-command"], 2, "unknown help topic: no-command: "),
    Row(["completions"], 2, "no shell: completions: "),
    Row(["completions", "bash"], 0),
    Row(["completions", "sh"], 2, "not one shell that is known: sh: "),
  ])
  func `refused or failed, it says why in one line`(row: Row) throws {
    let run = try run(row.words)
    #expect(run.status == row.status, "\(run)")
    #expect(!run.errors.unicodeScalars.contains("\u{1B}"))
    if let line = row.line {
      #expect(isOneLine(run.errors, line), "\(run.errors)")
      #expect(run.output.isEmpty || row.words.contains("--snapshot"), "\(run.output)")
    } else {
      #expect(run.errors.isEmpty && !run.output.isEmpty == (row.words != ["--", "true"]))
    }
  }

  /// What is in the folders of PATH, and what is advised where no file has the name.
  @Test(arguments: [
    ("xtool", "for the command, write statehost -- xtool"),
    ("xtool it's", "for the command line, write statehost -c "), ("xdata", "check the path"),
    ("xfolder", "check the path"), ("xdata a", "check the path"), ("xnone xtool", "check the path"),
    ("/nowhere/xtool", "check the path"),
    ("xdata/", "check the path, without the slash at its end"),
    ("+xdata", "for a command of less, write +N, +/TEXT, +G or +F"),
  ])
  func `takes a name for a command where there is a program of it`(
    name: String, remedy: String
  ) throws {
    let folder = try ScratchFolder()
    let file = try folder.write("#!/bin/sh\n", to: "xtool")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    try folder.write("", to: "xdata")
    try folder.write("", to: "xfolder/x")
    let run = try ProgramRun.run([name], environment: ["PATH": "/nowhere:" + folder.path])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(
      run.errors.hasPrefix("statehost: there is no such file: \(name): \(remedy)"), "\(run.errors)")
  }

  // MARK: Options

  /// Options that take a file to read or write, with one that will do and those that will not.
  private static let options: [(command: [String], option: String, good: String, bad: [String])] = {
    let written = ["/nowhere/file", "@good"]
    let run = ["@rows"]
    let play = ["play", "@scenario.json"]
    return [
      (run, "--states", "@states.json", ["@bad.json", "@missing", "@good"]),
      (run, "--events", "@run.events", written), (run, "--log", "@run.log", written),
      (run, "--remember", "@remembered", written),
      (run, "--snapshot", "@frame.txt", ["/nowhere/file.txt"]),
      (run, "--trust", "@good", ["@missing"]),
      (play, "--events", "@play.events", written), (play, "--svg", "@play.svg", written),
      (play, "--trust", "@good", ["@missing"]),
      (["plugins"], "--trust", "@good", ["@missing"]),
      (["inspect", "@good/plugin.so"], "--trust", "@good", ["@missing"]),
      (
        ["validate", "--only", "entry-exported", "@good/plugin.so"], "--trust", "@good",
        ["@missing"]
      ),
    ]
  }()

  @Test(.needsSandbox, arguments: options.indices)
  func `of an option it refuses a bad one in one line, before anything is done`(
    index: Int
  ) throws {
    let (command, option, good, bad) = Self.options[index]
    // Folders add up; of other files the last one counts.
    let countsAll = option == "--trust"
    #expect(try run(command + [option, good]).status == 0)
    for bad in bad {
      let name = bad.hasPrefix("@") ? files.path(String(bad.dropFirst())) : bad
      for words in [[option, bad], [option, good, option, bad]] {
        let run = try run(command + words)
        #expect(run.status == 2 && run.output.isEmpty, "\(words): \(run)")
        #expect(isOneLine(run.errors, "") && run.errors.contains(name), "\(words): \(run)")
      }
      let run = try run(command + [option, bad, option, good])
      #expect(run.status == (countsAll ? 2 : 0), "\(bad) before \(good): \(run)")
    }
  }

  @Test(
    .needsSandbox,
    arguments: [
      ["missing"], ["missing", "good"], ["good", "missing"], ["bad"], ["good", "bad"],
    ])
  func `of folders of plugins it tells which it goes on without`(names: [String]) throws {
    let options = names.flatMap { ["--plugins", "@" + $0] }
    let run = try run(["--snapshot", "-", "--isolation", "none", "@rows"] + options)
    #expect(run.status == 0)
    let lost = names.contains("bad") ? "not a shared library" : "no such plugin directory"
    #expect(isOneLine(run.errors, lost), "\(run.errors)")
    #expect(run.output.contains("a small child") == names.contains("good"), "\(run.output)")
  }
}
