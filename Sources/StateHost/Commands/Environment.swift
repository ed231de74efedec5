internal import Glibc

/// The process's environment and own place.
enum Environment {
  /// The value of a variable, nil when it is not set.
  static func value(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// The folder that the program's own file is in.
  static var programFolder: String? {
    let path = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = max(0, unsafe readlink("/proc/self/exe", start, buffer.count))
    }
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(decoding: path[..<slash], as: UTF8.self)
  }

  /// Whether there is a folder of that name.
  static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}
