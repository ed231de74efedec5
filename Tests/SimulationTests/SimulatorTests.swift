import Foundation
import HostStates
import TestSupport
import Testing

/// The simulator runs by itself, for plugins know one thread of their process as the main one.
@Suite struct `The simulator` {
  private static let isLong = ProcessInfo.processInfo.environment["STATEHOST_LONG_TESTS"] == "1"

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try compile()
  }

  /// Compiles the simulated children as two plugins, with more flags for the compiler.
  private func compile(source: String = "simulated.c", _ flags: String...) throws {
    for part in [1, 2] {
      let run = try ProgramRun.run(
        [
          "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I",
          BuiltProducts.repository + "/Sources/ChildPluginAPI/include", "-DPART=\(part)", "-o",
          folder.path + "/part-\(part).so",
          BuiltProducts.repository + "/Tests/Simulation/" + source,
        ] + flags, program: "/usr/bin/env")
      try #require(run.status == 0, "\(run.errors)")
    }
  }

  private func simulate(_ arguments: [String], in folder: String? = nil) throws -> ProgramRun {
    try ProgramRun.run(
      ["--plugins", folder ?? self.folder.path] + arguments,
      program: BuiltProducts.programFolder + "/Simulator", seconds: 1200)
  }

  /// The bundled list, with one seed or many.
  private func expectBundled(_ flag: String, seed: Int? = nil, says words: String) throws {
    let count = seed != nil ? 1 : Self.isLong ? 2000 : 40
    let first = seed ?? (Self.isLong ? Int.random(in: 1...1_000_000) : 1)
    let run = try simulate(
      [flag, "--first", "\(first)", "--seeds", "\(count)"], in: BuiltProducts.programFolder)
    #expect(run.output == "\(count) seeds: \(words)\n", "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test func `ends each run that is interrupted as it should end`() throws {
    try FileManager.default.removeItem(atPath: folder.path + "/part-1.so")
    try FileManager.default.removeItem(atPath: folder.path + "/part-2.so")
    try compile(source: "steady.c")
    let run = try simulate(["--interrupt", "all", "--stride", Self.isLong ? "1" : "5"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasSuffix(" interrupted runs: each ends as it should\n"))
  }

  @Test func `finds no broken invariant in many worlds`() throws {
    let seeds = Self.isLong ? "500" : "20"
    let run = try simulate(["--seeds", seeds])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("\(seeds) seeds: no invariant is broken; "))
    #expect(run.output.contains(" simulated hours, "))
  }

  @Test func `plays a script that it has printed`() throws {
    let file = try folder.write(
      """
      {"initial": "content", "states": {"loading": [], "content": ["rows"]},
       "children": {"rows": {"use": "sim.rows"}},
       "actions": [{"at": "0ms", "do": "output", "text": "a row\\n"}, {"at": "1s", "do": "end"}]}
      """, to: "script.json")
    let run = try simulate(["--script", file])
    #expect(run.output == "\(file): no invariant is broken\n")
    #expect(run.status == 0)
  }

  @Test(arguments: try FileManager.default.contentsOfDirectory(atPath: found).sorted())
  func `finds nothing any more in what it has found once`(name: String) throws {
    let file = Self.found + "/" + name
    let run = try simulate(["--script", file])
    #expect(run.output == "\(file): no invariant is broken\n", "\(run.errors)")
  }

  private static let found = BuiltProducts.repository + "/Tests/Simulation/Found"

  @Test func `plays the worked examples with the same events in workers as in this process`() throws
  {
    let folder = BuiltProducts.repository + "/Tests/Scenarios"
    let count = try FileManager.default.contentsOfDirectory(atPath: folder)
      .count { $0.hasSuffix(".json") }
    let run = try simulate(["--compare", folder])
    #expect(run.output == "\(count) scenarios: the same events in workers\n", "\(run.errors)")
    #expect(run.status == 0)
  }

  /// Examples, and random keys: each with the time that the host takes to search, filter and sort.
  ///
  /// With seed 741065 the ends were different once.
  @Test(arguments: [nil, 741065] as [Int?])
  func `comes to the same end by the same keys, however late the host is`(seed: Int?) throws {
    try expectBundled("--keys", seed: seed, says: "the same keys lead to the same end")
  }

  /// Tables loaded every second, with processes that come and go, some sorted from the beginning.
  @Test func `keeps the cursor on its row, or at the top, while tables change`() throws {
    try expectBundled("--loads", says: "the cursor is on its row after each load")
  }

  @Test func `breaks no rule of the container, whatever happens to it`() throws {
    let seed = UInt64.random(in: 1...1_000_000)
    let run = try ProgramRun.run(
      ["--first", "\(seed)", "--sequences", "scenarios"] + (Self.isLong ? ["--long"] : []),
      program: BuiltProducts.programFolder + "/Simulator", seconds: Self.isLong ? 3600 : 600)
    #expect(run.status == 0, "seed \(seed): \(run.errors)")
    let count = run.output.split(separator: " ").first.flatMap { Int($0) }
    #expect(count ?? 0 > 63_000 && run.output.hasSuffix(" sequences: no rule is broken\n"))
  }

  @Test func `names the seed of a run that traps, and the shortest script that does`() throws {
    try compile(source: "simulated.c", "-DTRAPS_ON_KEYS")
    let run = try simulate(["--seeds", "50"])
    #expect(run.status == 1)
    #expect(run.output == "")
    let lines = run.errors.split(separator: "\n").map(String.init)
    let words = "the run is ended by signal \(SIGILL)"
    let seed = try #require((1...50).first { lines.first?.contains(" seed \($0): ") == true })
    #expect(lines.first == "statehost simulation: seed \(seed): \(words)")
    #expect(run.errors.contains("`make sim FIRST=\(seed) SEEDS=1`"))
    let again = try simulate(["--first", "\(seed)", "--seeds", "1"])
    #expect(again.errors == run.errors)
    let script = try #require(lines.firstIndex { $0.hasPrefix("{") })
    let file = try folder.write(lines[script...].joined(separator: "\n"), to: "script.json")
    let played = try simulate(["--script", file])
    #expect(played.status == 1)
    #expect(played.errors == "statehost simulation: \(file): \(words)\n")
    #expect(try Scenario(contentsOf: file).actions.count <= 2)
  }
}
