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

  @Test func `makes a failure's words`() {
    func what(_ cause: WorkerFailure.Cause, in function: String? = nil) -> String {
      WorkerFailure(cause: cause, function: function, culprit: nil, lines: []).what
    }
    #expect(what(.ended(.killed(signal: 11)), in: "draw") == "crashed (SIGSEGV) in draw")
    #expect(what(.ended(.killed(signal: 11))) == "crashed (SIGSEGV) on a thread of its own")
    #expect(what(.ended(.killed(signal: 9))) == "crashed (SIGKILL)")
    #expect(what(.ended(.exited(3))) == "ended its process with status 3")
    #expect(what(.late(nanoseconds: 2_000_000_000)) == "did not come back within 2 s")
    #expect(what(.late(nanoseconds: 2_500_000_000)) == "did not come back within 2500 ms")
    #expect(
      what(.misconduct(.busy, nanoseconds: 10_900_000_000))
        == "computed for 10 s outside of any call")
    #expect(
      what(.misconduct(.flooding, nanoseconds: 3_000_000_000), in: "draw")
        == "flooded the program with messages for 3 s")
    #expect(what(.late(nanoseconds: 1_000_000), in: "key").hasSuffix("within 1 ms in key"))
    #expect(what(.malformed, in: "draw") == "sent an invalid message in draw")
    #expect(what(.jammed) == "stopped reading messages")
    #expect(what(.ended(.unlinked)) == "closed its link to the host")
    #expect(what(.ended(.killed(signal: 60))) == "crashed (signal 60)")
  }

  @Test func `is of a thread of its own where a fault ends it outside of any call`() {
    let faults = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS]
    for signal in faults + [SIGKILL, SIGTERM, SIGPIPE] {
      let failure = WorkerFailure(
        cause: .ended(.killed(signal: signal)), function: nil, culprit: nil, lines: [])
      #expect(failure.what.hasSuffix("on a thread of its own") == faults.contains(signal))
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
      return .rowNumbers(
        (first..<min(1_000_000, first + UInt64(count))).filter { $0 % 3 == 0 })
    case .markedRows(let first, let count):
      let first = min(first, now.markedCount)
      return .rowNumbers(
        (first..<min(now.markedCount, first + UInt64(count))).map { $0 * 3 })
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
    #expect(
      questions == [.markedRows(from: 1, count: 4096), .markedRows(from: 4097, count: 904)])
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
