import Foundation
import HostSurface
import HostSystem
import TestSupport

/// The program in a terminal whose part the test plays: it shows what it has taken of what the program
/// wrote, at a pace of its own, answers what it is asked, and types any bytes.
final class PlayedTerminal {
  private let terminal: PseudoTerminal
  private let folder: ScratchFolder
  private let process: SpawnedProcess
  private let size: (columns: Int, rows: Int)
  /// What it answers when it is asked what it can, and when it is not asked any more.
  private var answers: String?
  private(set) var taken: [UInt8] = []
  /// How many bytes it takes in a second; nil takes all that come.
  private let pace: Int?
  private var paidUntil = ContinuousClock.now

  /// - Parameters:
  ///   - words: the program's arguments.
  ///   - columns: the width in cells.
  ///   - rows: the height in cells.
  ///   - pace: bytes that it takes in a second; nil takes all that come.
  ///   - answers: what it answers before it says what it is.
  ///   - environment: the program's variables besides the usual.
  /// - Throws: why it cannot be started.
  init(
    _ words: [String], columns: Int = 60, rows: Int = 10, pace: Int? = nil, answers: String = "",
    environment: [String: String] = [:]
  ) throws {
    terminal = try PseudoTerminal()
    terminal.resize(columns: columns, rows: rows)
    folder = try ScratchFolder()
    size = (columns, rows)
    self.pace = pace
    self.answers = answers + "\u{1B}[?62c"
    var variables = [
      "HOME": folder.path, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
      "COLORTERM": "truecolor", "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh",
    ]
    for (name, value) in environment { variables[name] = value }
    process = try SpawnedProcess(
      [BuiltProducts.program] + words, environment: variables, input: .terminal(terminal.path),
      output: .terminal(terminal.path), errors: .terminal(terminal.path))
  }

  /// Types bytes, whatever they mean.
  func type(_ text: String) { terminal.type(text) }

  /// Sends the program a signal.
  func send(_ signal: Int32) { process.send(signal) }

  /// What it shows now.
  var screen: HeadlessTerminal {
    // What has been cut at its end is there the next time.
    let screen = HeadlessTerminal(columns: size.columns, rows: size.rows)
    screen.apply(taken)
    return screen
  }

  /// Takes what has come, as much as its pace lets it.
  private func take() {
    var room = 1 << 16
    if let pace {
      // What it has not taken for a while it does not make up for.
      let now = ContinuousClock.now
      if now < paidUntil { return }
      room = max(1, pace / 50)
      paidUntil = now + .milliseconds(20)
    }
    taken += terminal.take(room)
    if let answers, taken.contains("\u{1B}[c") {
      type(answers)
      self.answers = nil
    }
  }

  /// Takes what comes until the screen is as wanted.
  @discardableResult
  func wait(
    for wanted: String, seconds: Double = 90, until holds: (HeadlessTerminal) -> Bool
  ) throws -> HeadlessTerminal {
    var screen = screen
    var count = -1
    try TestSupport.wait(
      for: wanted, seconds: seconds, found: { screen.rows.joined(separator: "\n") },
      until: {
        take()
        if count == taken.count { return false }
        count = taken.count
        screen = self.screen
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
    return process.wait()
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
