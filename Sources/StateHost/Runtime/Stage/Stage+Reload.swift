package import HostPlugins
package import HostSystem
internal import HostText
internal import HostWorkers

/// Plugins whose files change are loaded again: the new child is made beside the old one, is given its state,
/// and takes its place by a transition.
extension Stage {
  /// Watches the files of all plugins in workers that present something, and of the one that delivers the rows.
  package func watchFiles(by port: any FileWatchPort, source: ChildType? = nil) {
    fileWatch = port
    for plugin in watchedPlugins() { port.watch(plugin.path) }
    guard let source, let catalogue else { return }
    watchedSource = source.plugin
    port.watch(catalogue.plugin(numbered: source.plugin).path)
  }

  /// The plugins in workers that present something, but for those of an arrangement before.
  func watchedPlugins(besides before: Arrangement? = nil) -> [CataloguedPlugin] {
    guard let catalogue, let workers else { return [] }
    let numbers = Set(arrangement.entries.compactMap(\.type?.plugin))
      .subtracting(before?.entries.compactMap(\.type?.plugin) ?? [])
    return numbers.sorted().map { catalogue.plugin(numbered: $0) }.filter { workers.has($0) }
  }

  /// Takes what the watched files have become, if a port is theirs.
  package func takeFileChanges(_ port: Ready) {
    guard let fileWatch, fileWatch.token == port.token else { return }
    for path in fileWatch.takeChanges() {
      guard let plugin = catalogue?.plugins.firstIndex(where: { $0.path == path }) else { continue }
      reloads.changed(plugin, at: context.nowNanoseconds)
    }
  }

  /// Does what is due of reloading.
  func followReloads() {
    let now = context.nowNanoseconds
    for plugin in reloads.takeChanged(at: now) {
      if plugin == watchedSource { tellSourceChanged(plugin) }
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

  /// Each load opens the file as it is then, so there is nothing to do but to say so.
  private func tellSourceChanged(_ plugin: Int) {
    guard let path = catalogue?.plugin(numbered: plugin).path else { return }
    announce("\(Self.fileName(path)) has changed: the next load is with it")
  }

  private func reload(_ plugin: Int) {
    guard let catalogue, let workers else { return }
    let path = catalogue.plugin(numbered: plugin).path
    do throws(PluginProblem) {
      try catalogue.plugin(numbered: plugin).openFile().checkContents()
    } catch {
      return sayNotReloaded(path, error.text.what)
    }
    workers.renew(plugin)
    workers.endOutdated()
    renewPolicy(of: plugin)
    for (entry, described) in arrangement.entries.enumerated()
    where described.type?.plugin == plugin && places[entry].child != nil {
      places[entry].successor?.destroy()
      places[entry].successor = nil
      places[entry].restartNanoseconds = nil
      places[entry].child?.workerChild?.askForState()
      reloads.save(entry, at: context.nowNanoseconds)
    }
  }

  private func remake(_ entry: Int) {
    places[entry].history = CrashHistory()
    let child = make(entry, saved: places[entry].child?.savedState)
    // Without a worker what is there stays.
    if child.workerChild == nil {
      _ = reloads.arrived(at: entry)
    } else {
      places[entry].successor = child
    }
  }

  /// The child that is shown is kept until the new one has proved itself.
  func keep(at entry: Int) {
    guard let child = places[entry].child, child.workerChild != nil else { return }
    reloads.keep(child, at: entry, now: context.nowNanoseconds)?.destroy()
  }

  /// Where a new child fails, the one before goes on.
  ///
  /// - Returns: whether there is one.
  func goBack(at entry: Int, from hosted: WorkerChild, _ failure: WorkerFailure) -> Bool {
    let isArriving = reloads.arrived(at: entry)
    let isOld = places[entry].child.map { $0.workerChild != nil && !$0.presents(hosted) } ?? false
    if isArriving, isOld {
      sayNotReloaded(hosted.file, failure.what)
      return true
    }
    guard let before = reloads.takePredecessor(of: entry, at: context.nowNanoseconds) else {
      return false
    }
    put(before, at: entry)
    tell("pluginReturned", before.name, of: hosted)
    announce("\(Self.fileName(hosted.file)): \(failure.what): the one before is back")
    return true
  }

  private func sayNotReloaded(_ path: String, _ reason: String) {
    let line = "\(Self.fileName(path)): not loaded again: \(reason)"
    log.add(
      PluginLog.Line(level: .error, text: HarmlessText.cleanLine("statehost: \(line): \(path)")))
    announce(HarmlessText.cleanLine(line))
  }

  static func fileName(_ path: String) -> String {
    HarmlessText.cleanLine(path.split(separator: "/").last.map(String.init) ?? path)
  }
}
