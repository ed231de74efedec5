internal import CHostSystem
internal import Glibc
internal import HostSystem

/// What runs checks of a plugin, and ends what they leave behind.
final class CheckProgram {
  /// The program that has `CheckWorker` behind `validate --one-check`.
  private let program: String
  /// What the program is run by, with its own arguments; empty for itself.
  private let runner: [String]
  private let file: String
  private let seed: UInt64
  private let limitNanoseconds: Int64

  private var running: [CheckProcess] = []
  /// Children of this process that were there before.
  private let others: [pid_t]

  init(
    _ program: String, runner: [String] = [], file: String, seed: UInt64, limitNanoseconds: Int64
  ) {
    self.program = program
    self.runner = runner
    self.file = file
    self.seed = seed
    self.limitNanoseconds = limitNanoseconds
    host_adopt_orphans()
    // It is no orphan of a check's.
    Guardian.begin()
    others = ProcessFacts.children(of: getpid())
  }

  /// Why a check is not started.
  static let noMemory = "no memory to share with the process of a check"

  /// Starts a check; nil without memory to share with its process.
  func start(_ check: Check) -> CheckProcess? {
    guard let record = CheckRecord() else { return nil }
    let words =
      runner + [
        program, "validate", "--one-check", check.name, file, String(seed),
        "/proc/\(getpid())/fd/\(record.descriptor)",
      ]
    let process = CheckProcess(check, record, words, limitNanoseconds: limitNanoseconds)
    running.append(process)
    return process
  }

  /// What came of a check that has ended; what it has left behind is ended, too.
  func finish(_ process: CheckProcess) -> CheckProcess.Run {
    let run = process.run
    running.removeAll { $0 === process }
    let known = others + running.compactMap(\.number)
    for orphan in ProcessFacts.children(of: getpid()) where !known.contains(orphan) {
      kill(orphan, SIGKILL)
      _ = waitpid(orphan, nil, 0)
    }
    return run
  }

  /// Runs a check to its end; nil as for `start`.
  func run(_ check: Check) -> CheckProcess.Run? {
    guard let process = start(check) else { return nil }
    while !process.hasEnded { CheckProcess.wait(for: [process]) }
    return finish(process)
  }
}
