import HostPlugins
import StateContainer
import Testing

@testable import HostRuntime
@testable import HostWorkers

@Suite struct `A stage whose child is made in a worker` {
  @Test func `appears when the child is there`() throws {
    let scripted = try ScriptedStage(saved: [7])
    scripted.stage.appear()
    #expect(scripted.stage.hasPendingCall && scripted.layers == [])
    #expect(
      scripted.order?.saved == [7] && scripted.order?.states == ["content", "empty", "other"])
    scripted.create()
    scripted.turn(at: 1)
    #expect(!scripted.stage.hasPendingCall && scripted.layers == ["blank", "worked"])
    #expect(scripted.stage.container.currentState == "content")
  }

  @Test func `appears without it after 250 ms, and is told of it when it comes`() throws {
    let scripted = try ScriptedStage()
    scripted.stage.appear()
    #expect(scripted.stage.nextDeadline == 250 * ScriptedStage.millisecond)
    scripted.turn(at: 249)
    #expect(scripted.stage.hasPendingCall)
    scripted.turn(at: 250)
    #expect(!scripted.stage.hasPendingCall && scripted.layers == ["blank", "worked"])
  }

  @Test func `goes to the state that was asked for last, and tells of those it left out`() throws {
    let scripted = try ScriptedStage()
    scripted.stage.appear()
    // Nothing waits for a child of `empty`.
    scripted.stage.request("empty", animated: false)
    #expect(scripted.layers == ["blank"] && scripted.events == [])
    scripted.stage.request("other", animated: false)
    scripted.stage.request("other", animated: false)
    #expect(scripted.events == [] && scripted.stage.hasPendingCall)
    scripted.stage.request("content", animated: false)
    #expect(scripted.events == ["superseded other"])
    scripted.create()
    scripted.turn(at: 1)
    #expect(scripted.stage.container.currentState == "content")
    #expect(scripted.layers == ["blank", "worked"])
  }

  @Test func `holds a frame back for 8 ms, until the child has drawn first`() throws {
    let scripted = try ScriptedStage()
    scripted.stage.appear()
    scripted.create()
    scripted.turn(at: 0)
    #expect(scripted.stage.firstDrawingDeadline == 8 * ScriptedStage.millisecond)
    #expect(scripted.stage.nextDeadline == 8 * ScriptedStage.millisecond)
    #expect(!scripted.stage.areWorkersAtRest)
    scripted.turn(at: 8)
    #expect(scripted.stage.firstDrawingDeadline == nil)
    scripted.turn(at: 4)
    scripted.draw()
    scripted.turn(at: 5)
    #expect(scripted.stage.firstDrawingDeadline == nil && scripted.stage.areWorkersAtRest)
  }

  @Test func `holds a frame back for 8 ms, until the child has drawn what it was told last`() throws
  {
    let scripted = try ScriptedStage()
    let stage = scripted.stage
    func deadline() -> Int64? {
      stage.notificationDrawingDeadline.map { $0 / ScriptedStage.millisecond }
    }
    try scripted.appear()
    scripted.turn(at: 100)
    #expect(deadline() == nil)
    stage.contentChanged(toRevision: 5)
    scripted.turn(at: 101)
    #expect(deadline() == 108 && stage.nextDeadline ?? .max <= 108 * ScriptedStage.millisecond)
    scripted.draw()
    scripted.turn(at: 102)
    #expect(deadline() == nil)
    stage.contentChanged(toRevision: 6)
    scripted.turn(at: 109)
    #expect(deadline() == 110)
    scripted.turn(at: 110)
    #expect(deadline() == nil)
  }

  @Test func `has what a worker says in the log, and how many lines were lost`() throws {
    let scripted = try ScriptedStage().appear()
    let file = try #require(scripted.stage.catalogue?.plugins.first?.path)
    let messages: [WorkerMessage] = [
      .note(child: 1, level: 1, text: "little"), .note(child: 1, level: 2, text: "careful"),
      .note(child: 9, level: 3, text: "stray"), .pluginNote(level: 2, text: "of all"),
      .pluginFault(what: "it did", remedy: "do not"), .lost(3),
    ]
    for message in messages { scripted.worker.say(message) }
    scripted.turn(at: 1)
    scripted.log.reportLosses()
    #expect(
      scripted.log.noteworthy.map(\.text) == [
        "\(scripted.id): careful", "\(scripted.id): stray", "\(file): of all",
        "statehost: the plugin itself: it did: \(file): do not",
        "3 lines were dropped: they came too fast",
      ])
  }

  @Test func `shows it when the child has other keys`() throws {
    let scripted = try ScriptedStage().appear()
    scripted.stage.needsFrame = false
    var answers = ChildAnswers()
    answers.keyHelp = [KeyHelpItem(key: "x", action: "do it")]
    scripted.worker.say(.answers(child: try #require(scripted.order).child, answers))
    scripted.turn(at: 1)
    #expect(scripted.stage.needsFrame && scripted.stage.keyHelp.contains { $0.key == "x" })
  }

  @Test func `asks for what is due 60 times a second at most, and for nothing off screen`() throws {
    let scripted = try ScriptedStage().appear()
    _ = scripted.worker.takeTold()
    func isAsked() -> Bool {
      scripted.worker.takeTold().contains { if case .draw = $0 { true } else { false } }
    }
    scripted.stage.themeChanged()
    scripted.turn(at: 16)
    #expect(!isAsked() && scripted.stage.nextDeadline == FrameRateLimit.intervalNanoseconds)
    scripted.turn(at: 17)
    #expect(isAsked())
    scripted.draw()
    scripted.stage.request("empty", animated: false)
    scripted.stage.themeChanged()
    scripted.turn(at: 100)
    #expect(!isAsked())
  }

  @Test func `does not say that who is late is ended soon where the user has given it longer`()
    throws
  {
    var deadlines = WorkerDeadlines()
    deadlines.endNanoseconds = 60 * 1_000_000_000
    let scripted = try ScriptedStage(deadlines: deadlines).appear()
    scripted.stage.themeChanged()
    scripted.turn(at: 100)
    scripted.turn(at: 2_100)
    #expect(
      scripted.stage.notice
        == "\"Small\" (\(scripted.id)) has not answered for 2 s: it is ended after another 58 s")
    scripted.turn(at: 51_000)
    #expect(
      scripted.stage.notice
        == "\"Small\" (\(scripted.id)) has not answered for 50 s: it is ended soon")
  }

  @Test func `names who is late after a second, and takes its place after three`() throws {
    let scripted = try ScriptedStage().appear()
    scripted.stage.themeChanged()
    scripted.turn(at: 100)
    #expect(!scripted.stage.awaitsLateWorker)
    scripted.turn(at: 349)
    #expect(!scripted.stage.awaitsLateWorker)
    scripted.turn(at: 350)
    #expect(scripted.stage.awaitsLateWorker)
    scripted.turn(at: 1099)
    #expect(scripted.stage.notice == nil)
    scripted.stage.announce("something else")
    scripted.turn(at: 1100)
    #expect(
      scripted.stage.notice
        == "\"Small\" (\(scripted.id)) has not answered for 1 s: it is ended soon")
    scripted.turn(at: 3099)
    #expect(scripted.layers == ["blank", "worked"])
    scripted.turn(at: 3100)
    #expect(scripted.stage.presenterNames(of: "content") == ["blank", "worked (failed)"])
    #expect(scripted.stage.notice == "something else")
  }

  @Test func `says once who is slow`() throws {
    let scripted = try ScriptedStage().appear()
    var now: Int64 = 100
    for drawing in 1...4 {
      scripted.stage.themeChanged()
      scripted.turn(at: now)
      scripted.draw()
      scripted.turn(at: now + 101)
      let said = drawing < 3 ? nil : "\"Small\" (\(scripted.id)) takes 101 ms to draw"
      #expect(scripted.stage.notice == said)
      now += 200
    }
    let file = try #require(scripted.stage.catalogue?.plugins.first?.path)
    #expect(
      scripted.log.noteworthy.map(\.text) == [
        "statehost: \"Small\" (\(scripted.id)) takes 101 ms to draw, again and again: \(file): update it, or take it out "
          + "of the plugin directory"
      ])
    scripted.turn(at: 10_000)
    scripted.stage.themeChanged()
    scripted.turn(at: 10_001)
    scripted.draw()
    scripted.turn(at: 10_200)
    #expect(scripted.stage.notice == nil)
  }
}
