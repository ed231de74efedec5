package import HostPlugins
package import HostSystem

/// Which plugins run in a worker.
package enum Isolation: String, CaseIterable, Sendable {
  /// None: all in the program's own process.
  case none
  /// Each in a worker of its own, the bundled ones too.
  case each
  /// Each in a worker of its own, but for the bundled ones, which are in the program's process.
  case auto
}

/// Something that has come of a worker.
package enum WorkerEvent {
  /// The child is there.
  case made(WorkerChild)
  /// What it would answer is another: the cells around it, its keys.
  case changed(WorkerChild)
  /// It draws after an input that it used, without being asked: see `seenSelection`.
  case draws(WorkerChild)
  /// Its layer has been filled.
  case drawn(WorkerChild)
  /// It has taken long for its last answers, all of them.
  case slow(WorkerChild, WorkerChild.Slowness)
  /// It asks to be woken, as on any thread.
  case wake(WorkerChild)
  /// It is no more, or never was.
  case ended(WorkerChild, WorkerFailure)
  /// A child's line of log; the id is of one that is most likely meant.
  case note(id: String?, PluginInbox.LogLevel, String)
  /// What a plugin itself, none of its children, has done wrong.
  case pluginFault(ChildFault)
  /// A line that was printed.
  case printed(id: String?, [UInt8])
  case linesLost(UInt64)
  /// It was to end, and did not come back from this function in time.
  case cut(file: String, function: String)
  /// Its plugins had ended, and then a destructor or an exit handler of theirs ended the process.
  case failedAtExit(file: String, WorkerEnding)
  /// Its sandbox is without these, some of which this kernel has.
  case lacking(SandboxParts)
}

/// The workers of a run, and the children in them.
package final class PluginWorkers {
  private let world: any WorkerWorld
  private let isolation: Isolation
  private let grants: PluginGrants
  /// What programs of children do is in a script, and none of them is run: nobody has to grant that.
  package var hasScriptedPrograms = false
  /// How long they may take.
  package let deadlines: WorkerDeadlines
  private var workers: [Tenancy] = []
  private var childCount: UInt32 = 0
  private var nowNanoseconds: Int64 = 0

  /// A worker, and the plugin whose children it has.
  private struct Tenancy {
    let worker: RunningWorker
    let plugin: Int
    /// Whether the plugin's file has changed since: new children are made in another worker.
    var isOutdated = false

    func isCurrent(for other: Int) -> Bool { !worker.hasEnded && !isOutdated && plugin == other }
  }

  /// - Parameters:
  ///   - world: where they are started.
  ///   - isolation: which plugins they are for.
  ///   - grants: what these may do there besides.
  ///   - deadlines: how long they may take.
  package init(
    in world: any WorkerWorld, for isolation: Isolation, by grants: PluginGrants = PluginGrants(),
    within deadlines: WorkerDeadlines = WorkerDeadlines()
  ) {
    self.deadlines = deadlines
    self.world = world
    self.isolation = isolation
    self.grants = grants
  }

  /// Whether the children of a plugin live in a worker.
  package func has(_ plugin: CataloguedPlugin) -> Bool {
    switch isolation {
    case .none: false
    case .each: true
    case .auto: plugin.origin != .bundled
    }
  }

  /// What the children of a plugin may have the host do: what the user has granted them; with programs that are not
  /// really run, all of them.
  ///
  /// - Returns: nothing where its file cannot be read.
  package func granted(to plugin: CataloguedPlugin) -> GrantedNeeds {
    guard grants.concern(plugin) else { return allowed(GrantedNeeds()) }
    return allowed((try? grants.granted(to: plugin, in: plugin.openFile())) ?? GrantedNeeds())
  }

  private func allowed(_ granted: GrantedNeeds) -> GrantedNeeds {
    var allowed = granted
    if hasScriptedPrograms { allowed.formUnion(GrantedNeeds(.run)) }
    return allowed
  }

  /// What a child or a source needs and has not been granted.
  package func missing(for type: ChildType, of plugin: CataloguedPlugin) -> MissingGrant {
    var granted = granted(to: plugin)
    // In the program's own process nothing else is kept from it.
    if !type.isSource, !has(plugin) { granted.formUnion(GrantedNeeds([.network, .filesRead])) }
    let ended = (try? plugin.openFile()).flatMap { grants.ended(for: type, in: $0) }
    return MissingGrant(of: type, having: granted, before: ended)
  }

  /// Has a child made; what has come of it is told as an event.
  ///
  /// - Parameters:
  ///   - type: of the catalogue.
  ///   - catalogue: has its plugin.
  ///   - options: its own.
  ///   - states: those that it may ask for.
  ///   - saved: what it saved before.
  ///   - isNamed: whether the user's states file or command line names it.
  ///   - services: whom it asks.
  /// - Returns: the child, which is being made.
  /// - Throws: why it cannot be.
  package func makeChild(
    _ type: ChildType, of catalogue: PluginCatalogue, options: ChildOptions, states: [String],
    saved: [UInt8]?, isNamed: Bool = false, services: any ChildHost
  ) throws(PluginChild.CreationError) -> WorkerChild {
    let plugin = catalogue.plugin(of: type)
    childCount += 1
    do throws(PluginProblem) {
      let file = try plugin.openFile()
      let granted = try grants.granted(to: plugin, in: file)
      let worker = try worker(for: type.plugin, file, granted: granted)
      // Its process is kept from running them itself all the same.
      let allowed = allowed(granted)
      let missing = MissingGrant(
        of: type, having: allowed, before: grants.ended(for: type, in: file))
      let child = WorkerChild(
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
  ) throws(PluginProblem) -> RunningWorker {
    workers.removeAll { $0.worker.hasEnded && $0.worker.events.isEmpty }
    if let known = workers.first(where: { $0.isCurrent(for: plugin) }) { return known.worker }
    let needed = try file.neededFiles().paths
    do throws(SystemError) {
      let worker = try RunningWorker(
        in: world,
        granted: WorkerGrants(
          reading: needed, granted, lacking: file.toleratesWeakerSandbox ? .all : []),
        within: deadlines, at: nowNanoseconds)
      workers.append(Tenancy(worker: worker, plugin: plugin))
      return worker
    } catch {
      throw .told(
        what: "no worker can be started (\(error))",
        remedy: error.remedy ?? "see statehost plugins --security")
    }
  }

  /// The file of a plugin has changed: children that are made from now on are those of the new one.
  package func renew(_ plugin: Int) {
    for index in workers.indices where workers[index].isCurrent(for: plugin) {
      workers[index].isOutdated = true
    }
  }

  /// Ends the workers of files that have changed, when all their children have been freed.
  package func endOutdated() {
    for tenancy in workers
    where tenancy.isOutdated && !tenancy.worker.hasEnded && tenancy.worker.isUnused {
      tenancy.worker.askToEnd()
    }
  }
}

// MARK: - What the loop calls

extension PluginWorkers {
  /// What they are told from now on they are told at this instant.
  package func timeIs(_ now: Int64) {
    nowNanoseconds = now
    for tenancy in workers { tenancy.worker.timeIs(now) }
  }

  /// Judges who is late by now; what they have said has been taken.
  package func judgeLateness() { for tenancy in workers { tenancy.worker.judgeLateness() } }

  /// Time has gone on in which nothing was taken of what they said: nobody is late for that.
  package func waitAnew(at now: Int64) {
    timeIs(now)
    for tenancy in workers { tenancy.worker.waitAnew() }
  }

  /// Takes what a ready port brings.
  ///
  /// - Parameters:
  ///   - port: of a worker, or another's.
  ///   - now: the present instant.
  package func take(_ port: Ready, at now: Int64) {
    for worker in workers.lazy.map(\.worker) where !worker.hasEnded {
      if port.token == worker.port.token {
        if port.isWritable { worker.flush() }
        return worker.take(at: now)
      }
      if port.token == worker.port.outputToken {
        worker.takeOutput()
        return
      }
    }
  }

  /// What has come of all since it was last asked.
  package func takeEvents() -> [WorkerEvent] {
    var events: [WorkerEvent] = []
    for tenancy in workers { tenancy.worker.takeEvents(into: &events) }
    return events
  }

  package var nextDeadline: Int64? {
    workers.lazy.compactMap { $0.worker.nextDeadline }.min()
  }

  /// Who has not answered for a second, for how long, and how much longer it may take.
  package var lateness: (child: WorkerChild, nanoseconds: Int64, leftNanoseconds: Int64)? {
    workers.lazy.compactMap { $0.worker.lateness }.first
  }

  /// Somebody has not answered for so long that nobody waits for it.
  package var areLate: Bool { workers.contains { !$0.worker.hasEnded && $0.worker.isLate } }

  /// Requests a reply of every worker once everything sent to it so far is done.
  package func requestIdle() { for tenancy in workers { tenancy.worker.requestIdle() } }

  /// Whether such a reply is pending.
  package var awaitIdle: Bool { workers.contains { $0.worker.awaitsIdle } }

  /// Who does what nobody asks for, for so long that it is to be said.
  package var misconduct: (child: WorkerChild, fault: WorkerWatchdog.Fault)? {
    workers.lazy.compactMap { $0.worker.misconduct }.first
  }

  /// Whether no reply is pending.
  package var areAtRest: Bool { workers.allSatisfy { $0.worker.hasNoPendingReply } }
}

// MARK: - The end

extension PluginWorkers {
  /// Asks all children for their states.
  package func askForStates() {
    for tenancy in workers { for child in tenancy.worker.children { child.askForState() } }
  }

  /// Asks all workers to end; those that have not when it is time are to be ended.
  package func askToEnd() { for tenancy in workers { tenancy.worker.askToEnd() } }

  package var haveEnded: Bool { workers.allSatisfy { $0.worker.hasEnded } }

  /// Ends all, whatever they do; what has come of them can still be asked for.
  package func end() { for tenancy in workers { tenancy.worker.end() } }
}
