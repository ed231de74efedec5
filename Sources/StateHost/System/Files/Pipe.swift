internal import Glibc

/// A pipe of this process with itself: neither end waits for the other.
package struct Pipe: ~Copyable {
  private let reading: Descriptor
  private let writing: Descriptor

  package init() throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .last("pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    reading = Descriptor(owning: ends[0])
    writing = Descriptor(owning: ends[1])
  }

  /// Takes what is written to a standard stream from now on.
  package borrowing func take(_ stream: StandardStream) {
    dup2(writing.rawValue, stream.rawValue)
  }

  /// Takes out what has been written, at most 64 KiB of it.
  package var bytes: [UInt8] {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe read(reading.rawValue, &room, room.count)
    return Array(room.prefix(max(0, count)))
  }
}
