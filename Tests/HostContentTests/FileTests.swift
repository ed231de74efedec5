import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostContent

@Suite struct FileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Options with which even small files are only indexed.
  private var indexing: ContentLoader.Options { .with { $0.maxKeptFileBytes = -1 } }

  private func loaded(
    _ path: String, _ options: ContentLoader.Options = .init(), followed: Bool = false
  ) throws -> Loop { try .loaded(.file(path), options, followsFile: followed) }

  private func numbered(_ count: Int, _ word: String = "row") -> [UInt8] {
    (0..<count).flatMap { Array("\(word) \($0)\n".utf8) }
  }

  @Test(arguments: [true, false])
  func `a file's lines are rows, kept or indexed`(isIndexed: Bool) throws {
    let path = folder.write("file", numbered(20_000) + Array("last".utf8))
    let loop = try loaded(path, isIndexed ? indexing : .init())
    #expect(loop.rows(30_000) == (0..<20_000).map { "row \($0)" } + ["last"])
    #expect(loop.content.isComplete && loop.content.fraction == 1)
    if case .file = loop.content.rows { #expect(isIndexed) } else { #expect(!isIndexed) }
  }

  @Test(arguments: 1...9)
  func `an indexed file reads as a kept one`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    let longest = [2, 90, 40_000].randomElement(using: &random) ?? 2
    while bytes.count < 80_000 {
      bytes.append(
        contentsOf: repeatElement(0x61, count: Int.random(in: 0...longest, using: &random)))
      if Bool.random(using: &random) { bytes.append(0x0D) }
      bytes.append(0x0A)
    }
    if Bool.random(using: &random) { bytes.removeLast() }
    let expected = plainRows(bytes)
    let loop = try loaded(folder.write("file", bytes), indexing)
    #expect(loop.content.rowCount == expected.count, "seed \(seed)")
    for _ in 0..<100 {
      let row = Int.random(in: 0..<expected.count, using: &random)
      let isEqual = loop.content.withRow(row) { bytes, length in
        ReadRow(bytes: bytes.copied, fullLength: length) == expected[row]
      }
      #expect(isEqual, "seed \(seed), row \(row)")
    }
  }

  @Test(arguments: [true, false])
  func `a huge row of a file is cut and says how long it was`(hasEnd: Bool) throws {
    let length = 3 * RowLimits.maxRowBytes
    var bytes = Array("a\n".utf8) + [UInt8](repeating: 0x62, count: length)
    if hasEnd { bytes += Array("\nc\n".utf8) }
    let loop = try loaded(folder.write("file", bytes), indexing)
    let found = loop.content.withRow(1) { bytes, length in [bytes.count, length] }
    #expect(found == [RowLimits.maxRowBytes, length])
    #expect(loop.rows().last?.utf8.count == (hasEnd ? 1 : RowLimits.maxRowBytes))
  }

  @Test func `an empty file and a device that is always ready are complete and empty`() throws {
    for options in [indexing, .init()] {
      for path in [folder.write("file", []), "/dev/null"] {
        let content = try loaded(path, options).content
        #expect(content.isComplete && !content.hasContent)
      }
    }
  }

  @Test func `a file without a size is read as it comes`() throws {
    let loop = try loaded("/proc/self/status")
    #expect(loop.rows().first?.hasPrefix("Name:") == true)
  }

  @Test func `an endless device can be stopped`() throws {
    let loop = try Loop(.file("/dev/zero"))
    for _ in 0..<20 { _ = loop.loader.work(at: 0) }
    #expect(loop.content.isLoading && loop.content.rowCount == 0)
    _ = loop.loader.stop(at: 1)
    #expect(loop.loader.isAtRest)
  }

  @Test func `one call reads a bounded amount`() throws {
    let path = folder.write("file", [UInt8](repeating: 0x0A, count: 3 << 20))
    for kept in [-1, 1 << 30] {
      let loop = try Loop(.file(path), .with { $0.maxKeptFileBytes = kept })
      _ = loop.loader.work(at: 0)
      #expect(loop.content.byteCount == 1 << 20 && loop.content.rowCount == 1 << 20)
      #expect(loop.loader.hasWorkNow)
      #expect(loop.content.fraction.map { abs($0 - 1 / 3) < 0.01 } == true)
    }
  }

  @Test func `a directory and a missing file say so`() throws {
    for (path, kind) in [
      (folder.path + "/missing", ContentError.Kind.fileNotFound), (folder.path, .isDirectory),
    ] {
      let error = try Loop(.file(path)).content.error
      #expect(error?.kind == kind && error?.subject == path)
    }
  }

  @Test func `a file that shrinks while it is shown reads as empty rows and says so`() throws {
    let path = folder.write("file", numbered(50_000))
    let loop = try loaded(path, indexing)
    #expect(unsafe truncate(path, 1000) == 0)
    #expect(loop.content.withRow(49_999) { bytes, _ in bytes.count } == 0)
    #expect(loop.content.withRow(0) { bytes, _ in string(bytes) } == "row 0")
    #expect(loop.loader.checkNotices() == .content)
    #expect(loop.content.notices == [.fileChanged] && loop.loader.checkNotices().isEmpty)
  }

  @Test func `a file that shrinks while it is read ends there and says so`() throws {
    let path = folder.write("file", numbered(150_000))
    let loop = try Loop(.file(path), indexing)
    _ = loop.loader.work(at: 0)
    #expect(unsafe truncate(path, 1 << 20) == 0)
    #expect(loop.run() && !loop.content.isLoading)
    #expect(loop.content.byteCount == 1 << 20 && loop.content.notices == [.fileChanged])
  }

  @Test func `a file that is written over while it is shown never misleads past its rows`() throws {
    let path = folder.write("file", numbered(5000))
    let loop = try loaded(path, indexing)
    _ = folder.write("file", [UInt8](repeating: 0x78, count: 100_000))
    for row in 0..<loop.content.rowCount { _ = loop.content.withRow(row) { $1 } }
    _ = loop.loader.checkNotices()
    #expect(loop.content.notices == [.fileChanged])
  }

  /// Ways to change a file of rows that are shown.
  enum Change: CaseIterable {
    case none, appended, renamedOver, rewritten, endRewritten, shifted, truncated
  }

  @Test(arguments: Change.allCases, [false, true])
  func `rows are those that were read until their file is written anew`(
    change: Change, isFollowed: Bool
  ) throws {
    let bytes = numbered(5000)
    let path = folder.write("file", bytes)
    let loop = try loaded(path, indexing, followed: isFollowed)
    #expect(loop.content.rows.areIntact)
    // The clock of files is a coarse one.
    let before = try #require(FileFacts(at: path))
    repeat {
      switch change {
      case .none: break
      case .appended: _ = folder.write("file", bytes + numbered(9))
      case .renamedOver: #expect(unsafe rename(folder.write("other", numbered(9)), path) == 0)
      case .rewritten: _ = folder.write("file", bytes.map { $0 ^ 0x20 })
      case .endRewritten:
        _ = folder.write("file", Array(bytes.dropLast(9)) + bytes.suffix(9).map { $0 ^ 0x20 })
      case .shifted: _ = folder.write("file", Array("row\n".utf8) + bytes)
      case .truncated: #expect(unsafe truncate(path, 9) == 0)
      }
    } while change != .none && FileFacts(at: path) == before
    #expect(loop.content.rows.areIntact == [.none, .appended, .renamedOver].contains(change))
    let kept = try loaded(folder.write("kept", bytes))
    _ = folder.write("kept", [])
    #expect(kept.content.rows.areIntact)
  }

  @Test func `a file in whose place another one is put stays what it was`() throws {
    let path = folder.write("file", numbered(5000))
    let loop = try loaded(path, indexing)
    let other = folder.write("other", numbered(10, "new"))
    #expect(unsafe rename(other, path) == 0)
    #expect(loop.content.withRow(4999) { bytes, _ in string(bytes) } == "row 4999")
    #expect(loop.loader.start(at: Loop.now()).contains(.content) && loop.content.isLoading)
    #expect(loop.run() && loop.content.notices.isEmpty)
    #expect(loop.rows() == (0..<10).map { "new \($0)" })
  }

  @Test func `reading a row inside another one is safe`() throws {
    let loop = try loaded(folder.write("file", numbered(100_000)), indexing)
    let rows = loop.content.withRow(0) { first, _ in
      for row in stride(from: 0, to: 100_000, by: 2000) {
        loop.content.withRow(row) { _, _ in }
      }
      return string(first)
    }
    #expect(rows == "row 0")
  }

  @Test(arguments: [(6, 1 << 40, false), (7, 1 << 40, false), (8, 1 << 40, true), (5000, 99, true)])
  func `a file of more rows or bytes than the limit is cut`(count: Int, bytes: Int, isCut: Bool)
    throws
  {
    var options = indexing
    options.indexLimits = RowLimits(rows: bytes < 100 ? 1 << 20 : 7, bytes: bytes)
    let loop = try loaded(folder.write("file", numbered(count)), options)
    #expect(loop.content.rowCount == min(count, options.indexLimits.rows))
    #expect(loop.content.notices == (isCut ? [.cutAfter(rows: loop.content.rowCount)] : []))
    #expect(loop.content.isComplete != isCut)
  }

  @Test(arguments: [(11, false), (10, false), (9, true)])
  func `a file is indexed where it has more bytes than are kept, but not to find its values`(
    most: Int, isIndexed: Bool
  ) throws {
    for columns in [Columns.Request.automatic, .members] {
      let loop = try loaded(
        folder.write("file", Array("[{\n},\n{\n}]".utf8)),
        .with { ($0.maxKeptFileBytes, $0.columns) = (most, columns) })
      let isFile = if case .file = loop.content.rows { true } else { false }
      #expect(isFile == (isIndexed && columns == .automatic))
      #expect(loop.rows() == (columns == .members ? ["{}", "{}"] : ["[{", "},", "{", "}]"]))
    }
  }

  @Test(arguments: [true, false])
  func `a file is divided as its name says in each load`(isIndexed: Bool) throws {
    let path = folder.write("list.csv", Array("name,city\nAnn,Ulm\nBob,Bonn\n".utf8))
    let loop = try loaded(path, isIndexed ? indexing : .init())
    for _ in 0..<2 {
      #expect(loop.content.columns?.names == ["name", "city"])
      loop.start()
      #expect(loop.run())
    }
    #expect(loop.content.columns?.names == ["name", "city"])
  }

  @Test func `a FIFO is read from its writer, who may come late`() throws {
    let path = folder.path + "/fifo"
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let loop = try Loop(.file(path))
    #expect(loop.content.isLoading)
    let writer = unsafe open(path, O_WRONLY | O_CLOEXEC)
    #expect(writer >= 0)
    #expect(unsafe write(writer, "one\ntwo", 7) == 7)
    #expect(loop.run { $0.rowCount == 1 })
    close(writer)
    #expect(loop.run() && loop.rows() == ["one", "two"])
  }
}
