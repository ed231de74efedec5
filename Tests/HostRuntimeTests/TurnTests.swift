import HostPlugins
import HostSystem
import Testing

@testable import HostRuntime
@testable import HostWorkers

/// What one turn of the loop makes of what a child in a worker says.
@Suite final class `A turn of the loop` {
  private let scripted: ScriptedStage
  private let world: SmallWorld
  private let session: Session

  init() throws {
    scripted = try ScriptedStage()
    world = try SmallWorld()
    var options = Session.Options()
    options.endsWhenSettled = true
    session = Session(of: scripted.stage, in: world, options: options)
    session.begin()
    scripted.stage.appear()
    scripted.create()
    try turn()
  }

  deinit { session.end() }

  /// The worker has said something.
  private func turn() throws {
    world.arrives = [Ready(scripted.worker.token, isReadable: true)]
    try session.turn()
  }

  @Test func `shows the state that it asks for, and passes on what is said, before it waits again`()
    throws
  {
    #expect(scripted.stage.presentedState == "content" && session.outcome == nil)
    scripted.say(.state("empty", animated: false))
    try turn()
    #expect(scripted.stage.presentedState == "empty")
    scripted.stage.request("other", animated: false)
    scripted.stage.context.messages.append(
      (ChildMessage(to: "", subject: "x", body: []), sender: ChildContext(RunContext())))
    try turn()
    #expect(scripted.stage.context.messages.isEmpty)
  }

  @Test func `asks for what is to be drawn, and ends once all has been drawn and nobody has more`()
    throws
  {
    var drawings = 0
    var heard = 0
    var isAsked = false
    for _ in 0..<20 where !isAsked {
      for message in scripted.worker.told[heard...] {
        heard += 1
        if case .draw(_, let columns, let rows) = message {
          drawings += 1
          scripted.draw(columns: Int(columns), rows: Int(rows))
        }
        // It was told of its appearance without a question, and may make something of that.
        if message == .idle { isAsked = true }
      }
      #expect(session.outcome == nil)
      world.skip(nanoseconds: FrameRateLimit.intervalNanoseconds)
      try turn()
    }
    #expect(isAsked && drawings == 1 && session.outcome == nil)
    scripted.worker.say(.idle)
    try turn()
    #expect(session.outcome == .done)
  }

  /// The loop turns for every message of a worker, such as the draw request after the progress.
  @Test func `tells a child the progress of its transition once a frame`() throws {
    let terminal = NarrowTerminal(columns: 20, rows: 4)
    let scripted = try ScriptedStage()
    let world = try SmallWorld()
    let session = Session(
      of: scripted.stage, in: world, on: try TerminalScreen(on: terminal, pool: scripted.stage.pool)
    )
    defer { session.end() }
    session.begin()
    scripted.stage.appear()
    var answers = ChildAnswers()
    answers.follows = .transition
    scripted.create(answers)
    var before = 0
    for turn in 0..<60 {
      if turn == 20 {
        before = scripted.worker.told.count
        scripted.stage.request("empty", animated: true)
      }
      scripted.say(.draw)
      world.skip(nanoseconds: 2_000_000)
      world.arrives = [Ready(scripted.worker.token, isReadable: true)]
      try session.turn()
    }
    // Each of the last 40 turns takes 2 or 3 ms.
    let progress = scripted.worker.told[before...].count {
      if case .news(_, .transitionProgress) = $0 { true } else { false }
    }
    #expect((3...8).contains(progress), "\(progress)")
  }

  @Test func `ends a worker that has not answered for three seconds, and says so`() throws {
    for _ in 1...3 {
      #expect(!scripted.workers.all[0].hasEnded && scripted.layers.last == "worked")
      world.skip(nanoseconds: 1_000_000_000)
      world.arrives = [Ready(PortToken(rawValue: 99), isReadable: true)]
      try session.turn()
    }
    #expect(scripted.workers.all[0].hasEnded && scripted.events.contains("pluginFailed"))
    #expect(scripted.layers.last == "worked (failed)")
  }

  @Test func `leaves a worker alone that was late because the program was suspended`() throws {
    world.skip(nanoseconds: 20_000_000_000)
    world.signals = .stop
    try session.turn()
    #expect(!scripted.workers.all[0].hasEnded && scripted.layers.last == "worked")
  }

  @Test func `tells what a child did wrong, also in the end`() throws {
    scripted.report("it did what it may not", remedy: "do not")
    try turn()
    let first = scripted.log.takeNoteworthy()
    #expect(first.count == 1 && first[0].contains("it did what it may not"))
    let child = try #require(scripted.child)
    child.context.note(
      .fault(
        ChildFault(file: "a.so", child: "com.example.small", kind: .refused(.perform, .unasked))))
    world.isBroken = true
    session.end()
    #expect(scripted.log.takeNoteworthy().count == 1)
  }
}
