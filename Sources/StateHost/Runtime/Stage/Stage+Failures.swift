internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostText
internal import HostWorkers
internal import StateContainer

/// Children that fail, and come back: what stands in their places says who failed, and how.
extension Stage {
  /// A child is no more: something that says so takes its place, where it can be seen.
  func fail(_ hosted: WorkerChild, _ failure: WorkerFailure) {
    let isRestarting = places.firstIndex { $0.successor?.presents(hosted) ?? false }
    let entry = isRestarting ?? places.firstIndex { $0.child?.presents(hosted) ?? false }
    guard let entry, let place = places[entry].child else {
      // It had been freed, and its plugin was to end.
      return tell(failure, of: hosted.type.id, hosted)
    }
    let name = arrangement.entries[entry].name
    places[entry].successor = nil
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
      // On its way out, or off screen, it is made anew when it is needed again.
      places[entry].child = nil
      places[entry].restartNanoseconds = nil
    }
    if isOfState, place.isOnScreen { hasOtherChildren = true }
  }

  /// What stands in the place of a child that has failed, or could not be made.
  ///
  /// - Parameters:
  ///   - entry: its own.
  ///   - failure: what became of it.
  ///   - type: what it was, or was to be.
  ///   - file: its plugin's.
  ///   - place: cells free around it.
  ///   - saved: what it saved last.
  /// - Returns: the child, laid out.
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
    // One that takes the place of another after a start that failed, too, has another name.
    let name = arrangement.entries[entry].name
    let isAgain = places[entry].child?.name == "\(name) (failed)"
    let child = StageChild(
      name: isAgain ? "\(name) (failed again)" : "\(name) (failed)", description: nil,
      hosted: notice,
      context: ChildContext(context), pool: pool, output: output)
    child.lay(on: areas[entry] ?? room)
    return child
  }

  /// The user asks for what has failed.
  func restartFailed() {
    for entry in places.indices where places[entry].child?.notice != nil {
      places[entry].history.forget()
      if let plugin = plugin(of: entry) { unstable.ask(for: plugin) }
      places[entry].restartNanoseconds = context.nowNanoseconds
    }
  }

  /// Has the notices that stand in the presented state share its rows.
  func shareRows() {
    let shown = (presentedState.flatMap { arrangement[$0] }?.entries ?? [])
      .compactMap { places[$0].child }.filter { $0.notice != nil }
    for (index, child) in shown.reversed().enumerated() {
      child.share(rows: (index, shown.count))
    }
  }

  /// One that is not tried again by itself is left alone in later runs, too.
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

  /// When failed children are to be made anew; not before those of their names have gone.
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

  /// Makes a failed child anew, beside what stands in its place.
  func restart(_ entry: Int) {
    places[entry].restartNanoseconds = nil
    guard let place = places[entry].child, places[entry].successor == nil else { return }
    let state = places[entry].history.distrustsState ? nil : place.savedState
    places[entry].history.restarted(at: context.nowNanoseconds, withState: state != nil)
    let child = make(entry, saved: state)
    // Without a worker it says so where it stands.
    if child.isReady { put(child, at: entry) } else { places[entry].successor = child }
  }

  /// A child that was started again is there.
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

  /// Tells the event log of a child and its plugin.
  func tell(_ event: String, _ name: String, of hosted: WorkerChild) {
    tell(
      .other(
        event: event,
        fields: [LogField("child", .text(name)), LogField("file", .text(hosted.file))]))
  }

  /// A plugin did not end when it was asked to.
  func tellCut(_ file: String, in function: String) {
    log.add(
      PluginLog.Line(
        level: .error,
        text: HarmlessText.cleanLine(
          "statehost: a plugin did not end in time, in \(function): \(file): "
            + "it was ended; what it has to do in the end must take less than 250 ms")))
  }

  func put(_ child: StageChild, at entry: Int) {
    let isSeen = places[entry].child?.isOnScreen ?? false
    places[entry].child = child
    if isSeen { hasOtherChildren = true }
  }

  /// The children of the state are others: the container goes from the state to itself.
  ///
  /// Where something waits that asks for them anyhow, it does not. Who failed or came back at one instant does
  /// so in one transition.
  func requestCurrentState() {
    guard hasOtherChildren else { return }
    hasOtherChildren = false
    guard let presentedState, held == nil, !container.hasWaitingRequest else { return }
    inContainer { $0.request(presentedState, animated: true) }
  }
}
