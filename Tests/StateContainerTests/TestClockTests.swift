import StateContainer
import StateContainerTesting
import Testing

@Suite(.timeLimit(.minutes(10))) @MainActor struct `A clock for tests` {
  @Test func `wakes each who sleeps at its own instant, in turn`() async throws {
    let clock = TestClock(now: .seconds(1))
    var woken: [String] = []
    for (name, seconds) in [("late", 5), ("early", 2), ("never", 60), ("soon", 2)] {
      Task {
        guard (try? await clock.sleep(until: .init(.seconds(seconds)))) != nil else { return }
        woken.append("\(name) at \(clock.now.sinceBegin.components.seconds)")
      }
    }
    await clock.advance(to: .seconds(1))
    #expect(woken == [])
    await clock.advance(by: .seconds(9))
    #expect(woken == ["early at 2", "soon at 2", "late at 5"])
    #expect(clock.now.sinceBegin == .seconds(10))
    await clock.advance(to: .seconds(4))
    #expect(clock.now.sinceBegin == .seconds(10), "time that goes back stands still")
  }

  @Test func `sleeps on while what it has woken sleeps again`() async {
    let clock = TestClock()
    var ticks = 0
    let ticking = Task {
      while (try? await clock.sleep(until: clock.now.advanced(by: .seconds(1)))) != nil {
        ticks += 1
      }
    }
    await clock.advance(to: .seconds(100))
    #expect(ticks == 100)
    await ticking.stop()
    #expect(ticks == 100)
  }

  @Test func `does not sleep for what is over, or cancelled`() async {
    let clock = TestClock(now: .seconds(1))
    await #expect(throws: Never.self) { try await clock.sleep(until: .init(.seconds(1))) }
    let task = Task { try await clock.sleep(until: .init(.seconds(9))) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
