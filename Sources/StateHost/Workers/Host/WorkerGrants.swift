package import HostPlugins

/// What the sandbox of a worker lets it do besides, as it is told.
package struct WorkerGrants {
  private let paths: [String]
  private let programs: [String]
  private let needs: PluginNeeds
  /// What its sandbox may lack.
  package let mayLack: SandboxParts

  /// - Parameters:
  ///   - paths: libraries, and files that the user names, which it may read.
  ///   - granted: what the user has granted its plugin.
  ///   - namesFiles: some of the paths are files that the user names.
  ///   - mayLack: what its sandbox may lack.
  package init(
    reading paths: [String], _ granted: GrantedNeeds, namesFiles: Bool = false,
    lacking mayLack: SandboxParts = []
  ) {
    self.mayLack = mayLack
    self.paths = paths + granted.paths
    programs = ProgramFiles.paths(of: granted.programs)
    needs = namesFiles ? granted.sandbox.union(.pathsRead) : granted.sandbox
  }

  /// Before the order.
  package var messages: [HostMessage] {
    paths.map { .grant(path: $0) } + programs.map { .grantProgram(path: $0) }
  }

  /// - Parameters:
  ///   - mode: what the worker is for.
  ///   - mayLack: what its sandbox may lack; nil: what it was said to.
  /// - Returns: the order, without the files it may read.
  package func order(_ mode: WorkerMode, lacking mayLack: SandboxParts? = nil) -> HostMessage {
    .order(mode, needs, mayLack: mayLack ?? self.mayLack)
  }
}
