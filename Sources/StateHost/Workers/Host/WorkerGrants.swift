package import HostPlugins

/// What the user's grants add to the sandbox of a worker process: readable paths, programs and permissions.
package struct WorkerGrants {
  private let paths: [String]
  private let programs: [String]
  private let needs: PluginNeeds
  /// The parts that the sandbox may lack.
  package let mayLack: SandboxParts

  /// - Parameters:
  ///   - paths: libraries, and files named by the user, that the worker may read.
  ///   - granted: what the user has granted to the plugin.
  ///   - namesFiles: whether `paths` contains files named by the user.
  ///   - mayLack: the parts that the sandbox may lack.
  package init(
    reading paths: [String], _ granted: GrantedNeeds, namesFiles: Bool = false,
    lacking mayLack: SandboxParts = []
  ) {
    self.mayLack = mayLack
    self.paths = paths + granted.paths
    programs = ProgramFiles.paths(of: granted.programs)
    needs = namesFiles ? granted.sandbox.union(.pathsRead) : granted.sandbox
  }

  /// The messages to send before the order.
  package var messages: [HostMessage] {
    paths.map { .grant(path: $0) } + programs.map { .grantProgram(path: $0) }
  }

  /// Creates the order, which does not include the paths.
  ///
  /// - Parameters:
  ///   - mode: the mode of the worker.
  ///   - mayLack: the parts that the sandbox may lack; nil: those given to the initializer.
  /// - Returns: the order.
  package func order(_ mode: WorkerMode, lacking mayLack: SandboxParts? = nil) -> HostMessage {
    .order(mode, needs, mayLack: mayLack ?? self.mayLack)
  }
}
