import Testing

@testable import HostContent

@Suite struct `The cells of a row` {
  /// What a walk gives, each cell as its text.
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
    let words = cells(of: text) { SeparatedCells.walkWords($0, count: count, $1) }
    #expect(words == wanted)
  }

  @Test(arguments: [
    ("a;b;c", 3, ["a", "b", "c"]), (" a ; b;c ", 3, ["a", "b", "c"]), ("a;;c", 3, ["a", "", "c"]),
    ("a;b;c;d", 3, ["a", "b", "c;d"]), ("a", 3, ["a"]), (";", 2, ["", ""]), ("", 2, [""]),
  ]) func `lie between separators, without blanks`(text: String, count: Int, wanted: [String]) {
    let parts = cells(of: text) {
      SeparatedCells.walk($0, separator: UInt8(ascii: ";"), count: count, $1)
    }
    #expect(parts == wanted)
  }

  @Test(arguments: [
    ("a, b ,c", 3, ["a", "b", "c"]), ("\"a,b\",c", 2, ["a,b", "c"]),
    ("\" a \"x, b", 2, [" a ", "b"]), ("\"say \"\"hi\"\"\",b", 2, ["say \"\"hi\"\"", "b"]),
    ("\"open,b", 2, ["open,b"]), ("a,b,c", 2, ["a", "b"]), ("a,", 2, ["a", ""]), ("", 2, [""]),
  ]) func `in quotes are what is between them`(text: String, count: Int, wanted: [String]) {
    #expect(cells(of: text) { SeparatedCells.walkQuoted($0, count: count, $1) } == wanted)
  }

  @Test func `are looked at no further than anybody asks`() {
    let walks: [(Span<UInt8>, (Range<Int>) -> Bool) -> Void] = [
      { SeparatedCells.walkWords($0, count: 3, $1) },
      { SeparatedCells.walk($0, separator: UInt8(ascii: ","), count: 3, $1) },
      { SeparatedCells.walkQuoted($0, count: 3, $1) },
    ]
    for walk in walks {
      var count = 0
      walk(Array("a, b, c".utf8).span) { _ in
        count += 1
        return count < 2
      }
      #expect(count == 2)
    }
  }
}
