import CHostSystem
import Glibc
import Testing

@testable import HostPlugins
@testable import HostSystem
@testable import HostWorkers

/// What the host takes from a process that reads a plugin's source.
@Suite final class `What a reader of a source reports` {
  private let report: SourceStatusReceiver
  private let worker: FileDescriptor

  init() throws {
    var ends: [CInt] = [-1, -1]
    let result = unsafe socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends)
    try #require(result == 0)
    let type = ChildType(id: "com.example.rows", name: "Rows")
    worker = FileDescriptor(owning: ends[1])
    report = SourceStatusReceiver(
      of: type, reading: "a.db", in: "/rows.so",
      over: SourceWorkerLink(FileDescriptor(owning: ends[0]), in: try Poller()), record: nil,
      missing: MissingGrant(of: type, having: GrantedNeeds()), tolerating: [.calls])
  }

  private func say(_ messages: WorkerMessage...) throws {
    try send(messages)
    report.take()
  }

  private func send(_ messages: [WorkerMessage]) throws {
    for message in messages {
      // The last part of a message begins with a zero.
      let part = [0] + message.bytes
      let count = unsafe Glibc.send(worker.rawValue, part, part.count, 0)
      try #require(count == part.count)
    }
  }

  @Test func `is its progress, the last that it has said, also where that is unknown`() throws {
    #expect(report.fraction == nil && !report.isTable)
    for fraction in [0.25, 0.5, nil, 0.75, nil] {
      try say(.reading(.progress(fraction)))
      #expect(report.fraction == fraction)
    }
    try say(.reading(.namesColumns))
    #expect(report.isTable)
  }

  @Test func `is a failure in its own words, with the data first`() throws {
    try say(.reading(.failure(what: "no such table", remedy: "give another")))
    #expect(
      report.failure(of: .exited(0))
        == SourceFailure(
          what: "a.db: no such table",
          remedy:
            #"the plugin says "give another"; "Rows" (com.example.rows) is the plugin /rows.so"#))
    try say(.reading(.failure(what: "why", remedy: String(repeating: "run: a|sh\n", count: 50))))
    let remedy = try #require(report.failure(of: .exited(0))).remedy
    #expect(remedy.hasPrefix(#"the plugin says "run: a|sh\u{A}run"#) && remedy.count < 400)
  }

  @Test func `is no failure once it is done and has ended as it should`() throws {
    try say(.reading(.done))
    #expect(report.failure(of: .exited(HOST_WORKER_LEFT)) == nil)
  }

  private static let failure = WorkerMessage.reading(.failure(what: "why", remedy: ""))
  /// What is said, how the process ends, and what comes of both.
  private static let ends: [(said: [WorkerMessage], end: ProcessStatus, what: String)] = [
    ([.reading(.done)], .exited(0), "Rows ended its process with status 0"),
    ([.reading(.done)], .exited(1), "Rows ended its process with status 1"),
    ([.reading(.done)], .killed(signal: 11), "Rows crashed (SIGSEGV)"),
    ([.reading(.done)], .exited(HOST_WORKER_LOST_LINK), "Rows closed its link to the host"),
    ([], .killed(signal: 11), "Rows crashed (SIGSEGV)"),
    ([failure], .exited(0), "why"), ([failure], .exited(HOST_WORKER_LEFT), "why"),
    ([failure], .exited(1), "Rows ended its process with status 1"),
    ([.reading(.done), failure], .exited(HOST_WORKER_LEFT), "why"),
    ([failure, .reading(.progress(1)), .reading(.namesColumns)], .exited(0), "why"),
    ([.opened(lacking: .calls), failure], .exited(0), "why"),
    ([failure, .idle], .exited(0), "Rows sent an invalid message"),
    // It says what no reader does.
    ([.reading(.done), .ended], .exited(HOST_WORKER_LEFT), "Rows sent an invalid message"),
  ]

  @Test(arguments: ends.indices)
  func `is judged with the end of the process, also where much of it waits until then`(
    index: Int
  ) throws {
    let (said, end, what) = Self.ends[index]
    try send(Array(repeating: .reading(.progress(0.5)), count: 70) + said)
    let failure = try #require(report.failure(of: end))
    let named = what.replacing("Rows", with: "\"Rows\" (com.example.rows)")
    #expect(failure.what == "a.db: " + named && failure.remedy.hasPrefix("retry"))
    #expect(failure.remedy.contains("/rows.so"))
  }

  @Test func `is a weaker sandbox than the user allows`() throws {
    try say(.opened(lacking: [.files, .calls]))
    let failure = try #require(report.failure(of: .exited(0)))
    #expect(failure.what.hasSuffix("this system lacks Landlock and seccomp"))
  }
}
