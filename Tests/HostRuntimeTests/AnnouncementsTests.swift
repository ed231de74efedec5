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

  @Test func `comes back where nobody could read it, unless something else has said it since`() {
    announcements.say("one", at: 0)
    announcements.say("two", at: Self.second / 2)
    #expect(text(at: 5 * Self.second) == "one")
    #expect(text(at: 9 * Self.second) == nil)
    announcements.say("one", at: 10 * Self.second)
    announcements.say("two", at: 10 * Self.second + 1)
    announcements.say("one and three", replacing: "one", at: 10 * Self.second + 2)
    #expect(text(at: 14 * Self.second + 2) == "two")
    #expect(text(at: 18 * Self.second + 3) == nil)
  }

  private func say(_ texts: String..., at now: Int64) {
    for text in texts { announcements.say(text, at: now) }
  }

  @Test func `comes back in turn, four of them at most, the last one first`() {
    say("a", "b", "c", "d", "e", "e", "f", at: 0)
    let texts = (1...6).map { text(at: $0 * 4 * Self.second) }
    #expect(texts == ["d", "c", "b", "a", nil, nil])
  }

  @Test func `goes with the next key where it answers one, and stays where it does not`() {
    func goesWithKey() -> Bool { announcements.keyWasPressed() }
    #expect(!goesWithKey())
    announcements.answer("nothing there", at: 0)
    #expect(text(at: 1) == "nothing there" && goesWithKey())
    #expect(text(at: 2) == nil && announcements.nextDeadline == nil && !goesWithKey())
    announcements.answer("nothing there", at: 3)
    say("news", at: 4)
    #expect(!goesWithKey() && text(at: 5) == "news")
    announcements.answer("nothing there", at: 6)
    #expect(goesWithKey() && text(at: 7) == "news")
  }

  @Test func `is new once`() {
    let areNew = ["a", "b", "a", "b"].map { announcements.isNew($0) }
    #expect(areNew == [true, true, false, false])
  }
}
