package import HostPlugins
package import HostSystem
internal import HostText
internal import HostWorkers

/// Reloading of changed plugins: a transition replaces old children by new ones with their state.
extension Stage {
  /// Watches the files of all plugins in workers that present something, and of the source plugin.
  package func watchFiles(by port: any FileWatchPort, source: ChildType? = nil) {
    fileWatch = port
    for plugin in watchedPlugins() { port.watch(plugin.path) }
    guard let source, let catalogue else { return }
    watchedSource = source.plugin
    port.watch(catalogue.plugin(numbered: source.plugin).path)
  }

  /// The plugins in workers that present something and that a previous arrangement did not have.
  func watchedPlugins(besides before: Arrangement? = nil) -> [CataloguedPlugin] {
    guard let catalogue, let workers else { return [] }
    let numbers = Set(arrangement.entries.compactMap(\.type?.plugin))
      .subtracting(before?.entries.compactMap(\.type?.plugin) ?? [])
    return numbers.sorted().map { catalogue.plugin(numbered: $0) }.filter { workers.has($0) }
  }

  package func takeFileChanges(_ port: Ready) {
    guard let fileWatch, fileWatch.token == port.token else { return }
    for path in fileWatch.takeChanges() {
      guard let plugin = catalogue?.plugins.firstIndex(where: { $0.path == path }) else { continue }
      reloads.changed(plugin, at: context.nowNanoseconds)
    }
  }

  func followReloads() {
    let now = context.nowNanoseconds
    for plugin in reloads.takeChanged(at: now) {
      if plugin == watchedSource, let path = catalogue?.plugin(numbered: plugin).path {
        // Every load opens the current file anyway.
        announce("\(Self.fileName(path)) has changed: the next load is with it")
      }
      let presents = arrangement.entries.contains { $0.type?.plugin == plugin }
      if presents || plugin != watchedSource { reload(plugin) }
    }
    let saved = reloads.takeSaved(at: now) { places[$0].child?.workerChild?.isSaving ?? false }
    for entry in saved { remake(entry) }
    let outdated = reloads.takeOutdated(at: now)
    if outdated.isEmpty { return }
    for child in outdated { child.destroy() }
    workers?.endOutdated()
  }

  private func reload(_ plugin: Int) {
    guard let catalogue, let workers else { return }
    let catalogued = catalogue.plugin(numbered: plugin)
    do throws(PluginProblem) {
      try catalogued.openFile().checkContents()
    } catch {
      return reportNotReloaded(catalogued.path, error.text.what)
    }
    workers.renew(plugin)
    workers.endOutdated()
    renewPolicy(of: plugin)
    for (entry, described) in arrangement.entries.enumerated()
    where described.type?.plugin == plugin && places[entry].child != nil {
      dropSuccessor(of: entry)
      places[entry].child?.workerChild?.requestSavedState()
      reloads.save(entry, at: context.nowNanoseconds)
    }
  }

  /// Frees the child that is being created for an entry, and cancels a restart.
  func dropSuccessor(of entry: Int) {
    places[entry].successor?.destroy()
    places[entry].successor = nil
    places[entry].restartNanoseconds = nil
  }

  private func remake(_ entry: Int) {
    places[entry].history = CrashHistory()
    let child = make(entry, saved: places[entry].child?.savedState)
    // Without a worker the current child stays.
    if child.workerChild == nil {
      _ = reloads.arrived(at: entry)
    } else {
      places[entry].successor = child
    }
  }

  /// Returns to the previous child after a new one failed; false if there is none.
  func goBack(at entry: Int, from hosted: RemoteChild, _ failure: WorkerFailure) -> Bool {
    let isArriving = reloads.arrived(at: entry)
    let isOld = places[entry].child.map { $0.workerChild != nil && !$0.presents(hosted) } ?? false
    if isArriving, isOld {
      reportNotReloaded(hosted.file, failure.what)
      return true
    }
    guard let before = reloads.takePredecessor(of: entry, at: context.nowNanoseconds) else {
      return false
    }
    put(before, at: entry)
    tell("pluginReturned", child: before.name, ["file": hosted.file])
    announce("\(Self.fileName(hosted.file)): \(failure.what): the one before is back")
    return true
  }

  private func reportNotReloaded(_ path: String, _ reason: String) {
    let line = "\(Self.fileName(path)): not loaded again: \(reason)"
    log.add(.error, line: HarmlessText.cleanLine("statehost: \(line): \(path)"))
    announce(HarmlessText.cleanLine(line))
  }

  static func fileName(_ path: String) -> String {
    HarmlessText.escaped(path.split(separator: "/").last.map(String.init) ?? path, limit: 255)
  }
}
