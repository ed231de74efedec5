/// The directories in which plugins are searched, in order of precedence, made from flags, environment and defaults.
///
/// Of two children with the same id, the first one found wins.
package struct PluginSearchPath: Equatable, Sendable {
  /// Where a plugin directory comes from: a flag, the environment variable, the user's home, or the program's own
  /// installation.
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

  /// Where the plugins that come with the program are: in a directory of plugins, or among the files of a build.
  package enum Bundled: Equatable, Sendable {
    /// A directory of plugins.
    case directory(String)
    /// The folder that the program was built into; only `lib…Child.so` in it are plugins.
    case buildFolder(String)
  }

  /// One directory in which plugins are searched: its path and where it was named.
  package struct Directory: Equatable, Sendable {
    package let path: String
    package let origin: Origin
    package let isBuildFolder: Bool
  }

  package private(set) var directories: [Directory] = []

  /// Builds the search path from the directories of `--plugins`, `$STATEHOST_PLUGIN_PATH` (directories separated by
  /// colons; empty ones are ignored), `$HOME` and the location of the bundled plugins.
  package init(flags: [String], environment: String?, home: String?, bundled: Bundled?) {
    for path in flags { append(path, .flag) }
    for path in (environment ?? "").utf8.split(separator: UInt8(ascii: ":")) {
      append(String(path) ?? "", .environment)
    }
    if let home, !home.isEmpty { append(home + "/.local/lib/statehost/plugins", .home) }
    switch bundled {
    case .directory(let path): append(path, .bundled)
    case .buildFolder(let path): append(path, .bundled, isBuildFolder: true)
    case nil: break
    }
  }

  private mutating func append(_ path: String, _ origin: Origin, isBuildFolder: Bool = false) {
    directories.append(Directory(path: path, origin: origin, isBuildFolder: isBuildFolder))
  }
}
