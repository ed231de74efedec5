internal import HostText

/// What a plugin is made of: the hash of its file, then that of each library that it brings, in load order.
package struct PluginContents: Equatable, Sendable {
  package let file: ContentHash
  package let libraries: [ContentHash]

  package init(file: ContentHash, libraries: [ContentHash] = []) {
    self.file = file
    self.libraries = libraries
  }

  /// The digits of the file's hash; a list of them where it brings libraries.
  var json: JSONValue {
    libraries.isEmpty ? .text(file.text) : .texts(([file] + libraries).map(\.text))
  }

  /// - Throws: that it is something else.
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
