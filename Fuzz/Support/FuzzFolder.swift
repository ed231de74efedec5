internal import Foundation

@testable internal import HostPlugins

/// A folder of this process in the temporary one, which `make fuzz` makes and removes.
struct FuzzFolder {
  let path = NSTemporaryDirectory() + "fuzzed-\(ProcessInfo.processInfo.processIdentifier)"
  static let only = FuzzFolder()

  private init() {
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  func write(_ bytes: [UInt8], to name: String) {
    guard
      FileManager.default.createFile(
        atPath: path + "/" + name, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
    else { fatalError("\(path)/\(name) cannot be written") }
  }

  func read(_ name: String) -> [UInt8] {
    Array(FileManager.default.contents(atPath: path + "/" + name) ?? Data())
  }

  /// A file that can pass for a plugin's, whoever the temporary folder belongs to.
  func openPlugin(named name: String = "plugin.so") -> PluginFile {
    write([1, 2, 3], to: name)
    let file = path + "/" + name
    do throws(PluginFailure) {
      let trust = try PluginTrust(exceptions: [path])
      do throws(PluginProblem) {
        return try PluginFile(
          opening: PluginCandidate(path: file, origin: .flag), by: trust,
          for: CallTarget(file: file))
      } catch {
        throw PluginFailure(path: file, problem: error)
      }
    } catch {
      fatalError(error.line)
    }
  }
}
