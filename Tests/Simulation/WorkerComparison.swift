internal import HostPlay
package import HostStates

/// A scenario with a plugin's children, played in this process and in workers.
///
/// Where nothing takes any time, workers change no event; where it does, they break no rule.
package struct WorkerComparison {
  private let scenario: Scenario
  private let plugins: SimulatedPlugins
  /// How late workers are, in the runs that are held against the rules alone.
  private static let lagsMilliseconds: [Int64] = [1, 17, 120, 400]

  package init(of scenario: Scenario, with plugins: SimulatedPlugins) {
    var scenario = scenario
    for index in scenario.statesFile.children.indices {
      scenario.statesFile.children[index].use = "sim.plain"
    }
    self.scenario = scenario
    self.plugins = plugins
  }

  /// What differs, or which rule is broken; nil where nothing is.
  package func firstDifference() throws -> String? {
    let own = try play(lagNanoseconds: nil)
    let others = try play(lagNanoseconds: 0)
    for (own, other) in zip(own.lines, others.lines) where own != other {
      return "\(own) is \(other) in workers"
    }
    if own.lines.count != others.lines.count {
      return "\(own.lines.count) events are \(others.lines.count) in workers"
    }
    for lag in Self.lagsMilliseconds {
      if let broken = try play(lagNanoseconds: lag * 1_000_000).checker.violations.first {
        return "with workers that take \(lag) ms, \(broken.rule.rawValue): \(broken.event)"
      }
    }
    return nil
  }

  // Children are in this process where `lag` is nil, else in workers that are so late.
  private func play(lagNanoseconds lag: Int64?) throws -> Record {
    let record = Record(scenario.statesFile)
    let player = try ScenarioPlayer(
      scenario, plugins: plugins.played(inWorkers: lag != nil, lagNanoseconds: lag ?? 0),
      onEvent: record.hear)
    try player.play()
    player.end()
    return record
  }

  private final class Record {
    private(set) var lines: [String] = []
    private(set) var checker: InvariantChecker

    init(_ file: StatesFile) { checker = InvariantChecker(file) }

    func hear(_ event: LogEvent, atNanoseconds time: Int64) {
      lines.append("\(time): \(event)")
      checker.record(event, atNanoseconds: time)
    }
  }
}
