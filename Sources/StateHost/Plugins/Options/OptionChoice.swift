/// An option that the user gives the children of an id for one run: `-o ID.NAME=VALUE`.
package struct OptionChoice: Equatable, Sendable {
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
}
