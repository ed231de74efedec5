import TestSupport
import Testing

@testable import HostContent

@Suite struct `The cells of a row` {
  /// The cells that a walk gives, as text.
  private func cells(
    of text: String, _ walk: (Span<UInt8>, (Range<Int>) -> Bool) -> Void
  ) -> [String] {
    let bytes = Array(text.utf8)
    var cells: [String] = []
    walk(bytes.span) { cell in
      cells.append(String(decoding: bytes[cell], as: UTF8.self))
      return true
    }
    return cells
  }

  @Test(arguments: [
    ("a b c", 3, ["a", "b", "c"]), ("  a \t b  c ", 3, ["a", "b", "c"]),
    ("a b c d", 3, ["a", "b", "c d"]), ("a b", 3, ["a", "b"]), (" a ", 1, ["a"]), ("", 3, []),
    ("   ", 3, []),
  ]) func `are its words, and the last has the rest`(text: String, count: Int, wanted: [String]) {
    let words = cells(of: text) { RowFormat.words.walk($0, count: count, $1) }
    #expect(words == wanted)
  }

  @Test(arguments: [
    ("a;b;c", 3, ["a", "b", "c"]), (" a ; b;c ", 3, ["a", "b", "c"]), ("a;;c", 3, ["a", "", "c"]),
    ("a;b;c;d", 3, ["a", "b", "c;d"]), ("a", 3, ["a"]), (";", 2, ["", ""]), ("", 2, [""]),
  ]) func `lie between separators, without blanks`(text: String, count: Int, wanted: [String]) {
    let format = RowFormat.separated(by: UInt8(ascii: ";"))
    let parts = cells(of: text) { format.walk($0, count: count, $1) }
    #expect(parts == wanted)
  }

  @Test(arguments: [
    ("a, b ,c", 3, ["a", "b", "c"]), ("\"a,b\",c", 2, ["a,b", "c"]),
    ("\" a \"x, b", 2, ["\" a \"x", "b"]), ("\" a \" , b", 2, [" a ", "b"]),
    ("\"say \"\"hi\"\"\",b", 2, ["say \"\"hi\"\"", "b"]),
    ("\"open,b", 2, ["open,b"]), ("a,b,c", 2, ["a", "b,c"]), ("a,\"b\",c", 2, ["a", "\"b\",c"]),
    ("a,", 2, ["a", ""]), ("", 2, [""]),
  ]) func `in quotes are what is between them`(text: String, count: Int, wanted: [String]) {
    let format = RowFormat.quoted(separator: UInt8(ascii: ","))
    let parts = cells(of: text) { format.walk($0, count: count, $1) }
    #expect(parts == wanted)
  }

  @Test(arguments: [
    ("{}", [], true), ("{\"a\":1}", ["a=1"], true),
    (" { \"a\" : \"x\" , \"b\":[1, 2] } ", ["a=x", "b=[1, 2]"], true),
    ("{\"a\":{\"b\":\"}\\\"\"},\"c\":true}", ["a={\"b\":\"}\\\"\"}", "c=true"], true),
    ("{\"\":\"\"}", ["="], true), ("{\"a\":1,\"a\":2}", ["a=1", "a=2"], true),
    // Truncated objects and other text have the members that can be found.
    ("", [], false), ("a", [], false), ("[{\"a\":1}]", [], false), ("{", [], false),
    ("{\"a\"", [], false),
    ("{\"a\":", [], false), ("{\"a\":}", [], false), ("{\"a\":1", [], false),
    ("{\"a\":1,", ["a=1"], false),
    ("{\"a\":1,\"b\":\"c", ["a=1"], false), ("{\"a\":1}x", ["a=1"], false),
    ("{\"a\":1,}", ["a=1"], false),
    ("{\"a\\", [], false), ("{\"a\":\"\\", [], false), ("{\"a\":1 \"b\":2}", ["a=1 \"b\":2"], true),
  ]) func `of an object are its members`(text: String, wanted: [String], isWhole: Bool) {
    let bytes = Array(text.utf8)
    var members: [String] = []
    let found = JSONMembers.walk(bytes.span) { key, value in
      members.append(
        "\(String(decoding: bytes[key], as: UTF8.self))=\(String(decoding: bytes[value], as: UTF8.self))"
      )
      return true
    }
    #expect(members == wanted)
    #expect(found == isWhole)
  }

  @Test(arguments: 1...200)
  func `of an object are found in whatever order they stand`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let values = [
      "1", "-2.5e3", "null", "{\"k\":\"a,}\"}", "[[],{}]", "\"\"", "\"x \\\" y\"", "true",
    ]
    let keys = ["a", "b", "cc", "d e", ""]
    var written: [(key: String, value: String)] = []
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      written.append(
        (keys.randomElement(using: &random) ?? "", values.randomElement(using: &random) ?? ""))
    }
    let blank = { (random: inout SeededGenerator) in Bool.random(using: &random) ? " " : "" }
    let members = written.map {
      "\"\($0.key)\"\(blank(&random)):\(blank(&random))\($0.value)\(blank(&random))"
    }
    let row = Array("{\(blank(&random))\(members.joined(separator: ",\(blank(&random))"))}".utf8)
    var cells: [Range<Int>] = []
    let format = RowFormat.members(keys.map { Array($0.utf8) })
    format.findCells(of: row.span, count: keys.count, before: 4, into: &cells)
    let wanted = keys.prefix(4).map { key in
      let value = written.last { $0.key == key }?.value ?? ""
      return value.hasPrefix("\"") ? String(value.dropFirst().dropLast()) : value
    }
    #expect(cells.map { String(decoding: row[$0], as: UTF8.self) } == wanted, "seed \(seed)")
    for column in wanted.indices {
      let cell = format.cell(column, of: row.span, count: keys.count)
      #expect(cell == cells[column], "seed \(seed)")
    }
  }

  @Test func `are looked at no further than anybody asks`() {
    let comma = UInt8(ascii: ",")
    for format in [RowFormat.words, .separated(by: comma), .quoted(separator: comma)] {
      var count = 0
      format.walk(Array("a, b, c".utf8).span, count: 3) { _ in
        count += 1
        return count < 2
      }
      #expect(count == 2)
    }
  }
}
