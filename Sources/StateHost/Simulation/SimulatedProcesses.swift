package import HostStates
package import HostSystem

/// A protocol for groups of worker processes beside a simulated world, real or scripted, that do their work while the
/// event loop waits.
package protocol SimulatedProcesses: AnyObject {
  /// When the next process has work; nil for never.
  var nextInstant: Int64? { get }

  /// Performs the work that is due.
  func work(atNanoseconds now: Int64)

  /// Appends their ready ports.
  func collect(_ ready: inout [Ready])

  /// Applies an outcome from the script to a process.
  ///
  /// - Parameters:
  ///   - outcome: the outcome.
  ///   - number: the index of the process, modulo the number of running ones.
  func apply(_ outcome: WorkerOutcome, toWorker number: Int)
}
