internal import HostPlugins
internal import HostText

extension ChildType {
  /// The options that it declares.
  var optionsJSON: JSONValue {
    .list(
      options.map { option in
        .object([
          "name": .text(option.name), "takes": .text(option.wanted),
          "default": option.fallback.isEmpty ? .null : .text(option.fallback),
          "help": .text(option.help),
        ])
      })
  }
}

extension OptionType {
  /// What it is, on one line: `depth: a whole number from 1 to 9 (3): how far it unfolds`.
  var line: String {
    let fallback = fallback.isEmpty ? "" : " (\(fallback))"
    return "\(name): \(wanted)\(fallback)" + (help.isEmpty ? "" : ": \(help)")
  }
}
