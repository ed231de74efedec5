import HostSimulation
import HostStates
import HostSystem
import Simulation
import Synchronization
import Testing

@Suite struct `Work beside the loop in a simulated world` {
  private final class Countdown: BackgroundWork {
    let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    func step() -> BackgroundStep {
      left.withLock { left in
        left -= 1
        return BackgroundStep(hasMore: left > 0, hasNews: left == 0)
      }
    }
  }

  @Test func `is done while the run waits, and tells of its news until they are taken`() throws {
    let world = SimulatedWorld(Scenario(simulatedSeed: 3))
    let port = try world.openBackground(for: Countdown(3))
    var ready: [Ready] = []
    try world.wait(untilNanoseconds: 0, into: &ready)
    #expect(!ready.contains { $0.token == port.token })
    port.goOn()
    for _ in 0..<3 {
      #expect(!ready.contains { $0.token == port.token })
      try world.wait(untilNanoseconds: nil, into: &ready)
    }
    #expect(ready.contains { $0.token == port.token })
    #expect(world.isReady)
    port.clear()
    port.close()
    #expect(world.ledger.left.allSatisfy { $0 != "background" })
  }
}
