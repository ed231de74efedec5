package import HostPlugins
package import HostSystem

/// Where plugins live.
package enum Isolation: String, CaseIterable, Sendable {
  /// All in the program's own process.
  case none
  /// All in one worker.
  case shared
  /// Each in a worker of its own, the program's own too.
  case each
  /// The program's own in its process, each other in a worker of its own.
  case auto
}

/// Something that has come of a worker.
package enum WorkerEvent {
  /// The child is there.
  case made(WorkerChild)
  /// What it would answer is another: the cells around it, its keys.
  case changed(WorkerChild)
  /// Its layer has been filled.
  case drawn(WorkerChild)
  /// It asks to be woken, as on any thread.
  case wake(WorkerChild)
  /// It is no more, or never was.
  case ended(WorkerChild, WorkerFailure)
  /// A child's line of log; the id is of one that is most likely meant.
  case note(id: String?, PluginInbox.LogLevel, String)
  /// A line that was printed.
  case printed(id: String?, [UInt8])
  case linesLost(UInt64)
  /// Its sandbox is without these.
  case lacking(SandboxParts)
}

/// The workers of a run, and the children in them.
package final class PluginWorkers {
  private let world: any WorkerWorld
  private let isolation: Isolation
  private var workers: [(plugin: Int, worker: RunningWorker)] = []
  private var events: [WorkerEvent] = []
  private var childCount: UInt32 = 0
  private var nowNanoseconds: Int64 = 0

  /// - Parameters:
  ///   - world: where they are started.
  ///   - isolation: which plugins they are for.
  package init(in world: any WorkerWorld, for isolation: Isolation) {
    self.world = world
    self.isolation = isolation
  }

  /// Whether the children of a plugin live in a worker.
  package func has(_ plugin: CataloguedPlugin) -> Bool {
    switch isolation {
    case .none: false
    case .shared, .each: true
    case .auto: plugin.origin != .bundled
    }
  }

  /// Has a child made; what has come of it is told as an event.
  ///
  /// - Parameters:
  ///   - type: of the catalogue.
  ///   - catalogue: has its plugin.
  ///   - options: its own.
  ///   - states: those that it may ask for.
  ///   - saved: what it saved before.
  ///   - services: whom it asks.
  /// - Returns: the child, which is being made.
  /// - Throws: why it cannot be.
  package func makeChild(
    _ type: ChildType, of catalogue: PluginCatalogue, options: ChildOptions, states: [String],
    saved: [UInt8]?, services: any ChildServices
  ) throws(PluginChild.CreationError) -> WorkerChild {
    let plugin = catalogue.plugin(of: type)
    childCount += 1
    do throws(PluginProblem) {
      let file = try plugin.openFile()
      let worker = try worker(for: type.plugin, file, catalogue)
      let child = WorkerChild(
        type, of: plugin.path, number: childCount, saved: saved, services: services, in: worker)
      let order = ChildOrder(
        child: childCount, plugin: UInt32(type.plugin), id: type.id, options: options,
        states: states, saved: saved)
      try worker.make(child, order, from: file)
      return child
    } catch {
      throw .notLoaded(error)
    }
  }

  private func worker(
    for plugin: Int, _ file: PluginFile, _ catalogue: PluginCatalogue
  ) throws(PluginProblem) -> RunningWorker {
    workers.removeAll { $0.worker.hasEnded && $0.worker.events.isEmpty }
    let known = workers.first {
      !$0.worker.hasEnded && (isolation == .shared || $0.plugin == plugin)
    }
    if let known { return known.worker }
    // A worker for all cannot be granted anything later.
    let files =
      isolation == .shared ? catalogue.plugins.compactMap { try? $0.openFile() } : [file]
    do throws(SystemError) {
      let worker = try RunningWorker(
        in: world, granting: files.flatMap { NeededFiles(of: $0).paths }, at: nowNanoseconds)
      workers.append((plugin, worker))
      return worker
    } catch {
      throw .told(
        what: "no worker can be started (\(error))", remedy: "see statehost plugins --security")
    }
  }
}

// MARK: - What the loop calls

extension PluginWorkers {
  /// What they are told from now on they are told at this instant.
  package func timeIs(_ now: Int64) {
    nowNanoseconds = now
    for (_, worker) in workers { worker.timeIs(now) }
  }

  /// Judges who is late by now; what they have said has been taken.
  package func judgeLateness() { for (_, worker) in workers { worker.judgeLateness() } }

  /// Time has gone on in which nothing was taken of what they said: nobody is late for that.
  package func waitAnew(at now: Int64) {
    timeIs(now)
    for (_, worker) in workers { worker.waitAnew() }
  }

  /// Takes what a ready port brings.
  ///
  /// - Parameters:
  ///   - port: of a worker, or another's.
  ///   - now: the present instant.
  package func take(_ port: Ready, at now: Int64) {
    for (_, worker) in workers where !worker.hasEnded {
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
    for (_, worker) in workers { worker.takeEvents(into: &events) }
    return events
  }

  package var nextDeadline: Int64? {
    workers.lazy.compactMap { $0.worker.nextDeadline }.min()
  }

  /// Who has not answered for a second, and for how long.
  package var lateness: (child: WorkerChild, nanoseconds: Int64)? {
    workers.lazy.compactMap { $0.worker.lateness }.first
  }

  /// All that was asked has been answered.
  package var areAtRest: Bool { workers.allSatisfy { $0.worker.owesNothing } }
}

// MARK: - The end

extension PluginWorkers {
  /// Asks all children for their states.
  package func askForStates() {
    for (_, worker) in workers { for child in worker.children { child.askForState() } }
  }

  /// Asks all workers to end; those that have not when it is time are to be ended.
  package func askToEnd() { for (_, worker) in workers { worker.askToEnd() } }

  package var haveEnded: Bool { workers.allSatisfy { $0.worker.hasEnded } }

  /// Ends all, whatever they do.
  package func end() {
    for (_, worker) in workers { worker.end() }
    workers = []
  }
}
