import HostContent
import HostPlugins
import HostTerminal
import HostText
import Testing

@testable import HostRuntime

@Suite struct `What children ask of a run` {
  private let run = RunContext()

  private func child() -> ChildContext { ChildContext(run) }

  @Test func `is an end, and nothing else, where there is no content`() {
    #expect(run.perform(.quit) && !run.perform(.reload) && !run.perform(.acceptRow(0)))
    #expect(run.actions == [.quit])
  }

  @Test func `is one load, however often that is asked for, and of the rest 64 in a turn`() throws {
    let small = try SmallSession("true")
    small.session.begin()
    let run = small.session.stage.context
    #expect(run.perform(.quit) && run.perform(.reload) && run.perform(.reload))
    #expect(run.actions == [.quit, .reload])
    for _ in 2..<64 { #expect(run.perform(.quit)) }
    #expect(!run.perform(.quit) && run.actions.count == 64)
    small.session.end()
  }

  @Test func `is nothing that the user has not asked the child for, but the end, which is told`() {
    let child = child()
    var faults: [ChildFault.Kind] = []
    child.reportFault = { faults.append($0) }
    #expect(!child.perform(.acceptRow(0)) && faults == [.choseUnasked])
    #expect(child.perform(.quit) && faults == [.choseUnasked, .quitUnasked])
    child.hasHadInput = true
    #expect(child.perform(.quit) && faults.count == 2)
  }

  @Test func `is to be woken when it says, and after 4 ms at the latest when a thread says so`() {
    let child = child()
    run.nowNanoseconds = 10
    child.wakeSoon()
    #expect(child.wakeNanoseconds == 4_000_010)
    child.wake(afterNanoseconds: 5)
    child.wakeSoon()
    #expect(child.wakeNanoseconds == 15)
    child.wake(afterNanoseconds: .max)
    #expect(child.wakeNanoseconds == .max)
    child.wake(afterNanoseconds: nil)
    #expect(child.wakeNanoseconds == nil)
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
