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
    for key in TrialKey.named + [.character("/"), .character("x"), .character("j")] {
      busy.key(key)
    }
    busy.paste(Array("pasted".utf8))
    busy.mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 3, row: 3, wheel: 3))
    busy.mouse(
      childplugin_mouse_t(
        CHILDPLUGIN_MOUSE_PRESS, button: CHILDPLUGIN_BUTTON_LEFT, column: 3, row: 5))
    busy.draw()
    let after = quiet.draw(keepingCells: true)
    let difference = after.firstDifference(from: before)
    try expect(
      difference == nil, "one child of \(type.id) draws the same after keys for another one",
      else: "it draws something else at \(difference ?? "")")
    busy.disappear()
    quiet.disappear()
    busy.destroy()
    quiet.destroy()
  }
}
