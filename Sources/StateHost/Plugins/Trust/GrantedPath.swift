internal import HostSystem

/// A path that the user grants plugins to read.
package enum GrantedPath {
  /// Where it really leads; nil where that is nowhere.
  package static func real(_ path: String) -> String? { RunPath.realPath(of: path) }

  /// Whether it is one of files, and not where devices, processes and sockets are.
  ///
  /// - Parameter path: a real one.
  /// - Returns: whether it is.
  package static func canBeGranted(_ path: String) -> Bool {
    path != "/"
      && !withheldFolders.contains { path == $0 || path.utf8.starts(with: ($0 + "/").utf8) }
  }

  /// As the sandbox withholds them from whom all files are granted.
  private static let withheldFolders = ["/dev", "/proc", "/sys", "/run"]

  /// A file that the user gives a source, with those that a database of SQLite has beside it.
  ///
  /// - Parameter argument: what the source is given.
  /// - Returns: real paths; none where it is no file.
  package static func files(namedBy argument: String) -> [String] {
    guard let path = real(argument), canBeGranted(path), FileFacts(at: path)?.kind == .regular
    else { return [] }
    return [path]
      + ["-wal", "-shm", "-journal"].compactMap { real(path + $0) }.filter(canBeGranted)
  }
}
