internal import Foundation
internal import HostStates
internal import Simulation
internal import StateContainerModel

/// `make sim`: plays random runs of the program in simulated worlds, and makes what fails short.
///
/// They are played in a process of their own, for a trap ends the process: what is left says which
/// seed it was.
@main struct Simulator {
  static func main() throws {
    let options = try Options(CommandLine.arguments.dropFirst())
    if let sequences = options.sequences {
      try play(sequences, options)
    } else if options.playsHere {
      try PlayedSeeds(options).play()
    } else {
      try watch(options)
    }
  }

  private static func play(_ sequences: Options.Sequences, _ options: Options) throws {
    let count: Int
    do {
      switch sequences {
      case .scenarios:
        var all = ContainerSequences(seed: options.first, isLong: options.isLong)
        try all.play()
        count = all.count
      case .contract(let family):
        var all = ContractSequences(family, isLong: options.isLong)
        try all.play()
        count = all.count
      }
    } catch let broken as ContainerSequences.Broken {
      fail("statehost simulation: \(broken)")
    } catch let difference as ContractSequences.Difference {
      fail("statehost simulation: \(difference)")
    }
    print("\(count) sequences: no rule is broken")
  }

  private static func watch(_ options: Options) throws {
    let run = try PlayerProcess(CommandLine.arguments.dropFirst(), isQuiet: false)
    guard let signal = run.signal else {
      if let line = run.lines.last { print(line) }
      exit(run.status)
    }
    if let file = options.scenarioFile {
      fail("statehost simulation: \(file): the run is ended by signal \(signal)")
    }
    guard let seed = run.lastSeed else {
      fail("statehost simulation: ended by signal \(signal) before the first seed")
    }
    fail(
      """
      statehost simulation: seed \(seed): the run is ended by signal \(signal)
      It is played again by `make sim FIRST=\(seed) SEEDS=1`.
      The shortest script that ends so, for `make sim SCRIPT=FILE`:
      \(ScenarioWriter.text(of: try shortestTrap(of: seed, options)))
      """)
  }

  /// Each script is a process that may end by a signal, which takes its time.
  private static let tries = 200

  private static func shortestTrap(of seed: UInt64, _ options: Options) throws -> Scenario {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    var shrinking = Shrinking(tries: tries) { candidate in
      let text = ScenarioWriter.text(of: candidate)
      guard (try? Data(text.utf8).write(to: file)) != nil else { return false }
      let words = ["--plugins", options.pluginFolder, "--script", file.path]
      return (try? PlayerProcess(words[...], isQuiet: true))?.signal != nil
    }
    return shrinking.shortest(of: Scenario(simulatedSeed: seed))
  }

  static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data((text + "\n").utf8))
    exit(1)
  }
}
