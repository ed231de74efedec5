internal import Glibc

/// A function that reads a whole file or pipe (blocking while that has a writer), such as a states
/// file, into memory, and stops once it has read more than a size limit.
package enum WholeFileReader {
  package static func read(_ file: String, limit: Int) throws(Unreadable) -> [UInt8] {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try FileDescriptor(opening: file, flags: O_RDONLY | O_NONBLOCK)
    } catch {
      throw .failed(error.code)
    }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: blockSize)
    var hasWaited = false
    while bytes.count <= limit {
      let count = unsafe Glibc.read(descriptor.rawValue, &block, blockSize)
      let code = errno
      switch count {
      case 1...: bytes.append(contentsOf: block[..<count])
      case 0:
        if bytes.isEmpty, !hasWaited, isPipe(descriptor) { throw .isUnattended }
        return bytes
      default:
        if code != EAGAIN, code != EINTR { throw .failed(code) }
        if code == EAGAIN { hasWaited = isReady(descriptor.rawValue, POLLIN, milliseconds: -1) }
      }
    }
    return bytes
  }

  private static func isPipe(_ descriptor: borrowing FileDescriptor) -> Bool {
    var facts = stat()
    return unsafe fstat(descriptor.rawValue, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO
  }

  /// The error when reading: the system's error number, or a pipe that no process writes to.
  package enum Unreadable: Error {
    case failed(_ code: CInt)
    /// A pipe without a writer.
    case isUnattended

    /// Such as `No such file or directory`.
    package var reason: String {
      guard case .failed(let code) = self else { return "a pipe that nobody writes to" }
      return SystemError.text(of: code)
    }
  }

  private static let blockSize = 64 << 10
}
