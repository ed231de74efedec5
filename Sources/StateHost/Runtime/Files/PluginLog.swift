package import HostPlugins
package import HostSystem
internal import HostText

/// The log of a command (run, play, plugins, inspect) about plugins: their faults and the lines
/// they log or print, at most 256 KiB a second for each child or plugin; a run writes each line at
/// once to the `--log` file; the last warnings, errors and printed lines are printed at the end.
package final class PluginLog {
  /// A line of the plugin log, with the name of its child or plugin in the text, and its severity.
  package struct Line: Equatable {
    package let level: PluginInbox.LogLevel
    package let text: String
  }

  /// The highest number of lost lines that is reported, because a worker's count is not trusted.
  private static let countedLosses: UInt64 = 1_000_000
  /// The most characters of a line in the summary.
  private static let shownCharacters = 500

  private let file: PluginLogFile?
  /// The last lines for the user: warnings, errors and printed output.
  package private(set) var noteworthy: [Line] = []
  package private(set) var noteworthyCount = 0
  private let keptLines: Int
  /// The rate limits of all writers, in order of their first lines.
  private var limits: [LogRateLimit] = []
  private var linesLostElsewhere: UInt64 = 0
  private var secondBegan: Int64 = 0

  /// Writes every line to the file, if any, and keeps some noteworthy lines for the end of the run.
  package init(file: PluginLogFile?, keepingLines keptLines: Int = 5) {
    self.file = file
    self.keptLines = keptLines
  }

  package func add(_ level: PluginInbox.LogLevel, _ text: String, from child: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n"))
    where takes(lineOf: line.count, by: child) {
      let text = HarmlessText.cleanLine(String(decoding: line, as: UTF8.self))
      add(level, line: "\(child): \(text)")
    }
  }

  package func addPrinted(_ line: Span<UInt8>, by child: String?) {
    let child = child ?? "a plugin"
    guard takes(lineOf: line.count, by: child) else { return }
    var text = Array("\(child): printed: ".utf8)
    HarmlessText.appendLine(line, to: &text)
    add(.warning, line: String(decoding: text, as: UTF8.self))
  }

  private func takes(lineOf byteCount: Int, by writer: String) -> Bool {
    let index = limits.firstIndex { $0.writer == writer } ?? limits.endIndex
    if index == limits.endIndex { limits.append(LogRateLimit(writer: writer)) }
    return limits[index].takes(lineOf: byteCount)
  }

  /// Renews the rate limits and reports lost lines once a second.
  package func advance(to now: Int64) {
    guard now - secondBegan >= 1_000_000_000 else { return }
    secondBegan = now
    reportLosses()
  }

  package func reportLosses() {
    for index in limits.indices {
      let (writer, lost) = (limits[index].writer, limits[index].lostLines)
      limits[index] = LogRateLimit(writer: writer)
      if lost > 0 { addLoss("\(writer): \(lost)") }
    }
    if linesLostElsewhere > 0 {
      let isOver = linesLostElsewhere > Self.countedLosses
      addLoss(isOver ? "over \(Self.countedLosses)" : "\(linesLostElsewhere)")
    }
    linesLostElsewhere = 0
  }

  private func addLoss(_ howMany: String) {
    add(.warning, line: "\(howMany) lines were dropped: they came too fast")
  }

  /// Adds messages from other threads, and faults recorded on the main thread; both are removed.
  ///
  /// Calls `wake` for each child that requested a wake-up.
  package func add(
    _ inbox: PluginInbox?, _ context: RunContext, waking wake: (PluginChild) -> Void = { _ in }
  ) {
    if let inbox, !inbox.isEmpty {
      inbox.drain { message in
        switch message {
        case .log(let file, let child, let level, let text):
          add(level, text, from: child.isEmpty ? file : child)
        case .wake(let child): wake(child)
        case .fault(let fault): add(.warning, line: fault.line)
        case .linesLost(let count): addLost(count)
        }
      }
    }
    for fault in context.faults { add(.warning, line: fault.line) }
    context.faults.removeAll(keepingCapacity: true)
  }

  package func addLost(_ count: UInt64) {
    linesLostElsewhere += min(count, .max - linesLostElsewhere)
  }

  /// Adds a complete line about a plugin, such as a fault.
  package func add(_ level: PluginInbox.LogLevel, line text: String) {
    let line = Line(level: level, text: text)
    file?.write(line)
    guard level.rawValue >= PluginInbox.LogLevel.warning.rawValue else { return }
    noteworthyCount += 1
    noteworthy.append(line)
    if noteworthy.count > keptLines { noteworthy.removeFirst() }
  }

  package func takeNoteworthy() -> [String] {
    defer { noteworthy = [] }
    return noteworthy.map(\.text)
  }

  package var summary: [String] {
    let lines = noteworthy.map { line in
      let text = line.text.hasPrefix("statehost: ") ? line.text : "statehost: \(line.text)"
      let shown = text.prefix(Self.shownCharacters)
      return shown.endIndex == text.endIndex ? text : shown + "…"
    }
    let more = noteworthyCount - noteworthy.count
    guard more > 0 else { return lines }
    let left =
      "statehost: \(more) earlier lines from plugins are left out: "
      + "statehost run --log FILE keeps all"
    return [left] + lines
  }
}

/// The rate limit of a child or plugin for lines it logs or prints: what is left of its 256 KiB in
/// this second, where a line counts as 64 bytes or more, and the number of lines dropped in it.
private struct LogRateLimit {
  private static let bytesASecond = 256 << 10
  private static let bytesALine = 64

  let writer: String
  private var left = bytesASecond
  private(set) var lostLines = 0

  init(writer: String) { self.writer = writer }

  /// Counts a line; returns false if it exceeds the limit and is lost.
  mutating func takes(lineOf byteCount: Int) -> Bool {
    guard left > 0 else {
      lostLines += 1
      return false
    }
    left -= max(byteCount, Self.bytesALine)
    return true
  }
}

/// The output file of `--log`: appends each line of the plugin log with its level in one write, and
/// keeps the first write error, such as a full disk, which does not end the run.
package final class PluginLogFile {
  private let file: any OutputPort
  /// The first write error; nil if no line was lost.
  package private(set) var failure: SystemError?

  package init(_ file: any OutputPort) { self.file = file }

  package func write(_ line: PluginLog.Line) {
    let level =
      switch line.level {
      case .debug: "debug"
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    let error = file.writeAll(Array("\(level): \(line.text)\n".utf8).span)
    if failure == nil { failure = error }
  }
}
