/// An option that the user gives the children of an id for one run: `-o ID.NAME=VALUE`.
package struct OptionChoice: Equatable, Sendable {
  /// Empty: of each child that has an option of the name.
  package let id: String
  package let name: String
  package let text: String

  /// Nil for what is none.
  ///
  /// - Parameter text: `ID.NAME=VALUE`; an id may have dots, a name has none.
  package init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="),
      let dot = text[..<equals].lastIndex(of: ".")
    else { return nil }
    id = String(text[..<dot])
    name = String(text[text.index(after: dot)..<equals])
    self.text = String(text[text.index(after: equals)...])
    guard DescriptorReader.isID(id), !name.isEmpty else { return nil }
  }

  /// Nil for what is none.
  ///
  /// - Parameter text: `NAME=VALUE`, or as above.
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
