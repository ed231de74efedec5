internal import CHostSystem
internal import HostSystem

extension WorkerEnding {
  /// What a process of this end did.
  var words: String {
    switch self {
    case .exited(let status): return "ended its process with status \(status)"
    case .killed(let signal):
      let name = unsafe host_signal_name(signal).map { unsafe "SIG" + String(cString: $0) }
      return "crashed (\(name ?? "signal \(signal)"))"
    }
  }
}
