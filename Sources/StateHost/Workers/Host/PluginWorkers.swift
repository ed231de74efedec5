package import HostPlugins
package import HostSystem

/// The user's choice (`--isolation`) of the plugins whose children run in worker processes and not
/// in the host's: none, each, or (auto) those that are not bundled with the program.
package enum Isolation: String, CaseIterable, Sendable {
  case none
  case each
  case auto
}

/// An event of a worker process for the host's run loop, such as a child that was created, drew,
/// was slow or ended, or a logged or printed line; the child's `RemoteChild` is up to date with it.
package enum WorkerEvent {
  case made(RemoteChild)
  /// The child's answers have changed, such as its insets or keys.
  case changed(RemoteChild)
  /// The child draws after an input that it used, without a request: see `seenSelection`.
  case draws(RemoteChild)
  /// The child's drawing is on its layer.
  case drawn(RemoteChild)
  /// The child was slow repeatedly; the delay is of the last reply.
  case slow(RemoteChild, RemoteChild.Slowness)
  /// The child asks to be woken; plugins may do so from any thread.
  case wake(RemoteChild)
  case ended(RemoteChild, WorkerFailure)
  /// A log line of a child; the id is of the child it most likely belongs to.
  case note(id: String?, PluginInbox.LogLevel, String)
  /// A fault of the plugin itself, not of one of its children.
  case pluginFault(ChildFault)
  /// A line printed by the worker; the id is of its first child.
  case printed(id: String?, [UInt8])
  case linesLost(UInt64)
  /// The plugin did not return from this function in time when it was asked to end.
  case cut(file: String, function: String)
  /// A destructor or an exit handler ended the process after the plugin had ended.
  case failedAtExit(file: String, WorkerEnding)
  /// The parts that the sandbox lacks although this kernel has some of them.
  case lacking(SandboxParts)
}

/// The host's worker processes that run children of plugins: starts one for each plugin with
/// children in a worker, passes ready ports to it, collects its events, and ends or kills it.
package final class PluginWorkers {
  private let world: any WorkerWorld
  private let isolation: Isolation
  private let grants: PluginGrants
  /// Whether programs of children are simulated by a script, which needs no permission.
  package var hasScriptedPrograms = false
  package let deadlines: WorkerDeadlines
  private var workers: [RunWorkerHandle] = []
  private var childCount: UInt32 = 0
  private var nowNanoseconds: Int64 = 0

  package init(
    in world: any WorkerWorld, for isolation: Isolation, by grants: PluginGrants = PluginGrants(),
    within deadlines: WorkerDeadlines = WorkerDeadlines()
  ) {
    self.deadlines = deadlines
    self.world = world
    self.isolation = isolation
    self.grants = grants
  }

  package func has(_ plugin: CataloguedPlugin) -> Bool {
    isolation == .each || isolation == .auto && plugin.origin != .bundled
  }

  /// What a plugin's children may request: the user's grants (none when the plugin's file cannot be
  /// read), and programs if these are simulated.
  package func granted(to plugin: CataloguedPlugin) -> GrantedNeeds {
    guard grants.concern(plugin) else { return allowed(GrantedNeeds()) }
    return allowed((try? grants.granted(to: plugin, in: plugin.openFile())) ?? GrantedNeeds())
  }

  private func allowed(_ granted: GrantedNeeds) -> GrantedNeeds {
    var allowed = granted
    if hasScriptedPrograms { allowed.formUnion(GrantedNeeds(.run)) }
    return allowed
  }

  /// The permissions that a child or a source needs and was not granted.
  package func missing(for type: ChildType, of plugin: CataloguedPlugin) -> MissingGrant {
    var granted = granted(to: plugin)
    // A child in the program's own process is not sandboxed.
    if !type.isSource, !has(plugin) { granted.formUnion(GrantedNeeds([.network, .filesRead])) }
    return MissingGrant(of: type, having: granted, by: grants, in: plugin, try? plugin.openFile())
  }

  /// Begins to create a child, returned at once; the result comes as an event (`ChildOrder`).
  package func makeChild(
    _ type: ChildType, of catalogue: PluginCatalogue, options: ChildOptionValues, states: [String],
    saved: [UInt8]?, isNamed: Bool = false, services: any ChildHost
  ) throws(PluginChild.CreationError) -> RemoteChild {
    let plugin = catalogue.plugin(of: type)
    childCount += 1
    do throws(PluginProblem) {
      let file = try plugin.openFile()
      let granted = try grants.granted(to: plugin, in: file)
      let worker = try worker(for: type.plugin, file, granted: granted)
      // The sandbox does not let the worker start simulated programs itself.
      let allowed = allowed(granted)
      let missing = MissingGrant(of: type, having: allowed, by: grants, in: plugin, file)
      let child = RemoteChild(
        type, of: plugin.path, number: childCount, missing: missing, saved: saved,
        services: services, in: worker)
      let order = ChildOrder(
        child: childCount, id: type.id, options: options, states: states, saved: saved,
        isNamed: isNamed)
      try worker.make(child, order, from: file)
      return child
    } catch {
      throw .notLoaded(error)
    }
  }

  private func worker(
    for plugin: Int, _ file: PluginFile, granted: GrantedNeeds
  ) throws(PluginProblem) -> RunWorkerHandle {
    workers.removeAll { $0.hasEnded && $0.events.isEmpty }
    if let known = current(for: plugin) { return known }
    let needed = try file.neededFiles().paths
    do throws(SystemError) {
      let worker = try RunWorkerHandle(
        in: world,
        granted: WorkerGrants(
          reading: needed, granted, lacking: file.toleratesWeakerSandbox ? .all : []),
        within: deadlines, plugin: plugin, at: nowNanoseconds)
      workers.append(worker)
      return worker
    } catch {
      throw .noWorker(error)
    }
  }

  /// The worker in which new children of a plugin are created; nil while there is none.
  private func current(for plugin: Int) -> RunWorkerHandle? {
    workers.first { !$0.hasEnded && !$0.isOutdated && $0.plugin == plugin }
  }

  /// Marks a plugin's file as changed: new children are created in a new worker.
  package func renew(_ plugin: Int) { current(for: plugin)?.isOutdated = true }

  /// Asks outdated workers to end once all their children have ended.
  package func endOutdated() {
    for worker in workers where worker.isOutdated && !worker.hasEnded && worker.isUnused {
      worker.requestEnd()
    }
  }
}

// MARK: - Calls from the event loop

extension PluginWorkers {
  /// Sets the present instant for everything sent from now on.
  package func timeIs(_ now: Int64) {
    nowNanoseconds = now
    for worker in workers { worker.timeIs(now) }
  }

  /// Kills workers whose replies are overdue; everything received by now must have been handled.
  package func judgeLateness() { for worker in workers { worker.judgeLateness() } }

  /// Restarts all clocks, after a time in which the host handled no messages.
  package func waitAnew(at now: Int64) {
    timeIs(now)
    for worker in workers { worker.waitAnew() }
  }

  /// Handles a ready port, if it belongs to one of the workers.
  package func take(_ port: Ready, at now: Int64) {
    for worker in workers where !worker.hasEnded {
      if port.token == worker.port.token {
        if port.isWritable { worker.flush() }
        return worker.take(at: now)
      }
      if port.token == worker.port.outputToken { worker.takeOutput() }
    }
  }

  package func takeEvents() -> [WorkerEvent] {
    var events: [WorkerEvent] = []
    for worker in workers { worker.takeEvents(into: &events) }
    return events
  }

  package var nextDeadline: Int64? { workers.lazy.compactMap { $0.nextDeadline }.min() }

  /// The first child whose reply has been pending for a second, for how long, and how long until
  /// its worker is killed.
  package var lateness: (child: RemoteChild, nanoseconds: Int64, leftNanoseconds: Int64)? {
    workers.lazy.compactMap { $0.lateness }.first
  }

  /// Whether a worker is so late that the program does not wait for it.
  package var areLate: Bool { workers.contains { !$0.hasEnded && $0.isLate } }

  /// Requests a reply from every worker once everything sent so far is done.
  package func requestIdle() { for worker in workers { worker.requestIdle() } }

  /// Whether a reply to `requestIdle` is pending.
  package var awaitIdle: Bool { workers.contains { $0.awaitsIdle } }

  /// The first child to warn about, and the fault of its worker.
  package var misconduct: (child: RemoteChild, fault: WorkerWatchdog.Fault)? {
    workers.lazy.compactMap { $0.misconduct }.first
  }

  package var areAtRest: Bool { workers.allSatisfy { $0.hasNoPendingReply } }
}

// MARK: - Ending

extension PluginWorkers {
  package func requestSavedStates() {
    for worker in workers { for child in worker.children { child.requestSavedState() } }
  }

  /// Asks all workers to end; `end` kills those that have not ended in time.
  package func requestEnd() { for worker in workers { worker.requestEnd() } }

  package var haveEnded: Bool { workers.allSatisfy { $0.hasEnded } }

  /// Kills all workers; their last events are still available.
  package func end() { for worker in workers { worker.end() } }
}

/// The host's time limits for replies of a worker, in nanoseconds: after `draw` (a drawing that a
/// key waits for) or `call` (an input, or a child of a state that appears) it goes on without the
/// child; after `create` (a child) or `end` (any reply but a creation's) it kills the worker.
package struct WorkerDeadlines: Equatable, Sendable {
  package init() {}

  /// A drawing while a key waits for it: the drawing decides whether the key is text.
  package var drawNanoseconds: Int64 = 50_000_000
  /// Any other reply the user awaits: to an input, or to create a child whose state appears.
  ///
  /// After that other children receive the keys, and the state appears without the child.
  package var callNanoseconds: Int64 = 250_000_000
  /// Creating a child, including the plugin's `init`; after that the worker is killed.
  package var createNanoseconds: Int64 = 2_000_000_000
  /// Any reply; after that the worker is killed.
  package var endNanoseconds: Int64 = 3_000_000_000
}
