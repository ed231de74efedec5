import Glibc
import HostSystem
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
    #expect(error.message == message && error.line == "\(message): it: \(error.remedy)")
  }

  @Test(
    arguments: [
      (.commandNotFound, 127, "PATH"), (.fetcherNotFound, 127, "install curl"),
      (.notExecutable(ENOEXEC), 126, "#!/bin/sh"), (.notExecutable(EACCES), 126, "chmod +x"),
      (.cannotStart(EMFILE), 1, "ulimit -n"), (.cannotStart(ENOMEM), 1, "close other programs"),
      (.exited(status: 3), 3, "no error message"), (.killed(signal: 15), 143, "no error message"),
      (.notFetched(status: 3), 1, "is written"), (.notFetched(status: 5), 1, "proxy"),
      (.notFetched(status: 6), 1, "name of the server"), (.notFetched(status: 7), 1, "the port"),
      (.notFetched(status: 22), 1, "path of the URL"), (.notFetched(status: 28), 1, "too long"),
      (.notFetched(status: 35), 1, "certificate"), (.notFetched(status: 60), 1, "certificate"),
      (.notFetched(status: 1), 1, "see what curl wrote, then retry"),
      (.fileNotFound, 1, "check the path"), (.fileAwaited, 1, "as soon as it is there"),
      (.notReadable(EACCES), 1, "permissions"), (.isDirectory, 1, "ls -l DIRECTORY"),
      (.readFailed(EIO), 1, "has a fault"), (.standardInputIsTerminal, 2, "pipe something"),
      (.stopped, 130, "run it again"),
    ] as [(ContentError.Kind, Int32, String)])
  func `an error has a status and a remedy`(kind: ContentError.Kind, status: Int32, remedy: String)
  {
    let error = ContentError(subject: "it", kind: kind)
    #expect(error.programStatus == status && error.remedy.contains(remedy))
    #expect(error.exitStatus == (kind == .exited(status: 3) ? 3 : nil))
    #expect(error.signal == (kind == .killed(signal: 15) ? 15 : nil))
  }

  @Test(arguments: [
    (ENOENT, true), (ENOTDIR, true), (EACCES, false), (EPERM, false), (ENOEXEC, false),
    (EISDIR, false), (ELIBBAD, false), (ELOOP, false), (ENAMETOOLONG, false), (EMFILE, false),
  ])
  func `a command that cannot be started is missing, no program, or one too many`(
    code: Int32, mayBeMissing: Bool
  ) {
    let source = FedSource()
    let other: ContentError.Kind = code == EMFILE ? .cannotStart(code) : .notExecutable(code)
    for (word, isThere, isFound) in [
      ("tool", true, false), ("./tool", true, true), ("./tool", false, false),
    ] {
      source.isThere = isThere
      let error = ContentError(
        starting: [word, "a/b"], "it", failed: SystemError(call: "exec", code: code), in: source)
      #expect(error.kind == (mayBeMissing && !isFound ? .commandNotFound : other), "\(word)")
    }
  }

  @Test func `lines of standard error are counted over the pieces in which they come`() {
    var tail = StandardErrorTail()
    for (piece, count) in [("a", 1), ("b\n", 1), ("", 1), ("c\n\n", 3), ("d", 4)] {
      tail.append(Array(piece.utf8).span)
      #expect(tail.lineCount == count)
    }
    #expect(tail.byteCount == 7 && tail.lines == ["ab", "c", "", "d"])
    // Invalid UTF-8 is repaired.
    let invalid: [UInt8] = [0xFF, 0x0A]
    tail.append(invalid.span)
    #expect(tail.lines == ["ab", "c", "", "d\u{FFFD}"])
  }

  @Test func `of standard error the last lines are kept, within bounds`() {
    var tail = StandardErrorTail()
    for number in 0..<1000 { tail.append(Array("line \(number)\r\n".utf8).span) }
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
}
