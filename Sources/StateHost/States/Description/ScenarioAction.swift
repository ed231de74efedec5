package import HostText

/// Something that happens from outside at a time of the run's clock.
package struct ScenarioAction: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    // What the container's owner does.
    case willAppear(animated: Bool)
    case didAppear
    case willDisappear(animated: Bool)
    case didDisappear
    case request(state: String, animated: Bool)

    // What the user and the terminal do.
    case key(Key)
    case paste(String)
    case mouse(ScenarioMouse)
    /// Bytes that arrive from the terminal as they are, also a part of a sequence.
    case input([UInt8])
    /// Both at least 1.
    case resize(columns: Int, rows: Int)
    /// How many bytes the terminal takes in a second from now on; 0: none, nil: all.
    case pace(bytesPerSecond: Int?)
    case signal(ScenarioSignal)
    /// Ctrl-Z, and `fg` so much later.
    case suspend(nanoseconds: Int64)

    // What the source does.
    /// Bytes on a command's standard output, or at the end of a file.
    case output([UInt8])
    /// Bytes on a command's standard error.
    case errorOutput([UInt8])
    case end(ScenarioEnd)
    /// Whether the source can be opened from now on.
    case available(Bool)
    /// The file has only its first bytes left.
    case truncate(bytes: Int)
    /// Another file takes the place of the file.
    case replace([UInt8])
    /// The program loads again, as when a child asks for it.
    case reload

    // What becomes of simulated workers.
    /// The one that was started as the nth of those that live, from 0 and round and round.
    case worker(Int, ScenarioFate)
  }

  package var atNanoseconds: Int64
  package var kind: Kind

  package init(atNanoseconds: Int64, kind: Kind) {
    self.atNanoseconds = atNanoseconds
    self.kind = kind
  }
}

/// What the mouse does over a cell, counted from 0.
package struct ScenarioMouse: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case press, release, drag, wheelUp, wheelDown
  }

  package var kind: Kind
  package var column: Int
  package var row: Int

  package init(_ kind: Kind, column: Int, row: Int) {
    self.kind = kind
    self.column = column
    self.row = row
  }
}

/// A signal that comes to the program.
package enum ScenarioSignal: String, CaseIterable, Sendable {
  case interrupt, terminate, quit, hangUp, `continue`
}

/// How a command ends.
package enum ScenarioEnd: Equatable, Sendable {
  case exited(status: Int)
  case killed(signal: Int)
}

/// What becomes of a simulated worker.
package enum ScenarioFate: Equatable, Sendable {
  /// It is gone.
  case dies
  /// It does nothing any more of what it is told.
  case hangs
  /// It does everything so much later.
  case lags(nanoseconds: Int64)
  /// The next thing that it says has another byte in it.
  case lies
  /// It says more than anybody asked for, and does not stop.
  case floods
  /// It computes without being asked, and does not stop.
  case burns
  /// It is as quick, honest and quiet as it ever was.
  case recovers
  /// Nobody has looked into the plugins when the run begins: of those that do, it takes so long for each step.
  case scans(nanoseconds: Int64)
}

/// What a scenario's source is.
package enum ScenarioSource: String, CaseIterable, Sendable {
  /// With rows, standard error and a status.
  case command
  /// That may grow, shrink and be replaced.
  case file
}

extension ScenarioAction.Kind {
  /// Who does it.
  private enum Actor {
    case owner, terminal, source, worker
  }

  private var actor: Actor {
    switch self {
    case .willAppear, .didAppear, .willDisappear, .didDisappear, .request: .owner
    case .key, .paste, .mouse, .input, .resize, .pace, .signal, .suspend: .terminal
    case .output, .errorOutput, .end, .available, .truncate, .replace, .reload: .source
    case .worker: .worker
    }
  }

  /// Whether it is the source that does it, so that the scenario has one.
  package var isOfSource: Bool { actor == .source }

  /// Whether it is the terminal, or who sits at it, that does it.
  package var isOfTerminal: Bool { actor == .terminal }

  /// Whether it is about a worker, so that children live in simulated ones where there are such.
  package var isOfWorker: Bool { actor == .worker }
}
