internal import CHostSystem
internal import Glibc

extension Descriptor {
  /// Reads up to `count` bytes from `offset` on; fewer where the file ends or cannot be read.
  package borrowing func bytes(at offset: UInt64, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      guard let start = room.baseAddress else { return }
      filled = unsafe max(0, Int(host_file_read(rawValue, start, UInt64(count), offset)))
    }
  }

  /// The SHA-256 of the file's contents, 32 bytes; nil where they cannot be read.
  package borrowing func sha256() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Int(HOST_SHA256_BYTES))
    return unsafe host_sha256_of_file(rawValue, &bytes) == 0 ? bytes : nil
  }

  /// Copies the file into memory that nobody can change any more.
  ///
  /// - Parameters:
  ///   - name: what the copy is called where the system lists what is mapped; at most 249 bytes.
  ///   - bytes: the file's size.
  /// - Returns: the copy.
  /// - Throws: `ENOSYS` where the system has no such memory, `EAGAIN` where the file changed its size
  ///   meanwhile, else why it cannot be read.
  package borrowing func sealedCopy(named name: String, bytes: UInt64) throws(SystemError)
    -> OpenFile
  {
    let copy = unsafe host_file_seal_copy(rawValue, name, bytes)
    return OpenFile(Descriptor(owning: try checked(copy, "memfd_create")))
  }

  /// Loads the library that the file is (`dlopen`, `RTLD_NOW | RTLD_LOCAL`); nil: `dlerror` says why not.
  ///
  /// The descriptor may be closed afterwards. On the main thread only.
  package borrowing func loadLibrary() -> UnsafeMutableRawPointer? {
    unsafe host_library_open(rawValue)
  }
}
