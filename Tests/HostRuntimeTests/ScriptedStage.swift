import HostStates
import HostSurface
import HostSystem
import StateContainer
import TestSupport

@testable import HostPlugins
@testable import HostRuntime
@testable import HostWorkers

/// A stage whose child `worked` lives in a worker that a test speaks for, above the blank child
/// `blank`: the states `content` and `other` have both, `empty` has `blank` alone.
final class ScriptedStage {
  static let millisecond: Int64 = 1_000_000

  let workers = ScriptedWorkers()
  let stage: Stage
  let log = PluginLog(file: nil)
  let output: PluginOutputReader
  /// Where the plugins that failed too often are kept.
  let unstable: UnstablePlugins
  private let host: PluginWorkers
  private let type: ChildType
  /// What was told beside the container's own events.
  private(set) var events: [String] = []

  /// Compiled once; what a test finds there is its own, for tests run side by side.
  private static let plugins = Result { () throws -> ScratchFolder in
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS | CHILDPLUGIN_DESCRIPTOR_FOLLOWS_MOUSE"
    plugin.options = [".name = CHILDPLUGIN_TEXT(\"wide\"), .kind = CHILDPLUGIN_OPTION_FLAG"]
    try plugin.compile(into: folder)
    return folder
  }

  init(
    saved: [UInt8]? = nil, keys: [KeyBinding] = [], area: Dock? = nil, isNamed: Bool = true,
    deadlines: WorkerDeadlines = WorkerDeadlines(),
    describing change: (inout ChildDescription) -> Void = { _ in }
  ) throws {
    let folder = try Self.plugins.get()
    let catalogue = PluginCatalogue(of: folder)
    type = catalogue.types[0]
    let workers = workers
    host = PluginWorkers(in: workers, for: .each, within: deadlines)
    unstable = UnstablePlugins(in: nil)
    var worked = ChildDescription(name: "worked", use: type.id)
    worked.area = area
    change(&worked)
    let file = StatesFile(
      initial: "content",
      states: [
        StateDescription(name: "content", children: ["blank", "worked"]),
        StateDescription(name: "empty", children: ["blank"]),
        StateDescription(name: "other", children: ["blank", "worked"]),
      ],
      children: [ChildDescription(name: "blank"), worked], keys: keys)
    output = PluginOutputReader(nil, log: log)
    stage = Stage(
      try Arrangement(file, of: catalogue), catalogue: catalogue, workers: host,
      unstable: unstable, log: log, output: output)
    // A child of a states file is named by the user.
    stage.arrangement.entries[1].isNamed = isNamed
    if let saved { stage.remembered.remember(saved, of: "worked", use: type.id) }
    stage.tell = { [unowned self] event in
      switch event {
      case .superseded(let state): events.append("superseded \(state)")
      case .other(let name, _): events.append(name)
      default: events.append("\(event)")
      }
    }
    stage.resize(columns: 20, rows: 4)
  }

  /// The id of the child's type.
  var id: String { type.id }

  /// The worker that was started last.
  var worker: ScriptedWorker { workers.all[workers.all.count - 1] }

  /// The layers, bottom first.
  var layers: [String] { stage.container.layers.map(\.label) }

  /// What stands for the child `worked` now.
  var child: StageChild? { stage.places[1].child }

  /// Takes what has been said, and does what is due by an instant, as the loop does.
  func turn(at milliseconds: Int64) {
    let now = milliseconds * Self.millisecond
    host.timeIs(now)
    stage.advance(to: now)
    for worker in workers.all { host.take(Ready(worker.token, isReadable: true), at: now) }
    host.judgeLateness()
    stage.followWorkers()
    stage.wakeChildren()
    stage.performRequests()
    stage.notifyChanges()
    stage.orderDrawings()
  }

  /// The worker says that the child of an order is there.
  func create(_ answers: ChildAnswers = ChildAnswers()) {
    worker.say(.created(child: number, type, answers))
  }

  /// The number of the child that was ordered last.
  private var number: UInt32 { order?.child ?? 0 }

  /// The order of a child that was given last.
  var order: ChildOrder? {
    worker.told.reversed().lazy.compactMap { message -> ChildOrder? in
      if case .create(let order) = message { order } else { nil }
    }.first
  }

  /// Has the state shown with its child, and everything drawn.
  @discardableResult
  func appear() throws -> ScriptedStage {
    stage.appear()
    create()
    turn(at: 0)
    draw()
    turn(at: 0)
    return self
  }

  /// The worker gives the drawing that it was asked for: nothing.
  func draw(columns: Int = 20, rows: Int = 3) {
    let pool = CellPool()
    let layer = Layer(columns: columns, rows: rows, pool: pool)
    worker.say(
      .drawn(child: number, DrawnLayer.bytes(of: layer, LayerDiff(pool: pool))[...]))
  }

  func say(_ request: ChildRequest, during ticket: CallOrigin = .other) {
    worker.say(.request(child: number, during: ticket, request))
  }
  func report(_ what: String, remedy: String) {
    worker.say(.fault(child: number, what: what, remedy: remedy))
  }
  func wake() { worker.say(.wake(child: number)) }
  func use(_ isUsed: Bool, ticket: UInt32) {
    worker.say(.used(child: number, ticket: ticket, isUsed))
  }
  func save(_ state: [UInt8]) { worker.say(.saved(child: number, state)) }
  func refuse() { worker.say(.refused(child: number, what: "no", remedy: "yes")) }
}
