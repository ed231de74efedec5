internal import HostText

/// What a program that a child runs does in place of itself.
package struct ScriptedProgram: Equatable, Sendable {
  /// The whole command line, a space between its words: `*` stands for any text, `?` for any character, and either for
  /// itself behind a `\`.
  package var pattern: String
  /// How often it is started so; nil: always.
  package var times: Int?
  /// What it does, at times that count from its start; nil: there is no such program.
  ///
  /// Without an end among them it goes on for ever.
  package var steps: [ProcessStep]?

  package init(_ pattern: String, times: Int? = nil, does steps: [ProcessStep]?) {
    self.pattern = pattern
    self.times = times
    self.steps = steps
  }

  /// Whether this is for a command line.
  package func matches(_ commandLine: String) -> Bool {
    let text = Array(commandLine.unicodeScalars)
    let wanted = parts
    var (place, next) = (0, 0)
    /// The last `*`, and how far the text is that it stands for.
    var star: (next: Int, place: Int)?
    while place < text.count {
      if next < wanted.count, wanted[next].matches(text[place]) {
        place += 1
        next += 1
      } else if next < wanted.count, case .anyText = wanted[next] {
        star = (next, place)
        next += 1
      } else if let last = star {
        star = (last.next, last.place + 1)
        (place, next) = (last.place + 1, last.next + 1)
      } else {
        return false
      }
    }
    return wanted[next...].allSatisfy { if case .anyText = $0 { true } else { false } }
  }

  private enum Part {
    case anyText
    case anyCharacter
    case character(Unicode.Scalar)

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .anyText: false
      case .anyCharacter: true
      case .character(let character): character == scalar
      }
    }
  }

  private var parts: [Part] {
    var parts: [Part] = []
    var isQuoted = false
    for scalar in pattern.unicodeScalars {
      switch (scalar, isQuoted) {
      case ("\\", false):
        isQuoted = true
        continue
      case ("*", false): parts.append(.anyText)
      case ("?", false): parts.append(.anyCharacter)
      default: parts.append(.character(scalar))
      }
      isQuoted = false
    }
    return parts
  }

  /// Words as patterns see them.
  package static func commandLine(_ words: [[UInt8]]) -> String {
    String(decoding: Array(words.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
  }
}

/// The programs of a script, started in any order.
package final class ScriptedPrograms {
  private let programs: [ScriptedProgram]
  /// How often each was started.
  private var startCounts: [Int]

  package init(_ programs: [ScriptedProgram]) {
    self.programs = programs
    startCounts = Array(repeating: 0, count: programs.count)
  }

  private func index(for words: [[UInt8]]) -> Int? {
    let commandLine = ScriptedProgram.commandLine(words)
    return programs.indices.first { index in
      startCounts[index] < programs[index].times ?? .max && programs[index].matches(commandLine)
    }
  }

  /// Whether the script says what a program of this command line does.
  package func has(_ words: [[UInt8]]) -> Bool { index(for: words) != nil }

  /// What a program of this command line does, which is started now: the first of the script that matches and is left.
  package func start(_ words: [[UInt8]]) -> ScriptedProgram? {
    guard let index = index(for: words) else { return nil }
    startCounts[index] += 1
    return programs[index]
  }
}

extension ScriptedProgram {
  /// Reads the `programs` of a file, which may be a scenario.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: its name, for errors.
  /// - Throws: the first thing that is wrong, with its place.
  /// - Returns: the programs, in their order.
  package static func list(
    parsing bytes: [UInt8], file: String
  ) throws(StatesFileError) -> [ScriptedProgram] {
    do {
      let root = try StatesFileDecoder.root(of: bytes)
      let example = "[{\"program\": \"git*\", \"output\": \"a line\\n\"}]"
      let field = try Field(value: root, path: JSONPath())
        .object("an object", example: "{\"programs\": \(example)}")
        .required("programs", example: example)
      return try ScriptedProgramDecoder.decode(field)
    } catch {
      throw StatesFileError(error, in: bytes, file: file)
    }
  }
}

/// Gives the programs of a script their meaning.
enum ScriptedProgramDecoder {
  private static let example = "{\"program\": \"git*\", \"output\": \"a line\\n\"}"

  static func decode(_ field: Field) throws(LocatedProblem) -> [ScriptedProgram] {
    var programs: [ScriptedProgram] = []
    for element in try field.list("a list of programs", example: "[\(example)]") {
      programs.append(try program(try element.object("an object", example: example)))
    }
    return programs
  }

  private static func program(_ object: FieldObject) throws(LocatedProblem) -> ScriptedProgram {
    let pattern = try object.required("program", example: "\"git*\"")
      .string("a pattern for its command line", example: "\"git*\"")
    let keys = ["program", "times"]
    let steps: [ProcessStep]?
    if let does = object["does"] {
      try object.allowOnly(keys + ["does"])
      steps = try ScenarioActionDecoder(states: []).steps(does)
    } else if let isFound = object["found"], try !isFound.boolean() {
      try object.allowOnly(keys + ["found"])
      steps = nil
    } else {
      try object.allowOnly(
        keys + ["output", "errorOutput", "status", "signal", "after", "does", "found"])
      steps = try result(object)
    }
    return ScriptedProgram(
      pattern, times: try object["times"]?.integer(in: 1...1_000_000), does: steps)
  }

  /// What it writes comes with its end.
  private static func result(_ object: FieldObject) throws(LocatedProblem) -> [ProcessStep] {
    var kinds: [ProcessStep.Kind] = []
    if let text = try object["output"]?.text() { kinds.append(.output(Array(text.utf8))) }
    if let text = try object["errorOutput"]?.text() { kinds.append(.errorOutput(Array(text.utf8))) }
    kinds.append(.end(try object.end()))
    let after = try object["after"]?.duration() ?? 0
    return kinds.map { ProcessStep(afterNanoseconds: after, kind: $0) }
  }
}
