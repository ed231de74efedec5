import HostContent
import HostSystem

/// How often the row that a query was made from is among the first three, beside fzf: over this
/// repository's paths, its commits' subjects as lines of a history, and branches named after them.
struct Ranking {
  let workshop: Workshop
  private static let queries = 200
  private static let places = 3

  func measure() -> [Measurement] {
    let name = "the row that a query was made from is among the first \(Self.places)"
    let subjects = git("log --format=%s")
    let kinds = [
      ("paths", git("ls-files")), ("history", subjects), ("branches", unique(branches(subjects))),
    ]
    guard kinds.allSatisfy({ $0.1.count >= Self.queries / 2 }) else {
      return [Measurement(name: name, value: "no git tree", number: .nan)]
    }
    let version = ChildProcess.firstLine(of: ["fzf", "--version"]).prefix { $0 != " " }
    guard !version.isEmpty else {
      return [Measurement(name: name, value: "no fzf", number: .nan)]
    }
    var random = SplitMix(seed: 26)
    var ours = [0, 0, 0]
    var theirs = [0, 0, 0]
    for (kind, (kindName, rows)) in kinds.enumerated() {
      let file = workshop.write(Array(rows.map { $0 + "\n" }.joined().utf8), to: "\(kindName).txt")
      guard let content = ViewedContent(file) else { continue }
      for number in stride(from: kind, to: Self.queries, by: kinds.count) {
        let (row, query) = Self.query(from: rows, way: number / kinds.count % 3, using: &random)
        let filter = RowFilter(Array(query.utf8), kind: .query)
        let request = ViewRequest(filter: filter, sort: RowSort(by: .score))
        if content.first(Self.places, of: request).contains(row) { ours[kind] += 1 }
        if firstOfFzf(query, file).contains(row) { theirs[kind] += 1 }
      }
    }
    let (sum, other) = (ours.reduce(0, +), theirs.reduce(0, +))
    let parts = kinds.indices.map { "\(kinds[$0].0) \(ours[$0]) and \(theirs[$0])" }
    return [
      Measurement(
        name: name, value: "\(sum) of \(Self.queries)", number: Double(sum),
        yardstick: "fzf \(version) \(other): \(parts.joined(separator: ", "))",
        goal: ">= \(other)", isMet: sum >= other)
    ]
  }

  private func firstOfFzf(_ query: String, _ file: String) -> [String] {
    lines("unset FZF_DEFAULT_OPTS; fzf --filter '\(query)' <'\(file)' | head -n \(Self.places)")
  }

  // MARK: - Rows

  private func git(_ command: String) -> [String] {
    unique(lines("git -C '\(workshop.repository)' \(command) 2>/dev/null"))
  }

  private func lines(_ command: String) -> [String] {
    guard let shell = ChildProcess.piped(["sh", "-c", command]) else { return [] }
    defer { shell.finish(killing: false) }
    return String(decoding: shell.readToEnd(), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }

  /// Names as people give them to branches, of the first words of subjects.
  private func branches(_ subjects: [String]) -> [String] {
    let topics = ["feature", "fix", "topic", "docs"]
    return subjects.enumerated().map { number, subject in
      let words = Self.words(of: subject).prefix(5).map { $0.lowercased() }
      return "\(topics[number % topics.count])/\(words.joined(separator: "-"))"
    }
  }

  private func unique(_ rows: [String]) -> [String] {
    var seen: Set<String> = []
    return rows.filter { Self.words(of: $0).count > 1 && seen.insert($0).inserted }
  }

  // MARK: - Queries

  /// A row and a query for it, of its letters and digits in their order: the beginnings of words,
  /// some of a stretch, or a stretch that lacks one.
  private static func query(
    from rows: [String], way: Int, using random: inout SplitMix
  ) -> (row: String, query: String) {
    let row = rows[Int.random(in: 0..<rows.count, using: &random)]
    let words = words(of: row.lowercased())
    if way == 0 {
      let chosen = some(min(3, words.count), of: words, using: &random)
      let beginnings = chosen.map { $0.prefix(Int.random(in: 2...4, using: &random)) }
      return (row, beginnings.joined(separator: Bool.random(using: &random) ? " " : ""))
    }
    let letters = Array(words.joined())
    let length = min(letters.count, way == 1 ? 16 : 9)
    let start = Int.random(in: 0...letters.count - length, using: &random)
    let stretch = Array(letters[start..<start + length])
    return (row, String(some(way == 1 ? 8 : length - 1, of: stretch, using: &random)))
  }

  /// So many of the items, in their order.
  private static func some<Item>(
    _ count: Int, of items: [Item], using random: inout SplitMix
  ) -> [Item] {
    items.indices.shuffled(using: &random).prefix(count).sorted().map { items[$0] }
  }

  /// The longest parts of only ASCII letters and digits.
  private static func words(of row: String) -> [String] {
    row.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
  }
}
