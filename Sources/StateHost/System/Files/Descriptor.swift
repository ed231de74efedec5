internal import CHostSystem
internal import Glibc

/// The owner of a file descriptor: closes it once, when it goes.
package struct Descriptor: ~Copyable {
  /// The number itself, valid as long as this value lives; it does not leave this module.
  let rawValue: CInt

  /// Takes over an open descriptor, which belongs to nobody else.
  init(owning rawValue: CInt) {
    self.rawValue = rawValue
  }

  /// Opens a file (`open`), always closed on exec.
  ///
  /// - Parameters:
  ///   - path: as text; what is not UTF-8 in it stands for the bytes that it came from.
  ///   - flags: such as `O_RDONLY`.
  ///   - mode: what a file that is made may be used for, as far as the umask allows.
  /// - Throws: why it cannot be opened.
  package init(opening path: String, flags: CInt, mode: UInt32 = 0o666) throws(SystemError) {
    let opened = unsafe host_open(path, flags | O_CLOEXEC, mode)
    guard opened >= 0 else { throw .last("open") }
    rawValue = opened
  }

  /// A second descriptor for the same open file (`F_DUPFD_CLOEXEC`), out of the way of 0, 1 and 2.
  init(duplicating descriptor: CInt) throws(SystemError) {
    rawValue = try checked(host_descriptor_duplicate(descriptor, 10), "fcntl")
  }

  /// A second one for the same open file.
  package borrowing func duplicate() throws(SystemError) -> Descriptor {
    try Descriptor(duplicating: rawValue)
  }

  /// The same for a standard stream.
  package init(duplicating stream: StandardStream) throws(SystemError) {
    try self.init(duplicating: stream.rawValue)
  }

  /// A path that leads to the open file, whatever its names are now; valid as long as this value lives.
  package var path: String { "/proc/self/fd/\(rawValue)" }

  /// Takes the lock of the open file (`flock`), which is held for as long as that is open.
  ///
  /// - Returns: false where somebody else who has opened it holds the lock.
  package borrowing func takeLock() -> Bool {
    flock(rawValue, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  deinit {
    close(rawValue)
  }

  /// Gives the descriptor away, open.
  consuming func release() -> CInt {
    let number = rawValue
    discard self
    return number
  }
}

// MARK: - Reading

extension Descriptor {
  /// Reads at `offset`, whatever signals arrive meanwhile; 0 bytes are the end of the file.
  borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError> {
    while true {
      let length = unsafe pread(rawValue, buffer.baseAddress, buffer.count, offset)
      if length >= 0 { return .success(length) }
      if errno != EINTR { return .failure(.last("pread")) }
    }
  }

  /// Reads from where it stands to the end, waiting where it must.
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

  /// Where `read` goes on; 0 for what has no such place.
  var position: Int { max(0, lseek(rawValue, 0, SEEK_CUR)) }

  /// Reads what has arrived, without waiting, whether or not the descriptor would wait.
  borrowing func readArrived(into buffer: UnsafeMutableRawBufferPointer) -> Arrival {
    guard hasArrivals else { return .nothing }
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

  private var hasArrivals: Bool {
    var watch = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watch, 1, 0) > 0
  }
}
