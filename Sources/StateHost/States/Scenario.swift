package import HostText

/// The script of a simulated run for `statehost play` and tests: a states file, timed actions such
/// as keys, resizes and output, rules for further requests, and fakes of programs run by children.
package struct Scenario: Sendable {
  package var statesFile: StatesFile
  /// The successive results of `loadAppearanceState`, at least one; the last repeats.
  package var appearanceStates: [String]
  /// Sorted by time.
  package var actions: [ScenarioAction]
  package var source: ScenarioSource
  /// In file order, which is the order of their requests when one event matches several.
  package var rules: [RequestRule]
  /// What the source's command does each time it is started.
  package var everyLoad: [ProcessStep] = []
  /// The programs that children can run; nil stands for a program that copies its input and exits.
  package var programs: [ScriptedChildProgram]?

  package init(
    statesFile: StatesFile, appearanceStates: [String], actions: [ScenarioAction],
    rules: [RequestRule], source: ScenarioSource = .command
  ) {
    self.statesFile = statesFile
    self.appearanceStates = appearanceStates
    self.actions = actions
    self.rules = rules
    self.source = source
  }

  /// Whether it has a source, and so content.
  package var hasSource: Bool {
    !everyLoad.isEmpty || actions.contains { $0.kind.category == .source }
  }

  package var needsTerminal: Bool {
    statesFile.children.contains { $0.use != nil }
      || actions.contains { $0.kind.category == .terminal }
  }
}

/// The kind of data source of a simulated run: a scripted command or a scripted file.
package enum ScenarioSource: String, CaseIterable, Sendable {
  /// A command with rows, standard error and a status.
  case command
  /// A file that may grow, shrink and be replaced.
  case file
}

/// A timed step of a scenario: what happens at which time of the simulated run.
package struct ScenarioAction: Equatable, Sendable {
  /// The action of a scenario's step: an appearance call, a state request, a key or other input, a
  /// change of the terminal, a signal, output of the source, misbehaviour of a worker and so on.
  package enum Kind: Equatable, Sendable {
    // Actions of the container's owner.
    case willAppear(animated: Bool)
    case didAppear
    case willDisappear(animated: Bool)
    case didDisappear
    case request(state: String, animated: Bool)

    // Actions of the user and the terminal.
    case key(Key)
    case paste(String)
    case mouse(ScenarioMouse)
    /// Bytes from the terminal, which may be a part of a sequence.
    case input([UInt8])
    /// Both at least 1.
    case resize(columns: Int, rows: Int)
    /// The terminal's speed from now on; nil is unlimited.
    case pace(bytesPerSecond: Int?)
    case signal(ScenarioSignal)
    /// Ctrl-Z, and `fg` after this time.
    case suspend(nanoseconds: Int64)

    // Actions of the source.
    /// Bytes on a command's standard output, or at the end of a file.
    case output([UInt8])
    /// Bytes on a command's standard error.
    case errorOutput([UInt8])
    case end(ProcessEnd)
    /// Whether the source can be opened from now on.
    case available(Bool)
    /// Truncates the file to its first bytes.
    case truncate(bytes: Int)
    /// Replaces the file by another one.
    case replace([UInt8])
    case reload

    /// Changes the simulated worker at an index, modulo the number of running ones.
    case worker(Int, SimulatedWorkerBehaviour)
  }

  package var atNanoseconds: Int64
  package var kind: Kind

  package init(atNanoseconds: Int64, kind: Kind) {
    self.atNanoseconds = atNanoseconds
    self.kind = kind
  }
}

extension ScenarioAction.Kind {
  /// The part of the simulated world that a scenario's step acts on (the container's owner,
  /// terminal, source or a worker); used to tell whether a run needs a terminal and has a source.
  package enum Category: Sendable {
    case owner, terminal, source, worker
  }

  /// The part of the simulated world that the action belongs to.
  package var category: Category {
    switch self {
    case .willAppear, .didAppear, .willDisappear, .didDisappear, .request: .owner
    case .key, .paste, .mouse, .input, .resize, .pace, .signal, .suspend: .terminal
    case .output, .errorOutput, .end, .available, .truncate, .replace, .reload: .source
    case .worker: .worker
    }
  }
}

/// A press, release, drag or wheel step of the mouse in a scenario, and the column and row of the
/// cell, counted from 0.
package struct ScenarioMouse: Equatable, Sendable {
  /// The kind of a scenario's mouse event: a button pressed or released, a drag, or a wheel turn.
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

/// A simulated signal to the program in a scenario: SIGINT, SIGTERM, SIGQUIT, SIGHUP or SIGCONT.
package enum ScenarioSignal: String, CaseIterable, Sendable {
  case interrupt, terminate, quit, hangUp, `continue`
}

/// The end of a simulated process: it exits with a status, or a signal kills it.
package enum ProcessEnd: Equatable, Sendable {
  case exited(status: Int)
  case killed(signal: Int)
}

/// A step of a simulated process (the source's command or a child's external program): what it
/// does, print something or end, and how many nanoseconds after the start of the process.
package struct ProcessStep: Equatable, Sendable {
  /// An action of a simulated process: write to standard output or standard error, exit, or be
  /// killed.
  package enum Kind: Equatable, Sendable {
    case output([UInt8])
    case errorOutput([UInt8])
    case end(ProcessEnd)
  }

  package var afterNanoseconds: Int64
  package var kind: Kind

  package init(afterNanoseconds: Int64, kind: Kind) {
    self.afterNanoseconds = afterNanoseconds
    self.kind = kind
  }
}

/// The behaviour of a simulated worker process from a moment of a scenario on: it dies, hangs,
/// lags, sends wrong data, floods, uses up a processor, scans plugins slowly, or recovers; only
/// tests simulate workers: `statehost play` starts real ones and ignores it.
package enum SimulatedWorkerBehaviour: Equatable, Sendable {
  case dies
  /// Handles no more messages.
  case hangs
  /// Handles every message this much later.
  case lags(nanoseconds: Int64)
  /// Sends its next message with a wrong byte.
  case lies
  /// Sends messages without a request, and does not stop.
  case floods
  /// Uses the processor without a request, and does not stop.
  case burns
  /// Behaves normally again.
  case recovers
  /// Plugins are not scanned when the run begins, and each step of a scan takes this long.
  case scans(nanoseconds: Int64)
}

/// A rule of a scenario, `on`, that requests a state inside the nth event of a kind, perhaps only
/// of one child or state, as a callback of the container's owner would.
package struct RequestRule: Equatable, Sendable {
  package var event: ContainerEventName
  /// Matches only events of this child; nil matches all.
  package var child: String?
  /// Matches only events with this `state` or `to`; nil matches all.
  package var state: String?
  /// The number of the matching event that makes the request, from 1.
  package var nth: Int
  package var request: String
  package var animated: Bool

  package init(
    event: ContainerEventName, child: String? = nil, state: String? = nil, nth: Int = 1,
    request: String, animated: Bool = true
  ) {
    self.event = event
    self.child = child
    self.state = state
    self.nth = nth
    self.request = request
    self.animated = animated
  }
}
