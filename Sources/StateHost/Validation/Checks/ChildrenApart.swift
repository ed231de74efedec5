internal import ChildPluginAPI
internal import HostPlugins

/// Whether what is done to one child shows in another of its type.
enum ChildrenApart {
  static func check(_ type: ChildType, in trial: Trial) throws(CheckEnd) {
    let quiet = try trial.child(type)
    let busy = try trial.child(type)
    quiet.appear()
    busy.appear()
    let before = quiet.draw(keepingCells: true)
    busy.focus(true)
    for _ in 0..<50 { busy.key(.down) }
    for _ in 0..<20 {
      busy.mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 3, row: 3, wheel: 3))
    }
    try expectTheSame(quiet, before)
    for key in TrialKey.named + [.character("/"), .character("x"), .character("j")] {
      busy.key(key)
    }
    busy.paste(Array("pasted".utf8))
    busy.mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 3, row: 3, wheel: 3))
    busy.mouse(
      childplugin_mouse_t(
        CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_LEFT, column: 3, row: 5))
    busy.draw()
    try expectTheSame(quiet, before)
    busy.disappear()
    busy.destroy()
    try expectTheSame(quiet, before)
    quiet.disappear()
    quiet.destroy()
  }

  private static func expectTheSame(
    _ quiet: TrialChild, _ before: Drawing
  ) throws(CheckEnd) {
    let difference = quiet.draw(keepingCells: true).unexplainedDifference(from: before)
    try expect(
      difference == nil,
      "one child of \(quiet.type.id) draws the same after keys for another one, and its end",
      else: "it draws something else at \(difference ?? "")")
  }
}
