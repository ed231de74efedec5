internal import CHostSystem
internal import Glibc

/// Takes what plugins write to descriptors 1 and 2, so that it never reaches the terminal.
///
/// It is for good: a plugin's thread may write until the process is gone, when the terminal is the
/// shell's again, so the host's own words go to `StandardOutput`. The pipe takes 1 MiB between two reads;
/// what a plugin writes beyond that in one call is refused to it (`EAGAIN`), for a write that
/// blocks could never be drained by the thread that waits in it. One capture a process, to be made
/// after the terminal is opened.
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

  deinit {
    close()
  }

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
