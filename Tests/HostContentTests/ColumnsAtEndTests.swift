import HostSystem
import TestSupport
import Testing

@testable import HostContent

/// However rows arrived, at the end the columns are those of all rows.
@Suite struct `When a load has ended` {
  @Test(arguments: 1...400)
  func `the columns are those that one look at all rows gives`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var run = TableRun(&random)
    for _ in 0..<Int.random(in: 1...4, using: &random) { run.load(&random) }
  }
}

/// A loader whose source arrives in parts, stalls, ends, fails and is reloaded.
private struct TableRun {
  private let request: Columns.Request
  private let source = FedSource()
  private let loader: ContentLoader
  private var now: Int64 = 0
  /// The columns of so many rows of a load; those rows do not change.
  private var found: (load: Int, rowCount: Int, columns: Columns?) = (-1, 0, nil)

  init(_ random: inout SeededGenerator) {
    let requests: [Columns.Request] = [
      .automatic, .automatic, .automatic, .tabSeparated, .commaSeparated, .members,
    ]
    request = requests.randomElement(using: &random) ?? .automatic
    loader = ContentLoader(
      .command(["table"]), in: source, options: .with { [request] in $0.columns = request })
  }

  /// Loads once; sometimes the next load begins before the end.
  mutating func load(_ random: inout SeededGenerator) {
    source.isThere = Int.random(in: 0..<8, using: &random) != 0
    _ = loader.start(at: now)
    check()
    guard source.isThere, let command = source.commands.last else { return }
    let table = TableText.random(request, &random)
    var rest = table[...]
    while !rest.isEmpty {
      let most = [3, 40, 400, 40_000].randomElement(using: &random) ?? 3
      let part = rest.prefix(Int.random(in: 1...most, using: &random))
      rest = rest.dropFirst(part.count)
      command.output.waiting += part
      _ = loader.take(command.output.token, at: now)
      check()
      stall(&random)
      if Int.random(in: 0..<60, using: &random) == 0 { return }
    }
    command.end(Int.random(in: 0..<4, using: &random) == 0 ? .exited(1) : .exited(0))
    for token in [command.output.token, command.errors.token, command.token].shuffled(
      using: &random)
    {
      _ = loader.take(token, at: now)
      check()
    }
    #expect(!loader.content.isLoading)
    // After the end nothing changes.
    stall(&random)
    check()
    guard !table.isEmpty else { return }
    #expect(loader.content.columns == TableText.columns(of: table, as: request))
  }

  private mutating func stall(_ random: inout SeededGenerator) {
    now += [0, 0, 1_000_000, 400_000_000].randomElement(using: &random) ?? 0
    _ = loader.deadlinePassed(at: now)
    if let deadline = loader.deadline, deadline <= now { _ = loader.deadlinePassed(at: now) }
    check()
  }

  private mutating func check() {
    let content = loader.content
    guard !content.isLoading else { return }
    if (found.load, found.rowCount) != (content.load, content.rows.count) {
      let columns = Columns.find(in: content.rows, as: request)
      found = (content.load, content.rows.count, columns)
    }
    #expect(content.columns == found.columns)
    let headerRowCount = found.columns?.headerRowCount ?? 0
    #expect(content.rowCount == max(0, content.rows.count - headerRowCount))
  }
}

/// Tables of all formats, whose later rows are wider or not part of the table.
private enum TableText {
  static func random(_ request: Columns.Request, _ random: inout SeededGenerator) -> [UInt8] {
    let counts = [0, 1, 2, 3, 9, 11, 25, 199, 205, 450]
    let count = counts.randomElement(using: &random) ?? 0
    let kind = request == .members ? 3 : Int.random(in: 0..<5, using: &random)
    var text = ["name\tkind\tleft", "name,kind,left", "NAME        KIND    LEFT", "", "two words"][
      kind]
    if !text.isEmpty { text += "\n" }
    for number in 0..<count {
      let name = "n\(String(repeating: "o", count: Int.random(in: 0...6, using: &random)))\(number)"
      let word = ["a", "other", "漢字", ""].randomElement(using: &random) ?? ""
      switch kind {
      case 0: text += "\(name)\t\(word)\t\(number * 7)"
      case 1: text += "\(name),\"\(word) \"\"x\"\"\",\(number * 7)"
      case 2: text += aligned(name, 12) + aligned("w\(word)", 8) + "\(number * 7)"
      case 3: text += object(name, word, number, request, &random)
      default: text += "\(name) \(word)"
      }
      let isOdd = Int.random(in: 0..<60, using: &random) == 0
      text += isOdd ? " and what is no cell\n" : "\n"
    }
    if Bool.random(using: &random), !text.isEmpty { text.removeLast() }
    return Array(text.utf8)
  }

  private static func aligned(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.unicodeScalars.count))
  }

  private static func object(
    _ name: String, _ word: String, _ number: Int, _ request: Columns.Request,
    _ random: inout SeededGenerator
  ) -> String {
    let end = request == .members && Bool.random(using: &random) ? ",\n" : ", "
    let more = number > 30 ? "\(end)\"later\": true" : ""
    return "{\"name\": \"\(name)\\n\"\(end)\"kind\": \"\(word)\"\(end)\"left\": \(number)\(more)}"
  }

  /// The columns from looking once at all rows.
  static func columns(of bytes: [UInt8], as request: Columns.Request) -> Columns? {
    var rows = bytes
    if request == .members {
      var cutter = JSONSplitter()
      rows = []
      cutter.split(bytes.span, into: &rows)
      cutter.finish(into: &rows)
    }
    return Columns.find(in: .kept(stored(rows)), as: request)
  }
}
