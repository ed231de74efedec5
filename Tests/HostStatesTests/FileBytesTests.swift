import Foundation
import HostStates
import HostText
import Testing

@Suite struct `A file that is named` {
  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    try body(url.path())
  }

  @Test func `is read`() throws {
    let padding = String(repeating: " ", count: 100_000)
    try withFile(padding + "{\"initial\": \"a\", \"states\": {\"a\": []}}" + padding) { file in
      let read = try StatesFile(contentsOf: file)
      #expect(read.initial == "a")
    }
  }

  @Test func `is named in the message where it is wrong`() throws {
    try withFile("{\"initial\": \"a\",") { file in
      let error = #expect(throws: StatesFileError.self) { _ = try Scenario(contentsOf: file) }
      #expect(
        error?.text
          == "statehost: expected a name in double quotes, found the end of the file: "
          + "\(file):1:17 (top level): write a name in double quotes")
    }
  }

  @Test(arguments: [("/no/such/file", "No such file or directory"), ("/", "Is a directory")])
  func `is named in the message where it cannot be read`(file: String, reason: String) {
    let error = #expect(throws: StatesFileError.self) { _ = try StatesFile(contentsOf: file) }
    #expect(error?.place == nil)
    #expect(
      error?.text
        == "statehost: cannot read the file (\(reason)): \(file): check the name and its permissions"
    )
  }

  @Test func `is not waited for where it is a pipe that nobody writes to`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).fifo").path()
    #expect(unsafe mkfifo(file, 0o600) == 0)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let error = #expect(throws: StatesFileError.self) { _ = try StatesFile(contentsOf: file) }
    #expect(
      error?.text.hasPrefix(
        "statehost: cannot read the file (a pipe that nobody writes to): \(file): ") == true)
  }

  @Test func `is read to its end where it is a pipe`() throws {
    var ends: [CInt] = [-1, -1]
    #expect(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    let (reader, writer) = (ends[0], ends[1])
    Thread {
      for part in ["{\"initial\": \"a\", ", "\"states\": {\"a\": []}}"] {
        _ = unsafe write(writer, part, part.utf8.count)
        usleep(5000)
      }
      close(writer)
    }.start()
    #expect(try StatesFile(contentsOf: "/dev/fd/\(reader)").initial == "a")
  }

  @Test func `is not read beyond 16 MiB`() {
    let error = #expect(throws: StatesFileError.self) {
      _ = try StatesFile(contentsOf: "/dev/zero")
    }
    #expect(error?.problem == .json(.tooLarge(limit: 16 << 20)))
  }
}
