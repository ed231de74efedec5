internal import CHostSystem
internal import Glibc
package import HostSystem
internal import HostText

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

  /// It was asked to end, and nothing of its plugins ended it in another way.
  package static let left = WorkerEnding.exited(HOST_WORKER_LEFT)

  /// The line for the user where a plugin's destructors or exit handlers ended the process so.
  package func lineOfExit(file: String) -> String {
    HarmlessText.cleanLine(
      "statehost: a plugin \(words) in a destructor or an exit handler: \(file): update it, or take it "
        + "out of the plugin directory")
  }

  /// Whether what it did itself has ended it, as a bad pointer does.
  var isFault: Bool {
    guard case .killed(let signal) = self else { return false }
    return [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS].contains(signal)
  }
}
