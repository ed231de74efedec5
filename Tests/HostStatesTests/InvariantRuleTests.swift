import HostStates
import Testing

@Suite struct `A rule of the container` {
  @Test func `is one sentence that is no other rule's`() {
    let sentences = InvariantRule.allCases.map(\.sentence)
    #expect(Set(sentences).count == sentences.count)
    #expect(sentences.allSatisfy { $0.hasSuffix(".") && !$0.dropLast().contains(".") })
  }
}
