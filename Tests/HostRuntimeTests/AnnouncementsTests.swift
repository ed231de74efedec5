import Testing

@testable import HostRuntime

@Suite final class `What the program says of plugins` {
  private static let second: Int64 = 1_000_000_000
  private var announcements = Announcements()

  private func text(at now: Int64) -> String? { announcements.text(at: now) }

  @Test func `is said for four seconds, the later in the place of the earlier`() {
    #expect(text(at: 0) == nil && announcements.nextDeadline == nil)
    announcements.say("one", at: 0)
    announcements.say("two", at: Self.second)
    #expect(announcements.nextDeadline == 5 * Self.second)
    #expect(text(at: 5 * Self.second - 1) == "two")
    #expect(text(at: 5 * Self.second) == nil)
    #expect(announcements.nextDeadline == nil)
  }

  @Test func `is new once`() {
    let areNew = ["a", "b", "a", "b"].map { announcements.isNew($0) }
    #expect(areNew == [true, true, false, false])
  }
}
