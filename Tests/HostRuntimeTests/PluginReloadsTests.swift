import Testing

@testable import HostRuntime

@Suite final class `A plugin whose file changes` {
  private static let millisecond: Int64 = 1_000_000
  private static let probation = PluginReloads.probationNanoseconds
  private var reloads = PluginReloads()

  private func on<Result>(_ body: (inout PluginReloads) -> Result) -> Result { body(&reloads) }

  @Test func `is loaded again when nothing has come of its file for 150 ms`() {
    for plugin in [5, 2] { reloads.changed(plugin, at: 0) }
    reloads.changed(7, at: 0)
    reloads.changed(7, at: 100 * Self.millisecond)
    #expect(reloads.nextDeadline == 150 * Self.millisecond)
    #expect(on { $0.takeChanged(at: 150 * Self.millisecond - 1) } == [])
    #expect(on { $0.takeChanged(at: 150 * Self.millisecond) } == [2, 5])
    #expect(reloads.nextDeadline == 250 * Self.millisecond)
    #expect(on { $0.takeChanged(at: 250 * Self.millisecond) } == [7])
    #expect(on { $0.takeChanged(at: .max) } == [] && reloads.nextDeadline == nil)
  }

  @Test func `has its child made anew when that has saved its state, or has had 250 ms for it`() {
    for entry in [3, 1, 2] { reloads.save(entry, at: 0) }
    #expect(reloads.nextDeadline == 250 * Self.millisecond)
    #expect(on { $0.takeSaved(at: 0) { $0 != 1 } } == [1])
    #expect(reloads.counts == [1: 1])
    #expect(on { $0.arrived(at: 1) } && !on { $0.arrived(at: 1) } && !on { $0.arrived(at: 2) })
    #expect(on { $0.takeSaved(at: 250 * Self.millisecond - 1) { _ in true } } == [])
    #expect(on { $0.takeSaved(at: 250 * Self.millisecond) { _ in true } } == [2, 3])
    reloads.save(1, at: 0)
    _ = on { $0.takeSaved(at: 0) { _ in false } }
    #expect(reloads.counts == [1: 2, 2: 1, 3: 1])
  }

  @Test func `has the child before it back for five seconds, and no longer`() {
    let (first, second) = (AnsweringChild().onStage(), AnsweringChild().onStage())
    #expect(on { $0.keep(first, at: 4, now: 0) } == nil)
    #expect(on { $0.keep(second, at: 4, now: 10) } === first)
    #expect(on { $0.takePredecessor(of: 4, at: Self.probation + 10) } == nil)
    #expect(on { $0.takePredecessor(of: 4, at: Self.probation + 9) } === second)
    #expect(on { $0.takePredecessor(of: 4, at: 0) } == nil)
  }

  @Test func `lets the child before it go when that is off screen, too`() {
    let child = AnsweringChild().onStage()
    _ = on { $0.keep(child, at: 0, now: 0) }
    #expect(reloads.nextDeadline == nil)
    #expect(on { $0.takeOutdated(at: Self.probation) }.isEmpty)
    child.willDisappear(animated: false)
    child.didDisappear(animated: false)
    #expect(reloads.nextDeadline == Self.probation)
    #expect(on { $0.takeOutdated(at: Self.probation - 1) }.isEmpty)
    #expect(on { $0.takeOutdated(at: Self.probation) }.first === child)
    #expect(reloads.predecessors.isEmpty && reloads.nextDeadline == nil)
  }
}
