import Glibc

/// The benchmarks of another build, which measure the same beside these.
struct OtherBuild {
  private let program: String
  private let file: String

  /// - Parameters:
  ///   - program: its benchmarks.
  ///   - folder: where what they find is written meanwhile.
  init(_ program: String, in folder: String) {
    self.program = program
    file = folder + "/other.json"
  }

  /// What it finds of a part, by name; nothing where it has no such part.
  func measure(_ part: String) -> [String: Double] {
    unsafe unlink(file)
    let run = ChildProcess.piped([program, "--only", part, "--json", file])
    _ = run.map { run in (run.readToEnd(), run.finish(killing: false)) }
    var numbers: [String: Double] = [:]
    for line in String(decoding: Workshop.read(file), as: UTF8.self).split(separator: "\n") {
      // {"name": "...", "value": 1.5, "text": ...
      let parts = line.split(separator: "\"", maxSplits: 6)
      guard parts.count == 7, parts[1] == "name" else { continue }
      let number = parts[6].drop { $0 == ":" || $0 == " " }.prefix { $0 != "," }
      numbers[String(parts[3])] = Double(number)
    }
    return numbers
  }

  /// The first of this build's, each with how it relates to the other's.
  static func compare(
    _ own: [Measurement], _ again: [Measurement], with before: [String: Double],
    _ after: [String: Double]
  ) -> [Measurement] {
    own.map { row in
      var row = row
      if let second = again.first(where: { $0.name == row.name })?.number,
        let one = before[row.name], let other = after[row.name]
      {
        let ratio = (row.number + second) / (one + other)
        let spread = max(one, other) / min(one, other)
        row.beside = "\(text(ratio, digits: 2)) x, itself \(text(spread, digits: 2)) x"
      }
      return row
    }
  }
}
