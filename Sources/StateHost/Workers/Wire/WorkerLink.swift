internal import CHostSystem
internal import Glibc
package import HostSystem

/// One end of the socket between the host and a worker, which keeps messages apart.
package struct WorkerLink: ~Copyable {
  let descriptor: Descriptor

  package init(owning descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// Bytes of a message at most.
  package static let messageBytes = Int(HOST_WORKER_MESSAGE_BYTES)

  /// Sends a message, with a file where there is one.
  ///
  /// - Parameters:
  ///   - bytes: the message, at most `messageBytes`.
  ///   - file: a descriptor that the other side gets one of its own of; below 0: none.
  /// - Throws: that the other end takes nothing, or is closed.
  package borrowing func send(
    _ bytes: [UInt8], file: CInt = -1
  ) throws(SystemError) {
    _ = try unsafe checked(
      host_worker_send(descriptor.rawValue, bytes, UInt32(bytes.count), file),
      "sendmsg")
  }

  /// What `receive` found.
  package enum Arrival: Equatable {
    case message([UInt8])
    case nothing
    /// The other end is closed.
    case end
    /// A message that is too long, or brings what was not asked for.
    case malformed
  }

  /// Takes a message that brings nothing, without waiting.
  package borrowing func receive() -> Arrival {
    var length = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.messageBytes) { room, count in
      guard let start = room.baseAddress else { return }
      length = Int(
        unsafe host_worker_receive(descriptor.rawValue, start, UInt32(room.count), nil, 0))
      count = max(0, length)
    }
    return Self.arrival(bytes, length)
  }

  /// Waits for a message and the file that it may bring.
  package borrowing func receiveWithFile() -> (arrival: Arrival, file: CInt) {
    var length = 0
    var file: CInt = -1
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.messageBytes) { room, count in
      guard let start = room.baseAddress else { return }
      length = Int(
        unsafe host_worker_receive(descriptor.rawValue, start, UInt32(room.count), &file, 1))
      count = max(0, length)
    }
    return (Self.arrival(bytes, length), file)
  }

  private static func arrival(_ bytes: [UInt8], _ length: Int) -> Arrival {
    switch length {
    case 1...: .message(bytes)
    case 0: .end
    case Int(-EAGAIN): .nothing
    default: .malformed
    }
  }
}
