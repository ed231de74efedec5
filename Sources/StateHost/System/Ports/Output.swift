internal import CHostSystem
internal import Glibc

/// A file that is open for writing, as an `OutputPort`; writes block.
package final class OutputFile: OutputPort {
  private let descriptor: FileDescriptor

  /// Creates a file, which must not exist.
  package init(creating path: String) throws(SystemError) {
    descriptor = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_NOCTTY | O_EXCL)
  }

  package init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  package func removeContents() { _ = ftruncate(descriptor.rawValue, 0) }

  package var isTerminal: Bool { isatty(descriptor.rawValue) == 1 }

  package func write(_ bytes: Span<UInt8>) -> OutputResult {
    writeSome(bytes, to: descriptor.rawValue)
  }
}

/// The process's original standard output or error, also while `OutputCapture` redirects it.
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

/// Writes some of the bytes; blocks until that is possible or a signal arrives.
private func writeSome(_ bytes: Span<UInt8>, to descriptor: CInt) -> OutputResult {
  while !bytes.isEmpty {
    let length = unsafe bytes.withUnsafeBytes { bytes in
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }
    if length >= 0 { return .bytes(length) }
    switch errno {
    case EINTR: return .interrupted
    case EAGAIN:
      if !isReady(descriptor, POLLOUT, milliseconds: -1) { return .interrupted }
    default: return .failed(.last("write"))
    }
  }
  return .bytes(0)
}

/// The redirection of what plugins in the host process write to descriptors 1 and 2 into a pipe
/// that the host reads, so that it never reaches the terminal.
///
/// The redirection lasts until the process ends, as plugin threads may go on writing; the host
/// writes to `StandardOutput`. The pipe holds 1 MiB. Writes beyond fail (`EAGAIN`): the main
/// thread, its reader, would block itself. One capture a process, made once the terminal is open.
package final class OutputCapture: CapturePort {
  package let token: PortToken
  private let poller: Poller
  private let number: CInt
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)
  private var isOpen = true

  package init(in poller: Poller) throws(SystemError) {
    number = try checked(host_capture_begin(), "pipe2")
    token = poller.makeToken()
    self.poller = poller
    try poller.add(number, as: token)
  }

  deinit { close() }

  package var waitingCount: Int { Int(host_capture_waiting()) }

  package func read(_ body: (Span<UInt8>) -> Void) -> Bool {
    guard isOpen else { return false }
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe Glibc.read(number, bytes.baseAddress, bytes.count)
    }
    guard count > 0 else { return false }
    let arrived = buffer
    body(arrived.span.extracting(0..<count))
    return true
  }

  package func close() {
    guard isOpen else { return }
    isOpen = false
    poller.remove(number)
  }
}
