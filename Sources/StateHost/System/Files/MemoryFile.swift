internal import CHostSystem
internal import Glibc

/// An anonymous file in memory (`memfd_create`) that another process opens through a path in /proc:
/// valgrind runs one, a copy of this program, and writes its log to another.
package struct MemoryFile: ~Copyable {
  private let descriptor: FileDescriptor

  /// The name is shown in /proc/PID/fd.
  package init(name: String) throws(SystemError) {
    descriptor = FileDescriptor(owning: try unsafe checked(host_memory_file(name), "memfd_create"))
  }

  /// A path in /proc for other processes, valid as long as this value lives.
  package var path: String { "/proc/\(getpid())/fd/\(descriptor.rawValue)" }

  /// The first mebibyte of the contents as text.
  package var text: String {
    String(decoding: descriptor.bytes(at: 0, count: 1 << 20), as: UTF8.self)
  }

  package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
    let file = OutputFile(owning: try descriptor.duplicate())
    if let error = file.writeAll(bytes.span) { throw error }
  }
}

/// A mapping (`mmap`) of memory that processes share: for the record of a check, which the host can
/// still read when the worker that wrote it has crashed.
///
/// It lives as long as the object; other processes may change the contents at any time.
@safe package final class SharedMemory {
  package let start: UnsafeMutableRawPointer
  package let count: Int

  /// Creates a file for shared memory, of a sealed size in bytes, named in /proc/PID/maps.
  package static func file(named name: String, count: Int) throws(SystemError) -> OpenFile {
    let file = try unsafe checked(host_memory_shared(name, UInt64(count)), "memfd_create")
    return OpenFile(FileDescriptor(owning: file))
  }

  /// Maps a file from `file(named:count:)` of the same size.
  package init(of file: OpenFile, count: Int) throws(SystemError) {
    unsafe start = try unsafe file.descriptor.map(offset: 0, count: count)
    self.count = count
  }

  deinit { unsafe munmap(start, count) }
}

/// A file on disk without a name (`O_TMPFILE`), parts of which are mapped into memory as storage
/// for rows that exceed the memory limit.
///
/// It is deleted however the process ends. Space is reserved first: a full disk is an error.
@safe package final class TemporaryFile: Sendable {
  private let descriptor: FileDescriptor

  /// `$TMPDIR`, else /var/tmp, which unlike /tmp is on a disk.
  package static var folder: String {
    unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/var/tmp"
  }

  package init(in folder: String = TemporaryFile.folder) throws(SystemError) {
    // O_TMPFILE, which is not visible without _GNU_SOURCE.
    descriptor = try FileDescriptor(opening: folder, flags: O_RDWR | 0o20_200_000, mode: 0o600)
  }

  /// Reserves and maps a part (`mmap`) until unmapped; fails if the disk or address space is full.
  package func map(offset: Int, count: Int) throws(SystemError) -> UnsafeMutableRawBufferPointer {
    let error = posix_fallocate(descriptor.rawValue, offset, count)
    guard error == 0 else { throw SystemError(call: "posix_fallocate", code: error) }
    let start = try unsafe descriptor.map(offset: offset, count: count)
    return unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
  }
}

extension FileDescriptor {
  /// Maps a part of the file (`mmap`), shared with other processes, until it is unmapped.
  fileprivate borrowing func map(
    offset: Int, count: Int
  ) throws(SystemError) -> UnsafeMutableRawPointer {
    let start = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, rawValue, offset)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .last("mmap") }
    return unsafe start
  }
}

/// A non-blocking pipe within a worker process, into which a validator check redirects the standard
/// streams to read what the plugin under test prints.
package struct Pipe: ~Copyable {
  private let reading: FileDescriptor
  private let writing: FileDescriptor

  package init() throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last("pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    reading = FileDescriptor(owning: ends[0])
    writing = FileDescriptor(owning: ends[1])
  }

  package borrowing func take(_ stream: StandardStream) { dup2(writing.rawValue, stream.rawValue) }

  /// Reads what has been written, at most 64 KiB.
  package var bytes: [UInt8] {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe read(reading.rawValue, &room, room.count)
    return Array(room.prefix(max(0, count)))
  }
}

extension StandardStream {
  /// Copies the contents of a pipe, which stay in it for the next reader.
  ///
  /// Waits, two seconds at most, until the pipe's writers have closed it; nil if the contents
  /// exceed a limit, the pipe is still open, or it is no pipe.
  package func wholeContents(limit: Int, maxLines: Int) -> [UInt8]? {
    let pauseMicroseconds: UInt32 = 5_000
    var buffer = [UInt8](repeating: 0, count: limit)
    for _ in 0..<2_000_000 / pauseMicroseconds {
      var hasEnded = false
      let count = unsafe host_pipe_peek(rawValue, &buffer, limit, &hasEnded)
      guard count >= 0 else { return nil }
      let bytes = buffer[..<count]
      if hasEnded { return Array(bytes) }
      if bytes.count(where: { $0 == UInt8(ascii: "\n") }) > maxLines { return nil }
      usleep(pauseMicroseconds)
    }
    return nil
  }
}
