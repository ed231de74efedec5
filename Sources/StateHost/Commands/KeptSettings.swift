internal import Glibc
internal import HostPlugins
internal import HostSystem

/// What the user has decided about plugins, kept from one run to the next.
enum KeptSettings {
  /// Nil for a user without a home.
  static var folder: String? { Environment.ownFolder("XDG_CONFIG_HOME", inHome: ".config") }

  /// What the user pinned; none where nothing was.
  ///
  /// - Throws: that it cannot be told, so that nothing is loaded that the user has forbidden.
  static func pins() throws(CommandFailure) -> PluginPins {
    guard let bytes = try read(PluginPins.fileName, limit: PluginPins.bytesLimit) else {
      return PluginPins()
    }
    do throws(PluginPins.NotOurs) {
      return try PluginPins(reading: bytes)
    } catch {
      throw unusable(PluginPins.fileName, "it is damaged")
    }
  }

  /// Keeps what the user pins.
  static func keep(_ pins: PluginPins) throws(CommandFailure) {
    try write(pins.fileBytes, to: PluginPins.fileName)
  }

  private static func read(_ name: String, limit: Int) throws(CommandFailure) -> [UInt8]? {
    guard let folder else { return nil }
    do throws(SystemError) {
      return try OwnFolder(folder, isMade: false).read(name, limit: limit)
    } catch {
      if error.code == ENOENT { return nil }
      throw unusable(
        name, error.code == EPERM ? "others could change it" : SystemError.text(of: error.code))
    }
  }

  private static func write(_ bytes: [UInt8], to name: String) throws(CommandFailure) {
    guard let folder else {
      throw CommandFailure(
        line: Complaint.line("nothing can be kept", name, "set HOME or XDG_CONFIG_HOME"))
    }
    do throws(SystemError) {
      try OwnFolder(folder, isMade: true).replace(name, with: bytes)
    } catch {
      throw CommandFailure(unwritable: "\(folder)/\(name)", error)
    }
  }

  private static func unusable(_ name: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      line: Complaint.line(
        "what you decided about plugins cannot be used (\(reason))", "\(folder ?? "")/\(name)",
        "make it a file of yours that nobody else can change, or remove it"))
  }
}
