/// A fake of an external program that plugins' children run, for simulated runs and `validate`: a
/// pattern of command lines, the number of starts it applies to, and its steps (output and end), or
/// nil for a program that does not exist.
package struct ScriptedChildProgram: Equatable, Sendable {
  /// Matches the command line: `*` is any text, `?` any character, and `\` quotes the next one.
  package var pattern: String
  /// How many starts it applies to; nil is all.
  package var times: Int?
  /// What the program does; nil means that there is no such program.
  ///
  /// Without an end it runs for ever.
  package var steps: [ProcessStep]?

  package init(_ pattern: String, times: Int? = nil, does steps: [ProcessStep]?) {
    self.pattern = pattern
    self.times = times
    self.steps = steps
  }

  package func matches(_ commandLine: String) -> Bool {
    let text = Array(commandLine.unicodeScalars)
    let wanted = parts
    var (place, next) = (0, 0)
    /// The last `*`, and the end of the text that it matches.
    var star: (next: Int, place: Int)?
    while place < text.count {
      if next < wanted.count, wanted[next].matches(text[place]) {
        place += 1
        next += 1
      } else if next < wanted.count, wanted[next] == .anyText {
        star = (next, place)
        next += 1
      } else if let last = star {
        star = (last.next, last.place + 1)
        (place, next) = (last.place + 1, last.next + 1)
      } else {
        return false
      }
    }
    return wanted[next...].allSatisfy { $0 == .anyText }
  }

  /// An element of the pattern by which a fake is chosen for a program that a plugin's child runs:
  /// any text (`*`), any character (`?`) or one character of the command line.
  private enum Part: Equatable {
    case anyText
    case anyCharacter
    case character(Unicode.Scalar)

    func matches(_ scalar: Unicode.Scalar) -> Bool {
      self == .anyCharacter || self == .character(scalar)
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

  /// The command line that patterns match: the words with spaces between them.
  package static func commandLine(_ words: [[UInt8]]) -> String {
    String(decoding: Array(words.joined(separator: [UInt8(ascii: " ")])), as: UTF8.self)
  }
}

/// The fakes of all programs of children in a simulated run or a check of `validate`: chooses the
/// first that matches a command line and has starts left, and counts the starts of each.
package final class ScriptedPrograms {
  private let programs: [ScriptedChildProgram]
  private var startCounts: [Int]

  package init(_ programs: [ScriptedChildProgram]) {
    self.programs = programs
    startCounts = Array(repeating: 0, count: programs.count)
  }

  private func index(for words: [[UInt8]]) -> Int? {
    let commandLine = ScriptedChildProgram.commandLine(words)
    return programs.indices.first { index in
      startCounts[index] < programs[index].times ?? .max && programs[index].matches(commandLine)
    }
  }

  /// Whether a program of the script matches.
  package func has(_ words: [[UInt8]]) -> Bool { index(for: words) != nil }

  /// Starts the first program that matches and has starts left.
  package func start(_ words: [[UInt8]]) -> ScriptedChildProgram? {
    guard let index = index(for: words) else { return nil }
    startCounts[index] += 1
    return programs[index]
  }
}
