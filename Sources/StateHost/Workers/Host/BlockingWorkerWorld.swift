package import HostSystem

/// The `WorkerWorld` (starter of worker processes) of `statehost validate` and the sandbox report:
/// starts workers, and blocks, without a run loop, until one sent something or a deadline passed.
package final class BlockingWorkerWorld: WorkerWorld {
  private let program: String
  private let poller: Poller
  private let clock = Clock()

  package init(program: String) throws(SystemError) {
    self.program = program
    poller = try Poller()
  }

  package var nowNanoseconds: Int64 { clock.nowNanoseconds }

  package func startWorker() throws(SystemError) -> any WorkerPort {
    try WorkerProcess(program, in: poller)
  }

  /// Waits until a worker has sent something or the deadline has passed; nil waits without limit.
  package func wait(
    untilNanoseconds deadline: Int64?, into ready: inout [Ready]
  ) throws(SystemError) {
    try poller.wait(
      timeoutNanoseconds: deadline.map { max(0, $0 - clock.nowNanoseconds) }, into: &ready)
  }
}
