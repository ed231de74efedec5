package import HostPlugins
package import HostSystem
internal import HostText

/// Why a child in a worker is no more, or never was.
package struct WorkerFailure: Equatable, Sendable {
  package enum Cause: Equatable, Sendable {
    /// Its process ended, in which way ever.
    case ended(WorkerEnding)
    /// It was ended, for it did not come back.
    case late(nanoseconds: Int64)
    /// It was ended, for it said what no worker says.
    case malformed
    /// It takes nothing of what it is told.
    case jammed
    /// It was ended, for it did for so long what nobody asks for.
    case misconduct(WorkerWatchdog.Fault, nanoseconds: Int64)
    /// It runs, and does not make the child.
    case refused(what: String, remedy: String)
  }

  package let cause: Cause
  /// The function that was running.
  package let function: String?
  /// The id of the child that it belongs to; nil: of the plugin itself, or nobody knows.
  package let culprit: String?
  /// The last lines that it logged or printed, harmless.
  package let lines: [String]

  init(cause: Cause, function: String?, culprit: String?, lines: [String]) {
    self.cause = cause
    self.function = function
    self.culprit = culprit
    self.lines = lines
  }

  /// Of a child that could not even be asked for.
  package init(_ error: PluginChild.CreationError) {
    let (what, remedy) = error.text
    self.init(cause: .refused(what: what, remedy: remedy), function: nil, culprit: nil, lines: [])
  }

  /// Whether the plugin itself is to blame, so that it may be tried anew.
  package var isOfPlugin: Bool {
    switch cause {
    case .ended, .late, .malformed, .jammed, .misconduct: true
    case .refused: false
    }
  }

  /// What happened, in a few words.
  package var what: String {
    switch cause {
    case .ended(let ending) where place.isEmpty && ending.isFault: ending.words + ownThread
    case .ended, .malformed, .jammed, .late: whatOfWorker + place
    case .misconduct, .refused: whatOfWorker
    }
  }

  /// The same without where it was.
  private var whatOfWorker: String {
    switch cause {
    case .ended(let ending): ending.words
    case .late(let nanoseconds):
      "did not come back within \(Self.duration(nanoseconds))"
    case .malformed: "said what no plugin's worker says"
    case .jammed: "took nothing of what it was told"
    case .misconduct(.flooding, let nanoseconds):
      "flooded the program with messages for \(nanoseconds / 1_000_000_000) s"
    case .misconduct(.busy, let nanoseconds):
      "computed for \(nanoseconds / 1_000_000_000) s without being asked"
    case .refused(let what, _): what
    }
  }

  /// Such as `3 s` or `1500 ms`.
  private static func duration(_ nanoseconds: Int64) -> String {
    nanoseconds % 1_000_000_000 == 0
      ? "\(nanoseconds / 1_000_000_000) s" : "\(nanoseconds / 1_000_000) ms"
  }

  /// It as the line that a user reads.
  ///
  /// - Parameters:
  ///   - child: its name.
  ///   - file: its plugin's.
  /// - Returns: the line, harmless.
  package func line(child: String, file: String) -> String {
    let saying = isOfPlugin ? lines.last.map { ", saying \"\($0)\"" } ?? "" : ""
    return HarmlessText.cleanLine(
      "statehost: child \(child): \(what)\(saying): \(file): \(remedy)")
  }

  /// What to do about it.
  package var remedy: String {
    switch cause {
    case .refused(_, let remedy): remedy
    case .ended, .late, .malformed, .jammed, .misconduct:
      "update it, or take it out of the plugin directory"
    }
  }

  /// In no call of the host's.
  private var ownThread: String { " on a thread of its own" }

  private var place: String { function.map { " in \($0)" } ?? "" }
}
