package import HostText

/// A child's options from the states file, each as the text that the child reads.
package struct ChildOptions: Equatable, Sendable {
  package private(set) var texts: [(name: String, text: [UInt8])] = []

  /// - Parameter value: the object of the states file; nil: none.
  package init(_ value: JSONValue?) {
    guard case .object(let members)? = value?.content else { return }
    for member in members {
      var bytes: [UInt8] = []
      if case .string(let text) = member.value.content {
        bytes += text.utf8
      } else {
        bytes.appendJSON(member.value)
      }
      texts.append((member.name, bytes))
    }
  }

  /// Options whose texts are known.
  package init(_ texts: [(name: String, text: [UInt8])]) { self.texts = texts }

  package static func == (one: ChildOptions, other: ChildOptions) -> Bool {
    one.texts.elementsEqual(other.texts) { $0.name == $1.name && $0.text == $1.text }
  }

  /// Fills a buffer with as much of an option as fits and returns the length of the whole one; nil where
  /// it is not given.
  package func copy(_ name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
    guard let text = texts.first(where: { $0.name == name })?.text else { return nil }
    unsafe buffer.copyBytes(from: text.prefix(buffer.count))
    return UInt64(text.count)
  }
}
