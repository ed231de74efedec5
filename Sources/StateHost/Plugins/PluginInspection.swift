/// What `statehost inspect` asks of plugins beyond what running them needs.
extension PluginCatalogue {
  /// Loads one file by its name, as if its directory had been named by the user.
  package func load(fileAt path: String) {
    load(PluginCandidate(path: path, origin: .flag))
  }
}

extension PluginChild {
  /// The ids of the extensions that it offers and that are whole, in the order of the header.
  package var offeredExtensions: [String] {
    let offers: [(id: String, isOffered: Bool)] = [
      ("childplugin.layout/1", extensions.layout != nil),
      ("childplugin.transition/1", extensions.transition != nil),
      ("childplugin.input/1", extensions.input != nil),
      ("childplugin.content/1", extensions.content != nil),
      ("childplugin.wake/1", extensions.wake != nil),
      ("childplugin.state/1", extensions.savedState != nil),
      ("childplugin.key-help/1", extensions.keyHelp != nil),
      ("childplugin.accessibility/1", extensions.accessibility != nil),
      ("childplugin.theme/1", extensions.theme != nil),
    ]
    return offers.filter(\.isOffered).map(\.id)
  }
}
