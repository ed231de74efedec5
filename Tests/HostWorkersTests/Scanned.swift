import HostPlugins
import HostSystem
import HostWorkers
import TestSupport

/// What this kernel makes of a worker's sandbox.
enum Sandbox {
  /// Whether all of it stands; else the tests of it have nothing to look at.
  static let isWhole = SandboxReport.look(program: BuiltProducts.program).lacking == []
}

extension PluginCatalogue {
  /// What a folder of plugins offers, found out in workers of the program that was built.
  convenience init(
    scanning folder: ScratchFolder, by scanner: (any PluginScanner)? = nil,
    cache: PluginCache? = nil, opened: @escaping (String) -> Void = { _ in }
  ) {
    self.init(
      loading: PluginSearchPath(
        flags: [folder.path], environment: nil, home: nil, bundled: nil),
      for: ProgramName(version: "1"),
      scanner: scanner ?? PluginScan(program: BuiltProducts.program), cache: cache,
      opened: opened)
  }
}
