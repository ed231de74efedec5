internal import ChildPluginAPI

/// A C struct of the plugin header whose first field is its size; conformances give the size in each version.
protocol SizedStruct {
  static var sizes: StructSizes { get }
}

/// The sizes in bytes that a C struct of the plugin header has in version 1.0 and, if it has grown, in later minor
/// versions.
struct StructSizes {
  let inFirst: UInt32
  /// The minor version in which the struct grew, and its size since then.
  private let grown: (minor: UInt16, bytes: UInt32)?

  @inline(__always)
  init(_ inFirst: UInt32, _ grown: (minor: UInt16, bytes: UInt32)? = nil) {
    self.inFirst = inFirst
    self.grown = grown
  }

  /// The size in a minor version; nil for a version that this host does not know.
  @inline(__always)
  func bytes(inMinor minor: UInt16) -> UInt32? {
    guard minor <= CHILDPLUGIN_ABI_MINOR else { return nil }
    guard let grown, grown.minor <= minor else { return inFirst }
    return grown.bytes
  }

  /// Whether a plugin of a minor version can have a struct of that size: at least that of 1.0, and at most that of its
  /// version if this host knows it.
  @inline(__always)
  func allows(_ size: UInt32, inMinor minor: UInt16) -> Bool {
    size >= inFirst && size <= bytes(inMinor: minor) ?? ForeignMemory.structBytesLimit
  }
}
