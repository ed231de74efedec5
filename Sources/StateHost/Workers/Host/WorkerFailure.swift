internal import CHostSystem
internal import Glibc
package import HostPlugins
package import HostSystem
internal import HostText

/// The reason why a child in a worker process ended or was not created: the cause, the running
/// plugin function, and the last lines of output; makes the message and remedy for the user.
package struct WorkerFailure: Equatable, Sendable {
  /// The event that ended a child in a worker or prevented its creation: the process ended, the
  /// host killed it (late reply, malformed message, full link, misconduct), or it refused creation.
  package enum Cause: Equatable, Sendable {
    /// The process ended by itself.
    case ended(WorkerEnding)
    /// A reply was overdue; for this and the next three causes the host has killed the worker.
    case late(nanoseconds: Int64)
    case malformed
    /// It did not read its messages.
    case jammed
    case misconduct(WorkerWatchdog.Fault, nanoseconds: Int64)
    /// The worker runs, but refused to create the child.
    case refused(what: String, remedy: String)
  }

  package let cause: Cause
  /// The plugin function that was running; nil if none was.
  package let function: String?
  /// The id of the child for which `function` was called; nil for the plugin or if unknown.
  package let culprit: String?
  /// The last lines that the worker logged or printed, safe to display.
  package let lines: [String]

  /// Whether the plugin is at fault, so that it may be tried again.
  package var isOfPlugin: Bool {
    if case .refused = cause { false } else { true }
  }

  /// What happened, as a verb phrase.
  package var what: String {
    let place = function.map { " in \($0)" } ?? ""
    return switch cause {
    case .ended(let ending):
      ending.words + (function == nil && ending.isFault ? " on a thread of its own" : place)
    case .late(let nanoseconds): "did not come back within \(Self.duration(nanoseconds))\(place)"
    case .malformed: "sent an invalid message\(place)"
    case .jammed: "stopped reading messages\(place)"
    case .misconduct(.flooding, let nanoseconds):
      "flooded the program with messages for \(nanoseconds / 1_000_000_000) s"
    case .misconduct(.busy, let nanoseconds):
      "computed for \(nanoseconds / 1_000_000_000) s outside of any call"
    case .refused(let what, _): what
    }
  }

  /// A duration such as `3 s` or `1500 ms`.
  private static func duration(_ nanoseconds: Int64) -> String {
    nanoseconds % 1_000_000_000 == 0
      ? "\(nanoseconds / 1_000_000_000) s" : "\(nanoseconds / 1_000_000) ms"
  }

  /// The message for the user about a child of the plugin in this file: one line, safe to display.
  package func line(child: String, file: String) -> String {
    let saying = isOfPlugin ? lines.last.map { ", saying \"\($0)\"" } ?? "" : ""
    return HarmlessText.cleanLine("statehost: child \(child): \(what)\(saying): \(file): \(remedy)")
  }

  /// What the user can do about it.
  package var remedy: String {
    if case .refused(_, let remedy) = cause { return remedy }
    return "update it, or take it out of the plugin directory"
  }
}

extension WorkerFailure {
  package init(_ error: PluginChild.CreationError) {
    let (what, remedy) = error.text
    self.init(cause: .refused(what: what, remedy: remedy), function: nil, culprit: nil, lines: [])
  }
}

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
