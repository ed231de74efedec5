internal import HostText

/// The SHA-256 of a plugin's file and of each library that it brings along, by which a pin or a grant recognises the
/// plugin.
package struct PluginContents: Equatable, Sendable {
  package let file: ContentHash
  package let libraries: [ContentHash]

  package init(file: ContentHash, libraries: [ContentHash] = []) {
    self.file = file
    self.libraries = libraries
  }

  /// The hash of the file as text; a list of hashes when there are libraries.
  var json: JSONValue {
    libraries.isEmpty ? .text(file.text) : .texts(([file] + libraries).map(\.text))
  }

  /// - Throws: when the value is something else.
  init(_ value: JSONValue) throws(NotDecisions) {
    let texts: [JSONValue]
    if case .array(let elements) = value.content { texts = elements } else { texts = [value] }
    var hashes: [ContentHash] = []
    for text in texts {
      guard case .string(let digits) = text.content, let hash = ContentHash(text: digits) else {
        throw NotDecisions()
      }
      hashes.append(hash)
    }
    guard let file = hashes.first else { throw NotDecisions() }
    self.init(file: file, libraries: Array(hashes.dropFirst()))
  }
}
