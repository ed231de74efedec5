internal import Glibc

/// Where a library looks for those that it needs, as its own file says.
struct RunPath {
  /// In their order; `$ORIGIN` stands for the file's real directory.
  let folders: [String]

  /// The run path of a file; of no folder where that has none.
  init(of file: ElfFile, at path: String) {
    guard let text = file.runPath, let directory = Self.realDirectory(of: path) else {
      folders = []
      return
    }
    folders = text.utf8.split(separator: UInt8(ascii: ":")).compactMap {
      Self.expand($0, directory: directory)
    }
  }

  /// The first of the folders that has a library of this name, with the name.
  static func find(_ name: String, in folders: [String]) -> String? {
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return folders.lazy.map { $0 + "/" + name }.first { unsafe access($0, R_OK) == 0 }
  }

  /// An entry with the directory in place of `$ORIGIN`; nil for what else begins with `$`.
  private static func expand(_ entry: Substring.UTF8View, directory: String) -> String? {
    for origin in ["$ORIGIN", "${ORIGIN}"] where entry.starts(with: origin.utf8) {
      return directory + String(decoding: entry.dropFirst(origin.utf8.count), as: UTF8.self)
    }
    return entry.contains(UInt8(ascii: "$")) ? nil : String(decoding: entry, as: UTF8.self)
  }

  private static func realDirectory(of path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    let bytes = unsafe String(cString: real)
    guard let slash = bytes.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(bytes[..<slash])
  }
}
