/// What a run happens in: its clock, its sources and signals, and the only place where it sleeps.
///
/// The real one is ``RealWorld``; a simulated one has a virtual clock, and sources and signals from
/// a script. A run cannot tell them apart. One thread uses a world.
package protocol World: BackgroundWorld {
  /// Nanoseconds since the run began; stands still between two waits.
  var nowNanoseconds: Int64 { get }

  /// Where sources are opened.
  var sources: any SourceWorld { get }

  /// Waits until a port is ready, a signal has arrived, a thread of a plugin's has left something,
  /// or the time has come: the only sleep of a run.
  ///
  /// - Parameters:
  ///   - deadline: when to go on at the latest, by this world's clock; nil waits for ever.
  ///   - ready: replaced by what is ready. What is ready stays so until it is served; a port that
  ///     has been closed since is to be ignored.
  /// - Throws: that this world cannot wait any more: the run is over.
  func wait(untilNanoseconds deadline: Int64?, into ready: inout [Ready]) throws(SystemError)

  /// The signals that have arrived since the last call; several of one kind are one.
  func takeSignals() -> Signals

  /// Nobody would give the terminal back if the process were killed now: the guardian has ended, and another is not
  /// there yet.
  var isUnguarded: Bool { get }

  /// Answers `Signals.stop`: gives the terminal back, stops the process, and when it is continued
  /// takes the terminal again.
  ///
  /// Time has gone on meanwhile, and what the terminal had not taken yet is dropped. A program that has the
  /// terminal then has it again.
  func suspend() throws(SystemError)
}

extension World {
  package var isUnguarded: Bool { false }
}
