import Foundation
import TestSupport
import Testing

/// The simulator runs by itself, for plugins know one thread of their process as the main one.
@Suite struct `The simulator` {
  private static let isLong =
    ProcessInfo.processInfo.environment["STATEHOST_LONG_TESTS"] == "1"

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    let run = try ProgramRun.run(
      [
        "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I",
        BuiltProducts.repository + "/Sources/ChildPluginAPI/include", "-o",
        folder.path + "/simulated.so", BuiltProducts.repository + "/Tests/Simulation/simulated.c",
      ], program: "/usr/bin/env")
    #expect(run.status == 0, "\(run.errors)")
  }

  private func simulate(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun.run(
      ["--plugins", folder.path] + arguments, program: BuiltProducts.folder + "/Simulator")
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
}
