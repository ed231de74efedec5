import HostPlugins
import HostSurface
import StateContainer
import Testing

@testable import HostRuntime
@testable import HostWorkers

@Suite struct `A child whose worker fails` {
  private let scripted: ScriptedStage

  init() throws { scripted = try ScriptedStage(saved: [1]) }

  /// Lets its worker crash, and looks at it at an instant.
  private func crash(at milliseconds: Int64) {
    scripted.worker.die()
    scripted.turn(at: milliseconds)
  }

  /// Has the child that is being made be there.
  private func comeBack(at milliseconds: Int64) {
    scripted.turn(at: milliseconds)
    scripted.create()
    scripted.turn(at: milliseconds)
    scripted.draw()
    scripted.turn(at: milliseconds)
  }

  private var presenter: String { scripted.stage.presenterNames(of: "content")[1] }

  @Test func `makes place for what says so, by a transition, and comes back with its state`() throws
  {
    try scripted.appear()
    crash(at: 1000)
    #expect(scripted.events == ["pluginFailed"])
    // It leaves with its own timing, and the notice is there at once, above it.
    #expect(scripted.layers == ["blank", "worked", "worked (failed)"])
    #expect(scripted.stage.container.isTransitioning)
    scripted.turn(at: 1350)
    #expect(scripted.layers == ["blank", "worked (failed)"])
    #expect(scripted.workers.all.count == 2, "it was due after 250 ms, and waited for the old one")
    #expect(scripted.order?.saved == [1])
    comeBack(at: 1400)
    #expect(scripted.events == ["pluginFailed", "pluginRestarted"])
    scripted.turn(at: 2000)
    #expect(scripted.layers == ["blank", "worked"])
  }

  @Test func `has what says so in its own area, that of a dock too, also while both are there`()
    throws
  {
    let scripted = try ScriptedStage(area: Dock(.right, .percent(50), minimum: 5))
    scripted.stage.resize(columns: 80, rows: 24)
    try scripted.appear()
    let area = try #require(scripted.child?.area)
    #expect(area.columns == 40 && area.rows == 23)
    scripted.worker.die()
    scripted.turn(at: 1000)
    #expect(scripted.child?.notice != nil && scripted.child?.area == area)
    #expect(scripted.child?.layer.columns == 40 && scripted.child?.layer.rows == 23)
  }

  @Test func `at the same instant as another leaves, and comes back, in the same transition`()
    throws
  {
    let crowd = try CrowdedStage(states: [("content", ["a", "b", "c"])]).show(columns: 60, rows: 20)
    crowd.crash("a")
    crowd.crash("c")
    crowd.settle()
    let layers = { crowd.stage.container.layers.map(\.label) }
    #expect(layers() == ["a", "a (failed)", "b", "c", "c (failed)"])
    // 350 ms to leave, then what was due after 250.
    for _ in 0..<100 { crowd.settle() }
    #expect(layers() == ["a", "b", "c"])
    #expect(crowd.stage.container.isTransitioning)
  }

  @Test func `comes back without its state where it fails soon with it`() throws {
    try scripted.appear()
    crash(at: 1000)
    comeBack(at: 2000)
    #expect(scripted.order?.saved == [1])
    scripted.turn(at: 2500)
    crash(at: 3000)
    comeBack(at: 4500)
    #expect(scripted.order?.saved == nil)
  }

  /// What is typed into a search is the search's, though a plugin fails meanwhile.
  @Test func `leaves the keys to the others, and R too while one of them takes typed text`() throws
  {
    let crowd = try CrowdedStage(states: [("content", ["a", "b"])]).show(columns: 60, rows: 20)
    #expect(crowd.stage.front?.name == "b")
    crowd.crash("b")
    crowd.settle()
    #expect(crowd.stage.front?.name == "a" && crowd.child("a")?.context.focus.count == 1)
    let key = ChildInput.key(ChildKey(code: 0x52, text: "R"))
    crowd.users = ["a"]
    crowd.say(.takeText(true), by: "a")
    crowd.settle()
    #expect(crowd.offer(key) == .used && crowd.offers.map(\.name) == ["a"])
    crowd.say(.takeText(false), by: "a")
    crowd.settle()
    for text in ["r", "RR"] {
      _ = crowd.offer(.key(ChildKey(code: 0x72, text: text)))
      #expect(crowd.offers.map(\.name) == ["a"])
    }
    #expect(crowd.offer(key) == .used && crowd.offers.isEmpty)
  }

  @Test func `is left alone when it fails a fourth time within a minute, until R is pressed`()
    throws
  {
    try failTooOften()
    scripted.turn(at: 100_000)
    #expect(presenter == "worked (failed)" && scripted.workers.all.count == 4)
    #expect(scripted.child?.notice?.outlook == "it failed too often; R starts it again")
    let plugin = try #require(scripted.stage.catalogue?.plugins.first)
    #expect(scripted.unstable.reason(for: plugin) == "crashed (SIGSEGV) on a thread of its own")
    #expect(pressR() == .used)
    #expect(scripted.unstable.reason(for: plugin) == nil)
    comeBack(at: 100_001)
    #expect(presenter == "worked")
    // What has been does not count.
    crash(at: 101_000)
    #expect(scripted.stage.dueRestarts.isEmpty, "not before the old one has gone")
    scripted.turn(at: 101_500)
    #expect(scripted.workers.all.count == 6)
  }

  /// Fails four times in 30 s, and comes back after the first three.
  private func failTooOften() throws {
    try scripted.appear()
    for second in [10, 20, 30, 40] as [Int64] {
      crash(at: second * 1000)
      guard second < 40 else { continue }
      #expect(scripted.child?.notice?.outlook == "it is started again soon; R starts it now")
      comeBack(at: second * 1000 + 5000)
      #expect(presenter == "worked")
    }
  }

  private func pressR() -> InputAnswer {
    scripted.stage.offer(.key(ChildKey(code: 0x52, text: "R")))
  }

  /// R is pressed, and the child is there again.
  private func askAgain(at milliseconds: Int64) -> InputAnswer {
    let answer = pressR()
    comeBack(at: milliseconds)
    return answer
  }

  @Test func `has all its tries again once R is pressed, within the same minute too`() throws {
    try failTooOften()
    #expect(askAgain(at: 41_000) == .used && presenter == "worked")
    crash(at: 43_000)
    #expect(scripted.child?.notice?.outlook == "it is started again soon; R starts it now")
    comeBack(at: 48_000)
    #expect(presenter == "worked")
  }

  @Test func `is freed with the one that was being made in its place`() throws {
    try scripted.appear()
    crash(at: 1000)
    scripted.turn(at: 1350)
    let successor = try #require(scripted.order?.child)
    scripted.stage.leave()
    scripted.stage.free()
    #expect(scripted.worker.told.contains(.destroy(child: successor)))
  }

  @Test func `has its place anew when its insets are others`() throws {
    try scripted.appear()
    var answers = ChildAnswers()
    answers.insets = CellInsets(top: 1, right: 2, bottom: 0, left: 3)
    scripted.worker.say(.answers(child: try #require(scripted.order?.child), answers))
    scripted.turn(at: 20)
    #expect(scripted.child?.area == CellRectangle(column: 3, row: 1, columns: 15, rows: 2))
    #expect(scripted.worker.told.last == .draw(child: 1, columns: 15, rows: 2))
  }

  @Test(arguments: [false, true])
  func `holds out for a minute, and is as it was before, unless it fails meanwhile`(
    failsAgain: Bool
  ) throws {
    try failTooOften()
    let plugin = try #require(scripted.stage.catalogue?.plugins.first)
    #expect(askAgain(at: 50_000) == .used)
    if failsAgain {
      #expect(scripted.stage.unstable.nextDeadline != nil)
      crash(at: 60_000)
      #expect(scripted.stage.unstable.nextDeadline == nil)
      return
    }
    scripted.turn(at: 109_999)
    #expect(scripted.stage.unstable.nextDeadline == 110_000 * ScriptedStage.millisecond)
    scripted.turn(at: 110_000)
    #expect(scripted.stage.unstable.nextDeadline == nil)
    #expect(scripted.unstable.reason(for: plugin) == nil)
  }

  @Test func `off screen is made anew when it is needed again, and not before`() throws {
    try scripted.appear()
    scripted.child?.workerChild?.requestSavedState()
    scripted.save([2])
    scripted.turn(at: 50)
    scripted.stage.request("empty", animated: false)
    crash(at: 100)
    #expect(scripted.events == ["pluginFailed"] && scripted.child == nil)
    scripted.turn(at: 5000)
    #expect(scripted.workers.all.count == 1)
    scripted.stage.request("content", animated: false)
    #expect(scripted.order?.saved == [2])
    comeBack(at: 5001)
    #expect(scripted.layers == ["blank", "worked"])
  }

  @Test func `before it has appeared comes with a notice in its place`() throws {
    scripted.stage.appear()
    scripted.refuse()
    scripted.turn(at: 1)
    #expect(scripted.layers == ["blank", "worked (failed)"])
    #expect(scripted.child?.notice?.outlook == "yes; R tries it again")
    scripted.turn(at: 60_000)
    #expect(scripted.workers.all.count == 1, "nobody tries it again by itself")
    scripted.workers.all[0].die()
    _ = pressR()
    scripted.turn(at: 60_001)
    scripted.refuse()
    scripted.turn(at: 60_002)
    #expect(presenter == "worked (failed again)")
  }

  @Test func `has nobody wait for it where another state is asked for anyhow`() throws {
    try scripted.appear()
    scripted.stage.request("other", animated: true)
    scripted.stage.request("empty", animated: true)
    crash(at: 10)
    scripted.turn(at: 10_000)
    #expect(scripted.stage.container.currentState == "empty" && scripted.layers == ["blank"])
  }

  @Test func `has no worker, and says so in its place`() throws {
    scripted.workers.areThere = false
    scripted.stage.appear()
    #expect(scripted.layers == ["blank", "worked (failed)"])
    scripted.workers.areThere = true
    _ = askAgain(at: 1)
    #expect(presenter == "worked")
  }

  @Test func `has the mouse no more when it goes, and is not waited for when the run ends`() throws
  {
    try scripted.appear()
    scripted.stage.pressed = scripted.child
    scripted.stage.request("empty", animated: false)
    #expect(scripted.stage.pressed == nil)
    let late = try ScriptedStage()
    late.stage.appear()
    #expect(late.stage.hasPendingCall)
    late.stage.leave()
    late.create()
    late.turn(at: 1000)
    #expect(!late.stage.hasPendingCall && late.layers.isEmpty)
  }

  @Test func `that ends with the run is not started again`() throws {
    try scripted.appear()
    crash(at: 100)
    scripted.stage.leave()
    #expect(scripted.stage.dueRestarts.isEmpty)
  }
}
