internal import HostPlugins
internal import HostStates
package import HostTerminal
internal import HostText

/// What the user does.
extension Session {
  package func handle(_ event: InputEvent) {
    if stage.showsStandardError, stage.receiveInStandardError(event) { return }
    switch event {
    case .key(let key): press(key)
    case .mouse(let mouse): if let mouse = ChildMouse(mouse) { _ = stage.receive(mouse) }
    case .paste(let paste): _ = stage.receivePaste(paste.text.utf8.span)
    case .focus: break
    case .reply(let reply):
      if let screen, screen.learn(reply) { themeChanged(of: screen) }
    }
  }

  /// A key of the states file comes first, for the user has asked for it; but while a child takes
  /// typed text, what types something is text.
  ///
  /// Then the children, then the program's own keys.
  private func press(_ key: Key) {
    let childKey = ChildKey(key)
    let state = state(for: key)
    let types = !(childKey?.text.isEmpty ?? true)
    if let state, !(types && stage.takesText()) {
      stage.request(state, animated: true)
      return
    }
    if let childKey, stage.receive(childKey) { return }
    if let state { stage.request(state, animated: true) } else { pressOwn(key) }
  }

  private func state(for key: Key) -> String? {
    stage.arrangement.keys.first { $0.key == key }?.state
  }

  private func pressOwn(_ key: Key) {
    switch key.name {
    case "q", "ctrl-d": finish(.done)
    case "r", "ctrl-r", "f5": reload()
    case "ctrl-l":
      screen?.sizeChanged()
      surfaceChanged()
    case "?", "f1": stage.showsKeys.toggle()
    case "e": stage.showStandardError()
    default:
      if let offer = behaviour.offers.first(where: { $0.key == key.name }) { show(offer) }
    }
  }

  private func themeChanged(of screen: TerminalScreen) {
    stage.context.theme = screen.theme
    stage.context.terminalFacts.isDark = screen.isDark
    stage.themeChanged()
  }
}
