/// The textual names of keys, as states files, scenarios and help lines use them: `down`, `page-up`,
/// `e`, `space`, `f5`, `ctrl-e`, `alt-x`, `ctrl-alt-delete`.
extension Key {
  private static let named: [(name: String, code: Code)] = [
    ("enter", .enter), ("escape", .escape), ("tab", .tab), ("space", .character(" ")),
    ("backspace", .backspace), ("delete", .delete), ("insert", .insert), ("up", .up),
    ("down", .down), ("left", .left), ("right", .right), ("home", .home), ("end", .end),
    ("page-up", .pageUp), ("page-down", .pageDown),
  ]

  private static let otherNames: [(name: String, code: Code)] = [
    ("return", .enter), ("esc", .escape), ("pageup", .pageUp), ("pagedown", .pageDown),
    ("ins", .insert), ("del", .delete),
  ]

  private static let prefixes: [(prefix: String, modifier: Modifiers)] = [
    ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift), ("super-", .super),
  ]

  private static let functionKeys = UInt8(1)...35

  /// Every name that is more than one character, but for those beyond F12.
  package static let names = named.map(\.name) + (1...12).map { "f\($0)" }

  /// The name; `Key(naming:)` makes the same key of it.
  package var name: String {
    var name = ""
    for (prefix, modifier) in Self.prefixes where modifiers.contains(modifier) { name += prefix }
    return name + codeName
  }

  private var codeName: String {
    if let known = Self.named.first(where: { $0.code == code }) { return known.name }
    switch code {
    case .character(let scalar): return String(Character(scalar))
    case .function(let number): return "f\(number)"
    case .enter, .tab, .backspace, .escape, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .insert, .delete:
      preconditionFailure("\(code) has no name")
    }
  }

  /// The key of a name, with its modifiers in any order.
  ///
  /// Names are lower case; a single character stands for itself.
  ///
  /// - Throws: why no key that can be pressed has the name.
  package init(naming name: String) throws(KeyNameProblem) {
    // By bytes: a combining mark after the hyphen would be one Character with it.
    var rest = Substring(name)
    var modifiers: Modifiers = []
    while let (prefix, modifier) = Self.prefixes.first(where: {
      rest.utf8.starts(with: $0.prefix.utf8) && rest.utf8.count > $0.prefix.utf8.count
    }) {
      guard modifiers.insert(modifier).inserted else { throw .unknown }
      rest = Substring(rest.utf8.dropFirst(prefix.utf8.count))
    }
    guard let code = Self.code(named: rest) else { throw .unknown }
    if modifiers.contains(.shift), !modifiers.contains(.control), case .character(let scalar) = code
    {
      try Self.checkShift(with: scalar, modifiers)
    }
    self.init(code, modifiers)
    try checkThatTerminalsSendIt()
  }

  private static func code(named name: Substring) -> Code? {
    if let known = (named + otherNames).first(where: { $0.name == name }) { return known.code }
    if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 {
      return isControl(scalar) ? nil : .character(scalar)
    }
    guard name.first == "f", let number = UInt8(name.dropFirst()),
      functionKeys.contains(number), name.dropFirst() == "\(number)"
    else { return nil }
    return .function(number)
  }

  /// Shift with a character is another character, which terminals send instead; which one only the
  /// keyboard knows, but for letters.
  private static func checkShift(
    with scalar: Unicode.Scalar, _ modifiers: Modifiers
  ) throws(KeyNameProblem) {
    let isLetter = "a"..."z" ~= scalar || "A"..."Z" ~= scalar
    guard !isLetter, scalar != " " else { return }
    let upper = scalar.properties.uppercaseMapping.unicodeScalars
    guard let shifted = upper.first, upper.count == 1, shifted != scalar else {
      throw .shiftChangesCharacter
    }
    throw .sentAs(Key(.character(shifted), modifiers.subtracting(.shift)))
  }

  /// Ctrl with some letters is a key of its own to every terminal, and with others a signal.
  private func checkThatTerminalsSendIt() throws(KeyNameProblem) {
    guard modifiers.subtracting(.alt) == .control, case .character(let scalar) = code else {
      return
    }
    let rest = modifiers.subtracting(.control)
    switch scalar {
    case "h": throw .sentAs(Key(.backspace, rest))
    case "i": throw .sentAs(Key(.tab, rest))
    case "j", "m": throw .sentAs(Key(.enter, rest))
    case "[": throw .sentAs(Key(.escape, rest))
    case "c", "z", "\\": throw .signal
    default: break
    }
  }

  /// C0, DEL and C1, which are never keys by themselves.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}

/// Why a text names no key that could ever be pressed.
package enum KeyNameProblem: Error, Equatable, Sendable {
  /// It is no name.
  case unknown
  /// The keys are there, but what terminals send for them is this key.
  case sentAs(Key)
  /// Terminals send the character that Shift makes of this one, whichever that is.
  case shiftChangesCharacter
  /// The terminal makes a signal of it.
  case signal
}
