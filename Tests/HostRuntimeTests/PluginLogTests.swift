import HostPlugins
import HostSystem
import Testing

@testable import HostRuntime

/// What plugins print, as it is read.
private final class PrintedBytes: CapturePort {
  let token = PortToken(rawValue: 0)
  var waiting: [UInt8] = []
  /// How many more come while some are read: a thread that prints without end.
  var floods = false

  var waitingCount: Int { waiting.count }

  func print(_ text: String) { waiting += Array(text.utf8) }

  func read(_ body: (Span<UInt8>) -> Void) -> Bool {
    guard !waiting.isEmpty else { return false }
    let part = Array(waiting.prefix(16 << 10))
    waiting.removeFirst(part.count)
    if floods { waiting += part }
    body(part.span)
    return true
  }

  private(set) var isClosed = false

  func close() { isClosed = true }
}

@Suite struct `The log of plugins` {
  private let port = PrintedBytes()
  private let log = PluginLog(file: nil, keepingLines: 10_000)
  private let output: PluginOutputReader

  init() { output = PluginOutputReader(port, log: log) }

  @Test func `a line that is printed in parts is one line`() {
    for part in ["be", "gun\nand ", "ended", "\n\n", "open"] {
      port.print(part)
      output.collect(from: "a.so")
    }
    #expect(log.noteworthy.map(\.text) == ["a.so: printed: begun", "a.so: printed: and ended"])
    output.flush()
    #expect(log.noteworthy.last?.text == "a.so: printed: open" && !port.isClosed)
    output.end()
    #expect(port.isClosed)
  }

  @Test func `a line that another begins belongs to nobody else`() {
    port.print("one ")
    output.collect(from: "a.so")
    port.print("two\n")
    output.collect(from: "b.so")
    #expect(log.noteworthy.map(\.text) == ["a.so: printed: one ", "b.so: printed: two"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `of a thread that prints without end only what waits is read`() {
    port.print(String(repeating: "y\n", count: 100_000))
    port.floods = true
    output.collect(from: "a.so")
    #expect(log.noteworthyCount == (256 << 10) / 64)
    log.reportLosses()
    // In whole blocks.
    let read = (200_000 / (16 << 10) + 1) * (16 << 10) / 2
    #expect(
      log.noteworthy.last?.text
        == "a.so: \(read - (256 << 10) / 64) lines were dropped: they came too fast")
  }

  @Test func `who writes too much is heard again when a second is over`() {
    for _ in 0..<5000 { log.add(.warning, "much", from: "loud") }
    log.add(.warning, "a word", from: "quiet")
    #expect(log.noteworthy.last?.text == "quiet: a word")
    #expect(log.noteworthyCount == (256 << 10) / 64 + 1)
    log.advance(to: 999_999_999)
    log.add(.warning, "too soon", from: "loud")
    #expect(log.noteworthy.last?.text == "quiet: a word")
    log.advance(to: 1_000_000_000)
    log.add(.warning, "again", from: "loud")
    let lost = 5001 - (256 << 10) / 64
    let texts: [String] = log.noteworthy.suffix(2).map(\.text)
    #expect(
      texts == ["loud: \(lost) lines were dropped: they came too fast", "loud: again"])
    // However often time goes on within the next.
    for step in 1..<1000 as Range<Int64> {
      for _ in 0..<10 { log.add(.warning, "much", from: "loud") }
      log.advance(to: 1_000_000_000 + step * 1_000_000)
    }
    #expect(log.noteworthyCount == 2 * (256 << 10) / 64 + 2)
  }

  @Test func `who writes long lines writes fewer of them`() {
    for _ in 0..<300 { log.add(.warning, String(repeating: "x", count: 1024), from: "loud") }
    log.reportLosses()
    #expect(log.noteworthyCount == 256 + 1)
    #expect(log.noteworthy.last?.text == "loud: 44 lines were dropped: they came too fast")
  }

  @Test func `more lost lines than can have been written are not believed`() {
    log.addLost(3)
    log.reportLosses()
    #expect(log.noteworthy.last?.text == "3 lines were dropped: they came too fast")
    for _ in 0..<2 { log.addLost(.max) }
    log.reportLosses()
    #expect(log.noteworthy.last?.text == "over 1000000 lines were dropped: they came too fast")
    // What was reported is not reported again.
    log.reportLosses()
    #expect(log.noteworthyCount == 2)
  }

  @Test func `a long line is cut where it is told at the end`() {
    port.print(String(repeating: "x", count: 300_000))
    output.collect(from: "a.so")
    output.end()
    #expect(log.noteworthyCount == 4)
    #expect(log.summary.allSatisfy { $0.count <= 501 && $0.hasSuffix("…") })
  }

  @Test func `its summary names the program once, counts what is left out, and cuts what is long`()
  {
    let log = PluginLog(file: nil, keepingLines: 2)
    for text in ["gone", "statehost: of the program", String(repeating: "x", count: 501)] {
      log.add(.warning, line: text)
    }
    log.add(.info, line: "not worth it")
    #expect(
      log.summary == [
        "statehost: 1 earlier lines from plugins are left out: statehost run --log FILE keeps all",
        "statehost: of the program",
        "statehost: " + String(repeating: "x", count: 489) + "…",
      ])
  }
}
