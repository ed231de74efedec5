/// The textual names of keys, as states files, scenarios and help lines use them: `down`, `page-up`,
/// `e`, `space`, `f5`, `ctrl-c`, `alt-x`, `ctrl-alt-delete`.
extension Key {
  private static let named: [(name: String, code: Code)] = [
    ("enter", .enter), ("tab", .tab), ("backspace", .backspace), ("escape", .escape),
    ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
    ("end", .end), ("page-up", .pageUp), ("page-down", .pageDown), ("insert", .insert),
    ("delete", .delete), ("space", .character(" ")),
  ]

  private static let otherNames: [(name: String, code: Code)] = [
    ("return", .enter), ("esc", .escape), ("pageup", .pageUp), ("pagedown", .pageDown),
    ("ins", .insert), ("del", .delete),
  ]

  private static let prefixes: [(prefix: String, modifier: Modifiers)] = [
    ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift), ("super-", .super),
  ]

  private static let functionKeys = UInt8(1)...35

  /// The name; `Key(name:)` makes the same key of it.
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

  /// The key of a name, with its modifiers in any order; nil when there is no such key.
  ///
  /// Names are lower case; a single character stands for itself.
  package init?(name: String) {
    // By bytes: a combining mark after the hyphen would be one Character with it.
    var rest = Substring(name)
    var modifiers: Modifiers = []
    while let (prefix, modifier) = Self.prefixes.first(where: {
      rest.utf8.starts(with: $0.prefix.utf8) && rest.utf8.count > $0.prefix.utf8.count
    }) {
      modifiers.insert(modifier)
      rest = Substring(rest.utf8.dropFirst(prefix.utf8.count))
    }
    guard let code = Self.code(named: rest) else { return nil }
    self.init(code, modifiers)
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

  /// C0, DEL and C1, which are never keys by themselves.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
  }
}
