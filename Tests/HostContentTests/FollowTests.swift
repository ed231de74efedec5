import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostContent

/// Files that grow while they are shown.
@Suite struct `A file that is followed` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func followed(_ path: String) throws -> Loop { try Loop(.file(path), followsFile: true) }

  /// A file with these bytes that has been read to its end.
  private func followed(holding text: String) throws -> (path: String, loop: Loop) {
    let path = folder.write("log", Array(text.utf8))
    return (path, try .loaded(.file(path), followsFile: true))
  }

  private func append(_ text: String, to path: String) {
    let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    let bytes = Array(text.utf8)
    #expect(unsafe write(file, bytes, bytes.count) == bytes.count)
    close(file)
  }

  @Test func `shows what is added to it, a line once it has ended`() throws {
    let (path, loop) = try followed(holding: "one\ntwo\n")
    append("thr", to: path)
    #expect(loop.run { _ in loop.loader.openLine == Array("thr".utf8) })
    #expect(loop.rows() == ["one", "two"])
    append("ee\nfour\n", to: path)
    #expect(loop.run { $0.rowCount == 4 })
    #expect(loop.rows() == ["one", "two", "three", "four"])
    #expect(loop.content.load == 1 && loop.content.isComplete && loop.content.notices.isEmpty)
    #expect(loop.loader.openLine.isEmpty)
  }

  @Test func `is waited for while it is not there, unless its folder is not`() throws {
    let path = folder.path + "/later"
    let loop = try followed(path)
    #expect(loop.content.error?.remedy == "it is shown as soon as it is there")
    // Once the run is over, it is not awaited any more.
    #expect(loop.content.error?.line == "there is no such file: \(path): check the path")
    append("first\n", to: path)
    #expect(loop.run { $0.rowCount == 1 && $0.error == nil })
    // To wait for it was no failure.
    #expect(loop.content.failureCount == 0 && loop.content.failedAt == nil)
    let lost = try followed(folder.path + "/nowhere/later")
    #expect(lost.content.error?.kind == .fileNotFound)
    // A name alone is in the current folder.
    #expect(try followed("no such file here").content.error?.kind == .fileAwaited)
  }

  @Test func `has columns as soon as its rows show them`() throws {
    let (path, loop) = try followed(holding: "NAME\tSIZE\n")
    #expect(loop.content.columns == nil)
    append("a\t1\n", to: path)
    #expect(loop.run { $0.columns?.names == ["NAME", "SIZE"] })
    #expect(loop.rows() == ["a\t1"])
  }

  @Test(arguments: ["renamed", "truncated", "replaced", "overwritten"])
  func `is shown anew when it is`(how: String) throws {
    let new = how == "overwritten" ? "a row longer than both old ones" : "new"
    let (path, loop) = try followed(holding: "old 1\nold 2\n")
    switch how {
    case "renamed":
      #expect(unsafe rename(path, path + ".1") == 0)
      append("new\n", to: path)
    case "truncated":
      #expect(unsafe truncate(path, 0) == 0)
      append("new\n", to: path)
    case "overwritten":
      _ = folder.write("log", Array("\(new)\n".utf8))
    default:
      append("new\n", to: path + ".next")
      #expect(unsafe rename(path + ".next", path) == 0)
    }
    #expect(loop.run { _ in loop.rows() == [new] })
    append("newer\n", to: path)
    #expect(loop.run { _ in loop.rows() == [new, "newer"] })
    // What was renamed is not followed any more.
    if how == "renamed" { append("lost\n", to: path + ".1") }
    append("newest\n", to: path)
    #expect(loop.run { _ in loop.rows() == [new, "newer", "newest"] })
  }

  @Test func `is kept while it is read, and the notice of the newer one as long as that is true`()
    throws
  {
    let (path, loop) = try followed(holding: "old\n")
    loop.loader.keepsReplacedFile = true
    #expect(unsafe rename(path, path + ".1") == 0)
    append("new\n", to: path)
    #expect(loop.run { $0.notices == [.fileReplaced] })
    append("older\n", to: path + ".1")
    // A change of the file that has the name has both checked.
    append("newer\n", to: path)
    #expect(loop.run { $0.rowCount == 2 })
    #expect(loop.rows() == ["old", "older"] && loop.content.notices == [.fileReplaced])
    loop.start()
    #expect(loop.run { _ in loop.rows() == ["new", "newer"] })
    #expect(loop.content.notices.isEmpty)
  }

  /// Writes in pieces that end anywhere, read at whatever moment.
  @Test(arguments: UInt64(1)...6)
  func `has all rows in the end, whatever the pieces`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (path, loop) = try followed(holding: "")
    let lines = (0..<2000).map {
      "\($0) " + String(repeating: "x", count: Int.random(in: 0...90, using: &random))
    }
    var rest = lines.joined(separator: "\n")[...] + "\n"
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...9000, using: &random))
      append(String(piece), to: path)
      rest = rest.dropFirst(piece.count)
      if Bool.random(using: &random) { loop.run { _ in true } }
    }
    #expect(loop.run { $0.rowCount == lines.count }, "seed \(seed)")
    #expect(loop.rows(3000) == lines, "seed \(seed)")
  }

  @Test func `is not read on where nobody asked for that`() throws {
    let path = folder.write("log", Array("one\n".utf8))
    let loop = try Loop.loaded(.file(path))
    append("two\n", to: path)
    #expect(loop.run() && loop.rows() == ["one"])
  }
}

@Suite struct `Rows beyond memory` {
  private func store(memoryBytes: Int, rows: Int) -> RowStore {
    var limits = RowLimits.kept
    limits.memoryBytes = memoryBytes
    let store = RowStore(limits: limits)
    for row in 0..<rows {
      store.append(Array("row \(row) \(String(repeating: "y", count: 90))\n".utf8).span)
    }
    store.finish()
    return store
  }

  @Test func `are in a temporary file, and read as the others`() {
    let rows = 120_000
    let store = store(memoryBytes: 4 << 20, rows: rows)
    #expect(store.problem == nil && !store.isFull && store.count == rows)
    #expect(store.memoryBytes < 8 << 20)
    for row in stride(from: 0, to: rows, by: 997) {
      let text = store.withRow(row) { bytes, _ in string(bytes) }
      #expect(text.hasPrefix("row \(row) y"))
    }
    let slice = store.slice(at: rows - 1, maxBytes: RowSlice.maxBytes, isBackward: true)
    var buffer = RowSlice.Buffer()
    let end = slice.withBytes(in: &buffer) { bytes in
      string(bytes.extracting(bytes.count - 4..<bytes.count))
    }
    #expect(end == "yyy\n")
  }

  @Test func `are not kept where there is no room for them, which is said`() async {
    await #expect(processExitsWith: .success) {
      _ = unsafe setenv("TMPDIR", "/nosuch", 1)
      var limits = RowLimits.kept
      limits.memoryBytes = 1 << 20
      let store = RowStore(limits: limits)
      let row = Array("0123456789abcde\n".utf8)
      for _ in 0..<300_000 { store.append(row.span) }
      #expect(store.isFull && store.problem == SystemError(call: "open", code: ENOENT))
      #expect(store.count * row.count >= 1 << 20)
      let notice = ContentNotice.cutAfter(rows: 7, store.problem)
      #expect(
        notice.text
          == "only the first 7 rows are shown: no room in /nosuch (open: No such file or directory); "
          + "TMPDIR names another folder")
    }
  }
}
