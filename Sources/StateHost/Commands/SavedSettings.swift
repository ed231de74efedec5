internal import Glibc
internal import HostPlugins
internal import HostSystem

/// The settings files of decisions about plugins (granted permissions, pinned contents) in the
/// user's configuration folder: reads and writes them, and refuses files that others could change.
enum SavedSettings {
  /// The settings folder; nil for a user without a home.
  static var folder: String? { Environment.ownFolder("XDG_CONFIG_HOME", inHome: ".config") }

  /// Reads the decisions of one kind, none if there is no file; fails when they cannot be read, so
  /// that no forbidden plugin is loaded.
  static func read<Decision>(
    _ type: UserDecisions<Decision>.Type = UserDecisions<Decision>.self
  ) throws(CommandFailure) -> UserDecisions<Decision> {
    guard let bytes = try read(Decision.fileName) else { return UserDecisions() }
    do throws(MalformedDecisions) {
      return try UserDecisions(reading: bytes)
    } catch {
      throw unusable(Decision.fileName, "it is damaged")
    }
  }

  /// Saves the decisions for later runs.
  static func keep<Decision>(_ decisions: UserDecisions<Decision>) throws(CommandFailure) {
    let name = Decision.fileName
    guard let folder else {
      throw CommandFailure("settings cannot be saved", name, "set HOME or XDG_CONFIG_HOME")
    }
    do throws(SystemError) {
      try PrivateFolder(folder, isMade: true).replace(name, with: decisions.fileBytes)
    } catch {
      throw CommandFailure(unwritable: "\(folder)/\(name)", error)
    }
  }

  private static let bytesLimit = 4 << 20

  private static func read(_ name: String) throws(CommandFailure) -> [UInt8]? {
    guard let folder else { return nil }
    do throws(SystemError) {
      return try PrivateFolder(folder, isMade: false).read(name, limit: bytesLimit)
    } catch {
      // A home such as /dev/null cannot contain files.
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw switch error.code {
      case EPERM: unusable(name, "others could change it", error.remedy)
      case EACCES: unusable(name, SystemError.text(of: EACCES), unreadableRemedy)
      default: unusable(name, SystemError.text(of: error.code), error.remedy)
      }
    }
  }

  private static let unreadableRemedy =
    "let this user read it, or set XDG_CONFIG_HOME to a folder that it can read"

  private static func unusable(
    _ name: String, _ reason: String, _ remedy: String? = nil
  ) -> CommandFailure {
    CommandFailure(
      "the saved decisions about plugins cannot be used (\(reason))", "\(folder ?? "")/\(name)",
      remedy ?? "make it a file that only you can change, or remove it")
  }
}
