internal import CHostSystem

/// A process that a worker has forked, and the link to it.
package struct ForkedWorker: ~Copyable {
  private let number: CInt
  private var link: WorkerLink

  /// Forks one, which ends with this process.
  ///
  /// - Parameter body: what the new process does, with its link to this one: that to the host it has not.
  /// - Throws: why there is none.
  package init(_ body: (consuming WorkerLink) -> Never) throws(SystemError) {
    var end: CInt = -1
    number = try unsafe checked(host_worker_fork(&end), "fork")
    if number == 0 { body(WorkerLink(owning: Descriptor(owning: CInt(HOST_WORKER_LINK)))) }
    link = WorkerLink(owning: Descriptor(owning: end))
  }

  /// Waits for what it says next; a file that comes with a message makes it malformed.
  package mutating func receive() -> WorkerArrival {
    var file: OpenFile?
    let arrival = link.receive(&file)
    return file == nil ? arrival : .malformed
  }

  /// Ends it, whatever it does.
  package consuming func end() {
    var value: CInt = 0
    _ = unsafe host_worker_end(number, &value)
  }

  /// Ends this process as that has ended, whose link has.
  package consuming func endLikewise() -> Never { host_worker_end_as(number) }
}
