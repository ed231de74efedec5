internal import CHostSystem

/// The SHA-256 of a file's contents.
struct ContentHash: Hashable {
  let bytes: ArraySlice<UInt8>

  static let count = Int(HOST_SHA256_BYTES)

  /// - Precondition: of `count` bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    precondition(bytes.count == Self.count)
    self.bytes = bytes
  }

  /// Of what an open file holds; nil where it cannot be read.
  init?(ofFile descriptor: CInt) {
    var bytes = [UInt8](repeating: 0, count: Self.count)
    guard unsafe host_sha256_of_file(descriptor, &bytes) == 0 else { return nil }
    self.bytes = bytes[...]
  }
}
