/// One thing that a plugin must get right, and how that is found out.
package struct Check {
  /// What it means when a check is not met.
  package enum Severity: String, Sendable {
    /// The plugin breaks the contract of the header.
    case failure
    /// It keeps the contract, but its users or its host will not like it.
    case warning
  }

  /// What its worker is besides what every worker is.
  enum Setting {
    case usual
    /// What the sandbox refuses ends it, and has a name.
    case trapped
    /// A tool runs it that sees every access of memory, and judges.
    case watched
  }

  /// Kebab-case, the same for ever.
  package let name: String
  /// From 1, without which nothing works, to 10, for those who want to know it all.
  package let level: Int
  package let severity: Severity
  /// One line: what is demanded.
  package let purpose: String
  /// No other check runs beside it: it looks at the time, takes much of it, or looks at what the
  /// process that started it has.
  let runsAlone: Bool
  /// It asks how long calls took; to find that out costs more than most of them.
  let timesCalls: Bool
  let setting: Setting
  let run: (Trial) throws(CheckEnd) -> Void

  init(
    _ name: String, level: Int, severity: Severity = .failure, runsAlone: Bool = false,
    timesCalls: Bool = false, in setting: Setting = .usual, _ purpose: String,
    run: @escaping (Trial) throws(CheckEnd) -> Void
  ) {
    self.name = name
    self.level = level
    self.severity = severity
    self.purpose = purpose
    self.runsAlone = runsAlone
    self.timesCalls = timesCalls
    self.setting = setting
    self.run = run
  }
}

/// How a check ends that does not pass.
enum CheckEnd: Error {
  case failed(expected: String, happened: String, place: CallPlace = .lastCall)
  /// There is nothing to look at, and why.
  case skipped(String)
}

/// Ends a check unless something holds, with the call in which it does not.
func expect(
  _ holds: Bool, _ expected: @autoclosure () -> String, in place: CallPlace = .lastCall,
  else happened: @autoclosure () -> String
) throws(CheckEnd) {
  if !holds { throw .failed(expected: expected(), happened: happened(), place: place) }
}
