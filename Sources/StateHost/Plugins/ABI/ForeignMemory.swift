internal import CHostSystem
internal import ChildPluginAPI
internal import Glibc

/// Functions that copy structs between the host and the memory of a plugin, never beyond the size
/// that the plugin states, and convert texts of the plugin ABI.
enum ForeignMemory {
  /// The largest accepted size of a struct; a larger one is taken as uninitialised memory.
  static let structBytesLimit: UInt32 = 65536

  @inline(__always)
  static func size(at address: UnsafeRawPointer) -> UInt32 {
    unsafe address.loadUnaligned(as: UInt32.self)
  }

  /// Copies a struct up to its size; bytes beyond it are 0, also within a field.
  static func copy<Struct: BitwiseCopyable>(
    _ type: Struct.Type, at address: UnsafeRawPointer, size: UInt32
  ) -> Struct {
    let whole = MemoryLayout<Struct>.size
    if size >= whole { return unsafe address.loadUnaligned(as: Struct.self) }
    let there = Int(size) / MemoryLayout<Struct>.alignment * MemoryLayout<Struct>.alignment
    return unsafe withUnsafeTemporaryAllocation(of: Struct.self, capacity: 1) { room in
      let bytes = UnsafeMutableRawBufferPointer(room)
      unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
      if let start = bytes.baseAddress { unsafe start.copyMemory(from: address, byteCount: there) }
      return unsafe bytes.loadUnaligned(as: Struct.self)
    }
  }

  /// Copies a struct that begins with its size; nil when the size is impossible.
  static func copySized<Struct: BitwiseCopyable>(
    _ type: Struct.Type, at address: UnsafeRawPointer
  ) -> Struct? {
    let size = unsafe size(at: address)
    guard size >= 4, size <= structBytesLimit else { return nil }
    return unsafe copy(type, at: address, size: size)
  }

  /// Fills a plugin's struct from a host's up to its size, which stays; false for impossible sizes.
  static func fill<Struct: BitwiseCopyable>(
    _ target: UnsafeMutableRawPointer, with value: Struct
  ) -> Bool {
    let size = unsafe size(at: UnsafeRawPointer(target))
    guard size >= 4, size <= structBytesLimit else { return false }
    unsafe withUnsafeBytes(of: value) { source in
      let there = min(source.count, Int(size))
      if let start = source.baseAddress {
        unsafe (target + 4).copyMemory(from: start + 4, byteCount: there - 4)
      }
      if Int(size) > there {
        unsafe (target + there).initializeMemory(
          as: UInt8.self, repeating: 0, count: Int(size) - there)
      }
    }
    return true
  }

  /// The bytes of a text; empty when its pointer is NULL or its length impossible.
  @inline(__always)
  static func bytes(_ text: childplugin_text_t) -> UnsafeRawBufferPointer {
    guard let start = unsafe text.bytes, unsafe text.length <= UInt64(Int32.max) else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeRawBufferPointer(start: start, count: Int(text.length))
  }

  /// Bytes as a text of the ABI; valid as long as the bytes are.
  static func text(_ bytes: UnsafeRawBufferPointer) -> childplugin_text_t {
    unsafe childplugin_text_t(
      bytes: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), length: UInt64(bytes.count))
  }

  static func string(_ text: childplugin_text_t) -> String {
    unsafe String(decoding: bytes(text), as: UTF8.self)
  }
}

/// A C string that is never freed, such as a plugin's path or id, for crash reports and late calls.
@safe struct ImmortalText: @unchecked Sendable {
  let start: UnsafePointer<CChar>
  let count: Int

  init(_ text: String) {
    count = text.utf8.count
    unsafe start = host_call_name(text, count)
  }

  var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }
  var text: childplugin_text_t { unsafe childplugin_text_t(bytes: start, length: UInt64(count)) }
}

/// Protocol of the C structs of the plugin header whose first field is their size; generated
/// conformances give this size in each version of the ABI, to check the size that a plugin states.
protocol SizedStruct {
  static var sizes: StructSizes { get }
}

/// The sizes in bytes of a C struct of the plugin header, by which the host checks the size a
/// plugin states: that in version 1.0 and, if it has grown, that since a later minor version.
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

  /// Whether a plugin of a minor version can have a struct of that size: at least that of 1.0, and
  /// at most that of its version if this host knows it.
  @inline(__always)
  func allows(_ size: UInt32, inMinor minor: UInt16) -> Bool {
    size >= inFirst && size <= bytes(inMinor: minor) ?? ForeignMemory.structBytesLimit
  }
}
