package import HostPlugins
internal import HostStates
internal import HostText
internal import HostWorkers
internal import StateContainer

/// Children in workers: they are created before they are shown, and may fail at any time.
extension Stage {
  /// A call to the container, to appear or to change to a state, which the stage makes once the
  /// children that it needs are ready in their workers, or when the deadline for these has passed.
  enum ContainerCall: Equatable {
    case appear
    case request(state: String, animated: Bool)
  }

  /// Passes a call to the container once the children that it needs are ready.
  func pass(_ call: ContainerCall) {
    switch (pendingCall?.call, call) {
    case (.request(let state, _)?, _) where call != pendingCall?.call:
      tell(.superseded(state: state))
    // The container must appear before it can change its state.
    case (.appear?, .request): perform(.appear)
    default: break
    }
    pendingCall = nil
    if makeChildren(for: call) {
      perform(call)
    } else {
      pendingCall = (call, context.nowNanoseconds + deadlines.callNanoseconds)
    }
  }

  private func perform(_ call: ContainerCall) {
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

  func performPendingCall() {
    guard let pendingCall else { return }
    let isTime = context.nowNanoseconds >= pendingCall.untilNanoseconds
    guard makeChildren(for: pendingCall.call) || isTime else { return }
    self.pendingCall = nil
    perform(pendingCall.call)
  }

  /// Creates the children in workers that a call needs, and returns whether all are ready.
  private func makeChildren(for call: ContainerCall) -> Bool {
    guard let workers, let catalogue else { return true }
    var (state, areReady) = (appearanceState, true)
    if case .request(let requested, _) = call { state = requested }
    for entry in arrangement[state]?.entries ?? [] {
      guard let type = arrangement.entries[entry].type, workers.has(catalogue.plugin(of: type)),
        let child = child(entry)
      else { continue }
      areReady = areReady && child.isReady
    }
    return areReady
  }
}

// MARK: - Worker events

extension Stage {
  package func followWorkers() {
    followScan()
    freeRemoved()
    guard let workers else { return }
    unstable.advance(to: context.nowNanoseconds)
    for event in workers.takeEvents() {
      switch event {
      case .made(let child):
        tell(child.missing, of: child.type, in: child.file)
        takePlace(of: child)
      case .changed(let child):
        needsFrame = true
        shown(child)?.layAgain()
      case .draws(let child): shown(child)?.drawsAfterInput(seeing: child.seenSelection)
      case .drawn(let child):
        needsFrame = true
        shown(child)?.wasDrawn()
      case .slow(let child, let slowness): reportSlow(child, slowness)
      case .wake(let child): shown(child)?.wakeFromThread()
      case .ended(let child, let failure): fail(child, failure)
      case .note(let id, let level, let text): log.add(level, text, from: id ?? "a plugin")
      case .pluginFault(let fault): log.add(.warning, line: fault.line)
      case .printed(let id, let line): log.addPrinted(line.span, by: id)
      case .linesLost(let count): log.addLost(count)
      case .cut(let file, let function):
        let line =
          "statehost: a plugin did not end in time, in \(function): \(file): "
          + "it was killed; its cleanup must take less than 250 ms"
        log.add(.error, line: HarmlessText.cleanLine(line))
      case .failedAtExit(let file, let ending): log.add(.error, line: ending.lineOfExit(file: file))
      case .lacking(let parts):
        let line =
          "statehost: a worker is without \(parts.names.joined(separator: ", "))"
          + ": this system lacks it: see statehost plugins --security"
        log.add(.warning, line: line)
      }
    }
    for (entry, due) in dueRestarts where due <= context.nowNanoseconds { restart(entry) }
    followReloads()
    requestCurrentState()
    performPendingCall()
    shareRows()
    workerNotice = notice(of: workers)
  }

  private func shown(_ child: RemoteChild) -> StageChild? { children.first { $0.presents(child) } }

  var workersDeadline: Int64? {
    earliest(
      workers?.nextDeadline, pendingCall?.untilNanoseconds, dueRestarts.lazy.map(\.due).min(),
      firstDrawingDeadline, notificationDrawingDeadline, reloads.nextDeadline,
      unstable.nextDeadline, announcements.nextDeadline)
  }

  /// Until when a frame waits for the first drawing of a child; nil if it does not wait.
  package var firstDrawingDeadline: Int64? {
    children.compactMap(\.firstDrawingDeadline).filter { $0 > self.context.nowNanoseconds }.max()
  }

  /// Whether no message to or from a worker is pending.
  package var areWorkersAtRest: Bool {
    pendingCall == nil && followedScan == nil && workers?.areAtRest ?? true
      && !children.contains { $0.awaitsDrawing }
  }

  /// Whether a worker is late, so that a request waits for it or it will be ended.
  package var awaitsLateWorker: Bool { pendingCall != nil || workers?.areLate ?? false }

  /// Reports once how to grant the permissions that a child lacks, and again if it lacks others.
  func tell(_ missing: MissingGrant, of type: ChildType, in file: String) {
    let (what, remedy) = missing.text
    guard missing.isAny, announcements.isNew("\(type.id) \(what)") else { return }
    log.add(.warning, line: HarmlessText.cleanLine("statehost: \(what): \(file): \(remedy)"))
    announce(HarmlessText.cleanLine("\(what): \(Self.fileName(file)): \(remedy)"))
  }

  package func reportMissingGrant(of source: ChildType) {
    guard let catalogue, let workers else { return }
    let plugin = catalogue.plugin(of: source)
    tell(workers.missing(for: source, of: plugin), of: source, in: plugin.path)
  }

  /// Reports a slow child once, so that it does not occupy the last row permanently.
  private func reportSlow(_ child: RemoteChild, _ slowness: RemoteChild.Slowness) {
    guard announcements.isNew("\(child.type.id) \(slowness.task.rawValue)") else { return }
    let milliseconds = slowness.nanoseconds / 1_000_000
    let what = "\(child.type.quotedName) takes \(milliseconds) ms \(slowness.task.rawValue)"
    announce(HarmlessText.cleanLine(what))
    let line =
      "statehost: \(what), again and again: \(child.file): update it, or take it out of the "
      + "plugin directory"
    log.add(.warning, line: HarmlessText.cleanLine(line))
  }

  func announce(_ text: String, replacing old: String? = nil) {
    needsFrame = true
    announcements.say(text, replacing: old, at: context.nowNanoseconds)
  }

  /// The current plugin notice: misconduct first, then late workers, then announcements.
  var notice: String? {
    // Announcements end on time, whether they are seen or not.
    let announced = announcements.text(at: context.nowNanoseconds)
    return workerNotice ?? announced
  }

  private func notice(of workers: PluginWorkers) -> String? {
    let lateness = workers.lateness.map { child, nanoseconds, left in
      let (passed, seconds) = (nanoseconds / 1_000_000_000, left / 1_000_000_000)
      let end = seconds < 10 ? "soon" : "after another \(seconds) s"
      return "\(child.type.quotedName) has not answered for \(passed) s: it is ended \(end)"
    }
    let misconduct = workers.misconduct.map { child, fault in
      switch fault {
      case .flooding: "\(child.type.quotedName) floods the program with messages: it is ended soon"
      case .busy: "\(child.type.quotedName) computes outside of any call: it is ended soon"
      }
    }
    return misconduct ?? lateness
  }

  package var hasPendingCall: Bool { pendingCall != nil }

  /// The names of the children that present a state now, including failure notices.
  package func presenterNames(of state: String) -> [String] {
    arrangement[state]?.entries.map { places[$0].child?.name ?? arrangement.entries[$0].name } ?? []
  }
}
