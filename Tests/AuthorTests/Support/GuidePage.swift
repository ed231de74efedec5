import Foundation
import TestSupport

/// docs/plugins.md, taken apart into what it shows.
struct GuidePage {
  /// A command line, and the lines that it prints; `…` stands for anything, or for any lines.
  struct Command {
    let line: String
    var output: [String] = []
  }

  private(set) var commands: [Command] = []
  /// What is named after the language of a block: a file's text.
  private(set) var files: [(name: String, text: String)] = []
  /// The first block after each heading of the third level.
  private(set) var messages: [String: String] = [:]

  init() throws {
    let text = try String(
      contentsOfFile: BuiltProducts.repository + "/docs/plugins.md", encoding: .utf8)
    var fence: String?
    var block: [String] = []
    var heading = ""
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("### ") { heading = String(line.dropFirst(4)) }
      guard line.hasPrefix("```") else {
        if fence != nil { block.append(line) }
        continue
      }
      guard let kind = fence else {
        fence = String(line.dropFirst(3))
        continue
      }
      add(block, of: kind, under: heading)
      fence = nil
      block = []
    }
  }

  private mutating func add(_ block: [String], of kind: String, under heading: String) {
    let words = kind.split(separator: " ")
    if kind == "console" {
      for line in block {
        if line.hasPrefix("$ ") {
          commands.append(Command(line: String(line.dropFirst(2))))
        } else {
          commands[commands.count - 1].output.append(line)
        }
      }
    } else if words.count == 2 {
      files.append((String(words[1]), block.joined(separator: "\n") + "\n"))
    } else if kind.isEmpty, !heading.isEmpty {
      messages[heading] = messages[heading] ?? block.joined(separator: "\n")
    }
  }
}

extension GuidePage.Command {
  /// Whether that is what the page shows.
  func shows(_ lines: [String]) -> Bool { Self.match(output[...], lines[...]) }

  private static func match(_ shown: ArraySlice<String>, _ lines: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return lines.isEmpty }
    if first == "…" {
      return (lines.startIndex...lines.endIndex).contains { match(shown.dropFirst(), lines[$0...]) }
    }
    guard let line = lines.first, matchLine(first, line) else { return false }
    return match(shown.dropFirst(), lines.dropFirst())
  }

  private static func matchLine(_ shown: String, _ line: String) -> Bool {
    let parts = shown.components(separatedBy: "…")
    var rest = Substring(line)
    guard let head = parts.first, rest.hasPrefix(head) else { return false }
    rest = rest.dropFirst(head.count)
    for (index, part) in parts.enumerated().dropFirst() {
      if index == parts.count - 1 { return rest.hasSuffix(part) }
      guard let place = rest.range(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return rest.isEmpty
  }
}
