internal import CHostSystem
internal import Glibc
internal import HostSystem

extension WorkerEnding {
  /// What a process of this end did.
  package var words: String {
    switch self {
    case .exited(let status): return "ended its process with status \(status)"
    case .unlinked: return "closed its link to the host"
    case .killed(let signal):
      let name = unsafe host_signal_name(signal).map { unsafe "SIG" + String(cString: $0) }
      return "crashed (\(name ?? "signal \(signal)"))"
    }
  }

  /// Whether what it did itself has ended it, as a bad pointer does.
  var isFault: Bool {
    guard case .killed(let signal) = self else { return false }
    return [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS].contains(signal)
  }
}
