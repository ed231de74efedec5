import Glibc
import HostTerminal
import Testing

extension OutputCapture {
  /// All that waits.
  fileprivate mutating func everything() -> String {
    var bytes: [UInt8] = []
    while read({ span in for index in span.indices { bytes.append(span[index]) } }) {}
    return String(decoding: bytes, as: UTF8.self)
  }
}

@Suite struct OutputCaptureTests {
  @Test func `what is written to both descriptors is captured, and the originals come back`()
    async throws
  {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      alarm(patienceSeconds)
      do {
        var capture = try OutputCapture()
        #expect(capture.waitingCount == 0)
        _ = unsafe write(STDOUT_FILENO, "one\n", 4)
        _ = unsafe write(STDERR_FILENO, "two\n", 4)
        #expect(capture.waitingCount == 8)
        print("three")
        #expect(capture.everything() == "one\ntwo\nthree\n")
        #expect(capture.waitingCount == 0)
        print("a line without an end", terminator: "")
        _ = unsafe write(capture.standardOutput, "rows\n", 5)
        _ = unsafe write(capture.standardError, "messages\n", 9)
      }
      _ = unsafe write(STDOUT_FILENO, "after\n", 6)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.hasSuffix("rows\nafter\n"))
    #expect(!output.contains("three") && !output.contains("without an end"))
    #expect(errorText(of: result).hasSuffix("messages\n"))
  }

  @Test func `a plugin that writes more than the pipe takes is refused, not blocked`() async {
    await #expect(processExitsWith: .success) {
      alarm(patienceSeconds)
      var capture = try OutputCapture()
      let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
      var written = 0
      while true {
        let count = unsafe write(STDOUT_FILENO, megabyte, megabyte.count)
        guard count > 0 else { break }
        written += count
      }
      #expect(errno == EAGAIN)
      #expect(capture.everything().utf8.count == written)
      #expect(unsafe write(STDOUT_FILENO, "again", 5) == 5)
      #expect(capture.everything() == "again")
    }
  }

  @Test func `a closed standard error stays closed after a capture`() async {
    await #expect(processExitsWith: .success) {
      alarm(patienceSeconds)
      close(STDERR_FILENO)
      do {
        var capture = try OutputCapture()
        #expect(unsafe write(STDERR_FILENO, "x", 1) == 1)
        #expect(capture.everything() == "x")
      }
      #expect(fcntl(STDERR_FILENO, F_GETFD) == -1)
    }
  }

  @Test func `two captures at a time are refused`() async {
    await #expect(processExitsWith: .success) {
      let capture = try OutputCapture()
      #expect(throws: SystemCallError(call: "pipe2", code: EBUSY)) {
        let second = try OutputCapture()
        _ = second.descriptor
      }
      _ = capture.descriptor
    }
  }
}
