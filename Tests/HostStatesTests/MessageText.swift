import HostStates
import Testing

/// The message for a states file called `file.json`; nil if nothing is wrong with it.
func messageForStates(_ text: String) -> String? {
  message { () throws(StatesFileError) in
    _ = try StatesFile(parsing: Array(text.utf8), file: "file.json")
  }
}

/// The message for a scenario called `file.json`; nil if nothing is wrong with it.
func messageForScenario(_ text: String) -> String? {
  message { () throws(StatesFileError) in
    _ = try Scenario(parsing: Array(text.utf8), file: "file.json")
  }
}

private func message(of read: () throws(StatesFileError) -> Void) -> String? {
  do {
    try read()
    return nil
  } catch {
    return error.text
  }
}

/// A file and the message that it must give.
struct BadFile: CustomTestStringConvertible, Sendable {
  let text: String
  let message: String

  init(_ text: String, _ message: String) {
    self.text = text
    self.message = "statehost: " + message
  }

  var testDescription: String { message }
}
