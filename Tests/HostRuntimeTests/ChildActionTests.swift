import HostPlugins
import HostSurface
import StateContainer
import Testing

@testable import HostRuntime

/// What a child may do for the user, and what it may do of itself.
@Suite struct `An action of a child` {
  private let run = RunContext()
  private let context: ChildContext
  private let faults = Faults()

  private final class Faults {
    var kinds: [ChildFault.Kind] = []
  }

  init() {
    context = ChildContext(run)
    context.reportFault = { [faults] in faults.kinds.append($0) }
  }

  @Test(arguments: [
    (ChildAction.acceptText([0x61], exitStatus: 0), ChildFault.Kind.choseUnasked),
    (.clipboard([0x61]), .copiedUnasked),
  ])
  func `that is for the user waits for the user`(_ action: ChildAction, _ fault: ChildFault.Kind) {
    #expect(!context.perform(action))
    #expect(faults.kinds == [fault])
    #expect(run.actions == [])
    context.hasHadInput = true
    #expect(context.perform(action))
    #expect(run.actions == [action])
    #expect(faults.kinds == [fault])
  }

  @Test func `is refused for rows that are not there`() {
    context.hasHadInput = true
    #expect(!context.perform(.acceptRows([0])))
    #expect(run.actions == [])
  }

  @Test func `rings four times in any second`() {
    func ring(at nanoseconds: Int64) -> Bool {
      run.nowNanoseconds = nanoseconds
      return context.perform(.bell)
    }
    for time in [0, 100, 200, 900] as [Int64] { #expect(ring(at: time * 1_000_000)) }
    #expect(!ring(at: 999_999_999))
    #expect(ring(at: 1_000_000_000))
    #expect(!ring(at: 1_000_000_001))
    #expect(ring(at: 1_100_000_000))
  }
}

@Suite struct `A child that takes what is typed` {
  @Test func `does so while it is on screen, by its word or else by its cursor`() {
    let child = AnsweringChild().onStage()
    #expect(!child.takesText)
    child.layer.resize(columns: 2, rows: 1)
    child.layer.putCursor(at: CellPlace(column: 0, row: 0))
    #expect(child.takesText)
    child.context.takeText(false)
    #expect(!child.takesText)
    child.layer.putCursor(at: nil)
    child.context.takeText(true)
    #expect(child.takesText)
    child.willDisappear(animated: false)
    child.didDisappear(animated: false)
    #expect(!child.takesText && child.context.takesText == true)
  }
}

@Suite struct `What a child does not follow` {
  @Test(arguments: [[], [.transition]] as [FollowedNews])
  func `of a transition is its progress alone`(follows: FollowedNews) {
    let answering = AnsweringChild()
    answering.follows = follows
    let child = answering.onStage()
    let before = answering.told.count
    child.transitionWillBegin(appearing: true, timing: .standard)
    child.transitionDidProgress(appearing: true, progress: 0.5)
    child.transitionDidEnd(appearing: true)
    let progress = ChildNews.transitionProgress(appearing: true, progress: 0.5)
    #expect(
      Array(answering.told[before...]) == [.transitionWillBegin(appearing: true)]
        + (follows.isEmpty ? [] : [progress]) + [.transitionDidEnd(appearing: true)])
  }
}
