internal import CHostSystem
internal import Glibc
internal import HostSystem

/// The file that a `PluginCache` is kept in: read whole, and replaced whole.
///
/// It and its folder are the user's own and writable by nobody else, or they are left alone.
final class CacheFile {
  private let folder: Descriptor
  private var path: String { folder.path + "/plugins" }

  static let bytesLimit = 16 << 20

  /// Opens the folder, which is made where it is missing.
  init(in folder: String) throws(SystemError) {
    self.folder = try Self.open(folder)
    guard Self.bytes(ofOwn: S_IFDIR, self.folder) != nil else {
      throw SystemError(call: "open", code: EPERM)
    }
  }

  private static func open(_ folder: String) throws(SystemError) -> Descriptor {
    let flags = O_RDONLY | O_DIRECTORY
    do throws(SystemError) {
      return try Descriptor(opening: folder, flags: flags)
    } catch {
      guard error.code == ENOENT else { throw error }
      makeAll(folder)
      return try Descriptor(opening: folder, flags: flags)
    }
  }

  /// Makes a folder and those that it is in.
  private static func makeAll(_ folder: String) {
    var end = folder.utf8.startIndex
    while let slash = folder.utf8[end...].dropFirst().firstIndex(of: UInt8(ascii: "/")) {
      make(String(folder.utf8[..<slash]) ?? "")
      end = slash
    }
    make(folder)
  }

  private static func make(_ folder: String) {
    let name = unsafe host_name_of_text(folder)
    defer { unsafe free(name) }
    _ = unsafe mkdir(name, 0o700)
  }

  /// The size of what is of this kind, the user's own and writable by nobody else; nil for any other.
  private static func bytes(ofOwn kind: mode_t, _ descriptor: borrowing Descriptor) -> Int? {
    var facts = stat()
    guard unsafe fstat(descriptor.rawValue, &facts) == 0, facts.st_mode & S_IFMT == kind,
      facts.st_uid == geteuid(), facts.st_mode & (S_IWGRP | S_IWOTH) == 0
    else { return nil }
    return facts.st_size
  }

  /// What is in it; nil for none that can be trusted.
  func read() -> [UInt8]? {
    guard
      let file = try? Descriptor(opening: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let size = Self.bytes(ofOwn: S_IFREG, file), size <= Self.bytesLimit
    else { return nil }
    return unsafe [UInt8](unsafeUninitializedCapacity: size) { room, count in
      guard let start = room.baseAddress else { return }
      count = Int(unsafe max(0, host_file_read(file.rawValue, start, UInt64(room.count), 0)))
    }
  }

  /// Puts these bytes in its place at once: who reads it has the old ones or the new ones.
  func replace(with bytes: [UInt8]) throws(SystemError) {
    try folder.replaceFile(named: Array("plugins".utf8CString), with: bytes.span)
  }
}
