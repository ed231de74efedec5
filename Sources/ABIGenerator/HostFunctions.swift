import Foundation

/// A function of the C tables that the host gives to plugins, as the generator reads it from
/// childplugin.h: table, name, parameters, result, and the comment with its tag; the host's own
/// `HostFunction` is generated from it.
struct HostFunction {
  /// `childplugin_host_t`, `childplugin_canvas_t` or the table of an extension.
  let table: String
  let name: String
  /// The names of its parameters, without the table.
  let parameters: [String]
  let result: String
  /// Whether an argument or the result is a pointer or holds one.
  let hasPointers: Bool
  /// The comment without its tag, as one paragraph.
  let text: String
  /// The parts of the end of its comment, such as `[main, on screen, not in draw]`, which say when
  /// it may be called and which user activation or permission it needs.
  let tag: [String]

  private static let knownTags: Set = [
    "main", "any thread", "alive", "on screen", "inside draw", "not in draw", "first kind",
    "second kind", "kind by argument", "needs run", "without a child too",
  ]

  /// `host.log`, `selection.row`: the name that messages have for it.
  var fullName: String { "\(group).\(name)" }

  /// `host`, `canvas`, or the name of the extension.
  var group: String {
    switch table {
    case "childplugin_host_t": "host"
    case "childplugin_canvas_t": "canvas"
    default: String(table.dropFirst("childplugin_host_".count).dropLast("_t".count))
    }
  }

  /// `log`, `selectionRow`: its name in Swift.
  var swiftName: String {
    ((group == "host" ? [] : [group]) + name.split(separator: "_").map(String.init)).camelCased
  }

  /// What a call gets that the host refuses, in Swift; nil for nothing.
  var refusedResult: String? {
    switch fullName {
    case "host.option": "UInt64.max"
    case "selection.row", "view.place": "CHILDPLUGIN_NO_ROW"
    default:
      switch result {
      case "void": nil
      case "bool": "false"
      case "const void *": "nil"
      default: "0"
      }
    }
  }
}

extension Collection where Element: StringProtocol {
  /// The words as one Swift name, which begins with a small letter.
  var camelCased: String {
    (first.map { String($0) } ?? "")
      + dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

extension HostFunction {
  /// All functions of the host's tables, in the order of the header.
  static func all(in header: String) throws -> [HostFunction] {
    var found: [HostFunction] = []
    for match in header.matches(of: /struct (childplugin_\w+) \{([\s\S]*?)\n\}/) {
      let table = match.1 + "_t"
      guard table == "childplugin_canvas_t" || table.hasPrefix("childplugin_host_") else {
        continue
      }
      found += try functions(of: String(table), in: String(match.2))
    }
    return found
  }

  private static func functions(of table: String, in body: String) throws -> [HostFunction] {
    let pattern =
      /\/\*(?<comment>(?:[^*]|\*(?!\/))*)\*\/\s*(?<result>[\w ]+\*?)\s*\(\*(?<name>\w+)\)\((?<parameters>[^)]*)\);/
    return try body.matches(of: pattern).map { match in
      let words = match.comment.split(separator: "\n")
        .map { $0.trimmingPrefix(/\s*\*?\s*/) }.joined(separator: " ")
      guard let tag = words.firstMatch(of: /\[([^\]]*)\]\s*$/) else {
        throw HeaderReader.Unreadable("\(table).\(match.name) has no tag")
      }
      let parts = tag.1.split(separator: ", ").map(String.init)
      if let unknown = parts.first(where: { !knownTags.contains($0) }) {
        throw HeaderReader.Unreadable("\(table).\(match.name): unknown tag \"\(unknown)\"")
      }
      let parameters = match.parameters.split(separator: ",").map { parameter in
        String(parameter.matches(of: /\w+/).last?.output ?? "")
      }
      return HostFunction(
        table: table, name: String(match.name), parameters: Array(parameters.dropFirst()),
        result: match.result.trimmingCharacters(in: .whitespaces),
        hasPointers: match.parameters.dropFirst(match.parameters.prefix { $0 != "," }.count)
          .contains(/\*|_text_t/) || match.result.contains("*"),
        text: words[..<tag.range.lowerBound].trimmingCharacters(in: .whitespaces),
        tag: parts)
    }
  }
}
