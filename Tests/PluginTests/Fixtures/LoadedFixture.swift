import HostPlugins
import HostSurface
import Testing

/// All tests that load plugins: one after the other, for the process has one dynamic loader and one
/// inbox.
@Suite(.serialized) struct PluginTests {}

extension PluginInbox {
  /// What is waiting: the lines of the log, and what is told.
  func heard() -> (lines: [String], faults: [ChildFault.Kind]) {
    var heard = (lines: [String](), faults: [ChildFault.Kind]())
    drain { message in
      if case .log(_, _, _, let text) = message { heard.lines.append(text) }
      if case .fault(let fault) = message { heard.faults.append(fault.kind) }
    }
    return heard
  }
}

extension PluginChild {
  func send(_ events: ChildEvent...) { for event in events { send(event) } }
}

/// A child of a fixture, and what it did.
final class LoadedFixture {
  let folder: PluginFolder
  let catalogue: PluginCatalogue
  let services: RecordingServices
  let child: PluginChild
  let inbox = PluginInbox()
  private let pool = CellPool()
  let layer: Layer

  convenience init(_ plugin: FixturePlugin, services: RecordingServices = RecordingServices())
    throws
  {
    let folder = try PluginFolder()
    try folder.compile(plugin)
    try self.init(folder, services: services)
  }

  /// The first child of what a folder holds.
  init(
    _ folder: PluginFolder, columns: Int = 10, rows: Int = 3,
    services: RecordingServices = RecordingServices()
  ) throws {
    self.folder = folder
    inbox.drain { _ in }
    layer = Layer(columns: columns, rows: rows, pool: pool)
    catalogue = folder.load()
    try #require(catalogue.failures.isEmpty, "\(catalogue.failures)")
    self.services = services
    child = try catalogue.makeChild(try #require(catalogue.types.first), services: services)
  }

  /// A fixture whose child runs these statements as it appears, and the lines that they log.
  static func appearing(
    _ statements: String, services: RecordingServices = RecordingServices()
  ) throws -> (LoadedFixture, logged: [String]) {
    let fixture = try LoadedFixture(FixturePlugin(willAppear: statements), services: services)
    fixture.child.send(.willAppear(animated: false))
    return (fixture, Array(fixture.logged().dropFirst()))
  }

  /// The lines that children have logged since the last call.
  func logged() -> [String] { inbox.heard().lines }

  /// What the layer shows, row by row.
  func drawn(time: Int64 = 0) -> [String] {
    child.draw(into: layer, timeNanoseconds: time)
    let frame = Frame(columns: layer.columns, rows: layer.rows, pool: pool)
    var compositor = Compositor(depth: .trueColour, theme: .dark, terminal: .dark)
    compositor.compose([PlacedLayer(layer, in: layer.bounds)], onto: frame)
    return frame.text
  }
}
