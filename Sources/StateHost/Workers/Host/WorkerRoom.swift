package import HostSystem

/// A world of workers alone, for who waits for them and does nothing else meanwhile.
package final class WorkerRoom: WorkerWorld {
  private let program: String
  private let poller: Poller
  private let clock = Clock()

  /// - Parameter program: the executable that workers are started from.
  /// - Throws: that the system cannot wait for them.
  package init(program: String) throws(SystemError) {
    self.program = program
    poller = try Poller()
  }

  package var nowNanoseconds: Int64 { clock.nowNanoseconds }

  package func startWorker() throws(SystemError) -> any WorkerPort {
    try WorkerProcess(program, in: poller)
  }

  /// Waits until one of them has said something, or the time has come; nil: for ever.
  package func wait(
    untilNanoseconds deadline: Int64?, into ready: inout [Ready]
  ) throws(SystemError) {
    try poller.wait(
      timeoutNanoseconds: deadline.map { $0 - clock.nowNanoseconds }, into: &ready)
  }
}
