internal import Glibc

extension Descriptor {
  /// Reads at `offset`, whatever signals arrive meanwhile; 0 bytes are the end of the file.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError> {
    while true {
      let length = unsafe pread(number, buffer.baseAddress, buffer.count, offset)
      if length >= 0 { return .success(length) }
      if errno != EINTR { return .failure(SystemError(number: errno)) }
    }
  }

  /// What reading a stream gave.
  enum Arrival: Equatable {
    case bytes(Int)
    /// Nothing now.
    case nothing
    case end
    case failed(SystemError)
  }

  /// Reads what has arrived, without waiting, whether or not the descriptor would wait.
  func readArrived(into buffer: UnsafeMutableRawBufferPointer) -> Arrival {
    guard hasArrivals else { return .nothing }
    while true {
      let length = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
      if length > 0 { return .bytes(length) }
      if length == 0 { return .end }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .nothing
      // The other end of a pseudo-terminal has gone.
      case EIO where isatty(number) == 1: return .end
      default: return .failed(SystemError(number: errno))
      }
    }
  }

  private var hasArrivals: Bool {
    var watch = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watch, 1, 0) > 0
  }
}
