import HostPlugins
import HostSurface
import HostSystem
import HostWorkers
import PluginSupport

/// What it costs that a child lives in a worker: a whole screen that it draws, and a key, against
/// the same in this process; how long it takes from the order of a child to its answer.
struct Workers {
  let workshop: Workshop
  private static let frames = 2_000
  private static let starts = 40

  /// Starts workers of the program that is measured.
  private final class Starter: WorkerWorld {
    let program: String
    let poller: Poller

    init(_ program: String) throws(SystemError) {
      self.program = program
      poller = try Poller()
    }

    func startWorker() throws(SystemError) -> any WorkerPort {
      try WorkerProcess(program, in: poller)
    }
  }

  func measure() -> [Measurement] {
    guard let plugin = workshop.compile("screen-plugin", to: "screen.so", ["-shared", "-fPIC"]),
      let world = try? Starter(workshop.statehost)
    else { return [Measurement(name: "workers", value: "no compiler", number: .nan)] }
    _ = PluginInbox()
    let catalogue = PluginCatalogue(for: HostIdentity(version: "1"))
    catalogue.load(fileAt: plugin)
    guard let type = catalogue.types.first,
      let own = try? catalogue.makeChild(type, services: NoServices())
    else { return [Measurement(name: "workers", value: "no plugin", number: .nan)] }
    var made: [Double] = []
    var last: (workers: PluginWorkers, child: RemoteChild)?
    for _ in 0..<Self.starts {
      let workers = PluginWorkers(in: world, for: .each)
      let began = nanosecondsNow()
      guard let child = makeChild(type, of: catalogue, in: workers),
        turn(workers, world, until: { child.life != .making }), child.life == .made
      else { continue }
      made.append(Double(nanosecondsNow() - began) / 1e6)
      last?.workers.end()
      last = (workers, child)
    }
    guard let (workers, child) = last else {
      return [Measurement(name: "workers", value: "no worker", number: .nan)]
    }
    defer { workers.end() }
    let layer = Layer(columns: 200, rows: 50, pool: CellPool())
    let ownDraws = times { own.draw(into: layer, timeNanoseconds: 0) }
    let draws = times {
      child.draw(into: layer, timeNanoseconds: 0)
      _ = turn(workers, world) { !child.isDrawing }
    }
    let key = ChildInput.key(ChildKey(code: 0x61, text: "a"))
    let ownKeys = times { _ = own.offer(key) }
    let keys = times {
      _ = child.offer(key)
      _ = turn(workers, world) { child.inputAnswer != .later }
    }
    let small = Layer(columns: 80, rows: 24, pool: CellPool())
    // In turn, so that both meet the same machine.
    var (once, twice): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.frames {
      once.append(
        time {
          _ = child.offer(key, drawingInto: small)
          _ = turn(workers, world) { child.inputAnswer != .later && !child.isDrawing }
        })
      twice.append(
        time {
          _ = child.offer(key)
          _ = turn(workers, world) { child.inputAnswer != .later }
          child.draw(into: small, timeNanoseconds: 0)
          _ = turn(workers, world) { !child.isDrawing }
        })
    }
    let more = median(draws) - median(ownDraws)
    return [
      Measurement(
        name: "a child in a worker, from its order to its answer",
        value: "\(text(median(made), digits: 2)) ms", number: median(made)),
      Measurement(
        name: "a screen of 200 x 50 cells, all others, drawn in a worker",
        value: "\(text(median(draws))) us, p99 \(text(percentile99(draws))) us", number: more,
        yardstick: "\(text(more)) us more than in process (\(text(median(ownDraws))) us)",
        goal: "<= 300 us more", isMet: more <= 300),
      Measurement(
        name: "a key that a child in a worker uses",
        value: "\(text(median(keys))) us, p99 \(text(percentile99(keys))) us",
        number: median(keys),
        yardstick: "in process \(text(median(ownKeys), digits: 2)) us"),
      Measurement(
        name: "from a key to the 80 x 24 cells that a child in a worker draws after it",
        value: "\(text(median(once))) us, p99 \(text(percentile99(once))) us",
        number: median(once),
        yardstick: "ordered after the answer \(text(median(twice))) us"),
    ]
  }

  private func makeChild(
    _ type: ChildType, of catalogue: PluginCatalogue, in workers: PluginWorkers
  ) -> RemoteChild? {
    try? workers.makeChild(
      type, of: catalogue, options: ChildOptionValues(nil), states: [], saved: nil,
      services: NoServices())
  }

  /// Takes what workers say until it is so; false when one has ended before.
  private func turn(
    _ workers: PluginWorkers, _ world: Starter, until isDone: () -> Bool
  ) -> Bool {
    var ready: [Ready] = []
    while !isDone() {
      try? world.poller.wait(timeoutNanoseconds: 10_000_000_000, into: &ready)
      for port in ready { workers.take(port, at: 0) }
      for event in workers.takeEvents() { if case .ended = event { return false } }
    }
    return true
  }

  private func times(_ body: () -> Void) -> [Double] {
    (0..<Self.frames).map { _ in time(body) }
  }

  private func time(_ body: () -> Void) -> Double {
    let began = nanosecondsNow()
    body()
    return Double(nanosecondsNow() - began) / 1e3
  }
}
