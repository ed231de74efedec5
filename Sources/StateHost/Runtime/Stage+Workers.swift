internal import HostPlugins
internal import HostStates
internal import HostText
internal import HostWorkers
internal import StateContainer

/// Children that live in workers: they are made before they are shown, and may fail at any moment.
extension Stage {
  /// What is asked of the container while children that it needs are being made.
  struct Held {
    enum Call: Equatable {
      case appear
      case request(state: String, animated: Bool)
    }

    let call: Call
    let untilNanoseconds: Int64

    /// A child that is not there by then comes later.
    static let patienceNanoseconds: Int64 = 250_000_000
  }

  /// Passes a call on to the container, once the children that it needs are there.
  func pass(_ call: Held.Call) {
    switch (held?.call, call) {
    case (.request(let state, _)?, _) where call != held?.call: tell(.superseded(state: state))
    // Without having appeared the container could not go on to it.
    case (.appear?, .request): perform(.appear)
    default: break
    }
    held = nil
    if makeChildren(for: call) {
      perform(call)
    } else {
      held = Held(
        call: call, untilNanoseconds: context.nowNanoseconds + Held.patienceNanoseconds)
    }
  }

  private func perform(_ call: Held.Call) {
    if isInContainer, case .request(let state, let animated) = call {
      container.request(state, animated: animated)
      return
    }
    inContainer {
      switch call {
      case .appear:
        $0.willAppear(animated: false)
        $0.didAppear()
      case .request(let state, let animated): $0.request(state, animated: animated)
      }
    }
  }

  /// Passes on what is held when the children are there, or it is time.
  func releaseHeld() {
    guard let held else { return }
    let isTime = context.nowNanoseconds >= held.untilNanoseconds
    guard makeChildren(for: held.call) || isTime else { return }
    self.held = nil
    perform(held.call)
  }

  /// Has those children made that live in workers; whether all of them are there.
  private func makeChildren(for call: Held.Call) -> Bool {
    guard let workers, let catalogue else { return true }
    let state =
      switch call {
      case .appear: appearanceState
      case .request(let state, _): state
      }
    var areReady = true
    for entry in arrangement[state]?.entries ?? [] {
      guard let type = arrangement.entries[entry].type, workers.has(catalogue.plugin(of: type)),
        let child = child(entry)
      else { continue }
      areReady = areReady && child.isReady
    }
    return areReady
  }
}

// MARK: - What comes of workers

extension Stage {
  /// Follows what has come of workers, and what is due.
  package func followWorkers() {
    guard let workers else { return }
    for event in workers.takeEvents() {
      switch event {
      case .made(let child): takePlace(of: child)
      case .changed(let child):
        needsFrame = true
        for case let shown? in children where shown.presents(child) { shown.lay(on: room) }
      case .drawn(let child):
        needsFrame = true
        for case let shown? in children where shown.presents(child) { shown.wasDrawn() }
      case .wake(let child):
        for case let shown? in children where shown.presents(child) { shown.wakeFromThread() }
      case .ended(let child, let failure): fail(child, failure)
      case .note(let id, let level, let text): log.add(level, text, from: id ?? "a plugin")
      case .printed(let id, let line): log.addPrinted(line.span, by: id)
      case .linesLost(let count): log.addLost(count)
      case .lacking(let parts):
        log.add(
          PluginLog.Line(
            level: .warning,
            text: "statehost: a worker is without \(parts.names.joined(separator: ", "))"
              + ": this system lacks it: see statehost plugins --security"))
      }
    }
    for entry in restarts.keys.sorted() {
      if let due = restarts[entry], due <= context.nowNanoseconds { restart(entry) }
    }
    releaseHeld()
    showLateness(of: workers)
  }

  /// When something of theirs is due.
  var workersDeadline: Int64? {
    [workers?.nextDeadline, held?.untilNanoseconds, restarts.values.min(), firstDrawingDeadline]
      .lazy.compactMap(\.self).min()
  }

  /// Until when a frame is held back for the first drawing of a child; nil: none is.
  package var firstDrawingDeadline: Int64? {
    children.lazy.compactMap { $0?.firstDrawingDeadline }.filter {
      $0 > self.context.nowNanoseconds
    }.max()
  }

  /// Nothing is on its way to a worker or back.
  package var areWorkersAtRest: Bool {
    held == nil && workers?.areAtRest ?? true && !children.contains { $0?.awaitsDrawing ?? false }
  }

  private func showLateness(of workers: PluginWorkers) {
    let line = workers.lateness.map { child, nanoseconds in
      "\(child.type.name) has not answered for \(nanoseconds / 1_000_000_000) s: it is ended soon"
    }
    guard line != notice?.text else { return }
    notice = line.map { NoticeLine($0, pool: pool) }
    needsFrame = true
  }
}

// MARK: - Failing and coming back

extension Stage {
  /// A child is no more: something that says so takes its place, where it can be seen.
  private func fail(_ hosted: WorkerChild, _ failure: WorkerFailure) {
    let isRestarting = restarting.first { $0.value.presents(hosted) }?.key
    let entry = isRestarting ?? children.firstIndex { $0?.presents(hosted) ?? false }
    guard let entry, let place = children[entry] else { return }
    let name = arrangement.entries[entry].name
    restarting[entry] = nil
    var history = histories[entry] ?? CrashHistory()
    restarts[entry] = failure.isOfPlugin ? history.failed(at: context.nowNanoseconds) : nil
    histories[entry] = history
    tell(failure, of: name, hosted)
    let child = StageChild(
      name: "\(name) (failed)", description: nil,
      hosted: notice(of: failure, hosted, instead: place, entry),
      context: ChildContext(context, options: nil), pool: pool, output: output)
    child.lay(on: room)
    let isOfState = presentedState.flatMap { arrangement[$0] }?.entries.contains(entry) ?? false
    let isComing = !place.hasAppeared
    // On its way out, or off screen, it is made anew when it is needed again.
    children[entry] = isOfState || isComing ? child : nil
    if isOfState, place.isOnScreen { requestCurrentState() }
  }

  private func notice(
    of failure: WorkerFailure, _ hosted: WorkerChild, instead place: StageChild, _ entry: Int
  ) -> FailureNotice {
    let notice = FailureNotice(
      for: hosted.type, of: hosted.file, failure, place: place.insets, saved: place.savedState)
    if restarts[entry] != nil {
      notice.outlook = "it is started again soon; R starts it now"
    } else if failure.isOfPlugin {
      notice.outlook = "it failed too often; R starts it again"
    }
    notice.restart = { [weak self] in
      self?.histories[entry]?.forget()
      self?.restarts[entry] = self?.context.nowNanoseconds
    }
    return notice
  }

  private func tell(_ failure: WorkerFailure, of name: String, _ child: WorkerChild) {
    log.add(PluginLog.Line(level: .error, text: failure.line(child: name, file: child.file)))
    tell(
      .other(
        event: "pluginFailed",
        fields: [
          LogField("child", .text(name)), LogField("file", .text(child.file)),
          LogField("what", .text(failure.what)),
        ]))
  }

  /// Makes a failed child anew, beside what stands in its place.
  private func restart(_ entry: Int) {
    restarts[entry] = nil
    guard let place = children[entry], restarting[entry] == nil else { return }
    let state = histories[entry]?.distrustsState ?? false ? nil : place.savedState
    histories[entry]?.restarted(at: context.nowNanoseconds, withState: state != nil)
    let child = make(entry, saved: state)
    // Without a worker it says so where it stands.
    if child.isReady { put(child, at: entry) } else { restarting[entry] = child }
  }

  /// A child that was started again is there.
  private func takePlace(of hosted: WorkerChild) {
    guard let entry = restarting.first(where: { $0.value.presents(hosted) })?.key,
      let child = restarting.removeValue(forKey: entry)
    else { return }
    put(child, at: entry)
    tell(
      .other(
        event: "pluginRestarted",
        fields: [
          LogField("child", .text(child.name)), LogField("file", .text(hosted.file)),
        ]))
  }

  private func put(_ child: StageChild, at entry: Int) {
    let isSeen = children[entry]?.isOnScreen ?? false
    children[entry] = child
    if isSeen { requestCurrentState() }
  }

  /// The children of the state are others: where nothing waits that asks for them anyhow, the container
  /// goes from the state to itself.
  private func requestCurrentState() {
    guard let presentedState, held == nil, !container.hasWaitingRequest else { return }
    inContainer { $0.request(presentedState, animated: true) }
  }
}
