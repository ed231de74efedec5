import Foundation
import TestSupport
import Testing

/// Lines that curl fetches.
@Suite struct `A URL` {
  private let server: WebServer

  init() throws {
    server = try WebServer([
      "/rows": .init("one\ntwo \u{1B}[31mred\n"),
      "/moved": .init("", status: "302 Found", headers: ["Location: /rows"]),
      "/away": .init("", status: "302 Found", headers: ["Location: file:///etc/passwd"]),
      "/empty": .init(""),
      "/a[1-2]{b}?c=-d": .init("as it is\n"),
    ])
  }

  private func run(
    _ path: String, _ more: String..., environment: [String: String] = [:]
  ) throws -> ProgramRun {
    try ProgramRun.run(
      more + ["--url", server.address + path], environment: environment, seconds: 30)
  }

  @Test func `is fetched, byte for byte`() throws {
    let run = try run("/rows", "--plain")
    #expect(run.output == "one\ntwo \u{1B}[31mred\n")
    #expect(run.status == 0)
  }

  @Test func `is followed to where it leads on the web, and nowhere else`() throws {
    #expect(try run("/moved").output == "one\ntwo \u{1B}[31mred\n")
    let away = try run("/away")
    #expect(away.output.isEmpty)
    #expect(away.status == 1)
  }

  @Test func `is taken as it is written`() throws {
    #expect(try run("/a[1-2]{b}?c=-d").output == "as it is\n")
  }

  @Test func `has a face for what it holds, by its address`() throws {
    let rows = try run("/rows", "--snapshot", "-").output
    #expect(rows.contains("one"))
    #expect(rows.contains(server.address + "/rows"))
    #expect(try run("/empty", "--snapshot", "-").output.contains("othing"))
  }

  @Test func `that is not there is an error with the server's own words`() throws {
    let none = try run("/none")
    #expect(none.output.isEmpty)
    #expect(none.status == 1)
    #expect(none.errors.contains("404"))
    #expect(
      none.errors.contains(
        "statehost: the URL could not be fetched: \(server.address)/none: "
          + "check the path of the URL"))
    let face = try run("/none", "--snapshot", "-", "--size", "100x24").output
    #expect(face.contains("curl: (22)"))
    #expect(face.contains("404"))
  }

  @Test func `needs curl, and says so`() throws {
    let folder = try ScratchFolder()
    let run = try run("/rows", environment: ["PATH": folder.path])
    #expect(run.status == 127)
    #expect(
      run.errors
        == "statehost: curl, which fetches URLs, was not found: \(server.address)/rows: "
        + "install curl, then retry\n")
  }

  @Test func `is not taken for a file`() throws {
    let run = try ProgramRun.run(["HTTPS://example.org/list"])
    #expect(run.status == 2)
    #expect(run.errors.contains("for the URL, write statehost --url HTTPS://example.org/list"))
  }
}
