import TestSupport
import Testing

@testable import HostContent

@Suite struct `The cells of a row` {
  private static let semicolons = RowFormat.separated(by: UInt8(ascii: ";"))
  private static let quotes = RowFormat.quoted(separator: UInt8(ascii: ","))

  @Test(
    arguments: [
      // Words, and the last has the rest.
      (.words, "a b c", 3, ["a", "b", "c"]), (.words, "  a \t b  c ", 3, ["a", "b", "c"]),
      (.words, "a b c d", 3, ["a", "b", "c d"]), (.words, "a b", 3, ["a", "b"]),
      (.words, " a ", 1, ["a"]), (.words, "", 3, []), (.words, "   ", 3, []),
      // What lies between separators, without blanks.
      (semicolons, "a;b;c", 3, ["a", "b", "c"]), (semicolons, " a ; b;c ", 3, ["a", "b", "c"]),
      (semicolons, "a;;c", 3, ["a", "", "c"]), (semicolons, "a;b;c;d", 3, ["a", "b", "c;d"]),
      (semicolons, "a", 3, ["a"]), (semicolons, ";", 2, ["", ""]), (semicolons, "", 2, [""]),
      // What is between quotes.
      (quotes, "a, b ,c", 3, ["a", "b", "c"]), (quotes, "\"a,b\",c", 2, ["a,b", "c"]),
      (quotes, "\" a \"x, b", 2, ["\" a \"x", "b"]), (quotes, "\" a \" , b", 2, [" a ", "b"]),
      (quotes, "\"say \"\"hi\"\"\",b", 2, ["say \"\"hi\"\"", "b"]),
      (quotes, "\"open,b", 2, ["open,b"]), (quotes, "a,b,c", 2, ["a", "b,c"]),
      (quotes, "a,\"b\",c", 2, ["a", "\"b\",c"]), (quotes, "a,", 2, ["a", ""]),
      (quotes, "", 2, [""]),
    ] as [(RowFormat, String, Int, [String])])
  func `are those of its format`(format: RowFormat, text: String, count: Int, wanted: [String]) {
    let bytes = Array(text.utf8)
    var cells: [String] = []
    format.walk(bytes.span, count: count) { cell in
      cells.append(String(decoding: bytes[cell], as: UTF8.self))
      return true
    }
    #expect(cells == wanted)
  }

  @Test(arguments: [
    ("{}", [], true), ("{\"a\":1}", ["a=1"], true),
    (" { \"a\" : \"x\" , \"b\":[1, 2] } ", ["a=x", "b=[1, 2]"], true),
    ("{\"a\":{\"b\":\"}\\\"\"},\"c\":true}", ["a={\"b\":\"}\\\"\"}", "c=true"], true),
    ("{\"\":\"\"}", ["="], true), ("{\"a\":1,\"a\":2}", ["a=1", "a=2"], true),
    // Truncated objects and other text have the members that can be found.
    ("", [], false), ("a", [], false), ("[{\"a\":1}]", [], false), ("{", [], false),
    ("{\"a\"", [], false), ("{\"a\":", [], false), ("{\"a\":}", [], false), ("{\"a\":1", [], false),
    ("{\"a\":1,", ["a=1"], false),
    ("{\"a\":1,\"b\":\"c", ["a=1"], false), ("{\"a\":1}x", ["a=1"], false),
    ("{\"a\":1,}", ["a=1"], false),
    ("{\"a\\", [], false), ("{\"a\":\"\\", [], false), ("{\"a\":1 \"b\":2}", ["a=1 \"b\":2"], true),
  ]) func `of an object are its members`(text: String, wanted: [String], isWhole: Bool) {
    let bytes = Array(text.utf8)
    var members: [String] = []
    let found = JSONMembers.walk(bytes.span) { key, value in
      members.append(String(decoding: bytes[key] + [0x3D] + bytes[value], as: UTF8.self))
      return true
    }
    #expect(members == wanted && found == isWhole)
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
