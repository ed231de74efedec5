import HostSystem
import Testing

@testable import HostContent

@Suite struct `What a command says about its failure` {
  @Test(arguments: [
    (["trying", "connect: connection refused"], "connect: connection refused"),
    (["fatal: not a git repository", "hint: see git help", ""], "fatal: not a git repository"),
    (["why", "", "  \t", "----", "100 %", "^~~~~"], "why"),
    (["\u{1B}[31merror:\u{1B}[0m no such host\r"], "error: no such host"),
    (["10%\r20%\rlost the connection"], "lost the connection"),
    (
      [
        "x.c: In function 'f':", "x.c:3:1: error: 'y' undeclared", "    3 | y;", "      | ^",
        "x.c:3:1: note: reported once", "make[1]: *** [Makefile:2: x.o] Error 1",
        "make: *** [Makefile:9: all] Error 2",
      ], "x.c:3:1: error: 'y' undeclared"
    ),
    (
      ["make: *** No rule to make target 'x'.  Stop."],
      "make: *** No rule to make target 'x'.  Stop."
    ),
    (
      ["no room for it", "make[2]: *** [x.o] Error 1", "make[1]: *** [all] Error 2"],
      "no room for it"
    ),
    (["make: *** [x] Error 1"], "make: *** [x] Error 1"),
    (
      [
        "Traceback (most recent call last):", "  File \"x.py\", line 1", "ValueError: no such host",
      ],
      "ValueError: no such host"
    ),
    (["error: long ago"] + (1...10).map { "step \($0) done" }, "step 10 done"),
    (["fatal: long ago"] + (1...9).map { "step \($0) done" }, "fatal: long ago"),
    (["ERROR: one", "Error: two", "a note"], "Error: two"),
    (["żółw"], "żółw"),
    (["f.go:3: undefined: g", "  3 | g()", "    | ^ here"], "f.go:3: undefined: g"),
    (["cannot assign twice to x", " 12 | x = 1;", "12 |    | here"], "cannot assign twice to x"),
  ])
  func `is the last line that says something`(lines: [String], text: String) {
    let reason = FailureLine(standardError: lines, rows: ["a row"])
    #expect(reason?.text == text && reason?.isFromRows == false)
  }

  @Test func `is cut where it is long`() throws {
    let reason = FailureLine(standardError: [String(repeating: "long ", count: 2000)], rows: [])
    #expect(reason?.text.count == 240 && reason?.text.last == "…")
    for count in [240, 241] {
      let text = String(repeating: "x", count: count)
      let reason = FailureLine(standardError: [text], rows: [])
      #expect((reason?.text == text) == (count == 240))
    }
  }

  /// A loader whose command fails.
  private func failed(
    _ rows: String, _ errors: String = "", _ status: ProcessStatus = .exited(2)
  ) -> ContentError? {
    let fed = FedContent()
    fed.start()
    fed.source.commands.last?.errors.waiting = Array(errors.utf8)
    fed.feed(rows)
    fed.end(status)
    return fed.content.error
  }

  @Test func `is the end of a line that is longer than what is searched`() {
    let end = " failed"
    let long =
      String(repeating: "a", count: 100) + String(repeating: "b", count: 4096 - end.count) + end
    #expect(FailureLine(standardError: [long], rows: [])?.text.first == "b")
    #expect(failed(long + "\n")?.reason?.text.first == "b")
  }

  @Test func `is shown first, with how the command ended`() {
    let error = failed("row\n", "no such host\n")
    #expect(error?.message == "exit 2: no such host")
    #expect(error?.remedy == "see what it wrote, then retry")
    let killed = failed("", "stack smashed", .killed(signal: 6))
    #expect(killed?.message == "killed by SIGABRT: stack smashed")
    #expect(error?.line == "the command exited with status 2: rows: see what it wrote, then retry")
  }

  @Test func `is in its rows where standard error says nothing, and that is told`() {
    for errors in ["", "\n...\n"] {
      let error = failed("building\nld: cannot find -lx\n", errors)
      #expect(error?.message == "exit 2: ld: cannot find -lx")
      #expect(error?.remedy == "its last rows say why; retry")
    }
    #expect(failed("1 row\nno newline")?.message == "exit 2: no newline")
    // Only the last 50 rows count.
    for count in [49, 50] {
      let error = failed("why\n" + String(repeating: "0\n", count: count))
      #expect((error?.message == "exit 2: why") == (count == 49))
    }
  }

  /// `diff a b` exits with 1, and a killed program had no time to give a reason.
  @Test func `is in no row of a result, nor in any where the command was killed`() {
    let differs = failed("1c1\n< a line\n---\n> a line of the diff\n", "", .exited(1))
    #expect(differs?.message == "the command exited with status 1" && differs?.reason == nil)
    #expect(differs?.remedy == "its last rows may say why; retry")
    let failing = failed("1 row\nPermission denied\nrow\n", "", .exited(1))
    #expect(failing?.message == "exit 1: Permission denied")
    let killed = failed("row\nerror: row\n", "", .killed(signal: 9))
    #expect(killed?.message == "killed by SIGKILL")
    #expect(killed?.remedy == "it wrote no error message")
  }

  @Test func `is nothing only where it wrote nothing`() {
    let silent = failed("")
    #expect(silent?.message == "the command exited with status 2")
    #expect(silent?.remedy == "it wrote no error message")
    let dots = failed("0\n", "\n...\n")
    #expect(dots?.message == "the command exited with status 2")
    #expect(dots?.remedy == "see what it wrote, then retry")
  }

  @Test func `is counted, and when it failed last is known after a success`() {
    let fed = FedContent()
    var now: Int64 = 0
    func load(_ status: ProcessStatus) {
      now += 10
      _ = fed.loader.start(at: now)
      fed.feed("row\n")
      fed.end(status, at: now + 1)
    }
    load(.exited(0))
    #expect(fed.content.loadedAt == 11 && fed.content.failureCount == 0)
    load(.exited(1))
    load(.killed(signal: 9))
    #expect(fed.content.failureCount == 2 && fed.content.failedAt == 31)
    load(.exited(0))
    #expect(fed.content.error == nil && fed.content.loadedAt == 41)
    #expect(fed.content.failureCount == 2 && fed.content.failedAt == 31)
    fed.source.isThere = false
    _ = fed.loader.start(at: 50)
    #expect(fed.content.failureCount == 3 && fed.content.failedAt == 50)
    #expect(fed.content.loadedAt == 41)
  }

  @Test func `is none where the user ended it`() {
    let fed = FedContent()
    fed.start("row\n")
    _ = fed.loader.stop(at: 0)
    #expect(fed.content.error?.kind == .stopped && fed.content.failureCount == 0)
  }
}
