import HostContent
import HostPlugins
import HostTerminal
import HostText
import PluginSupport
import Testing

@testable import HostRuntime

@Suite struct `What children ask of a run` {
  private let run = RunContext()

  private func child() -> ChildContext { ChildContext(run) }

  @Test func `is an end, and nothing else, where there is no content`() {
    let child = child()
    child.use()
    #expect(child.does(.quit) && !child.does(.reload) && !child.does(.acceptRow(0)))
    #expect(run.actions.map(\.action) == [.quit])
  }

  @Test func `is one load, however often that is asked for, and of the rest 64 in a turn`() throws {
    let small = try SmallSession("true")
    small.session.begin()
    let run = small.session.stage.context
    let child = ChildContext(run)
    child.use()
    for action in [ChildAction.quit, .reload, .reload] {
      child.use()
      #expect(child.does(action))
    }
    #expect(run.actions.map(\.action) == [.quit, .reload])
    for _ in 2..<64 { #expect(child.does(.title("a"))) }
    #expect(!child.does(.title("a")) && run.actions.count == 64)
    small.session.end()
  }

  @Test func `is nothing that the user has not asked the child for, the end neither`() {
    let child = child()
    var faults: [ChildFault.Kind] = []
    child.reportFault = { faults.append($0) }
    for action in [ChildAction.quit, .acceptText([], exitStatus: 0)] {
      #expect(throws: Refusal.unasked) { try child.perform(.action(action), during: .other) }
    }
    child.use()
    #expect(child.does(.quit) && faults.isEmpty)
  }

  @Test func `is to be woken when it says, and after 4 ms at the latest when a thread says so`() {
    let child = child()
    run.nowNanoseconds = 10
    for _ in 0..<250 { #expect(child.allowsThreadWake()) }
    #expect(child.wakeNanoseconds == nil)
    #expect(!child.allowsThreadWake() && child.wakeNanoseconds == 4_000_010)
    #expect(child.does(.timer(afterNanoseconds: 0)) && !child.allowsThreadWake())
    #expect(child.wakeNanoseconds == 10)
    for (delay, due) in [(.max, .max), (5, 4_000_010), (nil, nil)] as [(Int64?, Int64?)] {
      #expect(child.does(.timer(afterNanoseconds: delay)) && child.wakeNanoseconds == due)
    }
  }

  @Test func `is told of the mouse, its way without a button and the wheel sideways, too`() {
    func told(_ action: MouseEvent.Action, _ button: MouseEvent.Button = .none) -> ChildMouse? {
      ChildMouse(MouseEvent(action, button, column: 3, row: 4, modifiers: .alt))
    }
    func mouse(
      _ kind: ChildMouse.Kind, _ button: ChildMouse.Button = .none, wheel: Int = 0
    ) -> ChildMouse {
      ChildMouse(kind, button: button, modifiers: .alt, column: 3, row: 4, wheel: wheel)
    }
    #expect(told(.press, .left) == mouse(.press, .left))
    #expect(told(.release, .middle) == mouse(.release, .middle))
    #expect(told(.drag, .right) == mouse(.drag, .right))
    #expect(told(.press, .other) == mouse(.press))
    #expect(told(.wheelUp) == mouse(.wheel, wheel: -3))
    #expect(told(.wheelDown) == mouse(.wheel, wheel: 3))
    #expect(told(.move) == mouse(.move))
    for (action, columns) in [(MouseEvent.Action.wheelLeft, -3), (.wheelRight, 3)] {
      var sideways = mouse(.wheel)
      sideways.wheelColumns = columns
      #expect(told(action) == sideways)
    }
  }
}
