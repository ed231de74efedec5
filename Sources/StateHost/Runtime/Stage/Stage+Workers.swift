package import HostPlugins
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
        call: call, untilNanoseconds: context.nowNanoseconds + deadlines.callNanoseconds)
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
        for shown in children where shown.presents(child) { shown.layAgain() }
      case .draws(let child):
        for shown in children where shown.presents(child) {
          shown.drawsAfterInput(seeing: child.seenSelection)
        }
      case .drawn(let child):
        needsFrame = true
        for shown in children where shown.presents(child) { shown.wasDrawn() }
      case .slow(let child, let slowness): tellSlow(child, slowness)
      case .wake(let child):
        for shown in children where shown.presents(child) { shown.wakeFromThread() }
      case .ended(let child, let failure): fail(child, failure)
      case .note(let id, let level, let text): log.add(level, text, from: id ?? "a plugin")
      case .pluginFault(let fault): log.add(PluginLog.Line(level: .warning, text: fault.line))
      case .printed(let id, let line): log.addPrinted(line.span, by: id)
      case .linesLost(let count): log.addLost(count)
      case .cut(let file, let function): tellCut(file, in: function)
      case .failedAtExit(let file, let ending):
        log.add(
          PluginLog.Line(level: .error, text: ending.lineOfExit(file: file)))
      case .lacking(let parts):
        log.add(
          PluginLog.Line(
            level: .warning,
            text: "statehost: a worker is without \(parts.names.joined(separator: ", "))"
              + ": this system lacks it: see statehost plugins --security"))
      }
    }
    for (entry, due) in dueRestarts where due <= context.nowNanoseconds { restart(entry) }
    followReloads()
    requestCurrentState()
    releaseHeld()
    shareRows()
    showNotice(of: workers)
  }

  /// When something of theirs is due.
  var workersDeadline: Int64? {
    [
      workers?.nextDeadline, held?.untilNanoseconds, dueRestarts.lazy.map(\.due).min(),
      firstDrawingDeadline, newsDrawingDeadline, reloads.nextDeadline, unstable.nextDeadline,
      announcements.nextDeadline,
    ].lazy.compactMap(\.self).min()
  }

  /// Until when a frame is held back for the first drawing of a child; nil: none is.
  package var firstDrawingDeadline: Int64? {
    children.compactMap(\.firstDrawingDeadline).filter {
      $0 > self.context.nowNanoseconds
    }.max()
  }

  /// Nothing is on its way to a worker or back.
  package var areWorkersAtRest: Bool {
    held == nil && followedScan == nil && workers?.areAtRest ?? true
      && !children.contains { $0.awaitsDrawing }
  }

  /// A worker does not answer, so that a request waits for it or it is ended soon.
  package var awaitsLateWorker: Bool { held != nil || workers?.areLate ?? false }

  /// Tells once how a child gets what it needs, and again when that has become more.
  func tell(_ missing: MissingGrant, of type: ChildType, in file: String) {
    let (what, remedy) = missing.text
    guard missing.isAny, announcements.isNew("\(type.id) \(what)") else { return }
    log.add(
      PluginLog.Line(
        level: .warning,
        text: HarmlessText.cleanLine("statehost: \(what): \(file): \(remedy)")))
    announce(HarmlessText.cleanLine("\(what): \(Self.fileName(file)): \(remedy)"))
  }

  /// Tells how a source gets what it needs.
  package func tellMissingGrant(of source: ChildType) {
    guard let catalogue, let workers else { return }
    let plugin = catalogue.plugin(of: source)
    tell(workers.missing(for: source, of: plugin), of: source, in: plugin.path)
  }

  /// Says who is slow, once: one that always is would hide the last row for ever.
  private func tellSlow(_ child: WorkerChild, _ slowness: WorkerChild.Slowness) {
    guard announcements.isNew("\(child.type.id) \(slowness.task.rawValue)") else { return }
    let milliseconds = slowness.nanoseconds / 1_000_000
    let what = "\(child.type.quotedName) takes \(milliseconds) ms \(slowness.task.rawValue)"
    announce(HarmlessText.cleanLine(what))
    log.add(
      PluginLog.Line(
        level: .warning,
        text: HarmlessText.cleanLine(
          "statehost: \(what), again and again: \(child.file): update it, or take it out of the "
            + "plugin directory")))
  }

  /// Says for a while what has become of something.
  func announce(_ text: String, replacing old: String? = nil) {
    needsFrame = true
    announcements.say(text, replacing: old, at: context.nowNanoseconds)
  }

  /// Who does what nobody asks for is said before all else, then who is late.
  private func showNotice(of workers: PluginWorkers) {
    let lateness = workers.lateness.map { child, nanoseconds, left in
      let (passed, seconds) = (nanoseconds / 1_000_000_000, left / 1_000_000_000)
      let end = seconds < 10 ? "soon" : "after another \(seconds) s"
      return "\(child.type.quotedName) has not answered for \(passed) s: it is ended \(end)"
    }
    let misconduct = workers.misconduct.map { child, fault in
      switch fault {
      case .flooding: "\(child.type.quotedName) floods the program with messages: it is ended soon"
      case .busy: "\(child.type.quotedName) computes without being asked: it is ended soon"
      }
    }
    let announced = announcements.text(at: context.nowNanoseconds)
    notice = misconduct ?? lateness ?? announced
  }
}

// MARK: - For those who watch a run

extension Stage {
  /// A request waits for children that are being made.
  package var isHolding: Bool { held != nil }

  /// The names of those who present a state now, a notice in the place of one that has failed.
  package func presenterNames(of state: String) -> [String] {
    arrangement[state]?.entries.map { places[$0].child?.name ?? arrangement.entries[$0].name } ?? []
  }
}
