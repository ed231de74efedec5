import HostTerminal
import HostText
import Testing

@testable import HostPlugins
@testable import HostRuntime

@Suite struct `The mouse's movement` {
  private static func move(_ column: Int) -> PendingInput {
    PendingInput(event: .mouse(MouseEvent(.move, column: column, row: 0)), rowCount: 0)
  }
  private static let press = PendingInput(
    event: .mouse(MouseEvent(.press, .left, column: 9, row: 9)), rowCount: 0)

  @Test func `is told of where it came to last`() {
    var events = [Self.move(1), Self.press, Self.move(2), Self.move(3)]
    MouseMovementThrottle().thin(&events, keepingFirst: false)
    #expect(events == [Self.press, Self.move(3)])
    // One that a child thinks about is not taken away from it.
    events = [Self.move(1), Self.move(2), Self.press]
    MouseMovementThrottle().thin(&events, keepingFirst: true)
    #expect(events == [Self.move(1), Self.press])
  }

  @Test func `is told once a frame, and nothing else waits for it`() {
    var movement = MouseMovementThrottle()
    #expect(movement.deadline(of: [Self.press]) == nil)
    let isFirst = movement.allows(Self.move(1), atNanoseconds: 1_000)
    let isSoon = movement.allows(Self.move(2), atNanoseconds: 16_000_000)
    let isPress = movement.allows(Self.press, atNanoseconds: 16_000_000)
    #expect(isFirst && !isSoon && isPress)
    #expect(movement.deadline(of: [Self.move(2)]) == 16_667_667)
    let isLater = movement.allows(Self.move(2), atNanoseconds: 16_667_667)
    #expect(isLater)
  }

  @Test(
    arguments: [
      (.wheelUp, .none, .wheel, .none, -3, 0), (.wheelDown, .none, .wheel, .none, 3, 0),
      (.wheelLeft, .none, .wheel, .none, 0, -3), (.wheelRight, .none, .wheel, .none, 0, 3),
      (.press, .left, .press, .left, 0, 0), (.release, .middle, .release, .middle, 0, 0),
      (.drag, .right, .drag, .right, 0, 0), (.press, .other, .press, .none, 0, 0),
      (.move, .none, .move, .none, 0, 0),
    ]
      as [(
        MouseEvent.Action, MouseEvent.Button, ChildMouse.Kind, ChildMouse.Button, Int, Int
      )])
  func `reaches children in their words`(
    _ action: MouseEvent.Action, _ button: MouseEvent.Button, _ kind: ChildMouse.Kind,
    _ childButton: ChildMouse.Button, _ wheel: Int, _ sideways: Int
  ) {
    #expect(
      ChildMouse(MouseEvent(action, button, column: 4, row: 5, modifiers: .alt))
        == ChildMouse(
          kind, button: childButton, modifiers: .alt, column: 4, row: 5, wheel: wheel,
          wheelColumns: sideways))
  }
}
