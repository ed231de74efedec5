internal import HostPlugins

/// One test of `statehost validate`: its fixed name, what it requires of a plugin, its strictness,
/// and the code, which runs in a worker and throws a `CheckOutcome` unless the plugin passes.
package struct Check: Sendable {
  /// The severity of a check of `statehost validate`: whether a plugin that does not pass it breaks
  /// the contract, or only gets a warning.
  package enum Severity: String, Sendable {
    /// The plugin breaks the contract of the header.
    case failure
    /// The plugin keeps the contract, but inconveniences its users or its host.
    case warning
  }

  /// The strictness from which a check runs, and whether it reports a failure or a warning.
  ///
  /// An integer literal is the level of a failure.
  struct Level: ExpressibleByIntegerLiteral {
    let number: Int
    let severity: Severity

    init(integerLiteral number: Int) { (self.number, severity) = (number, .failure) }
    private init(warning number: Int) { (self.number, severity) = (number, .warning) }
    static func warning(_ number: Int) -> Level { Level(warning: number) }
  }

  /// A special condition under which the worker process of a check runs: alone, with exact timing
  /// of calls, with refused system calls trapped, with an end of busy sources, or under valgrind.
  enum Option {
    /// No other check runs meanwhile: this one measures time, or what the parent process has.
    case runsAlone
    /// The duration of each call is measured, which costs more than most calls.
    case timesCalls
    /// A system call that the sandbox refuses ends the worker and is named.
    case trapsRefusedCalls
    /// A source that uses the processor all the time without a row is stuck: it does not wait.
    case mayNotSpin
    /// The worker runs under valgrind, which decides the result.
    case valgrind
  }

  /// The closure of a check that runs it on one child under test, and throws unless that child
  /// passes.
  typealias ChildTest = @Sendable (CheckedChild) throws -> Void

  /// Kebab-case; never changes.
  package let name: String
  /// The level, 1 (essential) to 10 (strictest).
  package let level: Int
  package let severity: Severity
  /// One line: what is required.
  package let purpose: String
  let options: [Option]
  let run: @Sendable (CheckSession) throws -> Void

  init(
    _ name: String, _ level: Level, _ purpose: String, options: [Option] = [],
    run: @escaping @Sendable (CheckSession) throws -> Void
  ) {
    (self.name, self.purpose, self.options, self.run) = (name, purpose, options, run)
    (self.level, severity) = (level.number, level.severity)
  }

  /// A check of every type of child.
  static func eachType(
    _ name: String, _ level: Level, _ purpose: String,
    _ body: @escaping @Sendable (CheckSession, ChildType) throws -> Void
  ) -> Check {
    Check(name, level, purpose) { session in
      for type in try session.types() { try body(session, type) }
    }
  }

  /// A check of new children with each content: see `CheckSession.forEachChild`.
  static func eachChild(
    _ name: String, _ level: Level, _ purpose: String, once phase: CheckedChild.Phase = .created,
    having feature: CheckedChild.Feature? = nil,
    contents: @autoclosure @escaping @Sendable () -> [SimulatedContent?] = [nil],
    _ body: @escaping ChildTest
  ) -> Check {
    Check(name, level, purpose) { session in
      for content in contents() {
        try session.forEachChild(once: phase, having: feature, content: content, body)
      }
    }
  }

  /// A check of every child on screen in each of its states: see `CheckSession.forEachState`.
  static func eachState(
    _ name: String, _ level: Level, _ purpose: String,
    _ change: @escaping @Sendable (SimulatedContent) -> SimulatedContent = { $0 },
    options: [Option] = [],
    _ body: @escaping ChildTest
  ) -> Check { Check(name, level, purpose, options: options) { try $0.forEachState(change, body) } }

  /// The same with rows of columns and with rows of one text: see `CheckSession.forEachContent`.
  static func eachContent(
    _ name: String, _ level: Level, _ purpose: String,
    _ change: @escaping @Sendable (SimulatedContent) -> SimulatedContent = { $0 },
    _ body: @escaping ChildTest
  ) -> Check { Check(name, level, purpose) { try $0.forEachContent(change, body) } }

  /// All checks, in the order in which they run and are shown.
  package static let all: [Check] = [
    LoadChecks.loading, CallChecks.all, LoadChecks.entry, DescriptorChecks.all,
    [HostCallChecks.threads], CreationChecks.all,
    // The slowest checks, started early to run beside the others.
    MemoryChecks.all, ExtensionChecks.all, AppearanceChecks.all, TimingChecks.all, SizeChecks.all,
    DrawingChecks.all, DrawnTextChecks.all, ShownContentChecks.all, TerminalSettingChecks.all,
    ViewChecks.all, ChoiceChecks.all, RowChecks.all, RedrawChecks.all, FeedbackLoopChecks.all,
    InputChecks.all, MessageChecks.all, KeyChecks.all, FocusChecks.all, InputResultChecks.all,
    EditingChecks.all, ContentChecks.all, SavedStateChecks.all, HostCallChecks.conduct,
    WakeChecks.all,
    [HostCallChecks.afterwards], HostVariationChecks.all, OptionChecks.all, ProgramChecks.all,
    RunningProgramChecks.all, ArgumentMemoryChecks.all, ProcessChecks.all, SourceChecks.all,
    ValgrindChecks.all,
  ].flatMap { $0 }

  /// The index of a check in `all`.
  static func position(of name: String) -> Int { all.firstIndex { $0.name == name } ?? .max }
}

/// The outcome of a validator check, in its worker process: passed, failed (what was expected, what
/// happened, in which call) or skipped with a reason; thrown by a check that does not pass.
enum CheckOutcome: Error {
  case passed
  case failed(expected: String, happened: String, place: CallPlace = .lastCall)
  /// Does not apply, with the reason.
  case skipped(String)

  var isFailure: Bool { if case .failed = self { true } else { false } }
}

/// The plugin call to which a failed check is attributed: the latest, an earlier one and those
/// before, any up to the latest if the mistake showed only later, or none if it is in the file.
enum CallPlace: Equatable {
  /// In the latest call, without those that removed children since.
  case lastCall
  /// In this call, as the record has it; with those before it, the oldest first.
  case call(String, after: [String] = [])
  /// In the latest call or in any before it: the mistake shows only afterwards.
  case afterLastCall

  /// In no call.
  static let file = CallPlace.call("no call: it is in the file")
}

/// A value that a plugin gave or caused during a check, with the call in which that happened.
struct Located<Value> {
  let what: Value
  let place: CallPlace
}

extension Array {
  /// The array; skips the check if it is empty.
  func orSkip(_ reason: String) throws -> [Element] {
    if isEmpty { throw CheckOutcome.skipped(reason) }
    return self
  }
}

/// Ends the check as failed unless a condition holds.
func expect(
  _ holds: Bool, _ expected: @autoclosure () -> String, in place: CallPlace = .lastCall,
  else happened: @autoclosure () -> String
) throws { if !holds { try fail(expected(), in: place, but: happened()) } }

/// Ends the check as failed if something was found, such as the place of the first wrong cell.
func expectNone<Finding>(
  _ finding: Finding?, _ expected: @autoclosure () -> String, in place: CallPlace = .lastCall,
  else happened: (Finding) -> String = { "a difference at \($0)" }
) throws { if let finding { try fail(expected(), in: place, but: happened(finding)) } }

/// The same with the place where something was found.
func expectNone<Value>(
  located: Located<Value>?, _ expected: @autoclosure () -> String, else happened: (Value) -> String
) throws { if let located { try fail(expected(), in: located.place, but: happened(located.what)) } }

/// Ends the check as failed.
func fail(_ expected: String, in place: CallPlace = .lastCall, but happened: String) throws -> Never
{ throw CheckOutcome.failed(expected: expected, happened: happened, place: place) }
