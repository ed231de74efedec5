/// The directories in which plugins are searched, in order of precedence: from `--plugins`, an
/// environment variable, the user's home and the program's installation.
///
/// Of two children with the same id, the first one found wins.
package struct PluginSearchPath: Equatable, Sendable {
  /// The origin of a plugin directory: a flag, the environment variable, the user's home, or the
  /// program's own installation.
  package enum Origin: Equatable, Sendable {
    /// `--plugins DIR`.
    case flag
    /// `$STATEHOST_PLUGIN_PATH`.
    case environment
    /// `~/.local/lib/statehost/plugins`.
    case home
    /// The program's own directory.
    case bundled

    /// Whether the user named the directory, so that it is reported when it is missing or empty.
    package var isNamedByUser: Bool { self == .flag || self == .environment }
  }

  /// One directory in which plugins are searched: its path, its origin, and whether it is the
  /// program's build folder, where only `lib…Child.so` are plugins.
  package struct Directory: Equatable, Sendable {
    package let path: String
    package let origin: Origin
    package private(set) var isBuildFolder = false

    /// A directory of the plugins that come with the program.
    package static func bundled(_ path: String) -> Directory {
      Directory(path: path, origin: .bundled)
    }

    /// The folder that the program was built into; only `lib…Child.so` in it are plugins.
    package static func buildFolder(_ path: String) -> Directory {
      Directory(path: path, origin: .bundled, isBuildFolder: true)
    }
  }

  package private(set) var directories: [Directory] = []

  /// Builds the path from the directories of `--plugins`, `$STATEHOST_PLUGIN_PATH` (separated by
  /// colons; empty ones are ignored), `$HOME` and the location of the bundled plugins.
  package init(
    flags: [String] = [], environment: String? = nil, home: String? = nil,
    bundled: Directory? = nil
  ) {
    directories = flags.map { Directory(path: $0, origin: .flag) }
    for path in (environment ?? "").utf8.split(separator: UInt8(ascii: ":")) {
      directories.append(Directory(path: String(path) ?? "", origin: .environment))
    }
    if let home, !home.isEmpty {
      directories.append(Directory(path: home + "/.local/lib/statehost/plugins", origin: .home))
    }
    if let bundled { directories.append(bundled) }
  }
}
