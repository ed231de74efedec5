internal import CHostSystem
internal import HostSystem
internal import HostText

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
    var digits: [UInt8] = []
    for byte in bytes {
      digits.appendHexDigit(byte >> 4)
      digits.appendHexDigit(byte & 0xF)
    }
    return String(decoding: digits, as: UTF8.self)
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
