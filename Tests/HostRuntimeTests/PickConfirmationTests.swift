import Testing

@testable import HostRuntime

@Suite struct `What a pick prints while a third-party child is in the way` {
  private typealias Offer = PickConfirmation.Offer
  private var pick = PickConfirmation()

  private mutating func showFrame() {
    pick.frameBegan()
    pick.frameEnded()
  }

  private func said(_ pick: PickConfirmation) -> String { pick.text { "row \($0)\u{1B}[2J" } }

  @Test mutating func `is what the last whole frame showed, at once`() {
    pick.selection = Offer([1..<2])
    #expect(said(pick) == #"enter prints "row 1\u{1B}[2J""#)
    let isBefore = pick.confirms(Offer([1..<2]))
    pick.inputEnded()
    pick.frameBegan()
    let isDuring = pick.confirms(Offer([1..<2]))
    pick.inputEnded()
    pick.frameEnded()
    let isAfter = pick.confirms(Offer([1..<2]))
    #expect([isBefore, isDuring, isAfter] == [false, false, true])
  }

  @Test
  mutating func `is anything else only when it is asked for again, after a frame that shows it`() {
    pick.selection = Offer([0..<1])
    showFrame()
    let isFirst = pick.confirms(Offer([6..<7]))
    pick.inputEnded()
    let isTypedAhead = pick.confirms(Offer([6..<7]))
    #expect(!isFirst && !isTypedAhead)
    #expect(said(pick) == #"not printed yet; once more prints "row 6\u{1B}[2J""#)
    showFrame()
    pick.inputEnded()
    let isAnother = pick.confirms(Offer([7..<8]))
    showFrame()
    pick.inputEnded()
    let isAgain = pick.confirms(Offer([7..<8]))
    #expect(!isAnother && isAgain)
  }

  @Test mutating func `is the selection again once the user does something else`() {
    pick.selection = Offer([0..<1])
    showFrame()
    _ = pick.confirms(Offer([6..<7]))
    pick.inputEnded()
    #expect(said(pick).hasPrefix("not printed yet"))
    pick.inputEnded()
    #expect(said(pick).hasPrefix("enter prints \"row 0"))
  }

  @Test mutating func `counts rows, and names a text that is no row`() {
    #expect(said(pick) == "enter prints nothing")
    pick.selection = Offer([4..<6, 9..<10])
    #expect(said(pick) == #"enter prints 3 rows, first: "row 4\u{1B}[2J""#)
    _ = pick.confirms(.text(Array("a\nb".utf8), exitStatus: 0))
    #expect(said(pick) == #"not printed yet; once more prints "a\u{A}b", which is no row"#)
  }

  @Test func `is the same however its rows are told apart, but not in another order`() {
    #expect(Offer([3..<4, 4..<5, 5..<6]) == Offer([3..<6]))
    #expect(Offer([5..<6, 4..<5, 3..<4]) != Offer([3..<6]))
  }
}
