internal import CHostSystem

/// A worker whose outputs are read as a command's: what it delivers, and what it logs.
package struct WorkerCommand {
  package let ports: CommandPorts
  package let link: HostLink

  init(_ program: String = WorkerProcess.ownProgram, in poller: Poller) throws(SystemError) {
    var child = host_child()
    var link: CInt = -1
    _ = try unsafe checked(host_worker_spawn_command(program, &child, &link), program)
    self.link = HostLink(Descriptor(owning: link), in: poller)
    ports = CommandPorts(child, in: poller)
  }
}

/// The host's end of a link to a worker that owes it nothing.
package final class HostLink {
  package let token: PortToken
  private var watch: Watch?
  private var parts = MessageParts()

  init(_ descriptor: consuming Descriptor, in poller: Poller) {
    let watch = Watch(descriptor, in: poller)
    token = watch.token
    self.watch = consume watch
  }

  /// Nothing more is said or heard.
  package func close() { watch = nil }

  /// Tells it something that it takes at once.
  ///
  /// - Throws: that it does not.
  package func send(_ message: [UInt8]) throws(SystemError) {
    try MessageParts.split(message) { part throws(SystemError) in try send(part, -1) }
  }

  /// The same, short, with a file that it gets a descriptor of its own of.
  package func send(
    _ message: [UInt8], with file: borrowing Descriptor
  ) throws(SystemError) {
    let number = file.rawValue
    try MessageParts.split(message) { part throws(SystemError) in try send(part, number) }
  }

  private func send(_ part: [UInt8], _ file: CInt) throws(SystemError) {
    guard let number = watch?.number else { return }
    _ = try unsafe checked(host_worker_send(number, part, UInt32(part.count), file, 0), "sendmsg")
  }

  /// Takes what it says next, without waiting.
  package func receive() -> WorkerArrival {
    while let number = watch?.number {
      let part = unsafe WorkerArrival.taking { start, capacity in
        unsafe host_worker_receive(number, start, capacity, nil, 0)
      }
      let arrival = parts.add(part)
      if arrival != .nothing || part == .nothing { return arrival }
    }
    return .end
  }
}
