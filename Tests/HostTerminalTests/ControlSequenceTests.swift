import Testing

@testable import HostTerminal

@Suite struct `The values of a control sequence` {
  @Test func `are sixteen at most, or there is no such sequence`() {
    let sixteen = (1...16).map(String.init).joined(separator: ";")
    let bytes = Array(sixteen.utf8)
    guard let sequence = ControlSequence(bytes.span, final: 0x6D) else {
      Issue.record("there is none")
      return
    }
    #expect(sequence.count == 16)
    for index in 0..<16 { #expect(sequence.value(index, default: 0) == index + 1) }
    #expect(sequence.value(16, default: -7) == -7)
    let more = Array((sixteen + ";").utf8)
    let none = ControlSequence(more.span, final: 0x6D)
    #expect(none?.count == nil)
  }
}
