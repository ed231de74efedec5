import HostPlugins
import Testing

@testable import HostRuntime

@Suite struct `What the user did` {
  private let upper = AnsweringChild()
  private let lower = AnsweringChild()
  private let key = ChildInput.key(ChildKey(code: 0x61, text: "a"))

  @Test func `is the next child's when one thinks about it too long`() {
    upper.inputAnswer = .later
    lower.inputAnswer = .used
    let children = [lower.onStage(), upper.onStage()]
    var offer = InputOffer(key, to: children, patienceNanoseconds: 250)
    for now in [0, 249] as [Int64] {
      #expect(offer.advance(to: now).answer == .later)
      #expect(upper.withdrawnCount == 0 && lower.offeredCount == 0)
    }
    let (answer, user) = offer.advance(to: 250)
    #expect(answer == .used && user === children[0])
    #expect(upper.withdrawnCount == 1 && upper.offeredCount == 1)
  }

  @Test func `is the child's who takes its time and uses it`() {
    upper.inputAnswer = .later
    let children = [lower.onStage(), upper.onStage()]
    var offer = InputOffer(key, to: children, patienceNanoseconds: 250)
    #expect(offer.advance(to: 0).answer == .later)
    upper.inputAnswer = .used
    // As it says so in time, when the loop looks does not count.
    let (answer, user) = offer.advance(to: 1_000)
    #expect(answer == .used && user === children[1])
    #expect(upper.withdrawnCount == 0 && lower.offeredCount == 0)
  }

  @Test func `allows a child to act for the user until it goes, and not when it comes again`() {
    let child = upper.onStage()
    #expect(child.offer(key) == .unused)
    _ = child.context.perform(.quit)
    #expect(upper.faults == [])
    child.willDisappear(animated: false)
    child.didDisappear(animated: false)
    child.willAppear(animated: false)
    child.didAppear(animated: false)
    _ = child.context.perform(.quit)
    #expect(upper.faults == [.quitUnasked])
  }
}
