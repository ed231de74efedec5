internal import CHostSystem
internal import HostSystem
package import HostText

/// The SHA-256 of the contents of a plugin file or library, with conversion to and from hexadecimal.
package struct ContentHash: Hashable, Sendable {
  let bytes: ArraySlice<UInt8>

  static let count = Int(HOST_SHA256_BYTES)

  /// - Precondition: of `count` bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    precondition(bytes.count == Self.count)
    self.bytes = bytes
  }

  /// Hashes an open file; nil when it cannot be read.
  init?(of file: borrowing FileDescriptor) {
    guard let bytes = file.sha256() else { return nil }
    self.bytes = bytes[...]
  }

  /// The hash in hexadecimal.
  package var text: String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Parses a hash in hexadecimal; nil when it is none.
  package init?(text: String) {
    let digits = text.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard text.utf8.count == 2 * Self.count, digits.count == 2 * Self.count else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      bytes.append(UInt8(digits[place] << 4 | digits[place + 1]))
    }
    self.bytes = bytes[...]
  }
}

/// The SHA-256 of a plugin's file and of each library that it brings along, by which a pin or a grant recognises the
/// plugin.
package struct PluginContents: SavedDecision, Equatable, Sendable {
  package let file: ContentHash
  package let libraries: [ContentHash]

  package init(file: ContentHash, libraries: [ContentHash] = []) {
    self.file = file
    self.libraries = libraries
  }

  /// The hash of the file as text; a list of hashes when there are libraries.
  package var json: JSONValue {
    libraries.isEmpty ? .text(file.text) : .texts(([file] + libraries).map(\.text))
  }

  package init(_ value: JSONValue) throws(NotDecisions) {
    var texts = [value]
    if case .array(let elements) = value.content { texts = elements }
    let hashes = try texts.map { text throws(NotDecisions) in
      guard let hash = ContentHash(text: try text.savedText()) else { throw NotDecisions() }
      return hash
    }
    guard let file = hashes.first else { throw NotDecisions() }
    self.init(file: file, libraries: Array(hashes.dropFirst()))
  }
}
