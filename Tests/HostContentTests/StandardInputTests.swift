import Glibc
import TestSupport
import Testing

@testable import HostContent
@testable import HostSystem

@Suite struct StandardInputTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A file as standard input, read up to an offset.
  private func input(_ text: String, at offset: Int) -> FileDescriptor {
    let path = folder.write("file", Array(text.utf8))
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    #expect(lseek(descriptor, offset, SEEK_SET) == offset)
    return FileDescriptor(owning: descriptor)
  }

  @Test func `what is piped in becomes rows, and can be read once`() throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    let loop = try Loop(.standardInput, standardInput: FileDescriptor(owning: ends[0]))
    #expect(unsafe write(ends[1], "a\nb", 3) == 3)
    #expect(loop.run { $0.rowCount == 1 })
    close(ends[1])
    #expect(loop.run() && loop.rows() == ["a", "b"] && !loop.loader.canReload)
    #expect(loop.loader.start(at: 0) == .content && !loop.content.isLoading)
    #expect(loop.content.notices == [.cannotReload] && loop.rows() == ["a", "b"])
    // Its owner has not lost the descriptor.
    #expect(fcntl(ends[0], F_GETFD) >= 0)
  }

  @Test(arguments: [0, 1 << 20])
  func `rows that end with a NUL may hold newlines, also of a file`(size: Int) throws {
    let long = String(repeating: "x", count: size)
    let path = folder.write("file", Array("a\nb\0\n\0\(long)\0last".utf8))
    let loop = try Loop.loaded(
      .file(path), .with { ($0.endsRowsWithNUL, $0.maxKeptFileBytes) = (true, 16) })
    let rows = loop.rows().map {
      var bytes = Array($0.utf8)
      RowEndSwap.swap(in: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(rows == ["a\nb", "\n", long, "last"])
  }

  @Test func `a file as standard input is read from where it stands, and again`() throws {
    let loop = try Loop.loaded(
      .standardInput, .with { $0.maxKeptFileBytes = -1 },
      standardInput: input("skipped\none\ntwo\n", at: 8))
    #expect(loop.rows() == ["one", "two"] && loop.loader.canReload)
    loop.start()
    #expect(loop.run() && loop.rows() == ["one", "two"] && loop.content.generation == 2)
  }

  @Test(arguments: [("two\n", 1.0), ("", nil)])
  func `of a file as standard input it is known how much there is from where it stands`(
    rest: String, fraction: Double?
  ) throws {
    let loop = try Loop.loaded(.standardInput, standardInput: input("one\n\(rest)", at: 4))
    #expect(loop.content.byteCount == rest.utf8.count && loop.content.fraction == fraction)
    #expect(loop.content.isComplete)
  }

  @Test func `a terminal is no source of rows`() throws {
    let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    #expect(terminal >= 0)
    let loop = try Loop(.standardInput, standardInput: FileDescriptor(owning: terminal))
    let error = try #require(loop.content.error)
    #expect(error.kind == .standardInputIsTerminal && error.programStatus == 2)
  }

  @Test func `a descriptor that is not open is an error`() throws {
    let loop = try Loop(.standardInput, standardInput: FileDescriptor(owning: 9999))
    #expect(loop.content.error?.kind == .readFailed(EBADF))
  }
}
