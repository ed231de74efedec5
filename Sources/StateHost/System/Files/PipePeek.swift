internal import CHostSystem
internal import Glibc

/// A function that copies all that was written to a pipe and leaves the bytes in it for the next reader.
package enum PipePeek {
  private static let pauseMicroseconds: UInt32 = 5_000
  private static let mostPauses = 400

  /// Waits, two seconds at most, until a pipe's write end is closed and copies its contents; nil if they exceed a limit,
  /// the pipe is still open, or it is no pipe.
  package static func wholeContents(
    of stream: StandardStream, limit: Int, maxLines: Int
  ) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: limit)
    for _ in 0..<mostPauses {
      var hasEnded = false
      let count = unsafe host_pipe_peek(stream.rawValue, &buffer, limit, &hasEnded)
      guard count >= 0 else { return nil }
      let bytes = buffer[..<count]
      if hasEnded { return Array(bytes) }
      if bytes.count(where: { $0 == UInt8(ascii: "\n") }) > maxLines { return nil }
      usleep(pauseMicroseconds)
    }
    return nil
  }
}
