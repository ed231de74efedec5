package import HostSystem

/// The check of a plugin that a worker process was ordered to run, with the plugin's file and the shared file for the
/// result.
package final class ReceivedCheckOrder {
  package let order: CheckOrder
  /// The plugin file, opened and checked by the host.
  package let plugin: OpenFile
  /// The file for the progress of the check, in memory shared with the host.
  package let record: OpenFile
  /// Kept open: the host treats a closed link as the end of the worker.
  private let link: WorkerLink

  /// Receives the check from the host.
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
