import TestSupport
import Testing

@testable import HostContent

/// Tables with escape sequences of colours and links in their rows.
@Suite struct `A table with colours` {
  private static let sequences = [
    "\u{1B}[m", "\u{1B}[0m", "\u{1B}[1m", "\u{1B}[31m", "\u{1B}[39;4m", "\u{1B}[38;5;208m",
    "\u{1B}[0;48;2;1;2;3m",
    "\u{1B}[01;31m\u{1B}[K", "\u{1B}(B\u{1B}[m", "\u{1B}]8;;http://a/?\",\\;{b\u{1B}\\",
    "\u{1B}]8;;\u{7}",
  ]

  /// The plain rows of a random table, or of a text that may be none.
  private static func rows(_ random: inout SeededGenerator) -> [String] {
    let known = [
      EdgeCaseBytes.pods, EdgeCaseBytes.processes, EdgeCaseBytes.disks, EdgeCaseBytes.containers,
      EdgeCaseBytes.memory, EdgeCaseBytes.packages, EdgeCaseBytes.blockDevices, EdgeCaseBytes.wide,
      EdgeCaseBytes.scores, EdgeCaseBytes.listing, EdgeCaseBytes.log, EdgeCaseBytes.prose,
    ]
    let kind = Int.random(in: 0..<8, using: &random)
    if kind < 3 {
      return known.randomElement(using: &random)?.split(separator: "\n").map(String.init) ?? []
    }
    let count = [3, 12, 12, 230].randomElement(using: &random) ?? 0
    func cell(_ letters: [String]) -> String {
      random.text(of: letters, Int.random(in: 0...6, using: &random) + 1)
    }
    let names = ["NAME", "COUNT", "CITY"]
    var rows = [[String]]()
    for row in 0..<count {
      let number = "\(Int.random(in: 0...9_999, using: &random))"
      let letters = ["a", "B", "é", "漢"] + (kind > 5 ? [",", " "] : [])
      rows.append(["\(cell(letters))\(row)", number, cell(letters)])
    }
    switch kind {
    case 3, 4:
      return ([names] + rows).map { cells in
        cells.map { $0 + String(repeating: " ", count: 14 - $0.unicodeScalars.count) }.joined()
      }
    case 5: return ([names] + rows).map { $0.joined(separator: "\t") }
    case 6:
      return [names.joined(separator: ",")]
        + rows.map { "\"\($0[0])\"\"\",\($0[1]),\"\($0[2])\"" }
    default:
      return rows.map {
        let members = [
          "\"n\\u00e9\":\"\($0[0])\\\"\"", "\"count\": \($0[1])", "\"c\":\"\\n\($0[2])\"",
        ]
        return "{" + members.shuffled(using: &random).joined(separator: ",") + "}"
      }
    }
  }

  private static func coloured(_ row: String, _ random: inout SeededGenerator) -> String {
    var text = ""
    for scalar in row.unicodeScalars.map(String.init) + [""] {
      while Int.random(in: 0..<6, using: &random) == 0 {
        text += sequences.randomElement(using: &random) ?? ""
      }
      text += scalar
    }
    return text
  }

  private func content(_ rows: [String]) -> Content {
    Content(stored(rows.joined(separator: "\n") + "\n"), as: .automatic)
  }

  private func view(_ request: ViewRequest, of content: Content) throws -> View {
    let view = View(in: SteppedWorld())
    _ = try view.show(request, of: content)
    return view
  }

  private func bytes(_ ranges: [Range<Int>], of text: Span<UInt8>) -> [UInt8] {
    ranges.joined().map { text[$0] }
  }

  @Test(arguments: 1...300)
  func `is the table without them`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rows = Self.rows(&random)
    // Everywhere, in the header only, or beyond the first sample.
    let limits = [0..<rows.count, 0..<rows.count, 0..<1, min(210, rows.count)..<rows.count]
    let part = limits.randomElement(using: &random) ?? 0..<0
    let plain = content(rows)
    let coloured = content(
      rows.enumerated().map { part.contains($0) ? Self.coloured($1, &random) : $1 })
    #expect(coloured.columns == plain.columns)
    guard let columns = plain.columns, coloured.columns == columns else { return }
    let numbers = columns.columns.indices.map { "\($0 + 1)" }
    for row in 0..<plain.rowCount {
      #expect(
        coloured.text(ofRow: row, columns: numbers) == plain.text(ofRow: row, columns: numbers))
    }
    try expectSameCells(plain, coloured, columns)
    let (one, other) = (RowTracker(in: SteppedWorld()), RowTracker(in: SteppedWorld()))
    one.detectKeyNow(for: plain)
    other.detectKeyNow(for: coloured)
    #expect(one.key(of: plain) == other.key(of: coloured))
    for column in columns.columns.indices {
      let keys = [plain, coloured].map { content in
        (0..<content.rowCount).map { row in
          content.withRow(row) { row, _ in
            RowKeyReader([column], of: columns).key(of: row.copied)
          }
        }
      }
      #expect(keys[0] == keys[1])
      for key in [RowSort.Key.text, .number, .natural] {
        let request = ViewRequest(sort: RowSort(by: key, column: column))
        let orders = try [plain, coloured].map { content in
          let view = try view(request, of: content)
          return (0..<view.count).map { view.row(at: $0) }
        }
        #expect(orders[0] == orders[1], "\(key) of column \(column)")
      }
    }
  }

  /// Compares what matches, and where in some rows and in the cells that children read.
  private func expectSameCells(_ plain: Content, _ coloured: Content, _ columns: Columns) throws {
    let compared = (0..<plain.rowCount).filter { $0 < 4 || $0 == plain.rowCount - 1 }
    for text in ["a", "1", "B\"", "o", ".*e."] {
      for column in [nil] + columns.columns.indices.map(Optional.some) {
        let isExpression = text == ".*e."
        // In a whole row with escape sequences, tabs are matched as blanks.
        if isExpression, column == nil { continue }
        let filter = RowFilter(text, kind: isExpression ? .expression : .text, column: column)
        let found = try [plain, coloured].map { content in
          let view = try view(ViewRequest(filter: filter), of: content)
          let matches = compared.map { row in
            content.withRow(row) { bytes, _ in
              let ranges = view.matches(in: bytes)
              let cells = columns.columns.indices.map { column in
                let cell = columns.cell(column, of: bytes)
                var converter = DecodedRangeConverter()
                var places: [Range<Int>] = []
                converter.append(ranges, in: cell, of: bytes, columns, to: &places)
                return self.bytes(places, of: read(cell, of: bytes, columns).span)
              }
              return [self.bytes(ranges, of: bytes)] + cells
            }
          }
          return (rows: (0..<view.count).map { view.row(at: $0) }, matches: matches)
        }
        #expect(found[0] == found[1], "\(text) in \(column ?? -1)")
      }
    }
  }

  /// The text of a cell as children read it.
  private func read(_ cell: Range<Int>, of row: Span<UInt8>, _ columns: Columns) -> [UInt8] {
    var text = [UInt8](repeating: 0, count: row.count)
    let count = unsafe text.withUnsafeMutableBytes {
      unsafe columns.copyText(of: cell, in: row, into: $0)
    }
    return Array(text[..<count])
  }

  @Test(arguments: [
    // A style ends where the row ends it, in whichever cell.
    ("\u{1B}[1ma\tb\tc", ["\u{1B}[1ma", "\u{1B}[1mb", "\u{1B}[1mc"]),
    ("a\u{1B}[31m\tb\u{1B}[0m\tc", ["a\u{1B}[31m", "\u{1B}[31mb\u{1B}[0m", "\u{1B}[0mc"]),
    ("a\t \u{1B}[1;31m  b\t\u{1B}[;4mc", ["a", "\u{1B}[1;31mb", "\u{1B}[1;31m\u{1B}[;4mc"]),
    (
      "\u{1B}[1ma\u{1B}[31m\u{1B}[1m \t \tc",
      ["\u{1B}[1ma\u{1B}[31m\u{1B}[1m", "", "\u{1B}[31m\u{1B}[1mc"]
    ),
    (
      "\u{1B}]8;;http://a\u{7}a\tb\u{1B}]8;;\u{7}\tc",
      [
        "\u{1B}]8;;http://a\u{7}a", "\u{1B}]8;;http://a\u{7}b\u{1B}]8;;\u{7}", "\u{1B}]8;;\u{7}c",
      ]
    ),
  ])
  func `has cells that begin with their style`(row: String, cells: [String]) throws {
    let columns = try #require(content(["A\tB\tC", "1\t2\t3"]).columns)
    let row = Array(row.utf8)
    let found = cells.indices.map { column in
      String(
        decoding: read(columns.cell(column, of: row.span), of: row.span, columns), as: UTF8.self)
    }
    #expect(found == cells)
  }

  @Test func `has decoded cells with the colours in them`() throws {
    let columns = try #require(content(["{\"a\":\"1\"}", "{\"a\":\"2\"}"]).columns)
    let row = Array("{\"a\":\u{1B}[32m\"x\\\u{1B}[31mn\u{1B}[m\\\"\"}".utf8)
    let text = read(columns.cell(0, of: row.span), of: row.span, columns)
    #expect(String(decoding: text, as: UTF8.self) == "\u{1B}[32mx \u{1B}[31m\u{1B}[m\"")
  }
}
