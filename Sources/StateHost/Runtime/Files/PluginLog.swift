package import HostPlugins
internal import HostSurface
internal import HostText

/// What plugins log, print and do wrong: a line each, with the name of the child, kept for the end
/// of the run and written to the file of `--log` at once.
package final class PluginLog {
  /// A line and how much it matters.
  package struct Line: Equatable {
    package let level: PluginInbox.LogLevel
    package let text: String

  }

  private let file: LogFile?
  /// The last lines that a user should know of: warnings, errors, and what was printed.
  package private(set) var noteworthy: [Line] = []
  package private(set) var noteworthyCount = 0

  /// No more of them are kept.
  private let keptLines: Int
  /// One for each that has written something, in the order of the first line.
  private var allowances: [LogAllowance] = []
  private var linesLostElsewhere: UInt64 = 0
  private var secondBegan: Int64 = 0

  /// - Parameters:
  ///   - file: where every line goes; nil keeps only the noteworthy ones.
  ///   - keptLines: how many of these are told at the end.
  package init(file: LogFile?, keepingLines keptLines: Int = 5) {
    self.file = file
    self.keptLines = keptLines
  }

  /// A line that a child logged.
  package func add(_ level: PluginInbox.LogLevel, _ text: String, from child: String) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n"))
    where takes(lineOf: line.count, by: child) {
      let text = HarmlessText.cleanLine(String(decoding: line, as: UTF8.self))
      add(Line(level: level, text: "\(child): \(text)"))
    }
  }

  /// A line that a plugin wrote to descriptor 1 or 2, without its end.
  package func addPrinted(_ line: Span<UInt8>, by child: String?) {
    let child = child ?? "a plugin"
    guard takes(lineOf: line.count, by: child) else { return }
    var text = Array("\(child): printed: ".utf8)
    HarmlessText.appendLine(line, to: &text)
    add(Line(level: .warning, text: String(decoding: text, as: UTF8.self)))
  }

  private func takes(lineOf byteCount: Int, by writer: String) -> Bool {
    let index = allowances.firstIndex { $0.writer == writer } ?? allowances.endIndex
    if index == allowances.endIndex { allowances.append(LogAllowance(of: writer)) }
    return allowances[index].takes(lineOf: byteCount)
  }

  /// Time goes on: when a second is over everybody may write again, and what was lost is told.
  package func advance(to now: Int64) {
    guard now - secondBegan >= 1_000_000_000 else { return }
    secondBegan = now
    tellLosses()
  }

  /// Tells how many lines were lost since this was last told.
  package func tellLosses() {
    for index in allowances.indices {
      let (writer, lost) = (allowances[index].writer, allowances[index].lostLines)
      allowances[index].renew()
      if lost > 0 { addLoss("\(writer): \(lost)") }
    }
    if linesLostElsewhere > Self.countedLosses {
      addLoss("over \(Self.countedLosses)")
    } else if linesLostElsewhere > 0 {
      addLoss("\(linesLostElsewhere)")
    }
    linesLostElsewhere = 0
  }

  /// What a worker says of more is not believed.
  private static let countedLosses: UInt64 = 1_000_000

  private func addLoss(_ howMany: String) {
    add(Line(level: .warning, text: "\(howMany) lines are lost, for they came too fast"))
  }

  /// What has come from other threads, and the faults that were seen on the main one.
  ///
  /// - Parameters:
  ///   - inbox: emptied.
  ///   - context: its faults are taken.
  ///   - wake: is told of the children that ask to be woken.
  package func add(
    _ inbox: PluginInbox?, _ context: RunContext, waking wake: (PluginChild) -> Void = { _ in }
  ) {
    if let inbox, !inbox.isEmpty {
      inbox.drain { message in
        switch message {
        case .log(let file, let child, let level, let text):
          add(level, text, from: child.isEmpty ? file : child)
        case .wake(let child): wake(child)
        case .fault(let fault): add(Line(level: .warning, text: fault.line))
        case .linesLost(let count): addLost(count)
        }
      }
    }
    for fault in context.faults { add(Line(level: .warning, text: fault.line)) }
    context.faults.removeAll(keepingCapacity: true)
  }

  /// So many lines of plugins are lost.
  package func addLost(_ count: UInt64) {
    linesLostElsewhere += min(count, .max - linesLostElsewhere)
  }

  /// A whole line about a plugin, such as a fault.
  package func add(_ line: Line) {
    file?.write(line)
    guard line.level.rawValue >= PluginInbox.LogLevel.warning.rawValue else { return }
    noteworthyCount += 1
    noteworthy.append(line)
    if noteworthy.count > keptLines { noteworthy.removeFirst() }
  }

  /// Gives the lines that are kept, and forgets them.
  package func takeNoteworthy() -> [String] {
    defer { noteworthy = [] }
    return noteworthy.map(\.text)
  }

  /// More of a line is not shown.
  private static let shownCharacters = 500

  /// What to say of it when the terminal is the shell's again.
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
