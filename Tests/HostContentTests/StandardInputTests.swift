import Glibc
import Testing

@testable import HostContent
@testable import HostSystem

@Suite struct StandardInputTests {
  @Test func `what is piped in becomes rows, and can be read once`() throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    let loop = try Loop(.standardInput, standardInput: FileDescriptor(owning: ends[0]))
    loop.start()
    #expect(unsafe write(ends[1], "a\nb", 3) == 3)
    #expect(loop.run { $0.rowCount == 1 })
    close(ends[1])
    #expect(loop.run())
    #expect(loop.rows() == ["a", "b"])
    #expect(!loop.loader.canReload)
    #expect(loop.loader.start(at: 0) == .content && !loop.content.isLoading)
    #expect(loop.content.notices == [.cannotReload])
    #expect(loop.rows() == ["a", "b"])
    // Its owner has not lost the descriptor.
    #expect(fcntl(ends[0], F_GETFD) >= 0)
  }

  @Test(arguments: [0, 1 << 20])
  func `rows that end with a NUL may hold newlines, also of a file`(size: Int) throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "x", count: size)
    let path = folder.write("file", Array("a\nb\0\n\0\(long)\0last".utf8))
    var options = ContentLoader.Options()
    options.endsRowsWithNUL = true
    options.maxKeptFileBytes = 16
    let loop = try Loop(.file(path), options)
    loop.start()
    #expect(loop.run())
    let rows = loop.rows().map {
      var bytes = Array($0.utf8)
      RowEndSwap.swap(in: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(rows == ["a\nb", "\n", long, "last"])
  }

  @Test func `a file as standard input is read from where it stands, and again`() throws {
    let folder = try TemporaryFolder()
    let path = folder.write("file", Array("skipped\none\ntwo\n".utf8))
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    #expect(lseek(descriptor, 8, SEEK_SET) == 8)
    var options = ContentLoader.Options()
    options.maxKeptFileBytes = -1
    let loop = try Loop(.standardInput, options, standardInput: FileDescriptor(owning: descriptor))
    loop.start()
    #expect(loop.run())
    #expect(loop.rows() == ["one", "two"])
    #expect(loop.loader.canReload)
    loop.start()
    #expect(loop.run())
    #expect(loop.rows() == ["one", "two"])
    #expect(loop.content.generation == 2)
  }

  @Test(arguments: [("two\n", 1.0), ("", nil)])
  func `of a file as standard input it is known how much there is from where it stands`(
    rest: String, fraction: Double?
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.write("file", Array("one\n\(rest)".utf8))
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    #expect(lseek(descriptor, 4, SEEK_SET) == 4)
    let loop = try Loop(.standardInput, standardInput: FileDescriptor(owning: descriptor))
    loop.start()
    #expect(loop.run())
    #expect(loop.content.byteCount == rest.utf8.count && loop.content.fraction == fraction)
    #expect(loop.content.isComplete)
  }

  @Test func `a terminal is no source of rows`() throws {
    let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    #expect(terminal >= 0)
    let loop = try Loop(.standardInput, standardInput: FileDescriptor(owning: terminal))
    loop.start()
    #expect(loop.content.error?.kind == .standardInputIsTerminal)
    #expect(loop.content.error?.programStatus == 2)
  }

  @Test func `a descriptor that is not open is an error`() throws {
    let loop = try Loop(.standardInput, standardInput: FileDescriptor(owning: 9999))
    loop.start()
    #expect(loop.content.error?.kind == .readFailed(EBADF))
  }
}
