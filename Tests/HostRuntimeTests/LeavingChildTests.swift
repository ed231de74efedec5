import HostPlugins
import HostStates
import HostSurface
import StateContainer
import Testing

@testable import HostRuntime
@testable import HostWorkers

/// A third-party child whose own timing keeps it on screen for a minute after its state has gone.
@Suite struct `A third-party child on its way out` {
  private let scripted: ScriptedStage
  private var stage: Stage { scripted.stage }

  init() throws { scripted = try Self.leaving() }

  /// It leaves at 1 s, described so by the states file.
  private static func leaving(
    _ describe: (inout ChildDescription) -> Void = { _ in }
  ) throws -> ScriptedStage {
    let scripted = try ScriptedStage(describing: describe)
    let stage = scripted.stage
    stage.appear()
    var answers = ChildAnswers()
    answers.disappearing = TransitionTiming(duration: .seconds(60))
    scripted.create(answers)
    scripted.turn(at: 0)
    scripted.draw()
    scripted.turn(at: 1000)
    stage.request("empty", animated: true)
    scripted.turn(at: 2000)
    stage.followHostRow()
    return scripted
  }

  private var room: Int { stage.overlays.room(of: stage.surface).rows }

  @Test func `leaves the last row to the host until it has gone`() {
    #expect(scripted.layers.contains("worked") && room == 3)
    scripted.turn(at: 62_000)
    stage.followHostRow()
    #expect(!scripted.layers.contains("worked") && room == 4)
  }

  @Test func `keeps another state waiting for two seconds more than it is granted`() {
    stage.request("content", animated: false)
    scripted.turn(at: 3349)
    #expect(stage.presentedState == "empty" && stage.context.faults.isEmpty)
    #expect(stage.nextDeadline ?? .max <= 3350 * ScriptedStage.millisecond)
    scripted.turn(at: 3350)
    #expect(stage.presentedState == "content" && scripted.layers.contains("worked"))
    #expect(stage.context.faults.map(\.kind) == [.transitionTooLong])
  }

  @Test func `has the time that the user's file says in place of its own, which is waited for`()
    throws
  {
    let scripted = try Self.leaving { $0.disappear.durationNanoseconds = 2_500_000_000 }
    let stage = scripted.stage
    stage.request("content", animated: false)
    scripted.turn(at: 3499)
    #expect(stage.presentedState == "empty")
    scripted.turn(at: 3500)
    #expect(stage.presentedState == "content" && stage.context.faults.isEmpty)
  }

  @Test func `has gone as soon as it is removed`() {
    stage.remove(1)
    scripted.turn(at: 2001)
    #expect(!scripted.layers.contains("worked"))
    #expect(scripted.child == nil)
  }
}
