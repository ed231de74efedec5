/// Everything that can be wrong with a states file or a scenario, with the facts of each.
package enum StatesFileProblem: Equatable, Sendable {
  /// The file could not be read; the reason is the system's.
  case unreadable(reason: String)

  // The text is no JSON.
  case tooLarge(limit: Int)
  case tooDeep(limit: Int)
  case byteOrderMark
  case emptyText
  case unexpected(Unicode.Scalar, expected: JSONExpectation)
  case endsEarly(expected: JSONExpectation)
  case trailingComma
  case invalidUTF8(byte: UInt8)
  case controlCharacter(UInt8)
  case unknownEscape(Unicode.Scalar)
  case shortUnicodeEscape
  case loneSurrogate
  case leadingZero
  case numberTooLarge
  case duplicateKey(name: String, firstLine: Int)

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
  /// A key of the keyboard.
  case key = "keyboard key"
}

/// What JSON's grammar asks for at a place.
package enum JSONExpectation: String, Sendable {
  case value = "a value"
  case name = "a name in double quotes"
  case colon = "\":\""
  case commaOrEndOfList = "\",\" or \"]\""
  case commaOrEndOfObject = "\",\" or \"}\""
  case digit = "a digit"
  case endOfString = "the closing quote of a string"
  case endOfText = "the end of the file"
}
