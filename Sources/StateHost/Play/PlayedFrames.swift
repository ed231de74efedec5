internal import HostRuntime
internal import HostSystem
internal import HostText

/// The surface of a run at times, as text.
package enum PlayedFrames {
  /// The frame of a player's present instant, under a line that names the time and the state.
  package static func text(of player: ScenarioPlayer) -> String {
    let frame = player.frame()
    let columns = player.session.screen?.size.columns ?? 0
    let state = player.currentState ?? "no state"
    let title = "── \(player.nowNanoseconds / 1_000_000) ms, \(state) "
    let rule = String(repeating: "─", count: max(0, columns - TextWidth.columns(of: title)))
    return ([HarmlessText.cleanLine(title + rule)] + frame).joined(separator: "\n") + "\n"
  }
}
