internal import HostStates

/// Every interruption of every situation, after every turn of the loop in which it is active.
package struct InterruptionTable {
  private let plugins: SimulatedPlugins
  /// Of the turns in which a situation is active only each of so many is interrupted.
  private let stride: Int
  package private(set) var runCount = 0
  /// What is wrong, a line for each cell of the table.
  package private(set) var faults: [String] = []

  package init(with plugins: SimulatedPlugins, stride: Int = 1) {
    self.plugins = plugins
    self.stride = stride
  }

  /// Plays all of it, or only the situation of this name.
  package mutating func play(only name: String? = nil) {
    for situation in Situation.all where name ?? situation.name == situation.name {
      let own = situation.isOfWorkers ? nil : play(situation, inWorkers: false)
      let isolated = play(situation, inWorkers: true)
      if let own, let isolated,
        let fault = isolated.endFault(besides: own) ?? isolated.hearingFault(besides: own)
      {
        faults.append("\(situation.name), in workers and not: \(fault)")
      }
    }
  }

  /// The run that nothing interrupts; nil where it fails.
  private mutating func play(_ situation: Situation, inWorkers: Bool) -> InterruptedRun? {
    let place = inWorkers ? " (in workers)" : ""
    do {
      let plain = try run(situation, inWorkers)
      if plain.activeTurns.isEmpty { faults.append("\(situation.name)\(place): is never active") }
      if !plain.rows.contains(where: { $0.contains(situation.shows) }) {
        faults.append("\(situation.name)\(place): “\(situation.shows)” is not in \(plain.rows)")
      }
      let woken = try InterruptedRun.played(
        situation.scenario(inWorkers: inWorkers, then: []), with: plugins, in: situation,
        waking: true)
      if let fault = plain.staleness ?? woken.firstFault(besides: plain, as: .same) {
        faults.append("\(situation.name)\(place), woken for nothing: \(fault)")
      }
      for interruption in Interruption.all where inWorkers || !interruption.isOfWorkers {
        if let fault = try fault(
          of: interruption, situation, inWorkers,
          after: interruption.isForChild ? plain.typingTurns : plain.activeTurns)
        {
          faults.append("\(situation.name) × \(interruption.name)\(place), \(fault)")
        }
      }
      return plain
    } catch {
      faults.append("\(situation.name)\(place): \(error)")
      return nil
    }
  }

  /// What is wrong with one cell of the table, the first turn of it.
  private mutating func fault(
    of interruption: Interruption, _ situation: Situation, _ inWorkers: Bool, after turns: [Int]
  ) throws -> String? {
    let relation = interruption.relation(in: situation)
    if case .cannotOccur = relation { return nil }
    var tail = interruption.then
    if case .asAtRest = relation { tail += interruption.kinds }
    let reference = try run(situation, inWorkers, then: tail)
    for index in Swift.stride(from: 0, to: turns.count, by: stride) {
      runCount += 1
      do {
        let run = try run(
          situation, inWorkers, then: interruption.then, (interruption, turns[index]))
        if let fault = run.firstFault(besides: reference, as: relation) {
          return "after turn \(turns[index]): \(fault)"
        }
      } catch let violation as Violation {
        return "after turn \(turns[index]): \(violation)"
      }
    }
    return nil
  }

  private func run(
    _ situation: Situation, _ inWorkers: Bool, then tail: [ScenarioAction.Kind] = [],
    _ interruption: (what: Interruption, afterTurn: Int)? = nil
  ) throws -> InterruptedRun {
    try InterruptedRun.played(
      situation.scenario(inWorkers: inWorkers, then: tail), with: plugins, in: situation,
      interrupting: interruption)
  }
}
