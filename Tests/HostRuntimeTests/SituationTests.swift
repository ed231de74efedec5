import HostPlugins
import StateContainer
import Testing

@testable import HostRuntime
@testable import HostWorkers

/// What all children see of the container, and when those that follow it are told.
@Suite struct `The situation` {
  private static let second = 1000 * ScriptedStage.millisecond

  /// On screen, with a child in a worker that follows some news.
  private func scripted(following news: HandledEvents = []) throws -> ScriptedStage {
    let scripted = try ScriptedStage()
    var answers = ChildAnswers()
    answers.follows = news
    scripted.stage.appear()
    scripted.create(answers)
    scripted.turn(at: 0)
    scripted.draw()
    scripted.turn(at: 0)
    scripted.turn(at: 50)
    _ = scripted.worker.takeTold()
    return scripted
  }

  @Test func `is a transition from its beginning to its end, and names the state before`() throws {
    let scripted = try scripted()
    let stage = scripted.stage
    var situation: ContainerSituation { stage.context.situation }
    #expect(situation.current == "content" && situation.previous == nil)
    #expect(!situation.isTransitioning)
    stage.request("empty", animated: true)
    #expect(situation.current == "empty" && situation.previous == "content")
    #expect(situation.isTransitioning)
    stage.advance(to: 10 * Self.second)
    #expect(!situation.isTransitioning && stage.wantsFrame)
    // The same again is no other state.
    stage.request("empty", animated: false)
    #expect(situation.current == "empty" && situation.previous == "content")
    #expect(!situation.isTransitioning)
  }

  @Test func `leads back from the state that a key has shown`() throws {
    let scripted = try scripted()
    let stage = scripted.stage
    for state in ["other", "content", "other"] {
      stage.go(to: "other")
      stage.advance(to: stage.context.nowNanoseconds + Self.second)
      #expect(stage.presentedState == state && stage.container.currentState == state)
    }
  }

  @Test func `is told at once after a rest, and then once a frame`() throws {
    let scripted = try scripted(following: .situation)
    func told(at milliseconds: Int64) -> Int {
      scripted.turn(at: milliseconds)
      return scripted.worker.takeTold().count {
        if case .news(_, .situationChanged) = $0 { true } else { false }
      }
    }
    func change() { scripted.stage.context.situation.isTransitioning.toggle() }
    #expect(told(at: 100) == 0)
    change()
    #expect(told(at: 101) == 1)
    change()
    #expect(told(at: 102) == 0)
    let frame = 101 * ScriptedStage.millisecond + FrameRateLimit.intervalNanoseconds
    #expect(scripted.stage.hasPendingNotifications && scripted.stage.nextDeadline ?? .max <= frame)
    #expect(told(at: 118) == 1)
    #expect(told(at: 200) == 0 && !scripted.stage.hasPendingNotifications)
  }

  @Test func `is another when a child has asked for that, now or later`() throws {
    let scripted = try scripted()
    let stage = scripted.stage
    let ask = stage.context.requestState
    #expect(!ask("nowhere", false, 0, false))
    #expect(ask("empty", false, 5 * ScriptedStage.millisecond, false))
    scripted.turn(at: 54)
    #expect(stage.presentedState == "content")
    #expect(stage.nextDeadline == 55 * ScriptedStage.millisecond)
    scripted.turn(at: 55)
    #expect(stage.presentedState == "empty")
    // Outside the container's callbacks it waits for the child's own function to return.
    #expect(ask("other", false, 0, false))
    #expect(stage.presentedState == "empty")
    scripted.turn(at: 56)
    #expect(stage.presentedState == "other")
    // What the program itself asks for takes the place of what waits to be asked for.
    #expect(ask("empty", false, 5 * ScriptedStage.millisecond, false))
    stage.request("content", animated: false)
    scripted.turn(at: 100)
    #expect(stage.presentedState == "content")
    // Of those waiting, the last is made when the first is due; none is once another was made.
    #expect(ask("empty", false, 5 * ScriptedStage.millisecond, false))
    #expect(ask("other", false, 9 * ScriptedStage.millisecond, false))
    scripted.turn(at: 105)
    #expect(stage.presentedState == "other")
    #expect(ask("empty", false, 5 * ScriptedStage.millisecond, false))
    #expect(ask("content", false, 0, false))
    scripted.turn(at: 110)
    #expect(stage.presentedState == "content")
  }

  @Test func `asks for a frame with everything that can be seen`() throws {
    let scripted = try scripted()
    let stage = scripted.stage
    func isFrame(_ body: () -> Void) -> Bool {
      _ = stage.compose()
      #expect(!stage.wantsFrame)
      body()
      return stage.wantsFrame
    }
    #expect(isFrame { stage.themeChanged() })
    #expect(isFrame { stage.resize(columns: 30, rows: 6) })
    #expect(isFrame { stage.showsKeyLine = true })
    #expect(!isFrame { stage.showsKeyLine = true })
    #expect(isFrame { stage.showsKeyLine = false })
    #expect(
      isFrame {
        stage.workerNotice = "it hangs"; stage.followHostRow()
      })
    #expect(
      !isFrame {
        stage.workerNotice = "it hangs"; stage.followHostRow()
      })
    #expect(
      isFrame {
        stage.workerNotice = nil; stage.followHostRow()
      })
    #expect(isFrame { stage.request("empty", animated: false) })
  }
}
