internal import CHostSystem
internal import Glibc

/// A file that is written to.
package final class OutputFile: OutputPort {
  private let descriptor: Descriptor

  /// Opens it, or makes it as the umask allows.
  package init(_ path: String, as kind: OutputKind) throws(SystemError) {
    let beginning =
      switch kind {
      case .replacing: O_TRUNC
      case .appending: O_APPEND
      case .new: O_EXCL
      }
    descriptor = try Descriptor(opening: path, flags: O_WRONLY | O_CREAT | O_NOCTTY | beginning)
  }

  /// Writes to a file that is open.
  package init(owning descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// Drops what a regular file has; what is written then stands at its beginning.
  package func removeContents() { _ = ftruncate(descriptor.rawValue, 0) }

  package var isTerminal: Bool { isatty(descriptor.rawValue) == 1 }

  package func write(_ bytes: Span<UInt8>) -> OutputResult {
    writeSome(bytes, to: descriptor.rawValue)
  }
}

/// Standard output or standard error, also while output is captured.
package final class StandardOutput: OutputPort {
  private let stream: StandardStream

  private init(_ stream: StandardStream) { self.stream = stream }

  package static var output: StandardOutput { StandardOutput(.output) }
  package static var error: StandardOutput { StandardOutput(.error) }

  package var isTerminal: Bool { isatty(host_capture_original(stream.rawValue)) == 1 }

  package func write(_ bytes: Span<UInt8>) -> OutputResult {
    writeSome(bytes, to: host_capture_original(stream.rawValue))
  }
}

/// Writes some of the bytes, or waits until some can be written or a signal comes.
private func writeSome(_ bytes: Span<UInt8>, to descriptor: CInt) -> OutputResult {
  while !bytes.isEmpty {
    let length = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }
    if length >= 0 { return .bytes(length) }
    switch errno {
    case EINTR: return .interrupted
    case EAGAIN:
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      if unsafe poll(&room, 1, -1) < 0 { return .interrupted }
    default: return .failed(.last("write"))
    }
  }
  return .bytes(0)
}
