import Foundation
import Glibc

/// A temporary folder, removed when it is released.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "content-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file in place, as a shell's `>` does; returns its path.
  func write(_ name: String, _ bytes: [UInt8]) -> String {
    let descriptor = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    file.write(Data(bytes))
    return "\(path)/\(name)"
  }
}
