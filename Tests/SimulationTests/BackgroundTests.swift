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

    let threadLimit = 1

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
    port.resume()
    for _ in 0..<3 {
      #expect(!ready.contains { $0.token == port.token })
      try world.wait(untilNanoseconds: nil, into: &ready)
    }
    #expect(ready.contains { $0.token == port.token })
    #expect(world.isReady)
    port.clear()
    port.close()
    #expect(world.ledger.openPorts.allSatisfy { $0 != "background" })
  }

  @Test func `is done as late as it is told to be`() throws {
    let world = SimulatedWorld(Scenario(simulatedSeed: 3))
    world.backgroundDelay = { 5_000_000 }
    let work = Countdown(3)
    let port = try world.openBackground(for: work)
    port.resume()
    var ready: [Ready] = []
    var left: [Int] = []
    for instant: Int64 in [4_999_999, 5_000_000, 9_999_999, 10_000_000, 15_000_000] {
      while world.nowNanoseconds < instant {
        try world.wait(untilNanoseconds: instant, into: &ready)
      }
      // What is due at an instant is done in the next wait.
      try world.wait(untilNanoseconds: instant + 1, into: &ready)
      left.append(work.left.withLock { $0 })
    }
    #expect(left == [3, 2, 2, 1, 0])
    #expect(world.isReady)
    port.close()
  }
}
