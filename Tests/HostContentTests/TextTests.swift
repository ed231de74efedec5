import Testing

@testable import HostContent

@Suite struct TextTests {
  @Test(arguments: [
    (["ls"], "ls"),
    (["kubectl", "get", "pods", "-n", "a_b"], "kubectl get pods -n a_b"),
    (["echo", ""], "echo ''"),
    (["grep", "two words", "*.c"], "grep 'two words' '*.c'"),
    (["echo", "it's"], #"echo 'it'\''s'"#),
    (["echo", "żółw"], "echo żółw"),
    (["a;b", "$HOME", "~"], "'a;b' '$HOME' '~'"),
  ])
  func `a command is shown as it could be typed`(words: [String], title: String) {
    #expect(Source.command(words).title == title)
  }

  @Test(arguments: [
    ("https://ann:secret@example.org/a", "https://ann:…@example.org/a"),
    ("http://ann:a:b@c@example.org", "http://ann:…@example.org"),
    ("http://:x@example.org", "http://:…@example.org"),
    ("http://ann@example.org/", "http://ann@example.org/"),
    ("http://example.org:80/a:b@c", "http://example.org:80/a:b@c"),
  ])
  func `an address is shown without its password`(address: String, title: String) {
    #expect(Source.url(address).title == title)
  }

  @Test(arguments: [
    (ContentError.Kind.commandNotFound, "the command was not found"),
    (.notExecutable(13), "the command cannot be run: Permission denied"),
    (.exited(status: 3), "the command exited with status 3"),
    (.killed(signal: 9), "killed by SIGKILL"),
    (.killed(signal: 40), "killed by signal 40"),
    (.readFailed(5), "reading failed: Input/output error"),
    (.readFailed(99999), "reading failed: error 99999"),
    (.isDirectory, "this is a directory, not a file"),
  ])
  func `an error says what is wrong`(kind: ContentError.Kind, message: String) {
    let error = ContentError(subject: "it", kind: kind)
    #expect(error.message == message)
    #expect(error.line == "\(message): it: \(error.remedy)")
  }

  @Test func `of standard error the last lines are kept, within bounds`() {
    var tail = StandardErrorTail()
    for number in 0..<1000 {
      let line = Array("line \(number)\r\n".utf8)
      tail.append(line.span)
    }
    #expect(tail.lines == (800..<1000).map { "line \($0)" })
  }

  @Test func `a line of standard error whose beginning is lost is left out`() {
    var tail = StandardErrorTail()
    let long =
      [UInt8](repeating: 0x78, count: 3 * StandardErrorTail.maxBytes) + Array("\nend".utf8)
    tail.append(long.span)
    #expect(tail.lines == ["end"])
    var one = StandardErrorTail()
    one.append(long.span.extracting(0..<3 * StandardErrorTail.maxBytes))
    #expect(one.lines.map(\.utf8.count) == [StandardErrorTail.maxBytes])
  }

  @Test func `of standard error only whole lines are kept, wherever what is kept begins`() {
    var tail = StandardErrorTail()
    let line = Array((String(repeating: "x", count: 998) + "\n").utf8)
    for _ in 0..<400 {
      tail.append(line.span)
      #expect(tail.lines.allSatisfy { $0.count == 998 })
    }
  }

  @Test func `invalid UTF-8 in standard error is repaired`() {
    var tail = StandardErrorTail()
    let bytes: [UInt8] = [0x61, 0xFF, 0x0A]
    tail.append(bytes.span)
    #expect(tail.lines == ["a\u{FFFD}"])
  }
}
