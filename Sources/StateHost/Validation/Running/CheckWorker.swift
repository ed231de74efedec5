internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSystem
package import HostWorkers

/// The worker of one check.
package enum CheckWorker {
  /// Runs a check and ends the process.
  ///
  /// - Parameter ordered: which, of which plugin.
  package static func run(_ ordered: OrderedCheck) -> Never {
    guard let check = CheckTable.all.first(where: { $0.name == ordered.order.check }),
      let record = try? CheckRecord(in: ordered.record.descriptor)
    else { host_exit_now(2) }
    // What is allocated and what is freed holds other bytes than those that are hoped for.
    host_memory_spoil()
    check.run(in: Trial(ordered, record: record, timingCalls: check.timesCalls))
    // The end of the process is a check of its own; in the others nothing of the plugin runs in it.
    if check.name == ProcessChecks.endsWithProcess { exit(0) }
    host_exit_now(0)
  }
}

extension Check {
  /// Runs it, and writes down how it ended.
  func run(in trial: Trial) {
    do throws(CheckEnd) {
      try run(trial)
      trial.watch.record.ending = .passed
    } catch {
      switch error {
      case .failed(let expected, let happened, let place):
        trial.watch.record.ending = .failed(expected: expected, happened: happened, place: place)
      case .skipped(let reason): trial.watch.record.ending = .skipped(reason)
      }
    }
  }
}
