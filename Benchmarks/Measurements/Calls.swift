import HostPlugins
import HostSurface
import PluginSupport

/// What a call across the ABI costs: an empty callback and a draw of one row, on the way that the
/// program takes, against a loop of C that makes the same calls and does nothing else.
struct Calls {
  let workshop: Workshop
  private static let rounds = 15
  private static let callbacks = 2_000_000
  private static let draws = 200_000

  func measure() -> [Measurement] {
    guard let loop = workshop.compile("call-loop", to: "call-loop", ["-ldl"]),
      let plugin = workshop.compile("call-plugin", to: "called.so", ["-shared", "-fPIC"]),
      let child = makeChild(plugin)
    else { return [Measurement(name: "calls", value: "no compiler", number: .nan)] }
    let layer = Layer(columns: 80, rows: 1, pool: CellPool())
    var callbacks: [Double] = []
    var draws: [Double] = []
    var theirCallbacks: [Double] = []
    var theirDraws: [Double] = []
    for _ in 0..<Self.rounds {
      let theirs = nanoseconds([loop, plugin, "\(Self.callbacks)", "\(Self.draws)"])
      guard theirs.count == 2 else { continue }
      theirCallbacks.append(theirs[0])
      theirDraws.append(theirs[1])
      callbacks.append(each(of: Self.callbacks) { child.send(.willAppear(animated: false)) })
      draws.append(each(of: Self.draws) { child.draw(into: layer, timeNanoseconds: 0) })
    }
    return [
      row("an empty callback across the ABI", callbacks, theirCallbacks, "a C loop"),
      row("a draw of one row of 61 letters", draws, theirDraws, "a C loop onto bare cells"),
    ]
  }

  private func row(
    _ name: String, _ ours: [Double], _ theirs: [Double], _ yardstick: String
  ) -> Measurement {
    let ratio = median(ours) / median(theirs)
    let millions = text(1000 / median(ours), digits: 2)
    return Measurement(
      name: name, value: "\(millions) million/s, \(text(median(ours))) ns", number: ratio,
      yardstick: "\(text(ratio, digits: 2)) x \(yardstick) (\(text(median(theirs))) ns)")
  }

  private func each(of count: Int, _ call: () -> Void) -> Double {
    let began = nanosecondsNow()
    for _ in 0..<count { call() }
    return Double(nanosecondsNow() - began) / Double(count)
  }

  private func nanoseconds(_ arguments: [String]) -> [Double] {
    guard let process = ChildProcess.piped(arguments) else { return [] }
    let output = String(decoding: process.readToEnd(), as: UTF8.self)
    process.finish(killing: false)
    return output.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
  }

  private func makeChild(_ plugin: String) -> PluginChild? {
    _ = PluginInbox()
    let catalogue = PluginCatalogue(for: HostIdentity(version: "1"))
    catalogue.load(fileAt: plugin)
    return catalogue.types.first.flatMap {
      try? catalogue.makeChild($0, services: NoServices())
    }
  }
}
