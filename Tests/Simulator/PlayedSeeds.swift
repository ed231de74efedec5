internal import Foundation
internal import HostStates
internal import HostSystem
internal import Simulation

/// Plays what the simulator is told in this process: seeds, each named before it is played, or one
/// script.
struct PlayedSeeds {
  private let options: Options
  private let plugins: SimulatedPlugins

  init(_ options: Options) throws {
    self.options = options
    // Keys and loads are played for the bundled list.
    let isBundled = options.playsKeys || options.playsLoads
    plugins = try SimulatedPlugins(
      in: isBundled ? nil : options.pluginFolder, bundled: isBundled ? options.pluginFolder : nil)
  }

  /// What stands before the number of the seed that is played next.
  static let mark = "seed "

  func play() throws {
    if let folder = options.comparedFolder { return try compare(folder) }
    if let file = options.scenarioFile { return try play(file) }
    if let situation = options.interruptedSituation { return interrupt(situation) }
    if options.playsKeys { return try playKeys() }
    if options.playsLoads { return try playLoads() }
    let clock = Clock()
    var nanoseconds: Int64 = 0
    try eachSeed { seed in
      let scenario = Scenario(simulatedSeed: seed)
      do {
        nanoseconds += try SimulatedRun.play(scenario, with: plugins)
      } catch let violation as Violation {
        report(violation, seed: seed, scenario)
      }
    }
    let seconds = Double(clock.nowNanoseconds) / 1e9
    let hours = Double(nanoseconds) / 3.6e12
    say(
      "\(options.count) seeds: no invariant is broken; "
        + String(
          format: "%.1f simulated hours, %.1f in each real minute", hours, hours * 60 / seconds))
  }

  private func eachSeed(_ body: (UInt64) throws -> Void) rethrows {
    for seed in options.first..<options.first + options.count {
      say(Self.mark + "\(seed)")
      try body(seed)
    }
  }

  private func compare(_ folder: String) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") }.sorted()
    for file in files {
      let scenario = try Scenario(contentsOf: folder + "/" + file)
      if let wrong = try WorkerComparison(of: scenario, with: plugins).firstDifference() {
        Simulator.fail("statehost simulation: \(file): \(wrong)")
      }
    }
    say("\(files.count) scenarios: the same events in workers")
  }

  private func interrupt(_ situation: String) {
    var table = InterruptionTable(with: plugins, stride: options.stride)
    table.play(only: situation == "all" ? nil : situation)
    if !table.faults.isEmpty {
      Simulator.fail(table.faults.map { "statehost simulation: \($0)" }.joined(separator: "\n"))
    }
    say("\(table.runCount) interrupted runs: each ends as it should")
  }

  private func playKeys() throws {
    let wrong = try KeyOrder.wrongExamples(with: plugins)
    if !wrong.isEmpty {
      Simulator.fail(wrong.map { "statehost simulation: \($0)" }.joined(separator: "\n"))
    }
    try eachSeed { seed in
      let keys = KeyOrder(seed: seed)
      guard try keys.firstDifference(seed: seed, with: plugins) != nil else { return }
      let shortest = try keys.shortest(seed: seed, with: plugins)
      let difference = try shortest.firstDifference(seed: seed, with: plugins) ?? ""
      Simulator.fail("statehost simulation: seed \(seed): \(difference)")
    }
    say("\(options.count) seeds: the same keys lead to the same end")
  }

  private func playLoads() throws {
    try eachSeed { seed in
      if let fault = try ChangingTable(seed: seed).firstFault(with: plugins) {
        Simulator.fail("statehost simulation: seed \(seed): \(fault)")
      }
    }
    say("\(options.count) seeds: the cursor is on its row after each load")
  }

  private func play(_ file: String) throws {
    if let violation = try SimulatedRun.violation(of: try Scenario(contentsOf: file), with: plugins)
    {
      Simulator.fail("statehost simulation: \(file): \(violation)")
    }
    say("\(file): no invariant is broken")
  }

  /// At once, for the next thing may be the end.
  private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  /// Says which seed failed, how, and with which script; the shortest that fails in the same way.
  private func report(_ violation: Violation, seed: UInt64, _ scenario: Scenario) -> Never {
    var shrinking = Shrinking { candidate in
      (try? SimulatedRun.violation(of: candidate, with: plugins))?.invariant == violation.invariant
    }
    let shortest = shrinking.shortest(of: scenario)
    let last = (try? SimulatedRun.violation(of: shortest, with: plugins)) ?? violation
    Simulator.fail(
      """
      statehost simulation: seed \(seed) breaks \(last)
      \(last.invariant.rawValue)
      The shortest script that breaks it, for `make sim SCRIPT=FILE` and `statehost play FILE`:
      \(ScenarioWriter.text(of: shortest))
      """)
  }
}
