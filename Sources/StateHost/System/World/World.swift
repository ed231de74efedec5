/// Protocol of what the main loop needs: a clock, waiting for events, signals, sources, threads.
///
/// `RealWorld` is real; a simulated world has a virtual clock and a script. One thread uses it.
package protocol World: BackgroundWorld {
  /// Nanoseconds since the run began; stands still between two waits.
  var nowNanoseconds: Int64 { get }

  /// Where sources are opened.
  var sources: any SourceWorld { get }

  /// Waits for a ready port, a signal, a call from a plugin's thread or the deadline, and replaces
  /// `ready` by the ready ports (level-triggered); ignore a port that was closed since.
  func wait(untilNanoseconds deadline: Int64?, into ready: inout [Ready]) throws(SystemError)

  /// The signals that have arrived since the last call; several of one kind are one.
  func takeSignals() -> Signals

  /// Whether the guardian ended and no other runs yet: `SIGKILL` now would leave the terminal raw.
  var isUnguarded: Bool { get }

  /// Handles `Signals.stop`: restores the terminal, stops, and takes it over again when continued.
  ///
  /// Pending output is dropped. A program that had the terminal gets it back.
  func suspend() throws(SystemError)
}

extension World {
  package var isUnguarded: Bool { false }
}

/// A number that identifies a port (something to wait for) in a wait's results, unique in a world.
package struct PortToken: Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// An event of a wait: a port, and whether it is readable, writable or hung up.
package struct Ready: Equatable, Sendable {
  package let token: PortToken
  /// Data or the end of the stream can be read.
  package let isReadable: Bool
  /// A write would not block.
  package let isWritable: Bool
  /// The other end is closed; reported together with `isReadable`.
  package let hasHungUp: Bool

  package init(
    _ token: PortToken, isReadable: Bool = false, isWritable: Bool = false, hasHungUp: Bool = false
  ) {
    self.token = token
    self.isReadable = isReadable
    self.isWritable = isWritable
    self.hasHungUp = hasHungUp
  }
}

/// Protocol of a job in bounded steps, such as a search, which background threads carry out,
/// perhaps several at once, or, in a simulation or for little work, the main loop's own thread.
package protocol BackgroundWork: AnyObject, Sendable {
  /// The most threads that make steps at the same time, 1 or more.
  var threadLimit: Int { get }
  /// Does a bounded part of the work.
  func step() -> BackgroundStep
}

/// The result of a background step: whether work is left, and whether the main loop has results.
package struct BackgroundStep: Equatable, Sendable {
  /// Whether work is left; otherwise the next step waits for `BackgroundHandle.resume`.
  package let hasMore: Bool
  /// Whether the loop has results to take.
  package let hasNews: Bool

  package init(hasMore: Bool, hasNews: Bool) {
    self.hasMore = hasMore
    self.hasNews = hasNews
  }
}

/// Protocol that prepares background jobs to run: on threads of the real system, or in a simulation
/// step by step on the main loop's thread.
package protocol BackgroundWorld: AnyObject {
  /// Prepares background work; it does not run before `resume`.
  func openBackground(for work: any BackgroundWork) throws(SystemError) -> any BackgroundHandle
}

/// Protocol of a handle of a background job; when released, the work ends after its current step.
package protocol BackgroundHandle: AnyObject {
  /// Readable after a step with results, until `clear`.
  var token: PortToken { get }
  /// Runs steps until one reports that no work is left.
  func resume()
  /// Resets `token`; call it before the results are taken.
  func clear()
  /// Ends the work after its current step.
  func close()
}

/// Protocol that reports which of some files were rewritten or replaced: plugins, to reload them,
/// or the file that is followed; inotify or a simulation implements it.
package protocol FileWatchPort: AnyObject {
  /// Readable when a file has changed.
  var token: PortToken { get }

  /// Watches a path, which need not exist yet (its folder must), and its target if it is a symlink.
  func watch(_ path: String)

  /// The paths changed since the last call, in watching order, except files open for writing.
  func takeChanges() -> [String]
}
