import Testing

@testable import HostRuntime

@Suite struct `Requests of children` {
  @Test func `one of too many is due when the first of them is, however often it is asked for`() {
    var requests = StateRequestQueue()
    requests.slow(("one", true, false), untilNanoseconds: 100)
    requests.slow(("two", true, false), untilNanoseconds: 150)
    #expect(requests.nextDeadline == 100)
    #expect(requests.take(at: 99).isEmpty)
    #expect(requests.take(at: 100).map(\.state) == ["two"])
    #expect(requests.nextDeadline == nil && requests.take(at: 200).isEmpty)
  }

  @Test func `one of too many gives way to the next that is made`() {
    var requests = StateRequestQueue()
    requests.slow(("one", true, false), untilNanoseconds: 100)
    requests.add(("two", false, false))
    #expect(requests.take(at: 100).map(\.state) == ["two"])
  }
}
