internal import CHostSystem
internal import Glibc

/// Looks into a pipe without taking anything out.
package enum PipePeek {
  private static let pauseMicroseconds: UInt32 = 5_000
  private static let mostPauses = 400

  /// Waits until all that a pipe will bring is in it, two seconds at most.
  ///
  /// - Parameters:
  ///   - stream: the pipe.
  ///   - limit: more bytes are not waited for.
  ///   - maxLines: nor more lines.
  /// - Returns: the bytes, which stay in the pipe; nil if there are more, more may come, or it is no pipe.
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
