internal import HostPlugins
internal import HostStates
internal import HostText
internal import StateContainer

/// The line of keys: what children name, what the states file binds, and the program's own.
extension Stage {
  private static let ownKeys = [
    KeyHelpItem(key: "r", action: "reload"), KeyHelpItem(key: "q", action: "quit"),
    KeyHelpItem(key: "?", action: "hide keys"),
  ]

  /// The keys that can be pressed now; while text is typed, those of the child that takes it.
  var keyHelp: [KeyHelpItem] {
    if let typing = container.layers.last(where: \.takesText) { return typing.keyHelp }
    return container.layers.reversed().filter(\.isOnScreen).flatMap(\.keyHelp)
      + arrangement.keys.map { KeyHelpItem(key: $0.key.name, action: $0.state) } + Self.ownKeys
  }
}
