import Foundation
import Glibc
import HostContent
import HostRuntime
import HostSystem
import TestSupport
import Testing

/// A feed on the real clock, turned as a session does.
private final class FeedRun {
  let world: SmallWorld
  let feed: SourceReloader
  private var ready: [Ready] = []

  init(_ script: String, everyNanoseconds: Int64? = nil) throws {
    let world = try SmallWorld()
    self.world = world
    feed = SourceReloader(title: "a script", everyNanoseconds: everyNanoseconds, reusesLoader: true)
    {
      ContentLoader(.command(["sh", "-c", script]), in: world.sources)
    }
  }

  var now: Int64 { world.nowNanoseconds }

  func reload() {
    _ = feed.reload(at: now)
    feed.contentChanged(at: now)
  }

  /// Waits until all is loaded.
  func load() throws {
    reload()
    try finishLoad()
  }

  func finishLoad() throws {
    #expect(try turn { !feed.loader.content.isLoading })
    feed.contentChanged(at: now)
  }

  @discardableResult
  func replace(by words: String...) -> ContentChange {
    let sources = world.sources
    return feed.replace(
      title: "another", make: { ContentLoader(.command(words), in: sources) }, at: now)
  }

  var rows: [String] {
    let content = feed.loader.content
    return (0..<content.rowCount).map { row in
      content.withRow(row) { bytes, _ in
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
    }
  }

  /// Turns until it is so; false when that takes too long.
  func turn(until isDone: () -> Bool) throws -> Bool {
    for _ in 0..<100_000 {
      if isDone() { return true }
      let limit = now + 60_000_000_000
      let due = feed.loader.hasWorkNow ? now : min(feed.nextDeadline ?? limit, limit)
      try world.wait(untilNanoseconds: due, into: &ready)
      for port in ready { _ = feed.take(port.token, at: now) }
      _ = feed.advance(to: now)
    }
    return false
  }

  /// Waits for the end as a session does; false when that takes too long.
  func turnToEnd() throws -> Bool {
    for _ in 0..<20 where !feed.isAtRest {
      try world.wait(untilNanoseconds: feed.endDeadline ?? now + 1_000_000_000, into: &ready)
      for port in ready { _ = feed.take(port.token, at: now) }
      feed.end(at: now)
    }
    return feed.isAtRest
  }

  func end() throws -> Bool {
    feed.stop(at: now)
    return try turn { feed.isAtRest }
  }
}

@Suite struct SourceReloaderTests {
  /// The pipe of the second command gets the descriptor that the first one's had.
  @Test func `what is loaded again while it still runs brings new rows`() throws {
    let run = try FeedRun("echo $$; exec sleep 600")
    run.reload()
    #expect(try run.turn { run.rows.count == 1 })
    for _ in 0..<3 {
      let before = run.rows
      run.reload()
      #expect(try run.turn { run.rows.count == 1 && run.rows != before })
    }
    #expect(try run.end())
  }

  @Test func `the time to the next load begins when one has ended, and anew with each`() throws {
    let hour: Int64 = 3_600_000_000_000
    let run = try FeedRun("echo $$; read line", everyNanoseconds: hour)
    for _ in 0..<2 {
      run.reload()
      #expect(run.feed.loader.content.isLoading && run.feed.nextDeadline == nil)
      try run.finishLoad()
      #expect(run.feed.nextDeadline == run.now + hour)
      // What changes after that does not put it off.
      let due = run.feed.nextDeadline
      run.feed.contentChanged(at: run.now + 7)
      #expect(run.feed.nextDeadline == due)
    }
  }

  @Test func `a load that is completed takes the place of a failure before it`() throws {
    let folder = try ScratchFolder()
    let run = try FeedRun("test ! -e '\(folder.path)/fail'")
    try folder.write("", to: "fail")
    for hasFailed in [true, false] {
      try run.load()
      #expect((run.feed.lastLoad == .completed) == !hasFailed)
      if hasFailed { try FileManager.default.removeItem(atPath: folder.path + "/fail") }
    }
  }

  @Test func `how a load ended is known until the next one ends, and one that is stopped does not`()
    throws
  {
    let folder = try ScratchFolder()
    let run = try FeedRun("echo $$; test -e '\(folder.path)/fail' && exit 3; exec sleep 600")
    func reload() throws {
      run.reload()
      #expect(try run.turn { run.rows.count == 1 })
    }
    try reload()
    #expect(run.feed.lastLoad == nil)
    try folder.write("", to: "fail")
    run.reload()
    #expect(run.feed.lastLoad == nil)
    try run.finishLoad()
    let error = try #require(run.feed.loader.content.error)
    #expect(error.exitStatus == 3 && run.feed.lastLoad == .failed(error))
    try FileManager.default.removeItem(atPath: folder.path + "/fail")
    try reload()
    #expect(run.feed.lastLoad == .failed(error))
    #expect(try run.end())
    run.feed.contentChanged(at: run.now)
    #expect(run.feed.loader.content.error?.kind == .stopped)
    #expect(run.feed.lastLoad == .failed(error))
    run.replace(by: "true")
    #expect(run.feed.lastLoad == nil)
    #expect(try run.turn { run.feed.isAtRest })
    run.feed.contentChanged(at: run.now)
    #expect(run.feed.lastLoad == .completed)
  }

  @Test func `a command that is replaced ends, and is not left as a zombie`() throws {
    let run = try FeedRun("echo $$; exec sleep 600")
    run.reload()
    #expect(try run.turn { run.rows.count == 1 })
    let number = try #require(pid_t(run.rows[0]))
    #expect(!run.replace(by: "echo", "other").isEmpty)
    #expect(try run.turn { run.rows == ["other"] && run.feed.isAtRest })
    // A zombie's number would still be there.
    #expect(kill(number, 0) == -1 && errno == ESRCH)
  }

  @Test func `what is followed is followed on in the source that takes its place`() throws {
    let run = try FeedRun("true")
    run.replace(by: "true")
    #expect(!run.feed.loader.followsFile)
    run.feed.loader.followsFile = true
    run.replace(by: "true")
    #expect(run.feed.loader.followsFile)
    #expect(try run.turn { run.feed.isAtRest })
  }

  @Test(arguments: [false, true])
  func `a command that is replaced is seen to in time, while another runs, and ends with the feed`(
    isAtEnd: Bool
  ) throws {
    let run = try FeedRun("trap '' TERM; echo $$; while :; do sleep 600; done")
    run.reload()
    #expect(try run.turn { run.rows.count == 1 })
    #expect(run.feed.nextDeadline == nil)
    run.replace(by: "sleep", "600")
    #expect(try #require(run.feed.nextDeadline) <= run.now + 2_000_000_000 && !run.feed.isAtRest)
    run.feed.stop(at: run.now)
    run.feed.kill()
    #expect(isAtEnd ? try run.turnToEnd() : try run.turn { run.feed.isAtRest })
  }
}
