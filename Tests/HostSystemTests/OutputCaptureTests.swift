import Glibc
import HostSystem
import TestSupport
import Testing

extension OutputCapture {
  /// All that waits.
  fileprivate func everything() -> String {
    var bytes: [UInt8] = []
    while read({ span in for index in span.indices { bytes.append(span[index]) } }) {}
    return String(decoding: bytes, as: UTF8.self)
  }
}

@Suite struct OutputCaptureTests {
  @Test func `what is written to both descriptors is captured for good`() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      alarm(patienceSeconds)
      do {
        let capture = try OutputCapture(in: Poller())
        #expect(capture.waitingCount == 0)
        _ = unsafe write(STDOUT_FILENO, "one\n", 4)
        _ = unsafe write(STDERR_FILENO, "two\n", 4)
        #expect(capture.waitingCount == 8)
        print("three")
        #expect(capture.everything() == "one\ntwo\nthree\n")
        #expect(capture.waitingCount == 0)
        print("a line without an end", terminator: "")
        StandardOutput.output.writeAll("rows\n".utf8.span)
        StandardOutput.error.writeAll("messages\n".utf8.span)
      }
      _ = unsafe write(STDOUT_FILENO, "after\n", 6)
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.hasSuffix("rows\n"))
    #expect(!output.contains("three") && !output.contains("without an end"))
    #expect(errorText(of: result).hasSuffix("messages\n"))
  }

  @Test func `a plugin that writes more than the pipe takes is refused, not blocked`() async {
    await #expect(processExitsWith: .success) {
      alarm(patienceSeconds)
      let capture = try OutputCapture(in: Poller())
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

  @Test func `two captures at a time are refused`() async {
    await #expect(processExitsWith: .success) {
      let capture = try OutputCapture(in: Poller())
      #expect(throws: SystemError(call: "pipe2", code: EBUSY)) {
        let second = try OutputCapture(in: Poller())
        _ = second.token
      }
      _ = capture.token
    }
  }
}
