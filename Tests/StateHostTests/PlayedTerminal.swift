import Foundation
import HostSurface
import TestSupport

/// The program in a terminal whose part the test plays: it shows what it has taken of what the
/// program wrote, answers what it is asked, and types any bytes.
final class PlayedTerminal {
  private let terminal: PseudoTerminal
  private let folder: ScratchFolder
  private let process: SpawnedProcess
  /// What it answers to questions that it has not heard yet.
  private var answers: [(question: String, answer: String)]
  private(set) var taken: [UInt8] = []
  /// What it shows of the bytes before `shownCount`; those after it are the beginning of something.
  private let shown: HeadlessTerminal
  private var shownCount = 0
  /// More had come than was taken last.
  private var mayGoOn = false
  /// Whether third-party plugins are shown that may not have received input yet.
  private var showsPlugins: Bool

  /// - Parameters:
  ///   - words: the program's arguments.
  ///   - columns: the width in cells.
  ///   - rows: the height in cells.
  ///   - answers: what it answers before it says what it is.
  ///   - environment: the program's variables besides the usual.
  /// - Throws: why it cannot be started.
  init(
    _ words: [String], columns: Int = 60, rows: Int = 10, answers: String = "",
    environment: [String: String] = [:]
  ) throws {
    showsPlugins = words.contains("--plugins")
    terminal = try PseudoTerminal()
    terminal.resize(columns: columns, rows: rows)
    folder = try ScratchFolder()
    self.answers = [
      (EscapeSequence.queryAttributes, answers + "\u{1B}[?62c"),
      (EscapeSequence.queryStatus, "\u{1B}[0n"),
    ]
    shown = HeadlessTerminal(columns: columns, rows: rows)
    var variables = [
      "HOME": folder.path, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
      "COLORTERM": "truecolor", "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh",
    ]
    for (name, value) in environment { variables[name] = value }
    process = try SpawnedProcess(
      [BuiltProducts.program] + words, environment: variables, input: .terminal(terminal.path),
      output: .terminal(terminal.path), errors: .terminal(terminal.path))
  }

  /// Types bytes, whatever they mean; before the first ones, waits until a third-party child that
  /// is shown receives input.
  func type(_ text: String) {
    if showsPlugins { usleep(600_000) }
    showsPlugins = false
    terminal.type(text)
  }

  /// Sends the program a signal.
  func send(_ signal: Int32) { process.send(signal) }

  /// What it shows of what it has taken; what has been cut at its end is there the next time.
  var screen: HeadlessTerminal {
    let whole = taken.wholeCount(from: shownCount, mayGoOn: mayGoOn)
    shown.apply(Array(taken[shownCount..<whole]))
    shownCount = whole
    return shown
  }

  /// Takes what has come.
  private func take() {
    let room = 1 << 16
    let part = terminal.take(room)
    mayGoOn = part.count == room
    taken += part
    answers.removeAll { question, answer in
      guard taken.contains(question) else { return false }
      type(answer)
      return true
    }
  }

  /// Takes what comes until the screen is as wanted.
  @discardableResult
  func wait(
    for wanted: String, seconds: Double = 90, until holds: (HeadlessTerminal) -> Bool
  ) throws -> HeadlessTerminal {
    try TestSupport.wait(
      for: wanted, seconds: seconds, found: { screen.rows.joined(separator: "\n") },
      until: {
        take()
        return holds(screen)
      })
    return screen
  }

  /// Takes what comes until a text stands on the screen.
  @discardableResult
  func wait(forText text: String) throws -> HeadlessTerminal {
    try wait(for: "\"\(text)\"") { $0.rows.contains { $0.contains(text) } }
  }

  /// Takes what comes until the program has ended.
  ///
  /// - Returns: its status.
  func waitForEnd() throws -> Int32 {
    try TestSupport.wait(
      for: "end of the program", seconds: 90, found: { self.screen.rows.joined(separator: "\n") },
      until: {
        take()
        return process.status != nil
      })
    taken += terminal.take(1 << 16)
    mayGoOn = false
    return process.wait()
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }

  /// How many bytes there are without an incomplete sequence at the end, and text that may go on.
  fileprivate func wholeCount(from start: Int, mayGoOn: Bool) -> Int {
    var whole = start
    while whole < count, let end = end(of: whole),
      end < count || self[whole] < 0x20 || !mayGoOn
    {
      whole = end
    }
    return whole
  }

  /// Where the sequence, control or text that begins at an index ends; nil where it goes on.
  private func end(of start: Int) -> Int? {
    guard self[start] == 0x1B else {
      guard self[start] >= 0x20 else { return start + 1 }
      return self[start...].firstIndex { $0 < 0x20 } ?? count
    }
    guard start + 1 < count else { return nil }
    let rest = self[(start + 2)...]
    switch self[start + 1] {
    case UInt8(ascii: "["):
      return rest.firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
    case UInt8(ascii: "]"), UInt8(ascii: "P"):
      return rest.firstRange(of: Array("\u{1B}\\".utf8))?.upperBound
    default: return start + 2
    }
  }
}
