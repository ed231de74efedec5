internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostText
internal import HostWorkers
internal import StateContainer

/// Failing children: failure notices in their places, and restarts.
extension Stage {
  /// Puts a failure notice in the place of a child that failed, if that is visible.
  func fail(_ hosted: RemoteChild, _ failure: WorkerFailure) {
    let isRestarting = places.firstIndex { $0.successor?.presents(hosted) ?? false }
    let entry = isRestarting ?? places.firstIndex { $0.child?.presents(hosted) ?? false }
    guard let entry, let place = places[entry].child else {
      // The child was already freed and its plugin was ending.
      return tell(failure, of: hosted.type.id, hosted)
    }
    let name = arrangement.entries[entry].name
    places[entry].successor = nil
    place.context.plugin.policy.endActivation()
    tell(failure, of: name, hosted)
    if goBack(at: entry, from: hosted, failure) { return }
    places[entry].restartNanoseconds =
      failure.isOfPlugin ? places[entry].history.failed(at: context.nowNanoseconds) : nil
    if failure.isOfPlugin, let plugin = plugin(of: entry) {
      unstable.failed(plugin)
      // A plugin that is not restarted automatically is not started in later runs either.
      if places[entry].restartNanoseconds == nil { unstable.add(plugin, failure.what) }
    }
    let child = failed(
      entry, failure, hosted.type, of: hosted.file, place: place.insets, saved: place.savedState)
    let isOfState = presentedEntries.contains(entry)
    if isOfState || !place.hasAppeared {
      places[entry].child = child
    } else {
      // A leaving or hidden child is created again when it is needed.
      let state = places[entry].history.distrustsState ? nil : place.savedState
      remembered.remember(state, of: name, use: hosted.type.id)
      places[entry].child = nil
      places[entry].restartNanoseconds = nil
    }
    if isOfState, place.isOnScreen { hasOtherChildren = true }
  }

  /// Creates a notice for a child's failure or failed creation, laid out in the child's free cells.
  func failed(
    _ entry: Int, _ failure: WorkerFailure, _ type: ChildType, of file: String,
    place: CellInsets = CellInsets(), saved: [UInt8]?
  ) -> StageChild {
    let notice = FailureNotice(for: type, of: file, failure, place: place, saved: saved)
    if places[entry].restartNanoseconds != nil {
      notice.outlook = "it is started again soon; R starts it now"
    } else if failure.isOfPlugin {
      notice.outlook = "it failed too often; R starts it again"
    }
    // A notice that replaces a notice after a failed restart needs a different name.
    let name = arrangement.entries[entry].name
    let isAgain = places[entry].child?.name == "\(name) (failed)"
    let child = StageChild(
      name: isAgain ? "\(name) (failed again)" : "\(name) (failed)", description: nil,
      hosted: notice, context: ChildContext(context), pool: pool, output: output)
    child.lay(on: areas[entry] ?? room)
    return child
  }

  func restartFailed() {
    stateOfUser = presentedState
    for entry in places.indices where places[entry].child?.notice != nil {
      places[entry].history.forget()
      if let plugin = plugin(of: entry) { unstable.ask(for: plugin) }
      places[entry].restartNanoseconds = context.nowNanoseconds
    }
  }

  func shareRows() {
    let shown = presentedEntries.compactMap { places[$0].child }.filter { $0.notice != nil }
    for (index, child) in shown.reversed().enumerated() {
      child.share(rows: (index, shown.count))
    }
  }

  private func plugin(of entry: Int) -> CataloguedPlugin? {
    arrangement.entries[entry].type.flatMap { catalogue?.plugin(of: $0) }
  }

  func tell(_ failure: WorkerFailure, of name: String, _ child: RemoteChild) {
    log.add(.error, line: failure.line(child: name, file: child.file))
    tell("pluginFailed", child: name, ["file": child.file, "what": failure.what])
  }

  /// When failed children are to restart; not before those of the same name have left the screen.
  var dueRestarts: [(entry: Int, due: Int64)] {
    places.indices.compactMap { entry in
      guard let due = places[entry].restartNanoseconds else { return nil }
      let name = arrangement.entries[entry].name
      let isLeaving = container.layers.contains { $0.name == name && $0 !== places[entry].child }
      return isLeaving ? nil : (entry, due)
    }
  }

  /// Creates a failed child again, while the notice is still in its place.
  func restart(_ entry: Int) {
    places[entry].restartNanoseconds = nil
    guard let place = places[entry].child, places[entry].successor == nil else { return }
    let state = places[entry].history.distrustsState ? nil : place.savedState
    places[entry].history.restarted(at: context.nowNanoseconds, withState: state != nil)
    let child = make(entry, saved: state)
    // Without a worker the new child is a failure notice itself.
    if child.isReady { put(child, at: entry) } else { places[entry].successor = child }
  }

  /// Puts a restarted or reloaded child in its place once it is ready.
  func takePlace(of hosted: RemoteChild) {
    guard let entry = places.firstIndex(where: { $0.successor?.presents(hosted) ?? false }),
      let child = places[entry].successor
    else { return }
    places[entry].successor = nil
    if let plugin = plugin(of: entry) { unstable.began(plugin, at: context.nowNanoseconds) }
    let isReloaded = reloads.arrived(at: entry)
    // The shown child is kept until the probation of the new one ends.
    if isReloaded, let shown = places[entry].child, shown.workerChild != nil {
      reloads.keep(shown, at: entry, now: context.nowNanoseconds)?.destroy()
    }
    put(child, at: entry)
    tell(
      isReloaded ? "pluginReloaded" : "pluginRestarted", child: child.name, ["file": hosted.file])
    if isReloaded { announce("\(Self.fileName(hosted.file)) was loaded again") }
  }

  /// Writes an event about a child, with more facts, to the event log.
  func tell(_ event: String, child: String, _ facts: KeyValuePairs<String, String> = [:]) {
    let fields = [LogField("child", .text(child))] + facts.map { LogField($0, .text($1)) }
    tell(.other(event: event, fields: fields))
  }

  func put(_ child: StageChild, at entry: Int) {
    let isSeen = places[entry].child?.isOnScreen ?? false
    places[entry].child = child
    if isSeen { hasOtherChildren = true }
  }

  /// Requests the presented state again after its children were replaced: one transition for all.
  ///
  /// A waiting request makes this unnecessary.
  func requestCurrentState() {
    guard hasOtherChildren else { return }
    hasOtherChildren = false
    guard let presentedState, pendingCall == nil, !container.hasWaitingRequest else { return }
    inContainer { $0.request(presentedState, animated: true) }
  }
}
