internal import ChildPluginAPI

/// A struct of the header that begins with its size.
protocol SizedStruct {
  static var sizes: StructSizes { get }
}

/// How many bytes a struct has in each minor of the ABI.
struct StructSizes {
  let inFirst: UInt32
  /// The minor in which it grew, and how large it has been since.
  private let grown: (minor: UInt16, bytes: UInt32)?

  @inline(__always)
  init(_ inFirst: UInt32, _ grown: (minor: UInt16, bytes: UInt32)? = nil) {
    self.inFirst = inFirst
    self.grown = grown
  }

  /// Its size in a minor; nil for one that this host does not know.
  @inline(__always)
  func bytes(inMinor minor: UInt16) -> UInt32? {
    guard minor <= CHILDPLUGIN_ABI_MINOR else { return nil }
    guard let grown, grown.minor <= minor else { return inFirst }
    return grown.bytes
  }

  /// Whether a plugin of a minor can have a struct of that size: no smaller than the first, and no larger than
  /// it is in a minor that this host knows.
  @inline(__always)
  func allows(_ size: UInt32, inMinor minor: UInt16) -> Bool {
    size >= inFirst && size <= bytes(inMinor: minor) ?? ForeignMemory.structBytesLimit
  }
}
