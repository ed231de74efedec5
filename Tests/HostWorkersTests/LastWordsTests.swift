import Glibc
import HostPlugins
import HostSystem
import Testing

@testable import HostWorkers

@Suite struct `What a worker has said last` {
  @Test func `is three lines, of 200 bytes each, of a text or printed`() {
    var lines = WorkerOutputSplitter()
    lines.add("one\ntwo\n\nthree\nfour")
    #expect(lines.last == ["two", "three", "four"])
    lines.add(String(repeating: "x", count: 201))
    #expect(lines.last == ["three", "four", String(repeating: "x", count: 200)])
    var printed: [[UInt8]] = []
    for part in ["fi", "ve\nsi", "x"] { lines.add(part.utf8.span) { printed.append($0) } }
    #expect(lines.last.suffix(1) == ["five"] && printed == [Array("five".utf8)])
    for _ in 0..<2 { lines.end { printed.append($0) } }
    #expect(lines.last.suffix(2) == ["five", "six"] && printed.count == 2)
  }

  @Test func `is cut where a line does not end`() {
    var lines = WorkerOutputSplitter()
    var printed: [Int] = []
    lines.add([UInt8](repeating: 0x78, count: 3 << 16).span) { printed.append($0.count) }
    #expect(printed == [1 << 16, 1 << 16, 1 << 16])
    lines.end { printed.append($0.count) }
    #expect(printed.count == 3)
  }

  private static let failures: [(WorkerFailure.Cause, function: String?, what: String)] = [
    (.ended(.killed(signal: 11)), "draw", "crashed (SIGSEGV) in draw"),
    (.ended(.exited(3)), nil, "ended its process with status 3"),
    (.ended(.unlinked), nil, "closed its link to the host"),
    (.late(nanoseconds: 2_000_000_000), nil, "did not come back within 2 s"),
    (.late(nanoseconds: 2_500_000_000), nil, "did not come back within 2500 ms"),
    (.late(nanoseconds: 1_000_000), "key", "did not come back within 1 ms in key"),
    (.misconduct(.busy, nanoseconds: 10_900_000_000), nil, "computed for 10 s outside of any call"),
    (
      .misconduct(.flooding, nanoseconds: 3_000_000_000), "draw",
      "flooded the program with messages for 3 s"
    ),
    (.malformed, "draw", "sent an invalid message in draw"),
    (.jammed, nil, "stopped reading messages"),
  ]

  @Test func `makes a failure's words`() {
    for (cause, function, what) in Self.failures {
      let failure = WorkerFailure(cause: cause, function: function, culprit: nil, lines: [])
      #expect(failure.what == what)
    }
  }

  /// Where a fault ends it outside of any call, it is one of a thread of its own.
  @Test func `names the signal, and whose fault it is`() {
    let faults = [
      SIGSEGV: "SIGSEGV", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGILL: "SIGILL",
      SIGABRT: "SIGABRT", SIGTRAP: "SIGTRAP", SIGSYS: "SIGSYS",
    ]
    let others = [SIGKILL: "SIGKILL", SIGTERM: "SIGTERM", SIGPIPE: "SIGPIPE", 60: "signal 60"]
    for (signal, name) in faults.merging(others, uniquingKeysWith: { $1 }) {
      let failure = WorkerFailure(
        cause: .ended(.killed(signal: signal)), function: nil, culprit: nil, lines: [])
      let whose = faults[signal] == nil ? "" : " on a thread of its own"
      #expect(failure.what == "crashed (\(name))\(whose)")
    }
  }
}

@Suite final class `The selection in a worker` {
  private var questions: [ContentQuestion.Subject] = []
  private var now = SelectionFacts()
  /// Every third row of a million.
  private lazy var selection = SelectionMirror { [unowned self] question in
    questions.append(question)
    switch question {
    case .selection: return .selection(now)
    case .marks(let first, let count):
      let first = min(first, 1_000_000)
      return .rowNumbers((first..<min(1_000_000, first + UInt64(count))).filter { $0 % 3 == 0 })
    case .markedRows(let first, let count):
      let first = min(first, now.markedCount)
      return .rowNumbers((first..<min(now.markedCount, first + UInt64(count))).map { $0 * 3 })
    default: return .rowNumbers([])
    }
  }

  private func become(marks: UInt64 = 10_000, revision: UInt64 = 1) {
    now.row = 5
    now.markedCount = marks
    now.marksRevision = revision
    selection.becomes(now)
  }

  @Test func `is asked for marks once for some thousand rows, a few before the first among them`() {
    become()
    for row in [2_000, 2_001, 976, 5_071] as [UInt64] {
      #expect(selection.isMarked(row) == (row % 3 == 0))
    }
    #expect(questions == [.marks(from: 976, count: 4096)])
    #expect(selection.isMarked(5_073) && selection.isMarked(0))
    #expect(questions.count == 3)
    become()
    #expect(!selection.isMarked(1) && questions.count == 3)
    become(revision: 2)
    #expect(!selection.isMarked(1) && questions.count == 4)
  }

  @Test func `has no question where nothing is marked`() {
    become(marks: 0)
    #expect(!selection.isMarked(3) && questions.isEmpty)
  }

  @Test(arguments: [.max, .max - 3071, .max - 3072] as [UInt64])
  func `is asked about rows that cannot be there`(row: UInt64) {
    become()
    #expect(!selection.isMarked(row) && selection.markedRows(from: row, count: .max) == [])
  }

  @Test func `gives marked rows, however many, in parts`() {
    become()
    #expect(selection.markedRows(from: 1, count: 5_000) == (1..<5_001).map { $0 * 3 })
    #expect(questions == [.markedRows(from: 1, count: 4096), .markedRows(from: 4097, count: 904)])
    #expect(selection.markedRows(from: 9_999, count: 9) == [29_997])
  }

  @Test func `is asked for anew after the child has marked something, and is where it has gone`() {
    become()
    _ = selection.isMarked(3)
    selection.select(8, isShown: true)
    #expect(selection.facts.row == 8 && questions.count == 1)
    selection.mark()
    now.markedCount = 0
    #expect(selection.facts.markedCount == 0 && questions.last == .selection)
    #expect(!selection.isMarked(3))
    // Where the view may hide the row, the host says which one it is.
    selection.select(9, isShown: false)
    #expect(selection.facts.row == 5 && questions.count == 3)
    selection.mark()
    become(revision: 1)
    #expect(selection.isMarked(3) && questions.count == 4)
    // So it does where it has told of rows that are gone: a move ends that.
    now.notice = "gone"
    become(revision: 1)
    now.notice = nil
    selection.select(9, isShown: true)
    #expect(selection.settled == nil && selection.facts.notice == nil && questions.count == 5)
  }
}
