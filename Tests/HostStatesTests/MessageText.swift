import HostStates
import Testing

extension StatesFile {
  /// A states file called `file.json`.
  init(_ text: String) throws(StatesFileError) {
    try self.init(parsing: Array(text.utf8), file: "file.json")
  }
}

extension Scenario {
  /// A scenario called `file.json`.
  init(_ text: String) throws(StatesFileError) {
    try self.init(parsing: Array(text.utf8), file: "file.json")
  }
}

/// The message about a states file; nil if nothing is wrong with it.
func messageForStates(_ text: String) -> String? {
  do {
    _ = try StatesFile(text)
    return nil
  } catch {
    return error.text
  }
}

/// The message about a scenario; nil if nothing is wrong with it.
func messageForScenario(_ text: String) -> String? {
  do {
    _ = try Scenario(text)
    return nil
  } catch {
    return error.text
  }
}

/// A file and the message that it must give.
struct BadFile: CustomTestStringConvertible, Sendable {
  let text: String
  let message: String

  var testDescription: String { message }

  /// Files, one a line (`⏎`: line end), then an arrow and the message without the program's name.
  static func table(_ lines: String) -> [BadFile] {
    let lines = lines.split(separator: "\n", omittingEmptySubsequences: false)
    return stride(from: 0, to: lines.count, by: 2).map { number in
      precondition(lines[number + 1].hasPrefix("→ "), "no message for \(lines[number])")
      return BadFile(
        text: String(lines[number].replacing("⏎", with: "\n")),
        message: "statehost: " + lines[number + 1].dropFirst(2))
    }
  }
}
