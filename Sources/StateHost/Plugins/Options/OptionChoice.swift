/// One `-o ID.NAME=VALUE` of the command line, which sets an option of the children with that id.
package struct OptionChoice: Equatable, Sendable {
  /// Empty: for each child that has an option with this name.
  package let id: String
  package let name: String
  package let text: String

  /// Parses an option; nil when it is malformed.
  ///
  /// - Parameter text: `ID.NAME=VALUE`; an id may contain dots, a name may not.
  package init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="),
      let dot = text[..<equals].lastIndex(of: ".")
    else { return nil }
    id = String(text[..<dot])
    name = String(text[text.index(after: dot)..<equals])
    self.text = String(text[text.index(after: equals)...])
    guard DescriptorReader.isID(id), !name.isEmpty else { return nil }
  }

  /// Parses an option with or without an id; nil when it is malformed.
  ///
  /// - Parameter text: `NAME=VALUE` or `ID.NAME=VALUE`.
  package init?(forAnyChild text: String) {
    guard let equals = text.firstIndex(of: "="), !text[..<equals].contains(".") else {
      self.init(text)
      return
    }
    self.init(
      id: "", name: String(text[..<equals]), text: String(text[text.index(after: equals)...]))
    if name.isEmpty { return nil }
  }

  package init(id: String, name: String, text: String) {
    self.id = id
    self.name = name
    self.text = text
  }
}
