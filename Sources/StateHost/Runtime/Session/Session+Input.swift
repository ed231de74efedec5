internal import HostPlugins
internal import HostStates
package import HostTerminal
internal import HostText

/// What the user does.
extension Session {
  /// Handles it, or begins to.
  ///
  /// - Returns: false where a child has to be waited for: then the same is to be handled again, and
  ///   nothing else.
  @discardableResult
  package func handle(_ event: InputEvent) -> Bool {
    if stage.showsStandardError, stage.receiveInStandardError(event) { return true }
    switch event {
    case .key(let key): return press(key)
    case .mouse(let event):
      let mouse = ChildMouse(event)
      return stage.moveBorder(with: mouse) || stage.offer(.mouse(mouse)) != .later
    case .paste(let paste): return stage.offer(.paste(Array(paste.text.utf8))) != .later
    case .focus: break
    case .reply(let reply):
      if let screen, screen.learn(reply) { themeChanged(of: screen) }
    }
    return true
  }

  /// A key of the states file comes first, for the user has asked for it; but while a child takes
  /// typed text, what types something is text.
  ///
  /// Then the children, then the program's own keys, then those that plugins bring along.
  private func press(_ key: Key) -> Bool {
    let childKey = ChildKey(key)
    let state = state(for: key)
    if let state, stage.offered == nil {
      var isText = false
      if !(childKey?.text.isEmpty ?? true) {
        guard let takesText = stage.takesText() else { return false }
        isText = takesText
      }
      if !isText {
        stage.request(state, animated: true)
        return true
      }
    }
    switch childKey.map({ stage.offer(.key($0)) }) ?? .unused {
    case .used: return true
    case .later: return false
    case .unused: break
    }
    if let state { stage.request(state, animated: true) } else { pressOwn(key) }
    return true
  }

  private func state(for key: Key) -> String? {
    stage.arrangement.keys.first { $0.key == key }?.state
  }

  private func pressOwn(_ key: Key) {
    switch ProgramKey(key) {
    case .quit: finish(.done)
    case .reload: reload()
    case .redraw:
      screen?.sizeChanged()
      surfaceChanged()
    case .showKeys: stage.showsKeys.toggle()
    case .showStandardError: stage.showStandardError()
    case .next: stage.moveFront(backward: false)
    case .previous: stage.moveFront(backward: true)
    case .moveBorder(let step): stage.moveBorder(step)
    case nil:
      if let offer = behaviour.offers.first(where: { $0.key == key.name }) {
        show(offer)
      } else if let opening = stage.arrangement.defaultKeys.first(where: { $0.key == key }) {
        stage.go(to: opening.state)
      }
    }
  }

  private func themeChanged(of screen: TerminalScreen) {
    stage.context.theme = screen.theme
    stage.context.terminalFacts.isDark = screen.isDark
    stage.themeChanged()
  }
}
