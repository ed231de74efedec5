package import HostPlugins
internal import HostSystem

/// The plugins of simulated runs, each loaded once in this process, whoever has it.
package final class SimulatedPlugins {
  package let catalogue: PluginCatalogue
  private let path: PluginSearchPath
  private var loaded: [String: LoadedPlugin] = [:]
  private static let program = HostIdentity(name: "simulation", version: "1")

  /// - Parameters:
  ///   - folder: where third-party plugins are; nil: there are none.
  ///   - bundled: where the program's own are; nil: there are none.
  /// - Throws: why one cannot be loaded.
  package init(in folder: String?, bundled: String? = nil) throws {
    path = PluginSearchPath(
      flags: folder.map { [$0] } ?? [], environment: nil, home: nil,
      bundled: bundled.map { .buildFolder($0) })
    catalogue = PluginCatalogue(loading: path, for: Self.program)
    if let failure = catalogue.failures.first { throw NotLoaded(description: failure.line) }
  }

  /// The same plugins, which nobody has looked into.
  func unscanned() -> PluginCatalogue {
    PluginCatalogue(loading: path, for: Self.program, scansLater: true)
  }

  /// All of them may have programs run.
  private(set) lazy var grants: PluginGrants = {
    var grants = PluginGrants()
    for plugin in catalogue.plugins {
      guard let contents = try? plugin.openFile().contents() else { continue }
      for child in plugin.description.children {
        grants.grant(
          PluginGrant(GrantedNeeds(.run), to: .contents(contents)), to: child.type.id)
      }
    }
    return grants
  }()

  package struct NotLoaded: Error, CustomStringConvertible {
    package let description: String
  }

  /// For a worker: the plugin of a file, which it shares with those before it.
  func load(
    _ file: OpenFile, at path: String
  ) throws(PluginProblem) -> LoadedPlugin {
    if let known = loaded[path] { return known }
    let plugin = try LoadedPlugin(from: file, at: path, for: Self.program)
    loaded[path] = plugin
    return plugin
  }
}
