internal import CHostSystem
internal import Glibc

/// A file descriptor with one owner: a non-copyable wrapper that closes it exactly once, with
/// functions to read, lock, hash and copy the file and to load it as a library.
package struct FileDescriptor: ~Copyable, Sendable {
  /// Valid as long as this value lives; never leaves this module.
  let rawValue: CInt

  /// Takes ownership of an open descriptor.
  init(owning rawValue: CInt) { self.rawValue = rawValue }

  /// Opens a file (`open`), always closed on exec, whose path may hold escaped non-UTF-8 bytes.
  package init(opening path: String, flags: CInt, mode: UInt32 = 0o666) throws(SystemError) {
    let opened = unsafe host_open(path, flags | O_CLOEXEC, mode)
    guard opened >= 0 else { throw .last("open") }
    rawValue = opened
  }

  /// Duplicates a descriptor (`F_DUPFD_CLOEXEC`) to a number from 10 on.
  init(duplicating descriptor: CInt) throws(SystemError) {
    rawValue = try checked(host_descriptor_duplicate(descriptor, 10), "fcntl")
  }

  package borrowing func duplicate() throws(SystemError) -> FileDescriptor {
    try FileDescriptor(duplicating: rawValue)
  }

  package init(duplicating stream: StandardStream) throws(SystemError) {
    try self.init(duplicating: stream.rawValue)
  }

  /// A path in /proc to the open file, valid as long as this value lives.
  package var path: String { "/proc/self/fd/\(rawValue)" }

  /// Locks the file (`flock`) until it is closed; false when another process holds the lock.
  package borrowing func takeLock() -> Bool {
    flock(rawValue, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  deinit { close(rawValue) }

  /// Gives up ownership without closing.
  consuming func release() -> CInt {
    let number = rawValue
    discard self
    return number
  }
}

// MARK: - Reading

extension FileDescriptor {
  /// Reads at `offset`, retrying after signals; 0 bytes are the end of the file.
  borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError> {
    while true {
      let length = unsafe pread(rawValue, buffer.baseAddress, buffer.count, offset)
      if length >= 0 { return .success(length) }
      if errno != EINTR { return .failure(.last("pread")) }
    }
  }

  /// Reads from the file offset to the end; may block.
  package borrowing func readToEnd() throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe room.withUnsafeMutableBytes {
        unsafe Glibc.read(rawValue, $0.baseAddress, $0.count)
      }
      if count == 0 { return bytes }
      if count > 0 { bytes += room[..<count] } else if errno != EINTR { throw .last("read") }
    }
  }

  /// The file offset; 0 if there is none.
  var position: Int { max(0, lseek(rawValue, 0, SEEK_CUR)) }

  /// Sets the file offset, which duplicates share; does nothing where there is none.
  borrowing func seek(to position: Int) { lseek(rawValue, position, SEEK_SET) }

  /// Reads what has arrived without blocking, even if the descriptor is in blocking mode.
  borrowing func readArrived(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    guard isReady(rawValue, POLLIN, milliseconds: 0) else { return .nothing }
    while true {
      let length = unsafe Glibc.read(rawValue, buffer.baseAddress, buffer.count)
      if length > 0 { return .bytes(length) }
      if length == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .nothing
      // The other end of a pseudo-terminal has gone.
      case EIO where isatty(rawValue) == 1: return .end
      default: return .failed(.last("read"))
      }
    }
  }
}

/// Waits until a descriptor has one of the `poll` events, at most this time; for ever below 0.
func isReady(_ descriptor: CInt, _ events: CInt, milliseconds: CInt) -> Bool {
  var watch = pollfd(fd: descriptor, events: Int16(events), revents: 0)
  return unsafe poll(&watch, 1, milliseconds) > 0
}

extension FileDescriptor {
  /// Reads up to `count` bytes at `offset`; fewer at the end of the file or on an error.
  package borrowing func bytes(at offset: UInt64, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      guard let start = room.baseAddress else { return }
      filled = unsafe max(0, Int(host_file_read(rawValue, start, UInt64(count), offset)))
    }
  }

  /// The SHA-256 of the contents, 32 bytes; nil on a read error.
  package borrowing func sha256() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Int(HOST_SHA256_BYTES))
    return unsafe host_sha256_of_file(rawValue, &bytes) == 0 ? bytes : nil
  }

  /// Copies a file of this size to sealed memory (`memfd_create`), named `name` (at most 249 bytes)
  /// in /proc/PID/maps; fails with `ENOSYS` without such memory, `EAGAIN` if the size changed.
  package borrowing func sealedCopy(named name: String, bytes: UInt64) throws(SystemError)
    -> OpenFile
  {
    let copy = unsafe host_file_seal_copy(rawValue, name, bytes)
    return OpenFile(FileDescriptor(owning: try checked(copy, "memfd_create")))
  }

  /// Loads the file (`RTLD_NOW | RTLD_LOCAL`), on the main thread; nil on failure: see `dlerror`.
  package borrowing func loadLibrary() -> UnsafeMutableRawPointer? {
    unsafe host_library_open(rawValue)
  }
}

/// The descriptor 0, 1 or 2: standard input, output or error of this process, never closed.
package enum StandardStream: Int32, Sendable {
  case input = 0
  case output = 1
  case error = 2

  package var isTerminal: Bool { isatty(rawValue) == 1 }
}

/// An open `FileDescriptor` that several owners share; closed when the last one releases it.
package final class OpenFile: Sendable {
  package let descriptor: FileDescriptor

  package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
}
