import Glibc
import TestSupport
import Testing

@testable import HostContent
@testable import HostRuntime
@testable import HostSystem
@testable import StateHost

@Suite struct `The status after leaving` {
  private static let failed = failure(.exited(status: 3))

  private static func failure(_ kind: ContentError.Kind) -> SourceReloader.LoadEnd {
    .failed(ContentError(subject: "it", kind: kind))
  }

  @Test(arguments: [
    (RunOutcome.left, nil as SourceReloader.LoadEnd?, true, false, 130 as Int32),
    (.left, nil, false, false, 0), (.left, .completed, true, false, 0),
    (.left, failed, true, false, 3), (.left, .completed, true, true, 130),
    (.left, failed, false, true, 130), (.loadFailed, failed, true, true, 3),
    (.loadFailed, failure(.fileNotFound), false, true, 2), (.done, nil, true, false, 0),
    (.done, failed, true, false, 3), (.matchedNothing, .completed, false, true, 1),
    (.signalled(2), .completed, true, false, 130), (.signalled(15), nil, true, false, 143),
    (.terminalGone, .completed, true, false, 129),
    (.outputFailed(SystemError(call: "write", code: EPIPE)), nil, true, false, 0),
    (.acceptedText([], exitStatus: 7), nil, true, true, 7), (.accepted([]), failed, true, true, 0),
    (.done, failure(.fileNotFound), false, false, 2),
    (.left, failure(.fileAwaited), false, false, 2),
    (.done, failure(.notReadable(13)), false, false, 2),
    (.done, failure(.isDirectory), false, false, 2),
    (.done, failure(.readFailed(5)), false, false, 1),
    (.done, failure(.stopped), false, false, 130),
    (.done, failure(.commandNotFound), true, false, 127),
  ])
  func `is that of the command, once it has ended`(
    outcome: RunOutcome, lastLoad: SourceReloader.LoadEnd?, endsCommand: Bool, picks: Bool,
    status: Int32
  ) throws {
    let end = RunFinisher(
      outcome: outcome, statesFile: "", lastLoad: lastLoad, endsCommand: endsCommand, picks: picks,
      bytes: { _ in [] }, areRowsIntact: { true }, title: "", terminator: 10, standardOutput: Kept()
    )
    #expect(try end.finish() == status)
  }

  /// An output in memory.
  private final class Kept: OutputPort {
    let isTerminal: Bool
    private(set) var text = ""
    private let error: CInt?

    init(isTerminal: Bool = false, error: CInt? = nil) {
      (self.isTerminal, self.error) = (isTerminal, error)
    }

    func write(_ bytes: Span<UInt8>) -> OutputResult {
      if let error { return .failed(SystemError(call: "write", code: error)) }
      text += String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      return .bytes(bytes.count)
    }
  }

  private func finish(_ rows: [Range<UInt64>], to output: Kept) throws -> Int32 {
    try finish(.accepted(rows), to: output)
  }

  private func finish(
    _ outcome: RunOutcome, to output: Kept, areRowsIntact: @escaping () -> Bool = { true }
  ) throws -> Int32 {
    try RunFinisher(
      outcome: outcome, statesFile: "s.json", lastLoad: nil, endsCommand: false, picks: true,
      bytes: { Array("\u{1B}[1m\($0)".utf8) }, areRowsIntact: areRowsIntact, title: "a file",
      terminator: UInt8(ascii: ";"),
      standardOutput: output
    ).finish()
  }

  @Test(
    arguments: [
      [], [0..<1], [3..<4, 1..<3], [0..<5000, 9000..<14_000], [0..<20_000],
    ] as [[Range<UInt64>]], [false, true])
  func `is 0 where rows were taken, which are printed in their order`(
    rows: [Range<UInt64>], isTerminal: Bool
  ) throws {
    let output = Kept(isTerminal: isTerminal)
    #expect(try finish(rows, to: output) == 0)
    let colour = isTerminal ? "" : "\u{1B}[1m"
    let isPrinted = output.text == rows.joined().map { "\(colour)\($0);" }.joined()
    #expect(isPrinted)
  }

  @Test(arguments: [false, true])
  func `is that of a text that was taken, which is printed as a row is`(isTerminal: Bool) throws {
    let output = Kept(isTerminal: isTerminal)
    #expect(try finish(.acceptedText(Array("\u{1B}[1ma".utf8), exitStatus: 7), to: output) == 7)
    #expect(output.text == (isTerminal ? "a;" : "\u{1B}[1ma;"))
  }

  @Test func `is 2 where they cannot be printed, unless the reader is gone`() throws {
    #expect(try finish([0..<1], to: Kept(error: EPIPE)) == 0)
    let failure = #expect(throws: CommandFailure.self) {
      try finish([0..<1], to: Kept(error: ENOSPC))
    }
    #expect(failure?.status == 2 && failure?.line.contains("No space left on device") == true)
  }

  /// Rows that were read before the file changed are right.
  @Test func `is 2 from the rows on that another program has changed`() throws {
    let output = Kept()
    var checks = 0
    let failure = #expect(throws: CommandFailure.self) {
      try finish(.accepted([0..<20_000]), to: output) {
        checks += 1
        return checks < 3
      }
    }
    #expect(failure?.status == 2)
    #expect(
      failure?.line
        == "statehost: the file has changed since the rows were chosen: a file: choose again")
    let printed = output.text.split(separator: ";").count
    #expect(printed > 10_000 && printed < 20_000)
  }

  @Test(
    arguments: [
      (.interrupt, 130), (.terminate, 143), (.quit, 131), (.hangup, 129),
      ([.hangup, .interrupt], 130), ([], nil), ([.stop, .resize, .continue, .child], nil),
    ] as [(Signals, Int32?)])
  func `is that of a signal that ends a scan, with the files that it was about`(
    signals: Signals, status: Int32?
  ) {
    let failure = CommandFailure(signals, whileLookingInto: ["a.so", "b.so"])
    #expect(failure?.status == status)
    #expect(failure?.line.contains(" while scanning plugins: a.so, b.so: ") ?? (status == nil))
  }

  @Test(arguments: [
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
