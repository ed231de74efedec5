import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostContent

/// What is shown during a reload.
@Suite struct ReloadTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A command that runs a script written by the test.
  private func loaded(_ script: String) throws -> Loop {
    try .loaded(.command(["sh", folder.write("script", Array(script.utf8))]))
  }

  /// A program of the test's own.
  private func program(_ script: String) -> String {
    let path = folder.write("program", Array("#!\(script)\n".utf8))
    #expect(unsafe chmod(path, 0o700) == 0)
    return path
  }

  private func reload(_ loop: Loop, _ script: String) {
    _ = folder.write("script", Array(script.utf8))
    loop.start()
  }

  @Test func `new rows take the place of old ones, under a new generation`() throws {
    let loop = try loaded("echo old")
    let generation = loop.content.generation
    reload(loop, "echo new")
    #expect(loop.rows() == ["old"] && loop.content.isLoading)
    #expect(loop.content.generation == generation)
    #expect(loop.run() && loop.rows() == ["new"])
    #expect(loop.generations == [generation, generation + 1])
  }

  @Test func `old rows stay when the reload fails without a row`() throws {
    let loop = try loaded("echo old")
    reload(loop, "echo gone >&2; exit 4")
    #expect(loop.run() && loop.rows() == ["old"])
    #expect(loop.content.error?.exitStatus == 4 && loop.content.error?.standardError == ["gone"])
    reload(loop, "echo new")
    #expect(loop.run() && loop.rows() == ["new"] && loop.content.error == nil)
  }

  @Test func `a reload that cannot start keeps the rows, and nothing that the load before said`()
    throws
  {
    let path = program("/bin/sh\necho row; echo why >&2; exit 4")
    let loop = try Loop.loaded(.command([path]))
    #expect(loop.content.standardError == ["why"])
    unsafe unlink(path)
    loop.start()
    #expect(loop.content.error?.kind == .commandNotFound && loop.content.error?.standardError == [])
    #expect(loop.content.standardError == [])
    #expect(loop.rows() == ["row"] && !loop.content.isLoading)
  }

  @Test func `old rows stay until the new load is complete, however many have come`() {
    let fed = FedContent()
    fed.load("1\n2\n")
    fed.start(String(repeating: "new\n", count: 5000))
    #expect(fed.rows == ["1", "2"] && fed.content.isLoading)
    #expect(fed.content.arrivedRowCount == 5000 && fed.loader.deadline == nil)
    fed.end()
    #expect(fed.rows.count == 5000 && fed.content.isComplete && fed.content.load == 2)
  }

  @Test(arguments: [true, false])
  func `new rows come with the first one where there is too much to keep both`(isOldLarge: Bool) {
    let fed = FedContent(.with { $0.maxBytesKeptTwice = 1000 })
    let large = String(repeating: "0123456789\n", count: 100)
    fed.load(isOldLarge ? large : "old\n")
    fed.start()
    #expect(fed.rows.last == (isOldLarge ? "0123456789" : "old"))
    fed.feed("new\n")
    #expect(fed.rows.last == (isOldLarge ? "new" : "old"))
    fed.feed(large)
    #expect(fed.rows.count == 101 && fed.content.isLoading)
  }

  @Test
  func `a failure is over with the first rows of the next load, where these are shown at once`() {
    let fed = FedContent(.with { $0.maxBytesKeptTwice = 0 })
    fed.load("old\n")
    fed.load("", .exited(3))
    #expect(fed.rows == ["old"] && fed.content.error != nil)
    fed.start("new\n")
    #expect(fed.rows == ["new"] && fed.content.isLoading && fed.content.error == nil)
    #expect(!fed.content.isComplete && fed.content.loadedAt == nil)
  }

  @Test func `columns go with the rows that they divide`() {
    let fed = FedContent(.with { $0.maxBytesKeptTwice = 0 })
    fed.load("NAME   AGE\nann    12\nbob    7\n")
    #expect(fed.content.columns?.names == ["NAME", "AGE"])
    fed.start("new\n")
    #expect(fed.content.columns == nil && fed.rows == ["new"])
  }

  @Test(
    arguments: [
      ("new\n", .exited(0), ["new"], true), ("", .exited(0), [], true),
      ("new\n", .exited(1), ["new"], false), ("", .exited(1), ["old"], true),
      ("new\n", .killed(signal: 9), ["new"], false), ("", .killed(signal: 9), ["old"], true),
    ] as [(String, ProcessStatus, [String], Bool)])
  func `the rows of a reload are shown where it succeeds or has some`(
    text: String, status: ProcessStatus, rows: [String], isComplete: Bool
  ) {
    let fed = FedContent()
    fed.load("old\n")
    fed.load(text, status)
    #expect(fed.rows == rows && fed.content.isComplete == isComplete)
    #expect(fed.content.load == (rows == ["old"] ? 1 : 2))
    #expect((fed.content.error == nil) == (status == .exited(0)) && !fed.content.isLoading)
  }

  @Test func `new rows come with the first one where the load before them had no end`() {
    let fed = FedContent()
    fed.start("1\n2\n3\n")
    for _ in 0..<2 {
      fed.start()
      #expect(fed.rows == ["1", "2", "3"])
    }
    fed.feed("new\n")
    #expect(fed.rows == ["new"] && fed.content.isLoading)
    // That was so for this reload only.
    fed.end()
    fed.start("newer\n")
    #expect(fed.rows == ["new"])
  }

  @Test func `old rows stay while they are held, and the new ones come after that`() {
    let fed = FedContent()
    fed.load("1\n2\n")
    fed.loader.isHeld = true
    fed.load("new\n")
    #expect(fed.rows == ["1", "2"] && fed.content.load == 1)
    #expect(fed.loader.catchUp(at: 0) == [])
    fed.loader.isHeld = false
    let generation = fed.content.generation
    #expect(fed.loader.catchUp(at: 0).contains(.content))
    #expect(fed.content.generation == generation + 1)
    #expect(fed.rows == ["new"] && fed.content.isComplete && !fed.content.isLoading)
    #expect(fed.loader.catchUp(at: 0) == [])
  }

  @Test func `the end of a run takes no rows away`() {
    let fed = FedContent()
    fed.load("1\n2\n")
    fed.start("new\n")
    _ = fed.loader.stop(at: 0)
    #expect(fed.rows == ["1", "2"])
  }

  @Test func `a reload during a load ends the command of that`() throws {
    let loop = try Loop(.command(["sh", "-c", "echo $$; exec sleep 60"]))
    #expect(loop.run { $0.rowCount == 1 })
    let first = loop.rows()[0]
    loop.start()
    // The new rows may come before the old command has exited; both happen.
    #expect(
      loop.run(seconds: 60) { content in
        content.rowCount == 1 && content.generation == 2
          && pid_t(first).map { kill($0, 0) } == -1
      })
    #expect(loop.rows()[0] != first)
    loop.stop()
  }

  @Test func `a script without an interpreter that exists is not executable`() throws {
    let loop = try Loop(.command([program("/no/such/shell")]))
    #expect(loop.content.error?.kind == .notExecutable(ENOENT))
  }

  @Test func `the header of a table is no row`() throws {
    let content = FedContent().load("NAME   READY   AGE\nweb    1/1     5d\ndb     0/1     3h\n")
    #expect(content.columns?.names == ["NAME", "READY", "AGE"])
    #expect(content.rowCount == 2 && text(of: content)[1].hasPrefix("db"))
    #expect(content.withRow(-1) { bytes, _ in bytes.count } == 0)
    // Four names alone are a table without rows; three words are something to show.
    let header = FedContent().load("NAME   READY   STATUS   AGE\n")
    #expect(!header.hasContent && header.columns?.names.count == 4)
    let words = FedContent().load("READY   STEADY   GO\n")
    #expect(text(of: words) == ["READY   STEADY   GO"])
  }

  @Test func `every change has a revision of its own`() throws {
    let loop = try loaded("echo a; echo b >&2; exit 1")
    let revision = loop.content.revision
    #expect(revision >= 2 && loop.loader.deadlinePassed(at: Loop.now()).isEmpty)
    #expect(loop.content.revision == revision)
  }
}
