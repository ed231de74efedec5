internal import CHostSystem
internal import Glibc
package import HostSystem
internal import HostText

extension WorkerEnding {
  /// How the process ended, as a verb phrase.
  package var words: String {
    switch self {
    case .exited(let status): return "ended its process with status \(status)"
    case .unlinked: return "closed its link to the host"
    case .killed(let signal):
      let name = unsafe host_signal_name(signal).map { unsafe "SIG" + String(cString: $0) }
      return "crashed (\(name ?? "signal \(signal)"))"
    }
  }

  /// The worker ended as it was asked to.
  package static let left = WorkerEnding.exited(HOST_WORKER_LEFT)

  /// The message for the user when a plugin's destructor or exit handler ended the process.
  package func lineOfExit(file: String) -> String {
    HarmlessText.cleanLine(
      "statehost: a plugin \(words) in a destructor or an exit handler: \(file): update it, or take it "
        + "out of the plugin directory")
  }

  /// Whether a signal caused by the process itself ended it, such as SIGSEGV.
  var isFault: Bool {
    guard case .killed(let signal) = self else { return false }
    return [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS].contains(signal)
  }
}
