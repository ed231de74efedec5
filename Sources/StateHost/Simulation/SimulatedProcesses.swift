package import HostStates
package import HostSystem

/// Processes that live in a simulated world beside the run, and work while that waits.
package protocol SimulatedProcesses: AnyObject {
  /// When one of them has something to do next; nil: none has.
  var nextInstant: Int64? { get }

  /// They do what is due by now.
  func work(atNanoseconds now: Int64)

  /// Adds those of their ports that are ready.
  func collect(_ ready: inout [Ready])

  /// What the script has in store for one of them.
  ///
  /// - Parameters:
  ///   - fate: what it is.
  ///   - number: for whom; of those that live, from 0 and round and round.
  func meet(_ fate: WorkerOutcome, _ number: Int)
}
