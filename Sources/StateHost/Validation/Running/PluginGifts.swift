package import HostPlugins

/// What the user gives a plugin for its checks, as in a run.
package struct PluginGifts: Equatable, Sendable {
  /// For each of its sources; nil: none.
  package var argument: String?
  /// Each for a child or source of its own.
  package var options: [OptionChoice] = []
  /// A file that says what the programs do that its children run; empty: none does.
  package var programs: [UInt8] = []
  /// What its processes may do besides.
  package var needs = GrantedNeeds()

  package init() {}
}
