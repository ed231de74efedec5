package import HostText

/// The option values that a child of a plugin gets from the states file or the command line, by name and as text.
package struct ChildOptions: Equatable, Sendable {
  package private(set) var texts: [(name: String, text: [UInt8])] = []

  /// - Parameter value: the object from a states file; nil for none.
  package init(_ value: JSONValue?) {
    guard case .object(let members)? = value?.content else { return }
    for member in members { texts.append((member.name, Array(Self.text(of: member.value).utf8))) }
  }

  /// Creates options from their texts.
  package init(_ texts: [(name: String, text: [UInt8])]) { self.texts = texts }

  package static func == (one: ChildOptions, other: ChildOptions) -> Bool {
    one.texts.elementsEqual(other.texts) { $0.name == $1.name && $0.text == $1.text }
  }

  /// Sets an option, replacing an earlier value.
  package mutating func set(_ name: String, _ text: String) {
    texts.removeAll { $0.name == name }
    texts.append((name, Array(text.utf8)))
  }

  /// Adds the default values of options that are not set.
  package mutating func addFallbacks(of types: [OptionType]) {
    for type in types
    where !type.fallback.isEmpty && !texts.contains(where: { $0.name == type.name }) {
      texts.append((type.name, Array(type.fallback.utf8)))
    }
  }

  /// The text of a states file value: a string as it is, anything else as JSON.
  package static func text(of value: JSONValue) -> String {
    if case .string(let text) = value.content { return text }
    var bytes: [UInt8] = []
    bytes.appendJSON(value)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Copies as much of an option as fits into a buffer and returns the full length; nil when it is not set.
  package func copy(_ name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
    guard let text = texts.first(where: { $0.name == name })?.text else { return nil }
    unsafe buffer.copyBytes(from: text.prefix(buffer.count))
    return UInt64(text.count)
  }
}

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
