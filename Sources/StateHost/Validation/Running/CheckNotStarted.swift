internal import HostPlugins
internal import HostSystem
internal import HostWorkers

/// Why plugins cannot be checked here: what the system lacks is no fault of theirs.
package struct NoChecks: Error, Equatable {
  /// What is in the way, in a few words.
  package let reason: String
  /// What to do about it.
  package let remedy: String

  /// The system refuses something.
  init(_ error: any Error) {
    reason = "\(error)"
    remedy = (error as? SystemError)?.remedy ?? "try again later"
  }

  init(_ problem: PluginProblem) { (reason, remedy) = problem.text }

  /// A worker was gone before it had its sandbox, and so before anything of the plugin's ran in it.
  init(_ ending: WorkerEnding) {
    reason = "no worker can be started: it \(ending.words)"
    remedy = "see statehost plugins --security"
  }
}

/// Why a check has no worker.
enum CheckNotStarted: Error {
  /// It needs something that is not there; others do not.
  case lacks(String)
  /// None has one.
  case never(NoChecks)
}
