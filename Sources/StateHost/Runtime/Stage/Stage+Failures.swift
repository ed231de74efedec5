internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostText
internal import HostWorkers
internal import StateContainer

/// Failing children: failure notices in their places, and restarts.
extension Stage {
  /// Puts a failure notice in the place of a child that failed, if that is visible.
  func fail(_ hosted: WorkerChild, _ failure: WorkerFailure) {
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
    note(failure, of: entry)
    let child = failed(
      entry, failure, hosted.type, of: hosted.file, place: place.insets, saved: place.savedState)
    let isOfState = presentedState.flatMap { arrangement[$0] }?.entries.contains(entry) ?? false
    let isComing = !place.hasAppeared
    if isOfState || isComing {
      places[entry].child = child
    } else {
      // A leaving or hidden child is created again when it is needed.
      places[entry].child = nil
      places[entry].restartNanoseconds = nil
    }
    if isOfState, place.isOnScreen { hasOtherChildren = true }
  }

  /// Creates the failure notice for a child that failed or could not be created.
  ///
  /// - Parameters:
  ///   - entry: the entry of the child.
  ///   - failure: the reason.
  ///   - type: the type of the child.
  ///   - file: the file of its plugin.
  ///   - place: the free cells around the notice.
  ///   - saved: the last saved state of the child.
  /// - Returns: the notice as a child that is laid out.
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
      hosted: notice,
      context: ChildContext(context), pool: pool, output: output)
    child.lay(on: areas[entry] ?? room)
    return child
  }

  /// Restarts failed children on the user's request.
  func restartFailed() {
    stateOfUser = presentedState
    for entry in places.indices where places[entry].child?.notice != nil {
      places[entry].history.forget()
      if let plugin = plugin(of: entry) { unstable.ask(for: plugin) }
      places[entry].restartNanoseconds = context.nowNanoseconds
    }
  }

  /// Divides the rows among the failure notices of the presented state.
  func shareRows() {
    let shown = (presentedState.flatMap { arrangement[$0] }?.entries ?? [])
      .compactMap { places[$0].child }.filter { $0.notice != nil }
    for (index, child) in shown.reversed().enumerated() {
      child.share(rows: (index, shown.count))
    }
  }

  /// Records a failure; a plugin that is not restarted automatically is not started in later runs either.
  private func note(_ failure: WorkerFailure, of entry: Int) {
    guard failure.isOfPlugin, let plugin = plugin(of: entry) else { return }
    unstable.failed(plugin)
    if places[entry].restartNanoseconds == nil { unstable.add(plugin, failure.what) }
  }

  private func plugin(of entry: Int) -> CataloguedPlugin? {
    guard let type = arrangement.entries[entry].type else { return nil }
    return catalogue?.plugin(of: type)
  }

  func tell(_ failure: WorkerFailure, of name: String, _ child: WorkerChild) {
    log.add(PluginLog.Line(level: .error, text: failure.line(child: name, file: child.file)))
    tell(
      .other(
        event: "pluginFailed",
        fields: [
          LogField("child", .text(name)), LogField("file", .text(child.file)),
          LogField("what", .text(failure.what)),
        ]))
  }

  /// When failed children are to be restarted; not before children of the same name have left the screen.
  var dueRestarts: [(entry: Int, due: Int64)] {
    places.indices.compactMap { entry in
      guard let due = places[entry].restartNanoseconds else { return nil }
      let name = arrangement.entries[entry].name
      let isLeaving = container.layers.contains {
        $0.name == name && $0 !== places[entry].child
      }
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
  func takePlace(of hosted: WorkerChild) {
    guard let entry = places.firstIndex(where: { $0.successor?.presents(hosted) ?? false }),
      let child = places[entry].successor
    else { return }
    places[entry].successor = nil
    if let plugin = plugin(of: entry) { unstable.began(plugin, at: context.nowNanoseconds) }
    let isReloaded = reloads.arrived(at: entry)
    if isReloaded { keep(at: entry) }
    put(child, at: entry)
    tell(isReloaded ? "pluginReloaded" : "pluginRestarted", child.name, of: hosted)
    if isReloaded { announce("\(Self.fileName(hosted.file)) was loaded again") }
  }

  /// Writes an event about a child and its plugin to the event log.
  func tell(_ event: String, _ name: String, of hosted: WorkerChild) {
    tell(
      .other(
        event: event,
        fields: [LogField("child", .text(name)), LogField("file", .text(hosted.file))]))
  }

  /// Logs that a plugin did not end in time and was killed.
  func logForcedEnd(_ file: String, in function: String) {
    log.add(
      PluginLog.Line(
        level: .error,
        text: HarmlessText.cleanLine(
          "statehost: a plugin did not end in time, in \(function): \(file): "
            + "it was killed; its cleanup must take less than 250 ms")))
  }

  func put(_ child: StageChild, at entry: Int) {
    let isSeen = places[entry].child?.isOnScreen ?? false
    places[entry].child = child
    if isSeen { hasOtherChildren = true }
  }

  /// Requests the presented state again because its children were replaced.
  ///
  /// A waiting request makes this unnecessary. Failures and restarts at the same time share one transition.
  func requestCurrentState() {
    guard hasOtherChildren else { return }
    hasOtherChildren = false
    guard let presentedState, pendingCall == nil, !container.hasWaitingRequest else { return }
    inContainer { $0.request(presentedState, animated: true) }
  }
}
