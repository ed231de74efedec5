internal import Foundation
internal import HostPlugins
internal import HostStates
internal import HostSystem
internal import Simulation

/// `make sim`: plays random runs of the program in simulated worlds, and makes what fails short.
@main struct Simulator {
  static func main() throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    let catalogue = try SimulatedRun.catalogue(in: options.pluginFolder)
    if let file = options.scenarioFile {
      let scenario = try Scenario(contentsOf: file)
      if let violation = try SimulatedRun.violation(of: scenario, catalogue: catalogue) {
        fail("statehost simulation: \(file): \(violation)")
      }
      print("\(file): no invariant is broken")
      return
    }
    let clock = Clock()
    var nanoseconds: Int64 = 0
    for seed in options.first..<options.first + options.count {
      let scenario = Scenario(simulatedSeed: seed)
      do {
        nanoseconds += try SimulatedRun.play(scenario, catalogue: catalogue)
      } catch let violation as Violation {
        report(violation, seed: seed, scenario, catalogue)
      }
    }
    let seconds = Double(clock.nowNanoseconds) / 1e9
    let hours = Double(nanoseconds) / 3.6e12
    print(
      "\(options.count) seeds: no invariant is broken; "
        + String(
          format: "%.1f simulated hours, %.1f in each real minute", hours, hours * 60 / seconds))
  }

  /// Says which seed failed, how, and with which script; the shortest that fails in the same way.
  private static func report(
    _ violation: Violation, seed: UInt64, _ scenario: Scenario, _ catalogue: PluginCatalogue
  ) -> Never {
    var shrinking = Shrinking { candidate in
      (try? SimulatedRun.violation(of: candidate, catalogue: catalogue))?.invariant
        == violation.invariant
    }
    let shortest = shrinking.shortest(of: scenario)
    let last = (try? SimulatedRun.violation(of: shortest, catalogue: catalogue)) ?? violation
    fail(
      """
      statehost simulation: seed \(seed) breaks \(last)
      \(last.invariant.sentence)
      The shortest script that breaks it, for `make sim SCRIPT=FILE` and `statehost play FILE`:
      \(ScenarioWriter.text(of: shortest))
      """)
  }

  private static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(1)
  }
}

/// What the simulator is told.
private struct Options {
  var first: UInt64 = 1
  var count: UInt64 = 1_000
  /// Where the simulated plugin is, compiled.
  var pluginFolder = ""
  /// One script to play instead.
  var scenarioFile: String?

  struct Unknown: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let flag = rest.popFirst() {
      guard let value = rest.popFirst() else { throw Unknown(description: "\(flag) needs a value") }
      switch flag {
      case "--first": first = UInt64(value) ?? first
      case "--seeds": count = UInt64(value) ?? count
      case "--plugins": pluginFolder = value
      case "--script": scenarioFile = value
      default: throw Unknown(description: "unknown option \(flag)")
      }
    }
  }
}
