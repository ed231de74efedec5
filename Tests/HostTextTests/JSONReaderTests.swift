import Testing

@testable import HostText

@Suite struct `JSON texts that are read` {
  @Test(arguments: [
    ("null", "null"),
    (" [ true , false ] ", "[true,false]"),
    ("[]", "[]"),
    ("{}", "{}"),
    ("\t{\r\n\"a\" : { \"b\" : [ 1 , [ ] ] } }\n", "{\"a\":{\"b\":[1,[]]}}"),
    ("{\"z\":1,\"a\":2,\"m\":3}", "{\"z\":1,\"a\":2,\"m\":3}"),
    (
      "[0,-0,10,-1.50,1e3,1E+3,2.5e-3,12345678901234567890]",
      "[0,-0,10,-1.50,1e3,1E+3,2.5e-3,12345678901234567890]"
    ),
    (#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83d\ude00""#, #""\"\\/\b\f\n\r\tAé€😀""#),
    (#""\u0000\u001f\u007f""#, #""\u0000\u001f\u007f""#),
    (#""\u0080\u009b\u009f\u202e\u2066""#, #""\u0080\u009b\u009f\u202e\u2066""#),
    ("\"é€😀\u{10FFFF}\"", "\"é€😀\u{10FFFF}\""),
    (#""\ud800\udc00\udbff\udfff""#, "\"\u{10000}\u{10FFFF}\""),
    (
      #""\u061c\u200e\u200f\u2028\u2029\u202a\u2069""#,
      #""\u061c\u200e\u200f\u2028\u2029\u202a\u2069""#
    ),
    (#""\u00a0\u202f\u2065\u206a""#, "\"\u{A0}\u{202F}\u{2065}\u{206A}\""),
    ("{\"\":0}", "{\"\":0}"),
  ])
  func `a text says the same after it is written again`(text: String, rewritten: String) throws {
    let value = try JSONValue(parsing: Array(text.utf8))
    var bytes: [UInt8] = []
    bytes.appendJSON(value)
    #expect(String(decoding: bytes, as: UTF8.self) == rewritten)
    let again = try JSONValue(parsing: bytes)
    var bytesAgain: [UInt8] = []
    bytesAgain.appendJSON(again)
    #expect(bytesAgain == bytes)
  }

  @Test(arguments: [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")])
  func `lists and objects may be nested 64 deep`(open: String, close: String) throws {
    func nested(_ depth: Int) -> [UInt8] {
      let count = depth / close.count
      return Array(
        (String(repeating: open, count: count) + "0" + String(repeating: close, count: count)).utf8)
    }
    _ = try JSONValue(parsing: nested(64))
    let error = #expect(throws: JSONError.self) {
      _ = try JSONValue(parsing: Array("[".utf8) + nested(64) + Array("]".utf8))
    }
    #expect(error?.problem == .tooDeep(limit: 64))
  }

  @Test func `a value knows where it begins`() throws {
    let bytes = Array("{ \"a\": [1,\n  \"é\", 2]}".utf8)
    let root = try JSONValue(parsing: bytes)
    guard case .object(let members) = root.content,
      case .array(let elements) = members[0].value.content
    else {
      Issue.record("not the values of the text")
      return
    }
    let places = ([root] + elements).map { TextPosition(ofByte: $0.offset, in: bytes) }
    #expect(
      places == [
        TextPosition(line: 1, column: 1), TextPosition(line: 1, column: 9),
        TextPosition(line: 2, column: 3), TextPosition(line: 2, column: 8),
      ])
    #expect(members[0].nameOffset == 2)
  }

  @Test(arguments: [
    ("42", 42, 42.0), ("-0", 0, 0), ("1.0", nil, 1), ("1e2", nil, 100),
    ("9223372036854775807", Int64.max, 9.223372036854775807e18),
    ("9223372036854775808", nil, 9.223372036854775808e18),
  ])
  func `a number is whole if it is written so and fits`(
    text: String, integer: Int64?, double: Double
  ) {
    let number = JSONNumber(text: text)
    #expect(number.integer == integer)
    #expect(number.double == double)
  }

  @Test(arguments: [
    (0, 1, 1), (2, 1, 3), (3, 2, 1), (5, 3, 1), (7, 4, 1), (99, 4, 2),
  ])
  func `every kind of line end counts as one`(offset: Int, line: Int, column: Int) {
    let bytes = Array("ab\nc\n\r\nd".utf8)
    #expect(TextPosition(ofByte: offset, in: bytes) == TextPosition(line: line, column: column))
  }
}
