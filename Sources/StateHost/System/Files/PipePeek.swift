internal import CHostSystem
internal import Glibc

/// A function that copies all that was written to a pipe, once its writer has closed it, and leaves the bytes in the
/// pipe for the next reader.
package enum PipePeek {
  private static let pauseMicroseconds: UInt32 = 5_000
  private static let mostPauses = 400

  /// Waits until the write end of a pipe is closed, two seconds at most, and copies its contents.
  ///
  /// - Parameters:
  ///   - stream: the pipe.
  ///   - limit: the maximum number of bytes.
  ///   - maxLines: the maximum number of lines.
  /// - Returns: the bytes, which stay in the pipe; nil if there are more, the pipe is still open, or it is no pipe.
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
