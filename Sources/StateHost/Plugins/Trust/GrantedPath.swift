internal import HostSystem

/// Functions for paths that the user allows plugins to read: resolves them, and rejects those of devices and
/// processes.
package enum GrantedPath {
  /// The real path; nil when it does not exist.
  package static func real(_ path: String) -> String? { RunPath.realPath(of: path) }

  /// Whether a path may be granted: it is not in a folder of devices, processes or sockets.
  ///
  /// - Parameter path: a real path.
  /// - Returns: whether it may be granted.
  package static func canBeGranted(_ path: String) -> Bool {
    path != "/"
      && !withheldFolders.contains { path == $0 || path.utf8.starts(with: ($0 + "/").utf8) }
  }

  /// The folders that a sandbox withholds even when all files are granted.
  private static let withheldFolders = ["/dev", "/proc", "/sys", "/run"]

  /// The file that is the argument of a source, with the companion files of an SQLite database.
  ///
  /// - Parameter argument: the source's argument.
  /// - Returns: real paths; empty when the argument is no file.
  package static func files(namedBy argument: String) -> [String] {
    guard let path = real(argument), canBeGranted(path), FileFacts(at: path)?.kind == .regular
    else { return [] }
    return [path]
      + ["-wal", "-shm", "-journal"].compactMap { real(path + $0) }.filter(canBeGranted)
  }
}
