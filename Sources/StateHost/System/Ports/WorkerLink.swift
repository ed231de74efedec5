internal import CHostSystem
internal import Glibc

/// A worker's end of the socket to the host, which keeps messages apart.
package struct WorkerLink: ~Copyable {
  let descriptor: Descriptor
  private var parts = MessageParts()

  package init(owning descriptor: consuming Descriptor) { self.descriptor = descriptor }

  /// Bytes at most of what is sent at a time: a part of a message.
  static let partBytes = Int(HOST_WORKER_MESSAGE_BYTES)

  /// The link that this process was started with, by the first word of the command, or the second where a
  /// tool runs it; nil where it is no worker.
  package static func ofThisProcess() -> WorkerLink? {
    for index in 0..<min(2, Int(CommandLine.argc)) {
      let number = unsafe host_worker_accept(CommandLine.unsafeArgv[index])
      if number >= 0 { return WorkerLink(owning: Descriptor(owning: number)) }
    }
    return nil
  }

  /// Whether it is open: a plugin may close what it knows nothing of.
  package var isOpen: Bool { fcntl(descriptor.rawValue, F_GETFD) >= 0 }

  /// Sends a message; waits until the host takes it.
  ///
  /// - Throws: that the other end is closed.
  package borrowing func send(_ message: [UInt8]) throws(SystemError) {
    try MessageParts.split(message) { part throws(SystemError) in
      _ = try unsafe checked(
        host_worker_send(descriptor.rawValue, part, UInt32(part.count), -1, 1), "sendmsg")
    }
  }

  /// Waits for a message.
  ///
  /// - Parameter brought: the file that it brings; nil: none.
  /// - Returns: what came; `nothing` where a file came with a part of a message.
  package mutating func receive(_ brought: inout OpenFile?) -> WorkerArrival {
    brought = nil
    var file: CInt = -1
    while true {
      let part = unsafe WorkerArrival.taking { start, capacity in
        unsafe host_worker_receive(
          descriptor.rawValue, start, capacity, &file, 1)
      }
      let arrival = parts.add(part)
      if arrival == .nothing, part != .nothing, file < 0 { continue }
      if file >= 0 { brought = OpenFile(Descriptor(owning: file)) }
      return arrival
    }
  }

  /// Waits until the host says something, or the bell is rung.
  package borrowing func wait(or bell: borrowing Bell) {
    var watched = [descriptor.rawValue, bell.descriptor.rawValue].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    _ = unsafe poll(&watched, nfds_t(watched.count), -1)
  }

  /// Whether the host has said something that has not been taken.
  package borrowing func hasMessage() -> Bool {
    var watch = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watch, 1, 0) > 0
  }
}

extension WorkerArrival {
  /// What `host_worker_receive` takes.
  static func taking(
    _ receive: (_ start: UnsafeMutableRawPointer, _ capacity: UInt32) -> Int64
  ) -> WorkerArrival {
    var length = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: WorkerLink.partBytes) { room, count in
      guard let start = room.baseAddress else { return }
      length = Int(unsafe receive(UnsafeMutableRawPointer(start), UInt32(room.count)))
      count = max(0, length)
    }
    switch length {
    case 1...: return .message(bytes)
    case 0: return .end
    case Int(-EAGAIN): return .nothing
    default: return .malformed
    }
  }
}
