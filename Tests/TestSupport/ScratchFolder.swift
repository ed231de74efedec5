import Foundation

/// A folder of a test's own, removed with everything in it when the last reference goes.
public final class ScratchFolder: Sendable {
  /// The absolute path.
  public let path: String

  /// Makes a new folder, readable by this user only.
  public init() throws {
    path = NSTemporaryDirectory() + "statehost-test-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file into the folder.
  ///
  /// - Returns: the file's path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path,
      withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }
}
