import TestSupport
import Testing

@testable import HostContent
@testable import HostRuntime
@testable import HostSystem
@testable import StateHost

@Suite struct `The status after leaving` {
  private static let failed = SourceReloader.LoadEnd.failed(
    ContentError(subject: "it", kind: .exited(status: 3)))

  @Test(arguments: [
    (Outcome.left, nil as SourceReloader.LoadEnd?, true, false, 130 as Int32),
    (.left, nil, false, false, 0), (.left, .completed, true, false, 0),
    (.left, failed, true, false, 3), (.left, .completed, true, true, 130),
    (.left, failed, false, true, 130), (.done, nil, true, false, 0),
    (.done, failed, true, false, 3), (.matchedNothing, .completed, false, true, 1),
    (.signalled(2), .completed, true, false, 130),
  ])
  func `is that of the command, once it has ended`(
    outcome: Outcome, lastLoad: SourceReloader.LoadEnd?, endsCommand: Bool, picks: Bool,
    status: Int32
  ) throws {
    let end = RunEnd(
      outcome: outcome, statesFile: "", lastLoad: lastLoad, endsCommand: endsCommand, picks: picks,
      bytes: { _ in [] }, terminator: 10, standardOutput: StandardOutput.output)
    #expect(try end.finish() == status)
  }

  @Test(arguments: [
    ("statehost -- sh -c 'echo a row; exec sleep 600'", "1/1", ["q"], 130),
    ("statehost -c 'exec sleep 600'", "exec sleep 600", ["C-d", "q"], 130),
    // The second load has not ended.
    ("statehost -- sh -c 'mkdir d && exit 4; echo a row; exec sleep 600'", "status 4", ["r"], 4),
    (
      "statehost --every 10m -- sh -c 'echo a row; exit 3'", "exit 3: a row",
      ["Enter", "C-d", "q"], 3
    ),
    ("mkfifo p; exec 3<>p; echo a row >&3; statehost <&3", "1/1", ["Enter", "q"], 0),
    ("seq 3 >f; statehost f", "1/3", ["Enter", "C-d", "Enter", "q"], 0),
  ])
  func `is the same in a terminal, where no key but q leaves`(
    command: String, text: String, keys: [String], status: Int
  ) throws {
    let folder = try ScratchFolder()
    let terminal = try TmuxTerminal(command: "cd '\(folder.path)'; \(command)")
    try terminal.wait(forText: text)
    try terminal.press(keys)
    if keys == ["r"] {
      try terminal.wait(forText: "1/1")
      try terminal.press("q")
    }
    let rows = try terminal.wait(forText: "ended:")
    #expect(rows[0] == "ended:\(status)", "\(rows)")
  }
}
