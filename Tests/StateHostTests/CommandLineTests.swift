import Foundation
import TestSupport
import Testing

@Suite struct `The command line` {
  @Test(arguments: [
    (["--help"], "statehost [options] -- COMMAND"), (["-h"], "Exit status"),
    (["help"], "--every 5s"), (["--help", "all"], "--every TIME"), (["help", "keys"], "Ctrl-R"),
    (["--help", "plugins"], "statehost plugins [options]"),
    (["play", "--help"], "statehost play [options] SCENARIO.json"),
    (["plugins", "--help"], "statehost plugins [options]"), (["--version"], "plugin ABI 1.2"),
    (["run", "-V"], "statehost "),
  ])
  func `explains itself on standard output`(arguments: [String], text: String) throws {
    let run = try ProgramRun.run(arguments)
    #expect(run.status == 0)
    #expect(run.output.contains(text))
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: [
    (["--plugin", "x"], "unknown option: --plugin: did you mean --plugins?"),
    (["--evry=5s"], "unknown option: --evry: did you mean --every?"),
    (["play", "--event"], "unknown option: --event: did you mean --events?"),
    (["plugins", "-x"], "unknown option: -x: see statehost plugins --help"),
    (["--plugins"], "a value is missing: --plugins: write --plugins DIR"),
    (["--plain=yes"], "this option takes no value: --plain=yes: write just --plain"),
    (["--every", "soon"], "not a time of 10ms or more, such as 5s, 500ms or 2m: --every soon: "),
    (["--every", "1ms"], "not a time of 10ms or more, such as 5s, 500ms or 2m: --every 1ms: "),
    (
      ["--isolation", "shared"],
      "not one of auto, each, none (each replaces shared): --isolation shared: "
    ),
    (["--colour", "pink"], "not one of auto, truecolour, 256, 16, none: --colour pink: "),
    (["--size", "0x5"], "not a size like 80x24, up to 4096x2048: --size 0x5: "),
    (["a", "b"], "one source at a time, and the first is the file a: b: for a command, "),
    (["-", "b"], "one source at a time, and the first is standard input: b: "),
    (["ls"], "there is no such file: ls: for the command, write statehost -- ls"),
    (
      ["ls -la"],
      "there is no such file: ls -la: for the command line, write statehost -c 'ls -la'"
    ),
    (["plugin"], "there is no such file: plugin: did you mean statehost plugins?"),
    (
      ["help", "nothing"], "unknown help topic: nothing: there is help on all, keys, run, play, "
    ),
    (["--snapshot", "x.png"], "not a picture (.svg), text (.txt) or - for standard output: "),
    (["a", "--", "b"], "one source at a time, and the first is the file a: b: "),
    (["--"], "no command: --: write the command to run after the two dashes"),
    (["play"], "no scenario: play: write statehost play SCENARIO.json"),
    (["play", "a", "b"], "one scenario at a time: b: play a first, then this one"),
    (["plugins", "x"], "plugins takes no argument: x: for one more directory write --plugins x"),
    (["--events", "/nowhere/x", "--", "true"], "the event log cannot be written: /nowhere/x"),
    (["--log", "/nowhere/x", "--", "true"], "the log cannot be written: /nowhere/x"),
    (["--unknown\u{1B}[2J"], "unknown option: --unknown"),
  ])
  func `says in one line what is wrong with it, where and what to do`(
    arguments: [String], text: String
  ) throws {
    let run = try ProgramRun.run(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("statehost: " + text), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(!run.errors.unicodeScalars.contains("\u{1B}"))
  }

  /// What is in the folders of PATH, and what is advised where no file has the name.
  @Test(arguments: [
    ("xtool", "for the command, write statehost -- xtool"),
    ("xtool it's", "for the command line, write statehost -c "), ("xdata", "check the path"),
    ("xfolder", "check the path"), ("xdata a", "check the path"), ("xnone xtool", "check the path"),
    ("/nowhere/xtool", "check the path"),
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
}
