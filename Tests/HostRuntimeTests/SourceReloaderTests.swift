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
    _ = run.feed.reload(at: run.now)
    #expect(try run.turn { run.rows.count == 1 })
    for _ in 0..<3 {
      let before = run.rows
      _ = run.feed.reload(at: run.now)
      #expect(try run.turn { run.rows.count == 1 && run.rows != before })
    }
    #expect(try run.end())
  }

  @Test func `the time to the next load begins when one has ended`() throws {
    let hour: Int64 = 3_600_000_000_000
    let run = try FeedRun("echo $$; read line", everyNanoseconds: hour)
    _ = run.feed.reload(at: run.now)
    run.feed.contentChanged(at: run.now)
    #expect(run.feed.loader.content.isLoading)
    #expect(run.feed.nextDeadline == nil)
    #expect(try run.turn { !run.feed.loader.content.isLoading })
    run.feed.contentChanged(at: run.now)
    #expect(run.feed.nextDeadline == run.now + hour)
    // What changes after that does not put it off.
    let due = run.feed.nextDeadline
    run.feed.contentChanged(at: run.now + 7)
    #expect(run.feed.nextDeadline == due)
  }

  @Test func `what is loaded again before its time begins that time anew`() throws {
    let hour: Int64 = 3_600_000_000_000
    let run = try FeedRun("echo $$; read line", everyNanoseconds: hour)
    for _ in 0..<2 {
      _ = run.feed.reload(at: run.now)
      run.feed.contentChanged(at: run.now)
      #expect(run.feed.loader.content.isLoading && run.feed.nextDeadline == nil)
      #expect(try run.turn { !run.feed.loader.content.isLoading })
      run.feed.contentChanged(at: run.now)
      #expect(run.feed.nextDeadline == run.now + hour)
    }
  }

  @Test func `a load that is completed takes the place of a failure before it`() throws {
    let folder = try ScratchFolder()
    let run = try FeedRun("test ! -e '\(folder.path)/fail'")
    try folder.write("", to: "fail")
    for hasFailed in [true, false] {
      _ = run.feed.reload(at: run.now)
      run.feed.contentChanged(at: run.now)
      #expect(try run.turn { !run.feed.loader.content.isLoading })
      run.feed.contentChanged(at: run.now)
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
      _ = run.feed.reload(at: run.now)
      run.feed.contentChanged(at: run.now)
      #expect(try run.turn { run.rows.count == 1 })
    }
    try reload()
    #expect(run.feed.lastLoad == nil)
    try folder.write("", to: "fail")
    _ = run.feed.reload(at: run.now)
    run.feed.contentChanged(at: run.now)
    #expect(run.feed.lastLoad == nil)
    #expect(try run.turn { !run.feed.loader.content.isLoading })
    run.feed.contentChanged(at: run.now)
    let error = try #require(run.feed.loader.content.error)
    #expect(error.exitStatus == 3 && run.feed.lastLoad == .failed(error))
    try FileManager.default.removeItem(atPath: folder.path + "/fail")
    try reload()
    #expect(run.feed.lastLoad == .failed(error))
    #expect(try run.end())
    run.feed.contentChanged(at: run.now)
    #expect(run.feed.loader.content.error?.kind == .stopped)
    #expect(run.feed.lastLoad == .failed(error))
    let sources = run.world.sources
    let other = { ContentLoader(.command(["true"]), in: sources) }
    _ = run.feed.replace(title: "another", make: other, at: run.now)
    #expect(run.feed.lastLoad == nil)
    #expect(try run.turn { run.feed.isAtRest })
    run.feed.contentChanged(at: run.now)
    #expect(run.feed.lastLoad == .completed)
  }

  @Test func `a command that is replaced ends, and is not left as a zombie`() throws {
    let run = try FeedRun("echo $$; exec sleep 600")
    _ = run.feed.reload(at: run.now)
    #expect(try run.turn { run.rows.count == 1 })
    let number = try #require(pid_t(run.rows[0]))
    let sources = run.world.sources
    let change = run.feed.replace(
      title: "another", make: { ContentLoader(.command(["echo", "other"]), in: sources) },
      at: run.now)
    #expect(!change.isEmpty)
    #expect(try run.turn { run.rows == ["other"] && run.feed.isAtRest })
    // A zombie's number would still be there.
    #expect(kill(number, 0) == -1 && errno == ESRCH)
  }

  @Test func `what is followed is followed on in the source that takes its place`() throws {
    let run = try FeedRun("true")
    let sources = run.world.sources
    let other = { ContentLoader(.command(["true"]), in: sources) }
    _ = run.feed.replace(title: "another", make: other, at: run.now)
    #expect(!run.feed.loader.followsFile)
    run.feed.loader.followsFile = true
    _ = run.feed.replace(title: "another", make: other, at: run.now)
    #expect(run.feed.loader.followsFile)
    #expect(try run.turn { run.feed.isAtRest })
  }

  @Test func `a command that is replaced is seen to in time, while another runs`() throws {
    let run = try FeedRun("trap '' TERM; echo $$; while :; do sleep 600; done")
    _ = run.feed.reload(at: run.now)
    #expect(try run.turn { run.rows.count == 1 })
    #expect(run.feed.nextDeadline == nil)
    let sources = run.world.sources
    _ = run.feed.replace(
      title: "another", make: { ContentLoader(.command(["sleep", "600"]), in: sources) },
      at: run.now)
    #expect(try #require(run.feed.nextDeadline) <= run.now + 2_000_000_000)
    run.feed.stop(at: run.now)
    run.feed.kill()
    #expect(try run.turn { run.feed.isAtRest })
  }

  @Test func `everything ends with the feed, what was replaced too`() throws {
    let run = try FeedRun("trap '' TERM; echo $$; while :; do sleep 600; done")
    _ = run.feed.reload(at: run.now)
    #expect(try run.turn { run.rows.count == 1 })
    let sources = run.world.sources
    _ = run.feed.replace(
      title: "another", make: { ContentLoader(.command(["sleep", "600"]), in: sources) },
      at: run.now)
    #expect(!run.feed.isAtRest)
    run.feed.stop(at: run.now)
    run.feed.kill()
    #expect(try run.turnToEnd())
  }
}
