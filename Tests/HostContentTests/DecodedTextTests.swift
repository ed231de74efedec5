import TestSupport
import Testing

@testable import HostContent

/// A cell is its decoded text.
@Suite struct `What a cell means` {
  private static let quotes = "id,name,size\n1,\"Bob \"\"B\"\" Low\",2\n2,\"Ann, A\",3\n3,Cy,4\n"
  private static let objects = #"""
    {"id":1,"name":"Bob \"B\"","note":"a\tb\\c"}
    {"id":2,"name":"caf\u00e9 \ud83d\ude00","note":"one\r\ntwo"}
    {"id":3,"name":"\ud83d\u0007\q","note":{"x":"\u00e9"}}

    """#

  private func cells(_ text: String, _ column: Int) -> [String] {
    let content = Content(stored(text), as: .automatic)
    guard let columns = content.columns else { return [] }
    return (0..<content.rowCount).map { row in
      content.withRow(row) { bytes, _ in
        columns.withText(of: columns.cell(column, of: bytes), in: bytes) { string($0) }
      }
    }
  }

  @Test func `of a quote that stands twice one, and of escapes what they stand for`() {
    #expect(cells(Self.quotes, 1) == ["Bob \"B\" Low", "Ann, A", "Cy"])
    // Control characters and invalid escapes stay as written.
    #expect(cells(Self.objects, 1) == ["Bob \"B\"", "café 😀", #"\ud83d\u0007\q"#])
    #expect(cells(Self.objects, 2) == ["a b\\c", "one two", #"{"x":"\u00e9"}"#])
  }

  @Test(arguments: [
    (#"a\nb\tc"#, "a b c"), (#"a\r\nb"#, "a b"), (#"a\rb"#, #"a\rb"#), (#"\/\"\\"#, #"/"\"#),
    (#"\u0009\u000A"#, "  "), (#"\u000d"#, #"\u000d"#), (#"\u001b"#, "\u{1B}"),
    (#"\u007f\u009f"#, #"\u007f\u009f"#), (#"\u00a0"#, "\u{A0}"), (#"\uffff"#, "\u{FFFF}"),
    (#"\ud800\udc00\udbff\uDFFF"#, "\u{10000}\u{10FFFF}"), (#"\ud800x\udc00"#, #"\ud800x\udc00"#),
    (#"\u12"#, #"\u12"#), (#"\b\f"#, #"\b\f"#), (#"a\"#, #"a\"#), ("", ""),
  ])
  func `of each escape is its character, or the escape where that is no text`(
    key: String, text: String
  ) {
    #expect(DecodedText.name(ofKey: Array(key.utf8)) == text)
  }

  @Test(arguments: [
    (#"{"caf\u00e9":"\u00e9"}"# + "\n" + #"{"caf\u00e9":""}"# + "\n", ["café"], [4]),
    ("a,\"the \"\"b\"\"\"\n1,\"\"\"\"\"\"\"\"\n", ["a", "the \"b\""], [1, 7]),
  ])
  func `is what columns have room for, and what names them`(
    text: String, names: [String], widths: [Int]
  ) {
    let format: Columns.Request = names.count > 1 ? .commaSeparated : .automatic
    let columns = Columns.find(in: .kept(stored(text)), as: format)
    #expect(columns?.names == names && columns?.columns.map(\.width) == widths)
  }

  private func view(
    _ text: String, _ request: ViewRequest, _ body: (View, Content) -> Void = { _, _ in }
  ) throws -> [Int] {
    let content = Content(stored(text), as: .automatic)
    #expect(content.columns != nil)
    let world = SteppedWorld()
    let view = View(in: world)
    let rows = try world.rows(request, of: content, in: view)
    body(view, content)
    return rows
  }

  private func rows(
    _ text: String, with filter: String, _ kind: RowFilter.Kind = .text, column: Int? = nil
  ) throws -> [Int] {
    try view(text, ViewRequest(filter, kind: kind, column: column))
  }

  @Test(arguments: [
    // Keys, braces and escapes do not count.
    ("name", []), ("{", [2]), ("id\":1", []), ("u00e9", [2]), ("ud83d", [2]), ("bob \"b\"", [0]),
    ("café 😀", [1]), ("one two", [1]), ("b\\c", [0]), ("1", [0]),
  ])
  func `is what a filter looks for in a row of members`(filter: String, wanted: [Int]) throws {
    #expect(try rows(Self.objects, with: filter) == wanted)
  }

  @Test(arguments: [("name", []), ("\":", []), ("bob", [0]), ("2", [1])])
  func `is what a filter looks for where nothing is escaped`(filter: String, wanted: [Int]) throws {
    let plain = "{\"id\":1,\"name\":\"Bob\"}\n{\"id\":2,\"name\":\"Ann\"}\n"
    #expect(try rows(plain, with: filter) == wanted)
    #expect(try rows(plain, with: "nm", .fuzzy) == [])
    #expect(try rows(plain, with: "^1.Bob$", .expression) == [0])
  }

  @Test(arguments: [
    ("bob \"b\" low", [0]), ("\"\"", []), ("ann, a,3", [1]), ("\"", [0]), ("cy,4", [2]),
    ("low,2", [0]), ("low", [0]), ("1,bob", [0]), (" low", [0]),
  ])
  func `is what a filter looks for between quotes`(filter: String, wanted: [Int]) throws {
    #expect(try rows(Self.quotes, with: filter) == wanted)
  }

  @Test func `is what a filter of one column looks for, and what a sort compares`() throws {
    #expect(try rows(Self.quotes, with: "\"b\"", column: 1) == [0])
    #expect(try rows(Self.objects, with: "é", column: 1) == [1])
    #expect(try rows(Self.objects, with: "\\c", column: 2) == [0])
    let text = "{\"n\":\"\\u0062\"}\n{\"n\":\"a\"}\n{\"n\":\"c\"}\n"
    #expect(try view(text, ViewRequest(sort: RowSort(by: .text, column: 0))) == [1, 0, 2])
  }

  @Test func `is where a match is marked`() throws {
    let filter = RowFilter("\"b\" l")
    _ = try view(Self.quotes, ViewRequest(filter: filter)) { view, content in
      content.withRow(0) { bytes, _ in
        let ranges = view.matches(in: bytes)
        #expect(ranges.map { string(bytes.extracting($0)) } == ["\"\"B\"\" L"])
        guard let columns = content.columns, let range = ranges.first else { return }
        #expect(places(of: [range], in: 1, of: bytes, columns) == [4..<9])
        #expect(places(of: [range], in: 0, of: bytes, columns) == [])
      }
    }
  }

  private func places(
    of ranges: [Range<Int>], in column: Int, of row: Span<UInt8>, _ columns: Columns
  ) -> [Range<Int>] {
    var places = DecodedRangeConverter()
    var found: [Range<Int>] = []
    let cell = columns.cell(column, of: row)
    places.append(ranges, in: cell, of: row, columns, to: &found)
    #expect(places.readCount <= cell.count)
    return found
  }

  @Test(arguments: [
    // CSV separators count between cells, whatever is around them.
    ("a,b,c\n\"x\",y,1\n\"\",\"z\",2\n", ",", [["\",", ","], ["\",\"", "\","]]),
    ("a,b,c\n\"x\",y,1\n\"\",\"z\",2\n", "x,y", [["x\",y"], []]),
    // MemberReader match where they stand; keys never match.
    ("{\"a\":\"1\",\"b\":\"2\"}\n{\"b\":\"2\",\"a\":\"1\"}\n", "1.2", [["1", "2"], ["2", "1"]]),
  ])
  func `is where a match over cells is marked`(
    text: String, expression: String, wanted: [[String]]
  ) throws {
    let filter = RowFilter(expression, kind: .expression)
    _ = try view(text, ViewRequest(filter: filter)) { view, content in
      for (row, wanted) in wanted.enumerated() {
        content.withRow(row) { bytes, _ in
          let ranges = view.matches(in: bytes)
          #expect(ranges.map { string(bytes.extracting($0)) } == wanted)
        }
      }
    }
  }

  /// The source of each decoded byte alone equals that of all at once.
  @Test(arguments: 1...200)
  func `is where its bytes come from, and is copied as far as there is room`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isQuoted = seed.isMultiple(of: 2)
    let letters = ["a", "é", ",", "\"\"", "\\n", "\\u00e9", "\\\"", "\\q", "\\ud83d\\ude00"]
    let text = random.text(of: letters, 0...12)
    let row = Array((isQuoted ? "\"\(text)\",b" : "{\"a\":\"\(text)\",\"b\":\"b\"}").utf8)
    let format: RowFormat =
      isQuoted ? .quoted(separator: UInt8(ascii: ",")) : .members([[0x61], [0x62]])
    let columns = Columns(["a", "b"], format: format)
    let bytes = row.span
    let cell = columns.cell(0, of: bytes)
    let decoded = columns.withText(of: cell, in: bytes) { $0.copied }
    for room in 0...decoded.count + 1 {
      var buffer = [UInt8](repeating: 0xFF, count: room)
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe columns.copyText(of: cell, in: bytes, into: $0)
      }
      #expect(count == decoded.count && buffer.prefix(count) == decoded.prefix(room))
    }
    var end = 0
    for index in row.indices {
      let one = places(of: [index..<index + 1], in: 0, of: bytes, columns)
      #expect(one.isEmpty == !cell.contains(index))
      if let one = one.first {
        #expect(one.lowerBound <= end && one.upperBound >= end)
        end = one.upperBound
      }
    }
    #expect(end == decoded.count)
    let odd = row.indices.filter { !$0.isMultiple(of: 2) }.map { $0..<$0 + 1 }
    var single = odd.flatMap { places(of: [$0], in: 0, of: bytes, columns) }
    var all = places(of: odd, in: 0, of: bytes, columns)
    RowMatcher.join(&single)
    RowMatcher.join(&all)
    #expect(all == single)
  }

  /// Skipping rows by their bytes makes no difference.
  @Test(arguments: 1...300)
  func `is what matches, whichever way rows are looked at`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let isQuoted = seed.isMultiple(of: 2)
    let letters =
      ["a", "b", "ab", " ", ",", "\"", "\"\"", "\\n", "\\\"", "é", ":", "\\/", "n", "\n"]
      + (seed % 3 == 0 ? ["\\u0061"] : [])
    let inCell = letters.filter { $0 != "\n" }
    var rows = isQuoted ? "n,m\n" : ""
    for _ in 0..<40 {
      let (one, other) = (random.text(of: inCell, 0...4), random.text(of: inCell, 0...4))
      let isWild = Int.random(in: 0..<8, using: &random) == 0
      rows +=
        isWild ? one : isQuoted ? "\"\(one)\",\(other)" : "{\"a\":\"\(one)\",\"b\":\"\(other)\"}"
      rows += "\n"
    }
    let content = Content(stored(rows), as: isQuoted ? .commaSeparated : .members)
    guard let columns = content.columns else { return }
    for _ in 0..<20 {
      let filter = RowFilter(
        random.text(of: letters, 1...3), letterCase: .sensitive,
        column: [nil, nil, 0, 1].randomElement(using: &random) ?? nil)
      let view = View(in: SteppedWorld())
      _ = try view.show(ViewRequest(filter: filter), of: content)
      let matcher = try RowMatcher(filter, findsRanges: false)
      let wanted = (0..<content.rowCount).filter { row in
        content.withRow(row) { bytes, _ in
          let selector = CellSelector(filter.column, of: columns)
          let cell = selector.range(in: bytes)
          var decoded = DecodedText()
          let isMeant = selector.read(cell, of: bytes, into: &decoded)
          return isMeant
            ? matcher.matches(decoded.bytes.span) : matcher.matches(bytes.extracting(cell))
        }
      }
      #expect(view.rows == wanted, "\(filter)")
      for row in wanted {
        let ranges = content.withRow(row) { bytes, _ in view.matches(in: bytes) }
        #expect(!ranges.isEmpty, "\(filter) in row \(row)")
      }
    }
  }
}
