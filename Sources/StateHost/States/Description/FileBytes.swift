internal import CHostSystem
internal import Glibc
internal import HostText

/// Reads small files whole.
package enum FileBytes {
  /// - Parameters:
  ///   - file: a path.
  ///   - limit: reading stops once there are more bytes than this.
  /// - Returns: all bytes of the file, or more than `limit` of them.
  /// - Throws: why the system did not give them.
  package static func read(_ file: String, limit: Int) throws(Unreadable) -> [UInt8] {
    let descriptor = unsafe host_open(file, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw Unreadable(code: errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: blockSize)
    while bytes.count <= limit {
      let count = unsafe Glibc.read(descriptor, &block, blockSize)
      let code = errno
      if count > 0 { bytes.append(contentsOf: block[..<count]) }
      if count < 0, code != EINTR { throw Unreadable(code: code) }
      if count == 0 { break }
    }
    return bytes
  }

  package struct Unreadable: Error {
    let code: CInt

    /// What the system calls it, such as `No such file or directory`.
    package var reason: String {
      guard let text = unsafe strerror(code) else { return "error \(code)" }
      return unsafe String(cString: text)
    }
  }

  private static let blockSize = 64 << 10
}

extension StatesFile {
  /// Reads a states file from where it lies.
  ///
  /// - Throws: that it cannot be read, or the first thing that is wrong in it.
  package init(contentsOf file: String) throws(StatesFileError) {
    try self.init(parsing: try StatesFileError.bytes(of: file), file: file)
  }
}

extension Scenario {
  /// Reads a scenario from where it lies.
  ///
  /// - Throws: that it cannot be read, or the first thing that is wrong in it.
  package init(contentsOf file: String) throws(StatesFileError) {
    try self.init(parsing: try StatesFileError.bytes(of: file), file: file)
  }
}

extension StatesFileError {
  fileprivate static func bytes(of file: String) throws(StatesFileError) -> [UInt8] {
    do {
      return try FileBytes.read(file, limit: JSONDocument.sizeLimit)
    } catch {
      throw StatesFileError(unreadable: file, reason: error.reason)
    }
  }
}
