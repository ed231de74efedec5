import HostPlugins
import HostSurface
import Testing

/// All tests that load plugins: one after the other, for the process has one dynamic loader and one
/// inbox.
@Suite(.serialized) struct PluginTests {}

/// A child of a fixture, and what it did.
final class LoadedFixture {
  let folder: PluginFolder
  let catalogue: PluginCatalogue
  let services: RecordingServices
  let child: PluginChild
  let inbox = PluginInbox(wakeDescriptor: -1)
  let layer = Layer(columns: 10, rows: 3, pool: GraphemePool())

  init(_ plugin: FixturePlugin, services: RecordingServices = RecordingServices()) throws {
    inbox.drain { _ in }
    folder = try PluginFolder()
    try folder.compile(plugin)
    catalogue = folder.load()
    try #require(catalogue.failures.isEmpty, "\(catalogue.failures)")
    self.services = services
    child = try catalogue.makeChild(try #require(catalogue.types.first), services: services)
  }

  /// The lines that children have logged since the last call.
  func logged() -> [String] {
    var lines: [String] = []
    inbox.drain { message in
      if case .log(_, _, _, let text) = message { lines.append(text) }
    }
    return lines
  }

  /// What the layer shows, row by row, a dot for what is transparent.
  func drawn(time: Int64 = 0) -> [String] {
    child.draw(into: layer, timeNanoseconds: time)
    return (0..<layer.rows).map { row in
      (0..<layer.columns).map { layer.text(column: $0, row: row) }.joined()
    }
  }
}
