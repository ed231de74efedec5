import HostRuntime
import HostTerminal
import HostText
import Testing

@Suite struct `An offered source` {
  @Test func `takes the place of what children saw`() throws {
    let small = try SmallSession(
      "echo first; exec sleep 600", offers: [("2", "echo second; exec sleep 600")])
    small.session.begin()
    #expect(try small.turn { small.rows == ["first"] })
    small.session.handle(.key(Key(.character("2"))))
    #expect(try small.turn { small.rows == ["second"] })
    small.session.end()
  }
}
