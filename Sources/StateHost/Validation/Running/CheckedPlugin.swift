internal import HostPlugins
internal import HostSystem
internal import HostWorkers

/// The plugin that is checked: its file, opened once and looked at without running anything of it.
struct CheckedPlugin {
  let path: String
  let seed: UInt64
  /// What the user gives it.
  let gifts: PluginGifts
  private let file: PluginFile
  private let isOwn: Bool
  /// What its workers may do besides.
  private let grants: WorkerGrants
  /// What the sandbox of a worker may lack that runs a check: a tool that watches leaves out what it does not know.
  func mayLack(for check: Check) -> SandboxParts {
    check.setting == .watched ? .all : grants.mayLack
  }

  /// Opens a file.
  ///
  /// - Throws: why nobody would load it.
  init(_ path: String, by trust: PluginTrust, seed: UInt64, gifts: PluginGifts)
    throws(PluginProblem)
  {
    file = try PluginFile(checking: path, by: trust)
    try file.checkContents()
    isOwn = trust.ownFolder.map(file.isBelow) ?? false
    self.path = path
    self.seed = seed
    self.gifts = gifts
    let named = gifts.argument.map { GrantedPath.files(namedBy: $0) } ?? []
    grants = WorkerGrants(
      reading: try file.neededFiles().paths + named, gifts.needs, namesFiles: !named.isEmpty,
      lacking: file.toleratesWeakerSandbox ? .all : [])
  }

  /// Tells a new worker to run a check, and where to say how it goes.
  func order(
    _ check: Check, of worker: WorkerProcess, record: borrowing Descriptor
  ) throws(PluginProblem) {
    for message in grants.messages { _ = worker.send(message.bytes) }
    // A tool that watches reads the names of functions from the file itself.
    if check.setting == .watched { _ = worker.send(HostMessage.grant(path: file.path).bytes) }
    let mode: WorkerMode = check.setting == .trapped ? .trappedCheck : .check
    _ = worker.send(grants.order(mode, lacking: mayLack(for: check)).bytes, with: record)
    let plugin = try file.handedOver(as: check.setting == .watched ? .file : .sealedCopy)
    let order = CheckOrder(
      check: check.name, path: path, seed: seed, argument: gifts.argument, options: gifts.options,
      programs: gifts.programs, isOwn: isOwn)
    _ = worker.send(HostMessage.check(order).bytes, with: plugin.descriptor)
  }
}
