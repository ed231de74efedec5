import TestSupport
import Testing

@testable import HostContent

@Suite struct `Rows of JSON` {
  /// The rows of a text that arrives in two parts.
  private func rows(_ text: [UInt8], cutAt middle: Int) -> [String] {
    var cutter = JSONSplitter()
    var rows: [UInt8] = []
    cutter.split(text.span.extracting(0..<middle), into: &rows)
    cutter.split(text.span.extracting(middle..<text.count), into: &rows)
    cutter.finish(into: &rows)
    return rows.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    // Arrays with any line breaks, several of them, with anything inside.
    ("[{\"a\":1},{\"a\":2}]", ["{\"a\":1}", "{\"a\":2}", ""]),
    (
      "[\n  {\n    \"a\": 1,\n    \"b\": [\n      1,\n      2\n    ]\n  },\r\n  { }\r\n]\r\n",
      ["{\"a\": 1,\"b\": [1,2]}", "{ }", ""]
    ),
    ("[{\r\n  \"a\": 1,\r\n  \"b\": [\r\n 2\r\n]\r\n}\r\n]\r\n", ["{\"a\": 1,\"b\": [2]}", ""]),
    ("[1, \"a, ]\", null ,[2]]", ["1", "\"a, ]\"", "null ", "[2]", ""]),
    ("[{\"a\":1}]\n[{\"a\":2}]", ["{\"a\":1}", "{\"a\":2}", ""]), ("[]", [""]),
    ("\u{FEFF} [{}]", ["{}", ""]),
    // Consecutive values.
    (
      "{\"a\": \"x \\\" {\\\\\"}\n{ \"a\" : [ 2 ] }\n",
      ["{\"a\": \"x \\\" {\\\\\"}", "{ \"a\" : [ 2 ] }", ""]
    ),
    ("{\n\t\"a\": 1\n}\n{\"b\":2}[3]", ["{\"a\": 1}", "{\"b\":2}", "[3]", ""]),
    // Commas between values.
    ("{\"a\":1},\n{\"a\":2},\n", ["{\"a\":1}", "{\"a\":2}", ""]),
    ("{\"a\":1}\n, {\"a\":2},{\"a\":3}", ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}", ""]),
    ("[1],\n[2]", ["1", "2", ""]), ("{},", ["{}", ""]), ("{} , \r\n", ["{}", ""]),
    // Commas that do not separate values.
    ("{},,x\n", ["{}", ",,x", ""]), ("{}\n,foo\n{}\n", ["{}", ",foo", "{}", ""]),
    ("[1]\n, 2\n", ["1", ", 2", ""]), ("{},\n,x\n", ["{}", ",x", ""]),
    // Lines between values, and text that is not JSON.
    (
      "{\"a\":1}\nwarning: it is late\n{\"a\":2}\n",
      ["{\"a\":1}", "warning: it is late", "{\"a\":2}", ""]
    ),
    ("one\n\n two\n", ["one", "", " two", ""]), ("\n\n", ["", "", ""]), ("", [""]),
    ("\u{FEFF}one", ["\u{FEFF}one"]),
    // Escaped characters.
    (
      #"["\u00e9\ud83d\ude00\u4E2D", "\u0041\u000a\u007f"]"#,
      ["\"é😀中\"", #""\u0041\u000a\u007f""#, ""]
    ),
    (
      #"["\ud83dx", "\ude00", "\ud83d\u0041", "\ud83d\n\"", "\u12"]"#,
      [#""\ud83dx""#, #""\ude00""#, #""\ud83d\u0041""#, #""\ud83d\n\"""#, #""\u12""#, ""]
    ),
    (#"["\u2028\u0085\u202e"]"#, [#""\u2028\u0085\u202e""#, ""]),
    (#"["\\u00e9", "\u"#, [#""\\u00e9""#, #""\u"#]),
    // Truncated values.
    ("{\"a\":\"x\n{\"a\":2}\n", ["{\"a\":\"x", "{\"a\":2}", ""]),
    ("{\"a\":[1,\n2\n{\"a\":2}", ["{\"a\":[1,2", "{\"a\":2}", ""]),
    ("{\"a\":\"x\\\n{}", ["{\"a\":\"x\\", "{}", ""]), ("[{\"a\":1", ["{\"a\":1"]),
    ("]\n", ["]", ""]),
  ]) func `are its values, however it is broken into lines and arrives`(
    text: String, wanted: [String]
  ) {
    let bytes = Array(text.utf8)
    for middle in 0...bytes.count { #expect(rows(bytes, cutAt: middle) == wanted, "\(middle)") }
  }

  @Test(arguments: 1...100)
  func `are what was written, whoever has set it`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let texts = ["\"\"", "\"{\\\"[,\"", "12", "true", "{}", "[]"]
    func written(_ depth: Int, _ end: String, _ random: inout SeededGenerator) -> (
      plain: String, set: String
    ) {
      guard depth < 3, Bool.random(using: &random) else {
        let text = texts.randomElement(using: &random) ?? ""
        return (text, text)
      }
      let isObject = Bool.random(using: &random)
      let parts = (0..<Int.random(in: 1...3, using: &random)).map { number in
        let value = written(depth + 1, end + "  ", &random)
        return isObject ? ("\"\(number)\":" + value.plain, "\"\(number)\":" + value.set) : value
      }
      let plain = parts.map { $0.0 }.joined(separator: ",")
      let set = parts.map { "\(end)  \($0.1)" }.joined(separator: ",")
      return isObject ? ("{\(plain)}", "{\(set)\(end)}") : ("[\(plain)]", "[\(set)\(end)]")
    }
    let values = (0..<5).map { _ in written(0, "\n", &random) }
    let list = Array("[\(values.map { "\n\($0.set)" }.joined(separator: ","))\n]\n".utf8)
    let middle = Int.random(in: 0...list.count, using: &random)
    #expect(rows(list, cutAt: middle) == values.map(\.plain) + [""], "seed \(seed)")
  }

  @Test func `are not waited for behind any number of blanks`() {
    var cutter = JSONSplitter()
    var rows: [UInt8] = []
    cutter.split([UInt8](repeating: 0x0A, count: 5000).span, into: &rows)
    #expect(rows.count == 5000)
  }
}
