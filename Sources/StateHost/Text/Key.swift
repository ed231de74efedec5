/// A key press as the host reads it from the terminal, the same value however it is encoded: which
/// key, and the modifiers held down with it; also converted from and to names such as `ctrl-e`;
/// children receive a `ChildKey`.
///
/// Shift changes the character itself, and with Ctrl a character is lowercase.
package struct Key: Hashable, Sendable {
  /// Opens the host's help page; it is not sent to children, and no plugin of 1.0 uses it.
  package static let hostPage = Key(.function(12))

  /// The key of the keyboard that was pressed, as the host reads it from the terminal: a character,
  /// a function key, Enter, an arrow and so on.
  package enum Code: Hashable, Sendable {
    case character(Unicode.Scalar)
    /// From 1.
    case function(UInt8)
    case enter, tab, backspace, escape
    case up, down, left, right
    case home, end, pageUp, pageDown
    case insert, delete
  }

  /// Modifier keys held during a key press or mouse event of the terminal, as the host sees it:
  /// Shift, Alt, Control and Super; children receive `ChildModifiers`, without Super.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
    package static let `super` = Modifiers(rawValue: 8)
  }

  package let code: Code
  package let modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    guard case .character(let scalar) = code else {
      self.code = code
      self.modifiers = modifiers
      return
    }
    if modifiers.contains(.control) {
      self.code = .character(Self.lowercased(scalar))
      self.modifiers = modifiers
    } else {
      self.code = .character(modifiers.contains(.shift) ? Self.uppercased(scalar) : scalar)
      self.modifiers = scalar == " " ? modifiers : modifiers.subtracting(.shift)
    }
  }

  private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
  }

  private static func uppercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("a"..."z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) - 32) : scalar
  }
}

/// The names of keys in states files, scenarios and help: `down`, `page-up`, `e`, `space`, `f5`,
/// `ctrl-e`, `alt-x`, `ctrl-alt-delete`.
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

  /// All names of more than one character, up to F12.
  package static let names = named.map(\.name) + (1...12).map { "f\($0)" }

  /// The name, from which `Key(naming:)` makes the same key.
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

  /// Parses a key name, with modifiers in any order.
  ///
  /// Names are lowercase; a single character names itself.
  ///
  /// - Throws: an error if the name is unknown or terminals cannot send the key.
  package init(naming name: String) throws(KeyNameProblem) {
    // Bytewise: a combining mark after the hyphen would be part of the same Character.
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

  /// With Shift, terminals send another character, which depends on the keyboard except for
  /// letters.
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

  /// With Ctrl, some letters are other keys to every terminal, and some are signals.
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

  /// C0, DEL and C1, which are never keys.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}

/// The reason why a key's name in a states file, scenario or plugin's descriptor is rejected: it is
/// unknown, or terminals send another key or character for it, or turn it into a signal.
package enum KeyNameProblem: Error, Equatable, Sendable {
  case unknown
  /// Terminals send this key instead.
  case sentAs(Key)
  /// Terminals send the shifted character, which depends on the keyboard.
  case shiftChangesCharacter
  /// The terminal turns it into a signal.
  case signal
}
