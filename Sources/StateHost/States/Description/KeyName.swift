/// A key as files and the terminal name it: one character such as `e`, or a name such as `page-up`,
/// either one with modifiers before it, such as `ctrl-c`.
///
/// However a file writes a key, its text here is the same: the name that the terminal gives it.
package struct KeyName: Equatable, Sendable {
  /// Modifiers in the order ctrl, alt, shift, super; then the key.
  package let text: String

  /// - Returns: nil where the text names no key.
  package init?(_ text: String) {
    var rest = Substring(text)
    var modifiers: Set<String> = []
    while let modifier = Self.modifiers.first(where: { Self.begins(rest, with: $0) }) {
      guard modifiers.insert(modifier).inserted else { return nil }
      rest = Substring(rest.utf8.dropFirst(modifier.utf8.count))
    }
    guard var key = Self.key(named: rest) else { return nil }
    if key.utf8.count == 1 {
      if modifiers.contains("ctrl-") {
        key = key.lowercased()
      } else if modifiers.remove("shift-") != nil {
        key = key.uppercased()
      }
    }
    self.text = Self.modifiers.filter(modifiers.contains).joined() + key
  }

  /// Every key that is more than one character, but for those beyond F12.
  package static let names = [
    "enter", "escape", "tab", "space", "backspace", "delete", "insert", "up", "down", "left",
    "right", "home", "end", "page-up", "page-down", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8",
    "f9", "f10", "f11", "f12",
  ]

  private static let otherNames = [
    ("return", "enter"), ("esc", "escape"), ("pageup", "page-up"), ("pagedown", "page-down"),
    ("ins", "insert"), ("del", "delete"), (" ", "space"),
  ]

  private static let modifiers = ["ctrl-", "alt-", "shift-", "super-"]

  /// Compares bytes: a combining mark after the hyphen would be one character with it.
  private static func begins(_ text: Substring, with modifier: String) -> Bool {
    text.utf8.count > modifier.utf8.count && text.utf8.starts(with: modifier.utf8)
  }

  private static func key(named name: Substring) -> String? {
    if let other = otherNames.first(where: { $0.0 == name }) { return other.1 }
    if let known = names.first(where: { $0 == name }) { return known }
    if let number = Int(name.dropFirst()), name == "f\(number)", (1...35).contains(number) {
      return String(name)
    }
    guard name.unicodeScalars.count == 1, let scalar = name.unicodeScalars.first,
      scalar.properties.generalCategory != .control
    else { return nil }
    return String(name)
  }
}
