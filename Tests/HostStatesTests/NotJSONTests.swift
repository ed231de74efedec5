import HostStates
import Testing

@testable import HostText

@Suite struct `Texts that are no JSON` {
  @Test(
    arguments: BadFile.table(
      #"""

      → the file is empty: file.json:1:1 (top level): write a states file: {"initial": …, \#
      "states": {…}, "children": {…}}
        ⏎\#u{20}
      → the file is empty: file.json:1:1 (top level): write a states file: {"initial": …, \#
      "states": {…}, "children": {…}}
      \#u{FEFF}{}
      → the file begins with a byte order mark: file.json:1:1 (top level): save the file as UTF-8 \#
      without it
      {"states": {"a": [x]}}
      → expected a value, found "x": file.json:1:19 (states.a[0]): write a value
      {"states": {"a": [
      → expected a value, found the end of the file: file.json:1:19 (states.a[0]): write a value
      {"é": 1,⏎ "b" 2}
      → expected ":", found "2": file.json:2:6 (b): write ":"
      {"a": [1 2]}
      → expected "," or "]", found "2": file.json:1:10 (a): write "," or "]"
      {"a": 1 "b"
      → expected "," or "}", found "\"": file.json:1:9 (top level): write "," or "}"
      {a: 1}
      → expected a name in double quotes, found "a": file.json:1:2 (top level): write a name in \#
      double quotes
      {'a': 1}
      → expected a name in double quotes, found "'": file.json:1:2 (top level): use double quotes
      { // states⏎}
      → expected a name in double quotes, found "/": file.json:1:3 (top level): remove the \#
      comment: JSON has none
      {} {}
      → expected the end of the file, found "{": file.json:1:4 (top level): remove what follows \#
      the closing brace
      {"a": [1,⏎]}
      → nothing follows the last comma: file.json:1:9 (a): remove it
      {"a": 1,}
      → nothing follows the last comma: file.json:1:8 (top level): remove it
      [tru]
      → expected a value, found "t": file.json:1:2 ([0]): write a value
      ["a⏎b"]
      → the line ends inside a string: file.json:1:4 ([0]): close the string with a double quote, \#
      or write \n
      ["a\#u{9}b"]
      → a string contains the control character U+0009: file.json:1:4 ([0]): write \u0009
      ["abc
      → expected the closing quote of a string, found the end of the file: file.json:1:6 ([0]): \#
      write the closing quote of a string
      ["C:\dir"]
      → invalid escape "\d": file.json:1:5 ([0]): write \\ for a backslash
      ["\u12"]
      → "\u" is not followed by four hexadecimal digits: file.json:1:3 ([0]): write four, such as \#
      \u00e9
      ["\ud800 "]
      → a surrogate pair is incomplete: file.json:1:3 ([0]): write both halves, or the character \#
      itself
      ["\ud800\u0041"]
      → a surrogate pair is incomplete: file.json:1:3 ([0]): write both halves, or the character \#
      itself
      ["\udc00"]
      → a surrogate pair is incomplete: file.json:1:3 ([0]): write both halves, or the character \#
      itself
      [01]
      → the number begins with a zero: file.json:1:2 ([0]): remove the zero
      [-]
      → expected a digit, found "]": file.json:1:3 ([0]): write a digit
      [1.]
      → expected a digit, found "]": file.json:1:4 ([0]): write a digit
      [1e+]
      → expected a digit, found "]": file.json:1:5 ([0]): write a digit
      [+1]
      → expected a value, found "+": file.json:1:2 ([0]): write a value
      [1e999]
      → the number is too large: file.json:1:2 ([0]): write a smaller one
      {"a": 1,⏎ "b": 2,⏎ "a": 3}
      → "a" is repeated (first in line 1): file.json:3:2 (a): keep one of the two
      {"a b": {"\u001b": [0, {"": ?}]}}
      → expected a value, found "?": file.json:1:29 (["a b"]["\u{1B}"][1][""]): write a value
      {\#u{1B}]0;title\#u{7}}
      → expected a name in double quotes, found "\u{1B}": file.json:1:2 (top level): write a name \#
      in double quotes
      """#))
  func `the message says what, where and what to do`(file: BadFile) {
    #expect(messageForStates(file.text) == file.message)
    #expect(messageForScenario(file.text) == file.message)
  }

  @Test(
    arguments: [
      ([0x22, 0x80, 0x22], "80"), ([0x22, 0xC0, 0xAF, 0x22], "C0"),
      ([0x22, 0xE2, 0x82, 0x22], "E2"),
      ([0x22, 0xED, 0xA0, 0x80, 0x22], "ED"), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "F4"),
      ([0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], "F0"), ([0x22, 0xFF], "FF"),
      ([0x22, 0x5C, 0xFE], "FE"),
      ([0xF8], "F8"), ([0x22, 0xE2], "E2"),
    ] as [([UInt8], String)])
  func `bytes that are no UTF-8 are named`(bytes: [UInt8], byte: String) {
    let error = #expect(throws: StatesFileError.self) {
      _ = try StatesFile(parsing: bytes, file: "file.json")
    }
    let place = bytes[0] == 0x22 ? (bytes[1] == 0x5C ? "1:3" : "1:2") : "1:1"
    #expect(
      error?.text
        == "statehost: the byte \(byte) is not valid UTF-8: file.json:\(place) (top level): "
        + "save the file as UTF-8")
  }

  @Test func `a file over 16 MiB is not read`() {
    var bytes = [UInt8](repeating: 0x20, count: JSONValue.sizeLimit + 1)
    bytes[0] = UInt8(ascii: "?")
    let wrong = #expect(throws: StatesFileError.self) {
      _ = try StatesFile(parsing: Array(bytes.dropLast()), file: "file.json")
    }
    #expect(wrong?.problem == .json(.unexpected("?", expected: .value)))
    let error = #expect(throws: StatesFileError.self) {
      _ = try StatesFile(parsing: bytes, file: "file.json")
    }
    #expect(
      error?.text
        == "statehost: the file is larger than 16 MiB: file.json:1:1 (top level): make it smaller")
  }

  @Test func `a million brackets are too deep, not too much for the stack`() {
    let error = #expect(throws: StatesFileError.self) {
      _ = try StatesFile(
        parsing: [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000), file: "file.json")
    }
    #expect(error?.place == TextPosition(line: 1, column: 65))
    #expect(error?.problem == .json(.tooDeep(limit: 64)))
  }

  @Test func `a file's own name cannot harm the terminal`() {
    let error = StatesFileError(unreadable: "a\u{1B}[2J\n\u{202E}b", reason: "no such file")
    #expect(
      error.text
        == "statehost: cannot read the file (no such file): a\\u{1B}[2J\\u{A}\\u{202E}b: "
        + "check the name and its permissions")
  }
}
