import HostPlugins
import HostSystem
import Testing

@testable import HostRuntime
@testable import HostWorkers

/// Files that change when a test says so.
private final class ScriptedFileWatch: FileWatchPort {
  let token = PortToken(rawValue: 1 << 40)
  private(set) var watched: [String] = []
  private var changed: [String] = []

  func watch(_ path: String) { watched.append(path) }
  func change() { changed = watched }

  func takeChanges() -> [String] {
    defer { changed = [] }
    return changed
  }
}

@Suite struct `A child whose plugin's file changes` {
  private let scripted: ScriptedStage
  private let watch = ScriptedFileWatch()

  init() throws {
    scripted = try ScriptedStage(saved: [1])
    scripted.stage.watchFiles(by: watch)
    try scripted.appear()
  }

  private func beginChange(at milliseconds: Int64) {
    scripted.turn(at: milliseconds)
    watch.change()
    scripted.stage.takeFileChanges(Ready(watch.token, isReadable: true))
  }

  /// The file is another at an instant, and nothing comes of it for 150 ms.
  private func change(at milliseconds: Int64) {
    beginChange(at: milliseconds)
    scripted.turn(at: milliseconds + 149)
    #expect(!isAsked)
    scripted.turn(at: milliseconds + 150)
  }

  /// The child was asked for its state.
  private var isAsked: Bool {
    scripted.worker.told.contains { if case .save = $0 { true } else { false } }
  }

  /// The new child is there.
  private func arrive(at milliseconds: Int64) {
    scripted.create()
    scripted.turn(at: milliseconds)
    scripted.draw()
    scripted.turn(at: milliseconds)
  }

  /// The file changes, and the new child is there alone.
  private func reload() {
    change(at: 1000)
    scripted.save([9])
    scripted.turn(at: 1160)
    arrive(at: 1160)
    scripted.turn(at: 2000)
  }

  private var presenter: String? { scripted.child?.label }

  private var announced: String? {
    scripted.stage.announcements.text(at: scripted.stage.context.nowNanoseconds)
  }

  @Test func `is made anew with its state beside the one before, and takes its place`() throws {
    #expect(watch.watched == [try #require(scripted.stage.catalogue?.plugins.first).path])
    change(at: 1000)
    #expect(isAsked && scripted.workers.all.count == 1)
    scripted.save([9])
    scripted.turn(at: 1151)
    #expect(scripted.workers.all.count == 2 && scripted.order?.saved == [9])
    #expect(scripted.layers == ["blank", "worked"] && scripted.events == [])
    arrive(at: 1160)
    #expect(scripted.events == ["pluginReloaded"])
    #expect(announced == "small.so was loaded again")
    #expect(scripted.layers == ["blank", "worked", "worked (reload 1)"])
    scripted.turn(at: 2000)
    #expect(scripted.layers == ["blank", "worked (reload 1)"])
    // The one before is kept for five seconds.
    scripted.turn(at: 6159)
    #expect(!scripted.workers.all[0].told.contains(.end))
    scripted.turn(at: 6160)
    #expect(scripted.workers.all[0].told.contains(.end))
  }

  @Test func `is said to be another for the next load where the run's source is of it`() throws {
    scripted.stage.watchFiles(by: watch, source: try #require(scripted.child?.type))
    change(at: 1000)
    #expect(announced == "small.so has changed: the next load is with it")
    #expect(isAsked)
  }

  @Test func `acts no more for what the user did to the one before`() throws {
    let plugin = try #require(scripted.child?.context.plugin)
    plugin.policy.inputBegan(.any, at: 1_150_000_000)
    _ = plugin.policy.inputEnded(isUsed: true, at: 1_150_000_000)
    #expect(plugin.policy.isActive(at: 1_150_000_000))
    change(at: 1000)
    #expect(!plugin.policy.isActive(at: 1_150_000_000))
  }

  @Test func `has 250 ms to say its state, else the one that it said before is taken`() {
    change(at: 1000)
    scripted.turn(at: 1399)
    #expect(scripted.workers.all.count == 1)
    scripted.turn(at: 1400)
    #expect(scripted.workers.all.count == 2 && scripted.order?.saved == [1])
  }

  @Test(arguments: [(6159, true), (6160, false)] as [(Int64, Bool)])
  func `comes back where the new one fails within five seconds`(
    _ milliseconds: Int64, _ isBack: Bool
  ) {
    reload()
    scripted.worker.die()
    scripted.turn(at: milliseconds)
    #expect(presenter == (isBack ? "worked" : "worked (failed)"))
    let told = scripted.events.filter { $0 == "pluginReturned" || $0 == "pluginFailed" }
    #expect(told == (isBack ? ["pluginFailed", "pluginReturned"] : ["pluginFailed"]))
    #expect(announced?.hasSuffix(": the one before is back") ?? false == isBack)
  }

  @Test func `begins anew with its failures, and is freed with the one before`() throws {
    for second in [10, 20, 30] as [Int64] {
      scripted.worker.die()
      scripted.turn(at: second * 1000)
      scripted.turn(at: second * 1000 + 5000)
      arrive(at: second * 1000 + 5000)
    }
    let before = scripted.workers.all.count
    beginChange(at: 40_000)
    scripted.turn(at: 40_150)
    scripted.save([9])
    scripted.turn(at: 40_160)
    arrive(at: 40_160)
    scripted.turn(at: 46_000)
    #expect(scripted.workers.all.count == before + 1 && presenter == "worked (reload 1)")
    scripted.worker.die()
    scripted.turn(at: 47_000)
    #expect(scripted.child?.notice?.outlook == "it is started again soon; R starts it now")
  }

  @Test func `is freed, and so is the one before, when the run ends within five seconds`() throws {
    reload()
    scripted.stage.leave()
    scripted.stage.free()
    for worker in scripted.workers.all {
      #expect(worker.told.contains { if case .destroy = $0 { true } else { false } })
    }
  }

  @Test func `stays where the new one cannot be made`() {
    change(at: 1000)
    scripted.save([9])
    scripted.turn(at: 1160)
    scripted.refuse()
    scripted.turn(at: 1170)
    #expect(presenter == "worked" && scripted.events == ["pluginFailed"])
    #expect(announced?.hasPrefix("small.so: not loaded again: ") == true)
    scripted.turn(at: 10_000)
    #expect(scripted.layers == ["blank", "worked"] && scripted.workers.all.count == 2)
  }

  @Test func `stays where there is no worker for the new one`() {
    scripted.workers.areThere = false
    change(at: 1000)
    scripted.save([9])
    scripted.turn(at: 1160)
    #expect(scripted.layers == ["blank", "worked"] && scripted.events == [])
  }

  @Test func `had failed, and cannot be made anew: what comes back then is one that failed`() {
    scripted.worker.die()
    scripted.turn(at: 1000)
    scripted.workers.areThere = false
    beginChange(at: 1100)
    scripted.turn(at: 1250)
    scripted.turn(at: 1260)
    scripted.workers.areThere = true
    scripted.turn(at: 1500)
    #expect(scripted.stage.offer(.key(ChildKey(code: 0x52, text: "R"))) == .used)
    scripted.turn(at: 1600)
    arrive(at: 1610)
    #expect(scripted.events == ["pluginFailed", "pluginRestarted"])
  }

  @Test func `is not started again besides where it had failed`() {
    scripted.worker.die()
    scripted.turn(at: 1000)
    beginChange(at: 1100)
    scripted.turn(at: 1250)
    #expect(scripted.workers.all.count == 2)
    // The one that failed has gone by now.
    scripted.stage.advance(to: 1400 * ScriptedStage.millisecond)
    #expect(scripted.stage.dueRestarts.isEmpty)
    // What stood there was a notice: nothing comes back.
    scripted.refuse()
    scripted.turn(at: 1500)
    #expect(presenter == "worked (failed again)")
  }
}
