import HostStates
import HostSurface
import HostSystem
import TestSupport

@testable import HostPlugins
@testable import HostRuntime
@testable import HostWorkers

/// A stage with the children `a`, `b`, `c` and `d`, each in a worker of its own that says at once
/// what it is asked, as a test has it say.
final class CrowdedStage {
  static let names = ["a", "b", "c", "d"]
  static let keyTakers: Set<String> = ["a", "b", "d"]
  static let mouseFollowers: Set<String> = ["b", "c"]

  /// Something that the user did and one was offered, as it was told.
  struct Offer: Equatable {
    let name: String
    let input: ChildInput
  }

  let stage: Stage
  let log = PluginLog(file: nil)
  let output: PluginOutputReader
  let workers = ScriptedWorkers()
  /// What each says of itself once it is made.
  var answers: [String: ChildAnswers] = [:]
  /// Who uses what it is offered.
  var users: Set<String> = []
  private(set) var offers: [Offer] = []
  private var news: [(name: String, ChildEvent)] = []
  private let host: PluginWorkers
  private let catalogue: PluginCatalogue
  /// Who was made where, and under which number.
  private var made: [String: (worker: ScriptedWorker, number: UInt32)] = [:]
  private var milliseconds: Int64 = 0

  /// Compiled once.
  private static let plugins = Result { () throws -> ScratchFolder in
    try ScratchFolder(plugins: names) { name, plugin in
      plugin.id = id(of: name)
      plugin.flags =
        (keyTakers.contains(name) ? "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS" : "0")
        + (mouseFollowers.contains(name) ? " | CHILDPLUGIN_DESCRIPTOR_FOLLOWS_MOUSE" : "")
    }
  }

  static func id(of name: String) -> String { "com.example.\(name)" }

  /// - Parameters:
  ///   - states: the first one is shown first; each with its children, bottom first.
  ///   - docks: what the states file says of places.
  ///   - keys: what it says of keys.
  /// - Throws: a plugin that does not compile.
  init(
    states: [(name: String, children: [String])], docks: [String: Dock] = [:],
    keys: [KeyBinding] = []
  ) throws {
    catalogue = PluginCatalogue(of: try Self.plugins.get())
    host = PluginWorkers(in: workers, for: .each)
    let file = StatesFile(
      initial: states[0].name,
      states: states.map { StateDescription(name: $0.name, children: $0.children) },
      children: Self.names.map {
        ChildDescription(name: $0, use: Self.id(of: $0), area: docks[$0])
      }, keys: keys)
    output = PluginOutputReader(nil, log: log)
    stage = Stage(
      try Arrangement(file, of: catalogue), catalogue: catalogue, workers: host, log: log,
      output: output)
  }

  /// Shows the first state on a surface of this size.
  @discardableResult
  func show(columns: Int, rows: Int) -> CrowdedStage {
    stage.resize(columns: columns, rows: rows)
    stage.appear()
    settle()
    return self
  }

  /// What stands for a child.
  func child(_ name: String) -> StageChild? {
    CrowdedStage.names.firstIndex(of: name).flatMap { stage.places[$0].child }
  }

  /// What has been told since this was last asked, by name.
  func takeNews() -> [(name: String, ChildEvent)] {
    defer { news = [] }
    return news
  }

  /// A child asks for something.
  func say(_ request: ChildRequest, by name: String) {
    guard let (worker, number) = made[name] else { return }
    worker.say(.request(child: number, during: .other, request))
  }

  /// What each draws, in the first row of its layer.
  var draws: [String: String] = [:]

  /// Its worker crashes.
  func crash(_ name: String) { made[name]?.worker.die() }

  /// Ports on which something may have come.
  var ready: [Ready] { workers.all.map { Ready($0.token, isReadable: true) } }

  /// Offers it until all have answered who have to.
  func offer(_ input: ChildInput) -> InputAnswer {
    offers = []
    var answer = stage.offer(input)
    while answer == .later {
      answerAll()
      take()
      answer = stage.offer(input)
    }
    return answer
  }

  /// Lets everything come of what was done.
  func settle() {
    for _ in 0..<4 {
      milliseconds += 1
      let now = milliseconds * ScriptedStage.millisecond
      host.timeIs(now)
      stage.advance(to: now)
      take()
      stage.followWorkers()
      stage.performRequests()
      stage.notifyChanges()
      stage.orderDrawings()
      answerAll()
    }
  }

  private func take() {
    for worker in workers.all {
      host.take(
        Ready(worker.token, isReadable: true), at: milliseconds * ScriptedStage.millisecond)
    }
  }

  /// Every worker says what it has been asked.
  func answerAll() {
    for worker in workers.all {
      for message in worker.takeTold() { answer(message, in: worker) }
    }
  }

  private func answer(_ message: HostMessage, in worker: ScriptedWorker) {
    func name(of number: UInt32) -> String {
      made.first { $0.value.worker === worker && $0.value.number == number }?.key ?? ""
    }
    switch message {
    case .create(let order):
      let name = String(order.id.suffix(1))
      made[name] = (worker, order.child)
      guard let type = catalogue[order.id] else { return }
      worker.say(.created(child: order.child, type, answers[name] ?? ChildAnswers()))
    case .input(let number, let ticket, let input, _):
      let name = name(of: number)
      offers.append(Offer(name: name, input: input))
      worker.say(.used(child: number, ticket: ticket, users.contains(name)))
    case .draw(let number, let columns, let rows):
      let pool = CellPool()
      let layer = Layer(columns: Int(columns), rows: Int(rows), pool: pool)
      if let text = draws[name(of: number)] { layer.put(text, column: 0, row: 0, style: Style()) }
      worker.say(
        .drawn(child: number, DrawnLayer.bytes(of: layer, LayerDiff(pool: pool))[...]))
    case .save(let number): worker.say(.saved(child: number, nil))
    case .idle: worker.say(.idle)
    case .news(let number, let told): news.append((name(of: number), told))
    default: break
    }
  }
}
