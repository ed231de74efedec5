import HostStates
import Simulation
import Testing

@Suite struct `A script that fails` {
  private let scenario = Scenario(simulatedSeed: 3)

  private func shortest(_ fails: @escaping (Scenario) -> Bool) -> Scenario {
    var shrinking = Shrinking(fails: fails)
    return shrinking.shortest(of: scenario)
  }

  @Test func `is made from its seed alone`() {
    let again = Scenario(simulatedSeed: 3)
    #expect(again.actions == scenario.actions)
    #expect(ScenarioWriter.text(of: again) == ScenarioWriter.text(of: scenario))
    #expect(Scenario(simulatedSeed: 4).actions != scenario.actions)
  }

  @Test func `is printed as a scenario that is read as the same`() throws {
    for seed in UInt64(1)...50 {
      let scenario = Scenario(simulatedSeed: seed)
      let text = ScenarioWriter.text(of: scenario)
      let again = try Scenario(parsing: Array(text.utf8), file: "script.json")
      #expect(again.actions == scenario.actions, "seed \(seed)")
      #expect(again.source == scenario.source, "seed \(seed)")
    }
  }

  @Test func `keeps only the actions that it fails with, early and small`() {
    let shortest = shortest { candidate in
      let outputs = candidate.actions.filter { action in
        if case .output(let bytes) = action.kind { bytes.count > 2 } else { false }
      }
      return outputs.count >= 2
    }
    #expect(shortest.actions.count == 2)
    #expect(shortest.actions.allSatisfy { $0.atNanoseconds == 0 })
    #expect(shortest.statesFile.children.isEmpty)
    for action in shortest.actions {
      guard case .output(let bytes) = action.kind else {
        Issue.record("\(action)")
        continue
      }
      #expect(bytes.count == 3)
    }
  }

  @Test func `stays as it is where it fails only whole`() {
    let whole = scenario.actions
    #expect(shortest { $0.actions == whole && $0.statesFile.children.count > 0 }.actions == whole)
  }

  @Test func `is tried no more often than it may be`() {
    var tries = 0
    var shrinking = Shrinking(tries: 7) { _ in
      tries += 1
      return true
    }
    _ = shrinking.shortest(of: scenario)
    #expect(tries == 7)
  }
}
