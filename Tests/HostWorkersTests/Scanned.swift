import HostPlugins
import HostSystem
import HostWorkers
import TestSupport

extension Sandbox {
  /// Plugins run also where the sandbox is incomplete.
  static var trust: PluginTrust {
    let trust = PluginTrust()
    trust.toleratesWeakerSandbox = !isComplete
    return trust
  }
}

extension ScratchFolder {
  /// Compiles a plugin `NAME.so` whose child is `com.example.NAME`.
  func compile(_ name: String, _ change: (inout SmallPlugin) -> Void = { _ in }) throws {
    var plugin = SmallPlugin()
    plugin.id = "com.example.\(name)"
    change(&plugin)
    try plugin.compile(into: self, as: name + ".so")
  }
}

extension PluginCatalogue {
  /// What a folder of plugins offers, found out in workers of the program that was built.
  convenience init(
    scanning folder: ScratchFolder, by program: String = BuiltProducts.executable,
    nanosecondsForFile: Int64 = 2_000_000_000, cache: PluginCache? = nil,
    opened: @escaping (String) -> Void = { _ in }
  ) throws {
    self.init(
      loading: PluginSearchPath(flags: [folder.path], environment: nil, home: nil, bundled: nil),
      for: HostIdentity(version: "1"), by: Sandbox.trust, scansLater: true, cache: cache,
      opened: opened)
    try scan(by: program, nanosecondsForFile: nanosecondsForFile)
  }

  /// Has workers of a program look into what nobody has looked into.
  ///
  /// - Returns: how many files they were given.
  @discardableResult
  func scan(
    by program: String = BuiltProducts.executable, nanosecondsForFile: Int64 = 2_000_000_000
  ) throws -> Int {
    let room = try BlockingWorkerWorld(program: program)
    let scan = CatalogueScan(of: self, in: room, nanosecondsForFile: nanosecondsForFile)
    defer { scan.end() }
    var ready: [Ready] = []
    var files: Set<String> = []
    while true {
      scan.advance(to: room.nowNanoseconds)
      files.formUnion(scan.files.map(\.path))
      if scan.isDone { break }
      try room.wait(untilNanoseconds: scan.nextDeadline, into: &ready)
      for port in ready { scan.take(port, at: room.nowNanoseconds) }
    }
    join()
    return files.count
  }
}
