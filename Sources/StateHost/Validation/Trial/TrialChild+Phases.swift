/// Whole parts of a child's life, as the host would lead it through them.
extension TrialChild {
  /// Comes on screen, its transition included, and is drawn.
  func appear(animated: Bool = false) {
    _ = insets()
    willAppear(animated: animated)
    resize(columns: host.columns, rows: host.rows)
    if animated { runTransition(appearing: true) }
    draw()
    didAppear(animated: animated)
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
    key(.named[4])
    key(.named[5])
    key(.character("x"))
    paste(Array("pasted".utf8))
    mouse(TrialMouse(kind: 1, button: 1, column: 1, row: 1))
    mouse(TrialMouse(kind: 2, button: 1, column: 1, row: 1))
    mouse(TrialMouse(kind: 4, column: 1, row: 1, wheel: 3))
    draw()
    change(to: host.content)
    themeChanged()
    woke()
    _ = accessibilityText(capacity: 256)
    for index in 0..<min(keyHelpCount() ?? 0, 32) { _ = keyHelpItem(index) }
    _ = savedBytes()
    draw()
    focus(false)
  }

  /// From its first appearance to its end.
  func liveAndEnd() {
    appear(animated: true)
    live()
    disappear(animated: true)
    destroy()
  }
}
