package import HostSystem

/// What a worker has that is to run a check.
package final class OrderedCheck {
  package let order: CheckOrder
  /// The plugin: what the host has opened and checked.
  package let plugin: OpenFile
  /// Where it says how it goes, in memory that the host sees, too.
  package let record: OpenFile
  /// The host takes its end for the worker's.
  private let link: WorkerLink

  /// Takes the check that the host sends next.
  init(over link: consuming WorkerLink, with record: OpenFile?) throws(WorkerEnd) {
    let received = try link.next()
    guard case .check(let order) = received.message, let record, let plugin = received.file else {
      throw .malformed
    }
    self.order = order
    self.plugin = plugin
    self.record = record
    self.link = link
  }
}
