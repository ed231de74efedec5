internal import Glibc
internal import HostSurface
internal import HostText

/// One line for standard error that says what is wrong, where, and what to do.
enum Complaint {
  /// `statehost: what: where: what to do`, with whatever a terminal would act on taken out.
  static func line(_ what: String, _ place: String, _ remedy: String) -> String {
    "statehost: \(what): \(place): \(remedy)"
  }

  /// Writes a line to a descriptor, standard error unless told otherwise; harmless, and whole or
  /// not at all where that descriptor is closed.
  static func write(_ line: String, to descriptor: CInt = STDERR_FILENO) {
    var bytes: [UInt8] = []
    HarmlessText.appendLine(line.utf8.span, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    writeAll(bytes, to: descriptor)
  }
}

/// Writes all the bytes, waiting where the other side is slow.
///
/// - Returns: false when the other side is gone.
@discardableResult
func writeAll(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
  var written = 0
  while written < bytes.count {
    let count = unsafe bytes.withUnsafeBytes { buffer in
      unsafe write(
        descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
    }
    if count > 0 {
      written += count
    } else if errno == EAGAIN {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&waiting, 1, -1)
    } else if errno != EINTR {
      return false
    }
  }
  return true
}
