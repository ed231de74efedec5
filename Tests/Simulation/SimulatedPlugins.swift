internal import HostPlay
package import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostSystem

/// The plugins of simulated runs, each loaded once in this process, whoever has it.
package final class SimulatedPlugins {
  package let catalogue: PluginCatalogue
  private let path: PluginSearchPath
  private var loaded: [String: LoadedPlugin] = [:]
  private static let program = HostIdentity(name: "simulation", version: "1")

  /// Loads third-party plugins of one folder, and the program's own of another.
  package init(in folder: String?, bundled: String? = nil) throws {
    path = PluginSearchPath(
      flags: folder.map { [$0] } ?? [], environment: nil, home: nil,
      bundled: bundled.map { .buildFolder($0) })
    catalogue = PluginCatalogue(loading: path, for: Self.program)
    if let failure = catalogue.failures.first { throw NotLoaded(description: failure.line) }
  }

  /// The plugins as a player needs them, in this process or in workers, which are so late.
  func played(inWorkers: Bool, lagNanoseconds: Int64 = 0) -> ScenarioPlayer.Plugins {
    let log = PluginLog(file: nil)
    return ScenarioPlayer.Plugins(
      catalogue: catalogue, log: log, output: PluginOutputReader(nil, log: log),
      workers: inWorkers
        ? { SimulatedWorkers.make(in: $0, loading: self, lagNanoseconds: lagNanoseconds).host }
        : nil)
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
        grants.grant(PluginGrant(GrantedNeeds(.run), to: .contents(contents)), to: child.type.id)
      }
    }
    return grants
  }()

  package struct NotLoaded: Error, CustomStringConvertible { package let description: String }

  /// For a worker: the plugin of a file, which it shares with those before it.
  func load(_ file: OpenFile, at path: String) throws(PluginProblem) -> LoadedPlugin {
    if let known = loaded[path] { return known }
    let plugin = try LoadedPlugin(from: file, at: path, for: Self.program)
    loaded[path] = plugin
    return plugin
  }
}

extension Scenario {
  /// One with the bundled list in every state.
  init(ofList actions: [ScenarioAction], source: ScenarioSource = .command) {
    let states = ["loading", "content", "empty", "error"]
    self.init(
      statesFile: StatesFile(
        initial: "loading", states: states.map { StateDescription(name: $0, children: ["list"]) },
        children: [ChildDescription(name: "list", use: "org.statehost.list")]),
      appearanceStates: ["loading"], actions: actions, rules: [], source: source)
  }
}
