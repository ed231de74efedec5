internal import ChildPluginAPI
internal import HostPlugins

/// Whole parts of a child's life, as the host would lead it through them.
extension TrialChild {
  /// Comes on screen, its transition included, and is drawn.
  func appear(animated: Bool = false) {
    _ = insets()
    willAppear(animated: animated)
    resize(columns: services.terminalFacts.columns, rows: services.terminalFacts.rows)
    if animated { runTransition(appearing: true) }
    draw()
    didAppear(animated: animated)
    followScript()
  }

  /// Leaves the screen, its transition included.
  func disappear(animated: Bool = false) {
    willDisappear(animated: animated)
    if animated { runTransition(appearing: false) }
    didDisappear(animated: animated)
  }

  /// Its own transition, in a few frames.
  func runTransition(appearing: Bool) {
    _ = timing(appearing: appearing)
    willBegin(appearing: appearing)
    for step in 0...4 {
      progress(Double(step) / 4, appearing: appearing)
      draw()
    }
    didEnd(appearing: appearing)
  }

  /// Everything that may happen on screen, once.
  func live() {
    focus(true)
    key(.up)
    key(.down)
    key(.character("x"))
    paste(Array("pasted".utf8))
    for kind in [CHILDPLUGIN_MOUSE_PRESS, CHILDPLUGIN_MOUSE_RELEASE] {
      mouse(childplugin_mouse_t(kind, button: CHILDPLUGIN_BUTTON_LEFT, column: 1, row: 1))
    }
    mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 1, row: 1, wheel: 3))
    draw()
    change(to: services.content)
    themeChanged()
    surroundingsChanged()
    ask()
    endPrograms()
    draw()
    focus(false)
  }

  /// All that it has run has ended, as the user says or well, and written something.
  func endPrograms() {
    if services.script != nil { return followScript() }
    // Who waits for one before the next runs that now.
    for _ in 0..<2 {
      end { ProgramEnd($0, .exited(0), output: ProgramEnd.Output(Array("a line\n".utf8))) }
    }
  }

  /// What it has run ends at once where the user says how, and so does what it runs then.
  func followScript() {
    for _ in 0..<Self.programsInTurn where services.script != nil {
      let ends = services.programs.compactMap { services.scriptedEnd(of: $0) }
      if ends.isEmpty { return }
      services.programs.removeAll { number in ends.contains { $0.number == number } }
      for end in ends { tellEnd(end) }
    }
  }

  private static let programsInTurn = 8

  /// What it has run has ended so; of what it runs then it is not told here.
  func end(_ how: (_ number: UInt64) -> ProgramEnd) {
    let programs = services.programs
    services.programs = []
    services.cancelledPrograms = []
    for number in programs { tellEnd(how(number)) }
  }

  private func tellEnd(_ end: ProgramEnd) {
    child.programEnded(end)
    services.programEnded(end.number)
  }

  /// Everything that may happen at any time, once; its timer, where it is to come, as well.
  func ask(waking isWoken: Bool = true) {
    if isWoken { woke() }
    _ = timing(appearing: true)
    _ = timing(appearing: false)
    _ = insets()
    _ = accessibilityText(capacity: 256)
    for index in 0..<min(keyHelpCount(), 32) { _ = keyHelpItem(index) }
    _ = savedBytes()
  }

  /// From its first appearance to its end.
  func liveAndEnd() {
    appear(animated: true)
    live()
    disappear(animated: true)
    destroy()
  }
}
