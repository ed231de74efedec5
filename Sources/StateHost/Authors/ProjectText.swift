/// Fills in a template.
///
/// A word between two `@` stands for something of the project; a line with `@state@` is written once
/// for each state.
struct ProjectText {
  let words: [(mark: String, text: String)]
  let states: [String]
  private let id: String

  init(name: ProjectName, states: [String], files: AuthorFiles) {
    words = [
      ("@name@", name.folder), ("@id@", name.id), ("@identifier@", name.identifier),
      ("@Type@", name.typeName), ("@kit@", files.kit), ("@program@", files.program),
    ]
    self.states = states
    id = name.id
  }

  func filled(_ template: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for line in template.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = replacing(words, in: line)
      if Self.range(of: Array("@state@".utf8), in: line[...]) == nil {
        text += line + [UInt8(ascii: "\n")]
      } else {
        for state in states {
          text += replacing([("@state@", state)], in: line[...]) + [UInt8(ascii: "\n")]
        }
      }
    }
    text.removeLast()
    return text
  }

  /// A source of an example as the project's own: with its id, and the bindings of Rust beside it.
  func adopted(_ source: [UInt8], from example: String) -> [UInt8] {
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let own = lines.filter { line in
      let isElsewhere =
        line.starts(with: "#[path = ".utf8)
        && Self.range(of: Array("/childplugin.rs\"]".utf8), in: line) != nil
      return !isElsewhere
    }
    let adopted = own.map { replacing([("com.example.\(example)", id)], in: $0) }
    return Array(adopted.joined(separator: [UInt8(ascii: "\n")]))
  }

  private func replacing(
    _ words: [(mark: String, text: String)], in line: ArraySlice<UInt8>
  ) -> [UInt8] {
    var line = Array(line)
    for (mark, text) in words {
      var start = 0
      while let range = Self.range(of: Array(mark.utf8), in: line[start...]) {
        line.replaceSubrange(range, with: text.utf8)
        start = range.lowerBound + text.utf8.count
      }
    }
    return line
  }

  private static func range(of mark: [UInt8], in line: ArraySlice<UInt8>) -> Range<Int>? {
    var start = line.startIndex
    while line.endIndex - start >= mark.count {
      if line[start..<start + mark.count].elementsEqual(mark) { return start..<start + mark.count }
      start += 1
    }
    return nil
  }
}
