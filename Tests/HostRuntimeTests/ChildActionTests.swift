import HostPlugins
import HostSurface
import PluginSupport
import StateContainer
import Testing

@testable import HostRuntime

/// What a child may do for the user, and what it may do of itself.
@Suite struct `An action of a child` {
  private let run = RunContext()
  private let context: ChildContext
  private let faults = Faults()

  init() {
    context = ChildContext(run)
    context.reportFault = { [faults] in faults.kinds.append($0) }
  }

  @Test(arguments: [ChildAction.acceptText([0x61], exitStatus: 0), .clipboard([0x61])])
  func `that is for the user waits for the user`(_ action: ChildAction) throws {
    #expect(throws: Refusal.unasked) { try context.perform(.action(action), during: .other) }
    #expect(run.actions.map(\.action) == [])
    context.use()
    #expect(context.does(action) && run.actions.map(\.action) == [action] && faults.kinds == [])
    #expect(throws: Refusal.spent) { try context.perform(.action(action), during: .other) }
  }

  @Test(arguments: ["\u{1B}", "\u{7F}", "\u{85}", "\u{202E}", "\u{200B}", "\u{E0041}"])
  func `is a text without what nobody sees`(harmful: String) throws {
    context.use()
    let scalar = harmful.unicodeScalars.first?.value ?? 0
    #expect(throws: Refusal.harmfulText(scalar: scalar)) {
      try context.perform(
        .action(.acceptText(Array("a\(harmful)".utf8), exitStatus: 0)), during: .other)
    }
    // It has consumed nothing.
    #expect(context.does(.acceptText(Array("a\tb\n".utf8), exitStatus: 0)))
  }

  @Test func `is refused for rows that are not there`() {
    context.use()
    #expect(!context.does(.acceptRows([0])))
    #expect(run.actions.map(\.action) == [])
  }

  @Test func `rings four times a second, sets a hundred titles, and is refused in silence then`()
    throws
  {
    for _ in 0..<4 { #expect(context.does(.bell)) }
    #expect(throws: Refusal.tooOften) { try context.perform(.action(.bell), during: .other) }
    #expect(Refusal.tooOften.text(of: .actionsBell) == nil && run.actions.count == 4)
    for number in 0..<101 {
      run.actions = []
      #expect(context.does(.title("\(number)")) == (number < 100))
    }
  }

  @Test func `is told of where it is slowed`() {
    var delays: [Int64] = []
    run.hasState = { _ in true }
    run.requestState = { _, _, delay, _ in
      delays.append(delay)
      return true
    }
    context.use()
    for _ in 0..<21 { #expect(context.does(.state("a", animated: true))) }
    #expect(delays == Array(repeating: 0, count: 20) + [100_000_000])
    #expect(faults.kinds == [.requestedWithoutRest])
    for _ in 0..<251 {
      context.limits.wokeIsCalled()
      #expect(context.does(.timer(afterNanoseconds: 0)))
    }
    #expect(context.wakeNanoseconds == 4_000_000)
    #expect(faults.kinds == [.requestedWithoutRest, .wokenWithoutRest])
  }

  @Test func `is refused where it is one of too many messages`() {
    let message = ChildMessage(to: "", subject: "a", body: [])
    for _ in 0..<250 { #expect(context.does(.message(message))) }
    #expect(throws: Refusal.saidTooMuch) { try context.perform(.message(message), during: .other) }
    #expect(run.messages.count == 250)
  }
}

private final class Faults {
  var kinds: [ChildFault.Kind] = []
}

@Suite struct `A child that takes what is typed` {
  @Test func `does so while it is on screen, by its word or else by its cursor`() {
    let child = AnsweringChild().onStage()
    child.context.use()
    #expect(!child.takesText)
    child.layer.resize(columns: 2, rows: 1)
    child.layer.putCursor(at: CellPlace(column: 0, row: 0))
    #expect(child.takesText)
    _ = child.context.does(.takeText(false))
    #expect(!child.takesText)
    child.layer.putCursor(at: nil)
    _ = child.context.does(.takeText(true))
    #expect(child.takesText)
    child.willDisappear(animated: false)
    child.didDisappear(animated: false)
    #expect(!child.takesText && child.context.takesText == true)
  }
}

@Suite struct `What a child does not follow` {
  @Test(arguments: [[], [.transition]] as [HandledEvents])
  func `of a transition is its progress alone`(follows: HandledEvents) {
    let answering = AnsweringChild()
    answering.follows = follows
    let child = answering.onStage()
    let before = answering.told.count
    child.transitionWillBegin(appearing: true, timing: .standard)
    child.transitionDidProgress(appearing: true, progress: 0.5)
    child.transitionDidEnd(appearing: true)
    let progress = ChildEvent.transitionProgress(appearing: true, progress: 0.5)
    #expect(
      Array(answering.told[before...]) == [.transitionWillBegin(appearing: true)]
        + (follows.isEmpty ? [] : [progress]) + [.transitionDidEnd(appearing: true)])
  }
}
