/// A key as files name it: one character such as `e`, or a name such as `page-up`, either one with
/// `ctrl-`, `alt-` or `shift-` before it.
package struct KeyName: Equatable, Sendable {
  package let text: String

  /// - Returns: nil where the text names no key.
  package init?(_ text: String) {
    guard Self.isKey(text[...]) else { return nil }
    self.text = text
  }

  /// Every key that is more than one character.
  package static let names = [
    "enter", "escape", "tab", "space", "backspace", "delete", "insert", "up", "down", "left",
    "right", "home", "end", "page-up", "page-down", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8",
    "f9", "f10", "f11", "f12",
  ]

  private static let modifiers = ["ctrl-", "alt-", "shift-"]

  private static func isKey(_ text: Substring) -> Bool {
    var rest = text
    for _ in modifiers {
      guard let modifier = modifiers.first(where: { rest.hasPrefix($0) }) else { break }
      let unmodified = rest.dropFirst(modifier.count)
      if unmodified.hasPrefix(modifier) { return false }
      rest = unmodified
    }
    if rest.count == 1, let scalar = rest.unicodeScalars.first {
      return scalar.properties.generalCategory != .control
    }
    return names.contains { $0 == rest }
  }
}
