internal import HostText

/// One line of what a command wrote, chosen to say why it failed.
///
/// It is the last line that says something: it has a letter, and is neither an excerpt of source code (`  3 | x = 1`)
/// nor make's report that a recipe failed, which stands below the reason. Of the last ten such lines one with
/// `error:` or `fatal:` goes before those after it, which are notes and hints. Standard error goes before the rows.
package struct FailureWords: Equatable, Sendable {
  /// The line: printed as on a terminal, harmless, without spaces around it, cut at 240 characters.
  package let text: String
  /// It is one of the rows, because standard error says nothing.
  package let isFromRows: Bool

  /// How many of the last rows are worth looking at.
  static let rowCount = 50
  /// The most bytes of a line that are looked at.
  static let lineBytes = 4096
  private static let longest = 240
  private static let lineCount = 10

  /// The words in these lines, each list oldest first; nil where none says anything.
  init?(standardError: [String], rows: [String]) {
    let said = Self.choose(from: standardError)
    guard let text = said ?? Self.choose(from: rows) else { return nil }
    self.text = text.count > Self.longest ? text.prefix(Self.longest - 1) + "…" : text
    isFromRows = said == nil
  }

  private static func choose(from lines: [String]) -> String? {
    var candidates: [String] = []
    var report: String?
    for line in lines.reversed() {
      let text = shown(line)
      guard text.contains(where: \.isLetter), !isExcerpt(text) else { continue }
      if isMakeReport(text) {
        report = report ?? text
      } else {
        candidates.append(text)
        if candidates.count == lineCount { break }
      }
    }
    return candidates.first(where: namesError) ?? candidates.first ?? report
  }

  /// The line as it stands on a terminal in the end.
  private static func shown(_ line: String) -> String {
    var shown = ShownText()
    let bytes = Array(line.utf8.suffix(lineBytes))
    shown.read(bytes.span)
    let text = HarmlessText.cleanLine(String(decoding: shown.bytes, as: UTF8.self))
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }

  private static let errorNames = ["error:", "fatal:"].map {
    TextPattern(Array($0.utf8), ignoresCase: true)
  }

  private static func namesError(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return errorNames.contains { $0.range(in: bytes.span) != nil }
  }

  private static func isExcerpt(_ text: String) -> Bool {
    text.drop { $0.isNumber || $0 == " " }.hasPrefix("|")
  }

  private static let recipeFailed = TextPattern(Array(": *** [".utf8), ignoresCase: false)

  /// `make: *** [x.o] Error 1`, `make[1]: *** […]`; not `make: *** No rule to make target 'x'`.
  private static func isMakeReport(_ text: String) -> Bool {
    text.hasPrefix("make") && recipeFailed.range(in: Array(text.utf8).span) != nil
  }
}
