import Foundation
import Synchronization

/// A test's own folder, removed with its contents when the last reference or the process ends.
public final class ScratchFolder: Sendable {
  /// The absolute path.
  public let path: String

  /// Makes a new folder, readable by this user only, in /tmp where its path must be short: that of
  /// a socket has 107 bytes.
  public init(isShort: Bool = false) throws {
    let parent = isShort ? "/tmp/" : NSTemporaryDirectory()
    path = parent + "statehost-test-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { remove() }

  private func remove() { try? FileManager.default.removeItem(atPath: path) }

  private static let shared = Mutex<[ScratchFolder]>([])

  /// A new folder for what several tests share, removed when the process ends.
  public static func untilExit() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    shared.withLock { folders in
      if folders.isEmpty { atexit { ScratchFolder.shared.withLock { $0.forEach { $0.remove() } } } }
      folders.append(folder)
    }
    return folder
  }

  /// Writes a file into the folder; returns its path.
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

extension ScratchFolder {
  /// Waits until a file of the folder holds a number and a newline, such as a process id.
  public func number(in name: String) throws -> Int32 {
    var number: Int32?
    try wait(for: "number in \(name)") {
      let text = (try? String(contentsOfFile: path + "/" + name, encoding: .utf8)) ?? ""
      number = text.hasSuffix("\n") ? Int32(text.dropLast()) : nil
      return number != nil
    }
    return number ?? 0
  }
}
