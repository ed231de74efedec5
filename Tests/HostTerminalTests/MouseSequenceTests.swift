import HostTerminal
import HostText
import Testing

private let cases: [(bytes: [UInt8], event: MouseEvent)] = [
  (sgr("<0;1;1M"), MouseEvent(.press, .left, column: 0, row: 0)),
  (sgr("<0;12;5m"), MouseEvent(.release, .left, column: 11, row: 4)),
  (sgr("<1;12;5M"), MouseEvent(.press, .middle, column: 11, row: 4)),
  (sgr("<2;300;200M"), MouseEvent(.press, .right, column: 299, row: 199)),
  (sgr("<32;2;3M"), MouseEvent(.drag, .left, column: 1, row: 2)),
  (sgr("<34;2;3M"), MouseEvent(.drag, .right, column: 1, row: 2)),
  (sgr("<35;2;3M"), MouseEvent(.move, column: 1, row: 2)),
  (sgr("<64;2;3M"), MouseEvent(.wheelUp, column: 1, row: 2)),
  (sgr("<65;2;3M"), MouseEvent(.wheelDown, column: 1, row: 2)),
  (sgr("<66;2;3M"), MouseEvent(.wheelLeft, column: 1, row: 2)),
  (sgr("<67;2;3M"), MouseEvent(.wheelRight, column: 1, row: 2)),
  (sgr("<4;2;3M"), MouseEvent(.press, .left, column: 1, row: 2, modifiers: .shift)),
  (sgr("<8;2;3M"), MouseEvent(.press, .left, column: 1, row: 2, modifiers: .alt)),
  (sgr("<80;2;3M"), MouseEvent(.wheelUp, column: 1, row: 2, modifiers: .control)),
  (sgr("<128;2;3M"), MouseEvent(.press, .other, column: 1, row: 2)),
  (sgr("<0;0;0M"), MouseEvent(.press, .left, column: 0, row: 0)),
  (sgr("<0;99999999999999999999;1M"), MouseEvent(.press, .left, column: 1_999_999, row: 0)),
  (sgr("32;12;5M"), MouseEvent(.press, .left, column: 11, row: 4)),
  (sgr("35;12;5M"), MouseEvent(.release, column: 11, row: 4)),
  (sgr("96;12;5M"), MouseEvent(.wheelUp, column: 11, row: 4)),
  (sgr("M") + [32, 33, 34], MouseEvent(.press, .left, column: 0, row: 1)),
  (sgr("M") + [35, 33, 34], MouseEvent(.release, column: 0, row: 1)),
  (sgr("M") + [64, 33, 34], MouseEvent(.drag, .left, column: 0, row: 1)),
  (sgr("M") + [96, 255, 34], MouseEvent(.wheelUp, column: 222, row: 1)),
  (
    sgr("<28;2;3M"),
    MouseEvent(.press, .left, column: 1, row: 2, modifiers: [.shift, .alt, .control])
  ),
  (sgr("<33;2;3M"), MouseEvent(.drag, .middle, column: 1, row: 2)),
  (sgr("<160;2;3M"), MouseEvent(.drag, .other, column: 1, row: 2)),
  (sgr("<2;2;3m"), MouseEvent(.release, .right, column: 1, row: 2)),
  (sgr("<129;2;3m"), MouseEvent(.release, .other, column: 1, row: 2)),
  (
    sgr("52;12;5M"),
    MouseEvent(.press, .left, column: 11, row: 4, modifiers: [.shift, .control])
  ),
  (sgr("97;12;5M"), MouseEvent(.wheelDown, column: 11, row: 4)),
  (sgr("M") + [48, 33, 34], MouseEvent(.press, .left, column: 0, row: 1, modifiers: .control)),
  (sgr("M") + [67, 33, 34], MouseEvent(.move, column: 0, row: 1)),
]

private func sgr(_ text: String) -> [UInt8] {
  Array("\u{1B}[\(text)".utf8)
}

@Suite struct MouseSequenceTests {
  @Test(arguments: cases)
  func `each encoding of the mouse is that event, however it is split`(
    bytes: [UInt8], event: MouseEvent
  ) {
    expect(bytes, give: [.mouse(event)])
  }

  @Test(arguments: [
    sgr("<0;1M"), sgr("<0;1;1;1M"), sgr("<96;1;1M"), sgr("0;1;1M"), sgr("32;1;1m"), sgr("?0;1;1M"),
    sgr("M") + [32, 32, 33], sgr("M") + [32, 33, 32], sgr("M") + [32, 33],
  ])
  func `a report without sense is dropped`(bytes: [UInt8]) {
    expect(bytes, give: [])
  }
}
