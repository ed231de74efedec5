internal import Glibc
internal import HostSystem
internal import HostTerminal

/// A file that is open to be written.
final class OutputFile {
  private let descriptor: Descriptor

  /// Takes over an open file.
  init(owning descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  /// Drops what a regular file has; what is written then stands at its beginning.
  func removeContents() {
    _ = ftruncate(descriptor.rawValue, 0)
  }

  /// Writes all the bytes.
  ///
  /// - Returns: why not all are written, as an errno; nil when they are.
  func write(_ bytes: [UInt8]) -> CInt? {
    writeAll(bytes, to: descriptor.rawValue) ? nil : errno
  }
}

/// Opens a file, made as the umask allows where it is not there yet.
func openedFile(_ path: String, _ flags: CInt) throws(SystemCallError) -> CInt {
  let number = unsafe host_open(path, flags, 0o666)
  guard number >= 0 else { throw SystemCallError(call: "open", code: errno) }
  return number
}
