package import HostText

/// Everything that can be wrong with a states file or a scenario, with the facts of each.
package enum StatesFileProblem: Equatable, Sendable {
  /// The file could not be read; the reason is the system's.
  case unreadable(reason: String)

  /// The text is no JSON.
  case json(JSONProblem)

  // The text is JSON, but does not say what it should.
  case wrongType(found: String, wanted: String, example: String)
  case missingKey(String, example: String)
  case unknownKey(String, known: [String])
  /// A key that makes sense only where actions are played.
  case scenarioOnly(key: String)
  case emptyName(of: NameKind)
  case unknownName(String, of: NameKind, known: [String])
  /// A state lists a child that the file does not define.
  case undefinedChild(String, known: [String])
  case repeatedChild(String, state: String)
  /// A key of the keyboard that cannot be pressed under this name.
  case deadKey(String, KeyNameProblem)
  /// The key of the keyboard opens the host's page.
  case hostKey(String)
  /// A key of the keyboard stands a second time, under another of its names.
  case repeatedKey(String)
  case noStates
  case noAppearanceStates
  case malformedDuration(String)
  case negativeDuration(String)
  case durationTooLong(String)
  case durationTooFine(String)
  case outOfRange(number: String, range: ClosedRange<Int>)
  case wrongInsetCount(Int)
  /// Neither a number of cells nor a part of the room.
  case malformedSize(String)
  /// No even number of hexadecimal digits.
  case malformedBytes(String)
  /// Deadlines lead through these states and back in less than a millisecond.
  case endlessDeadlines(states: [String])
  case backInTime(atNanoseconds: Int64, previousNanoseconds: Int64)
  /// A rule filters by something that its event does not have, so it could never act.
  case ruleNeverActs(event: String, filter: String)
}

/// The kinds of names in a file that must be ones already known.
package enum NameKind: String, Sendable {
  case state
  case child
  case event
  case action
  case effect
  case curve
  case signal
  case source
  /// What the mouse does.
  case mouse = "kind of mouse event"
  case fate = "fate of a worker"
  case policy
  /// An edge of the room.
  case edge
  /// A key of the keyboard.
  case key = "keyboard key"
}
