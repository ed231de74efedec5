package import HostText

/// Why a states file or a scenario cannot be used: what is wrong and where.
package struct StatesFileError: Error {
  package let problem: StatesFileProblem
  /// The file as the user named it.
  package let file: String
  /// Where in the file; nil where the file could not be read at all.
  package let place: TextPlace?
  /// Which value; the top level where no value is at fault.
  package let path: JSONPath

  /// An error of a file that could not be read.
  package init(unreadable file: String, reason: String) {
    self.problem = .unreadable(reason: reason)
    self.file = file
    self.place = nil
    self.path = JSONPath()
  }

  init(_ located: LocatedProblem, in bytes: [UInt8], file: String) {
    self.problem = located.problem
    self.file = file
    self.place = TextPlace(ofByte: located.offset, in: bytes)
    self.path = located.path
  }

  /// The whole message, on one line and without a line end; nothing in it can harm a terminal.
  package var text: String {
    let file = HarmlessText.escaped(file, limit: 500)
    guard let place else {
      return "statehost: \(problem.statement): \(file): \(problem.remedy)"
    }
    return "statehost: \(problem.statement): \(file):\(place.line):\(place.column)"
      + " (\(path.text)): \(problem.remedy)"
  }
}

/// A problem found while reading, before its line and column are counted.
package struct LocatedProblem: Error {
  package var problem: StatesFileProblem
  /// In bytes from the start of the text.
  package var offset: Int
  package var path: JSONPath
}
