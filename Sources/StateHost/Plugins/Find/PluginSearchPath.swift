/// Where plugins are looked for, first place first: of two children with one id the first found wins.
package struct PluginSearchPath: Equatable, Sendable {
  /// Who named a directory.
  package enum Origin: Equatable, Sendable {
    /// `--plugins DIR`.
    case flag
    /// `$STATEHOST_PLUGIN_PATH`.
    case environment
    /// `~/.local/lib/statehost/plugins`.
    case home
    /// The program itself.
    case bundled

    /// Whether the user named it, so that nothing there is worth a word.
    package var isNamedByUser: Bool { self == .flag || self == .environment }
  }

  /// Where the program's own plugins are.
  package enum Bundled: Equatable, Sendable {
    /// A directory of plugins.
    case directory(String)
    /// The folder that the program was built into: of what is in it only `lib…Child.so` are plugins.
    case buildFolder(String)
  }

  /// One place of the path.
  package struct Directory: Equatable, Sendable {
    package let path: String
    package let origin: Origin
    package let isBuildFolder: Bool
  }

  package private(set) var directories: [Directory] = []

  /// The search path of these settings.
  ///
  /// - Parameters:
  ///   - flags: the directories of `--plugins`, in their order.
  ///   - environment: `$STATEHOST_PLUGIN_PATH`: directories with colons between, empty ones left out.
  ///   - home: `$HOME`; nil or empty: no home.
  ///   - bundled: where the program's own are; nil: it has none.
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
