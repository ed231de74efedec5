internal import Glibc

/// An open file, or the end of a pipe.
final class DescriptorPort: FilePort {
  let token: PortToken
  let canWait: Bool
  private var watch: Watch?

  init(_ descriptor: consuming Descriptor, in poller: Poller) {
    let watch = Watch(descriptor, in: poller)
    token = watch.token
    canWait = watch.canWait
    self.watch = consume watch
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Arrival {
    unsafe watch?.descriptor.readArrived(into: buffer) ?? .end
  }

  func close() { watch = nil }

  var facts: FileFacts? { watch?.facts }

  var position: Int { watch?.position ?? 0 }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError> {
    unsafe watch?.descriptor.read(into: buffer, at: offset) ?? .success(0)
  }

  func makeReader() throws(SystemError) -> any FileReader {
    guard let number = watch?.number else { throw SystemError(call: "fcntl", code: EBADF) }
    return DescriptorReader(try Descriptor(duplicating: number))
  }
}

/// A descriptor of its own for an open file, watched by nobody.
private final class DescriptorReader: FileReader {
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

  var facts: FileFacts? { FileFacts(of: descriptor) }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError> {
    unsafe descriptor.read(into: buffer, at: offset)
  }
}

extension Watch {
  fileprivate var facts: FileFacts? { FileFacts(of: descriptor) }
  fileprivate var position: Int { descriptor.position }
}
