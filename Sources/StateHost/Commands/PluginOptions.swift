/// Options of a command that opens plugins.
protocol PluginTrusting {
  /// What lies in these may be a plugin whoever could change it.
  var trustedFolders: [String] { get set }
}

/// Options of a command that looks for plugins.
protocol PluginOptions: PluginTrusting {
  /// They are searched before all others.
  var pluginDirectories: [String] { get set }
}

extension FlagTables {
  /// `--trust`.
  static func trusting<Options: PluginTrusting>() -> Flag<Options> {
    .valued(
      "--trust", value: "DIR",
      "take plugins from there even where others could change them; repeatable"
    ) {
      $1.trustedFolders.append($0)
      return nil
    }
  }

  /// `--plugins` and `--trust`.
  static func finding<Options: PluginOptions>() -> [Flag<Options>] {
    [
      .valued(
        "--plugins", value: "DIR", "look for plugins here too, before everywhere else; repeatable"
      ) {
        $1.pluginDirectories.append($0)
        return nil
      },
      trusting(),
    ]
  }
}
