import Testing

@testable import HostRuntime

@Suite final class `A plugin whose file changes` {
  private static let millisecond: Int64 = 1_000_000
  private static let probation = PluginReloads.probationNanoseconds
  private var reloads = PluginReloads()

  private func takeChanged(at now: Int64) -> [Int] { reloads.takeChanged(at: now) }

  private func takeSaved(at now: Int64, _ isSaving: (Int) -> Bool) -> [Int] {
    reloads.takeSaved(at: now, isSaving: isSaving)
  }

  private func hasArrived(at entry: Int) -> Bool { reloads.arrived(at: entry) }

  private func keep(_ child: StageChild, at entry: Int, now: Int64) -> StageChild? {
    reloads.keep(child, at: entry, now: now)
  }

  private func takePredecessor(of entry: Int, at now: Int64) -> StageChild? {
    reloads.takePredecessor(of: entry, at: now)
  }

  private func takeOutdated(at now: Int64) -> [StageChild] { reloads.takeOutdated(at: now) }

  @Test func `is loaded again when nothing has come of its file for 150 ms`() {
    for plugin in [5, 2] { reloads.changed(plugin, at: 0) }
    reloads.changed(7, at: 0)
    reloads.changed(7, at: 100 * Self.millisecond)
    #expect(reloads.nextDeadline == 150 * Self.millisecond)
    #expect(takeChanged(at: 150 * Self.millisecond - 1) == [])
    #expect(takeChanged(at: 150 * Self.millisecond) == [2, 5])
    #expect(reloads.nextDeadline == 250 * Self.millisecond)
    #expect(takeChanged(at: 250 * Self.millisecond) == [7])
    #expect(takeChanged(at: .max) == [] && reloads.nextDeadline == nil)
  }

  @Test func `has its child made anew when that has saved its state, or has had 250 ms for it`() {
    for entry in [3, 1, 2] { reloads.save(entry, at: 0) }
    #expect(reloads.nextDeadline == 250 * Self.millisecond)
    #expect(takeSaved(at: 0) { $0 != 1 } == [1])
    #expect(reloads.counts == [1: 1])
    #expect(hasArrived(at: 1) && !hasArrived(at: 1) && !hasArrived(at: 2))
    #expect(takeSaved(at: 250 * Self.millisecond - 1) { _ in true } == [])
    #expect(takeSaved(at: 250 * Self.millisecond) { _ in true } == [2, 3])
    reloads.save(1, at: 0)
    _ = takeSaved(at: 0) { _ in false }
    #expect(reloads.counts == [1: 2, 2: 1, 3: 1])
  }

  @Test func `has the child before it back for five seconds, and no longer`() {
    let (first, second) = (AnsweringChild().onStage(), AnsweringChild().onStage())
    #expect(keep(first, at: 4, now: 0) == nil)
    #expect(keep(second, at: 4, now: 10) === first)
    #expect(takePredecessor(of: 4, at: Self.probation + 10) == nil)
    #expect(takePredecessor(of: 4, at: Self.probation + 9) === second)
    #expect(takePredecessor(of: 4, at: 0) == nil)
  }

  @Test func `lets the child before it go when that is off screen, too`() {
    let child = AnsweringChild().onStage()
    _ = keep(child, at: 0, now: 0)
    #expect(reloads.nextDeadline == nil)
    #expect(takeOutdated(at: Self.probation).isEmpty)
    child.willDisappear(animated: false)
    child.didDisappear(animated: false)
    #expect(reloads.nextDeadline == Self.probation)
    #expect(takeOutdated(at: Self.probation - 1).isEmpty)
    #expect(takeOutdated(at: Self.probation).first === child)
    #expect(reloads.predecessors.isEmpty && reloads.nextDeadline == nil)
  }
}
