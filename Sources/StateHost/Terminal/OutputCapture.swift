internal import Glibc
internal import HostSystem

/// Takes what plugins write to descriptors 1 and 2, so that it never reaches the terminal.
///
/// The originals are put back when it goes, and at exit. The pipe takes 1 MiB between two reads;
/// what a plugin writes beyond that in one call is refused to it (`EAGAIN`), for a write that
/// blocks could never be drained by the thread that waits in it. One capture a process, to be made
/// after the terminal is opened.
package struct OutputCapture: ~Copyable {
  /// Readable while captured bytes wait.
  package let descriptor: CInt
  private var buffer = [UInt8](repeating: 0, count: 16 * 1024)

  package init() throws(SystemCallError) {
    descriptor = try checked(host_capture_begin(), "pipe2")
  }

  deinit {
    host_capture_end()
  }

  /// What descriptor 1 was before, for the host's own rows; valid while this value lives.
  package var standardOutput: CInt { host_capture_original(STDOUT_FILENO) }

  /// What descriptor 2 was before, for the host's own messages; valid while this value lives.
  package var standardError: CInt { host_capture_original(STDERR_FILENO) }

  /// How many bytes wait: asked right after a call, it says whose they are.
  ///
  /// One system call.
  package var waitingCount: Int { Int(host_capture_waiting()) }

  /// Hands over what waits, at most 16 KiB; false when nothing did.
  package mutating func read(_ body: (Span<UInt8>) -> Void) -> Bool {
    let count = unsafe buffer.withUnsafeMutableBytes { bytes in
      unsafe Glibc.read(descriptor, bytes.baseAddress, bytes.count)
    }
    guard count > 0 else { return false }
    body(buffer.span.extracting(0..<count))
    return true
  }
}
