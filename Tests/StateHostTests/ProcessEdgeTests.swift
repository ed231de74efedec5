import Foundation
import TestSupport
import Testing

@Suite struct `At the edges of the process` {
  /// What a line of the shell prints, in a folder of its own; `statehost` is the program.
  private func shell(_ line: String, in folder: ScratchFolder, seconds: Double = 20) throws
    -> ProgramRun
  {
    try ProgramRun.run(
      [
        "-c",
        "cd '\(folder.path)'; statehost() { \"\(BuiltProducts.program)\" \"$@\"; }; \(line)",
      ], program: "/bin/bash", seconds: seconds)
  }

  @Test func `a closed standard output is told, and no file takes its place`() throws {
    let folder = try ScratchFolder()
    try folder.write("one\ntwo\n", to: "rows")
    let run = try shell("statehost --plain --events log rows >&-", in: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("not everything could be written: standard output: "))
    let log = try String(contentsOfFile: folder.path + "/log", encoding: .utf8)
    #expect(!log.contains("one") && log.hasPrefix("{\"t\":"))
  }

  @Test func `a closed standard error loses words only`() throws {
    let folder = try ScratchFolder()
    try folder.write("one\n", to: "rows")
    let run = try shell("statehost --plain --events log rows 2>&-", in: folder)
    #expect(run.output == "one\n")
    #expect(run.status == 0)
    let log = try String(contentsOfFile: folder.path + "/log", encoding: .utf8)
    #expect(log.contains("didTransition"))
  }

  @Test func `a closed standard input has nothing in it`() throws {
    let run = try shell("statehost --plain - <&-", in: try ScratchFolder())
    #expect(run.status == 0)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("statehost: empty: "))
  }

  /// The guardian once waited for ever where it could open nothing more, and the program for it.
  @Test(.needsSandbox, arguments: [4, 6, 8, 11, 14, 18, 24])
  func `few descriptors are told of, or are enough, and nobody waits`(limit: Int) throws {
    let run = try shell("ulimit -n \(limit); statehost -- echo a row", in: try ScratchFolder())
    if run.status == 0 {
      #expect(run.output == "a row\n")
      #expect(run.errors.isEmpty)
    } else {
      #expect(run.status == 1 || run.status == 2)
      let line = run.errors.split(separator: "\n").last
      #expect(line?.contains("allow more open files (ulimit -n)") == true, "\(run.errors)")
    }
  }

  @Test(arguments: ["/dev/null", "", "home"])
  func `a home that is none does not keep the program from running`(home: String) throws {
    let run = try ProgramRun.run(["--", "echo", "a row"], environment: ["HOME": home])
    #expect(run.output == "a row\n")
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
    #expect(!FileManager.default.fileExists(atPath: "home"))
  }

  @Test func `names that are not UTF-8 are those of the user`() throws {
    let folder = try ScratchFolder()
    let run = try shell(
      """
      n=$'n\\xff\\xc3.txt'; printf 'inside\\n' >"$n"; statehost --plain "$n"
      statehost --plain -- cat "$n"; statehost --plain -- printf '%s' "$n" | od -An -tx1
      statehost --plain --events "$n.log" "$n" && test -s "$n.log" && echo logged
      """, in: folder)
    let lines = run.output.split(separator: "\n")
    #expect(lines.prefix(2) == ["inside", "inside"], "\(run.output)\(run.errors)")
    #expect(lines.suffix(2) == ["inside", "logged"])
  }

  @Test func `a plugin whose name is not UTF-8 is loaded`() throws {
    let folder = try ScratchFolder()
    try SmallPlugin().compile(into: folder)
    let run = try shell(
      "mv small.so $'sm\\xffall.so'; statehost plugins --plugins .", in: folder)
    #expect(run.output.contains("com.example.small"))
    #expect(!run.output.contains("not loaded"))
  }
}
