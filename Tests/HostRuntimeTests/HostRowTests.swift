import HostSurface
import Testing

@testable import HostRuntime

@Suite struct `The host's row` {
  private let scripted: ScriptedStage
  private var stage: Stage { scripted.stage }

  /// Shows a state without a third-party child: nothing else reserves the row.
  init() throws {
    scripted = try ScriptedStage()
    stage.appear()
    stage.request("empty", animated: false)
    scripted.turn(at: 0)
  }

  private var texts: [String] {
    stage.followHostRow()
    return stage.overlays.row?.messages.map(\.text) ?? []
  }

  private var room: Int { stage.overlays.room(of: stage.surface).rows }

  @Test func `says that there is no guardian, then for a while that there is another`() {
    stage.isUnguarded = true
    stage.workerNotice = "it hangs"
    #expect(
      texts == ["no guardian process: a kill would leave the terminal as it is", "it hangs"])
    stage.isUnguarded = false
    scripted.turn(at: 100)
    #expect(texts == ["the guardian process had ended: another one has been started"])
    scripted.turn(at: 5000)
    #expect(texts.isEmpty)
  }

  @Test func `is reserved for a standing notice, which stays behind what is said for a while`() {
    #expect(texts.isEmpty && room == 4)
    stage.standingNotice = "weaker sandbox"
    #expect(texts == ["weaker sandbox"] && room == 3)
    stage.workerNotice = "it hangs"
    #expect(texts == ["it hangs", "weaker sandbox"] && room == 3)
  }
}
