package import HostPlugins
package import HostStates
package import HostSurface
internal import HostSystem
internal import HostText
package import HostWorkers
package import StateContainer

/// The owner of a run's state container and children on the terminal: creates, lays out, draws,
/// restarts and reloads children, gives them input, and composes frames of them and the overlays.
///
/// A child's requests for states and actions, and its messages, wait until its function has
/// returned; no child is called from within another child's call.
package final class Stage {
  package internal(set) var arrangement: Arrangement
  package let context = RunContext()
  package let pool = CellPool()
  package private(set) lazy var container: StateContainer<String, StageChild> = {
    let container = StateContainer<String, StageChild>(owner: self)
    container.apply(arrangement.transitions)
    return container
  }()

  let catalogue: PluginCatalogue?
  package let workers: PluginWorkers?
  let unstable: UnstablePlugins
  let log: PluginLog
  let output: PluginOutputReader
  var places: [ChildSlot]
  /// A container call that waits for its children in workers, but at most until a deadline.
  var pendingCall: (call: ContainerCall, untilNanoseconds: Int64)?
  /// Whether children of the presented state were replaced since the container was last told.
  var hasOtherChildren = false
  /// Entries whose children the user removed and that are still on screen.
  var removedEntries: [Int] = []
  var reloads = PluginReloads()
  var fileWatch: (any FileWatchPort)?
  /// The number in the catalogue of the source plugin whose file is watched.
  var watchedSource: Int?
  var followedScan: FollowedScan?
  /// The names of plugin files reported as not loaded.
  var leftOut: [String] = []
  var leftOutText: String?
  /// Why the children cannot be arranged as requested, which ends the run.
  package internal(set) var arrangementProblem: ArrangementProblem?
  var announcements = Announcements()
  /// What the last row says of a worker that misbehaves or is late; nil if none does.
  var workerNotice: String?
  /// Whether no guardian process runs, so that a kill would leave the terminal unrestored.
  var isUnguarded = false {
    didSet {
      if oldValue, !isUnguarded {
        announce("the guardian process had ended: another one has been started")
      }
    }
  }
  /// The text that the last row shows for the whole run; nil if there is none.
  package var standingNotice: String?
  lazy var overlays = Overlays(pool: pool)
  /// Writes events other than the container's to the event log.
  package var tell: (LogEvent) -> Void = { _ in }
  private(set) var surface = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
  private var placed: [PlacedLayer] = []
  /// Whether running transitions have reported their progress for the next frame.
  private var hasReportedProgress = false
  /// The child that received the mouse press, until the button is released.
  var pressed: StageChild?
  var borderDrag: BorderDrag?
  var offered: InputOffer?
  /// Deadline of the drawing that decides whether a key is text; nil if none is awaited.
  var drawingPatience: Int64?
  private var requests = StateRequestQueue()
  private var patience = TransitionTimeout()
  private var contentRevision: UInt64 = 0
  /// The earliest time for the next notification about the situation, selection or view.
  private var notificationNanoseconds = Int64.min
  private(set) var isInContainer = false
  var focus = KeyFocus()
  /// The state that is shown first.
  package var appearanceState: String
  /// The state that the content requested last; nil if none so far.
  package var contentState: String?
  /// The state that is shown, or the target of the running transition.
  private(set) var presentedState: String?
  /// Whether the running or last transition changed the state.
  private(set) var isOtherState = true
  /// The state last requested by the user, by key or through a child; nil after another request.
  var stateOfUser: String?
  /// Whether the user caused the transition that begins in the current call of the container.
  private var isTransitionOfUser = false
  /// Until when input waits, as the front child came with the first state without a user action.
  private var inputBeginNanoseconds = Int64.min
  /// Keys of the host that come first in the help.
  var offeredKeys: [KeyHelpItem] = []
  /// Saved states of children and strip sizes that the user chose, restored when a child is made.
  package var remembered = RememberFileContents()

  /// Whether something other than a child's drawing requires a new frame.
  package var needsFrame = true

  package init(
    _ arrangement: Arrangement, catalogue: PluginCatalogue?, workers: PluginWorkers? = nil,
    unstable: UnstablePlugins = UnstablePlugins(in: nil), log: PluginLog, output: PluginOutputReader
  ) {
    self.arrangement = arrangement
    self.catalogue = catalogue
    self.workers = workers
    self.unstable = unstable
    self.log = log
    self.output = output
    appearanceState = arrangement.initial
    places = Array(repeating: ChildSlot(), count: arrangement.entries.count)
    context.announce = { [weak self] in self?.announce($0) }
    context.hasState = { [weak self] in self?.arrangement[$0] != nil }
    context.requestState = { [weak self] state, animated, delay, isByUser in
      self?.takeRequest((state, animated, isByUser), afterNanoseconds: delay) ?? false
    }
  }

  /// Calls the container; requests that children make during the call go to it directly.
  package func inContainer(_ body: (StateContainer<String, StageChild>) -> Void) {
    let isFirst = presentedState == nil
    isInContainer = true
    body(container)
    followFocus(isByUser: isTransitionOfUser)
    isInContainer = false
    isTransitionOfUser = false
    if isFirst, let front { inputBeginNanoseconds = front.quietUntil }
  }

  /// Until when input waits at the beginning; nil if it does not wait.
  var inputBeginDeadline: Int64? {
    context.nowNanoseconds < inputBeginNanoseconds ? inputBeginNanoseconds : nil
  }

  /// Takes a child's request; false if there is no such state.
  ///
  /// A delayed request waits for its time. Another one goes directly to the container during a
  /// container callback, and is otherwise queued until the child's function returns.
  private func takeRequest(
    _ request: StateRequestQueue.Request, afterNanoseconds delay: Int64
  ) -> Bool {
    guard arrangement[request.state] != nil else { return false }
    if delay > 0 {
      requests.slow(request, untilNanoseconds: context.nowNanoseconds + delay)
    } else if isInContainer {
      self.request(request.state, animated: request.animated, isByUser: request.isByUser)
    } else {
      requests.add(request)
    }
    return true
  }
}

extension Stage {
  /// The children that have been created, in entry order.
  var children: some Sequence<StageChild> { places.lazy.compactMap(\.child) }

  /// The entries whose children present the state.
  var presentedEntries: [Int] { presentedState.flatMap { arrangement[$0] }?.entries ?? [] }
  var deadlines: WorkerDeadlines { workers?.deadlines ?? WorkerDeadlines() }
}

// MARK: - Loop interface

extension Stage {
  package func appear() { pass(.appear) }

  package func leave() {
    pendingCall = nil
    for entry in places.indices { places[entry].restartNanoseconds = nil }
    inContainer {
      $0.willDisappear(animated: false)
      $0.didDisappear()
    }
  }

  /// Stores the saved state of every child and frees the children.
  package func free() {
    for child in children {
      guard let type = child.type else { continue }
      remembered.remember(child.savedState, of: child.name, use: type.id)
    }
    for child in places.flatMap({ [$0.child, $0.successor] }) { child?.destroy() }
    for before in reloads.predecessors.values { before.child.destroy() }
  }

  /// Requests a state; children appearing for the user, by key or via a child, take keys at once.
  package func request(_ state: String, animated: Bool, isByUser: Bool = false) {
    requests.forgetSlowed()
    stateOfUser = isByUser ? state : nil
    pass(.request(state: state, animated: animated))
  }

  /// Shows a state, or returns from it if it is already shown.
  func go(to state: String) {
    if presentedState != state { context.stateSetters[state] = nil }
    let next = presentedState == state ? stateToReturnTo ?? state : state
    request(next, animated: true, isByUser: true)
  }

  /// Where Escape, or the same key again, returns to from a state that a key opened, or a
  /// third-party child requested, and the content did not request.
  var stateToReturnTo: String? {
    guard let state = presentedState, state != contentState else { return nil }
    guard let contentState else { return context.situation.previous }
    if context.stateSetters[state] != nil { return arrangement[contentState]?.name }
    if arrangement.keys.contains(where: { $0.state == state }) {
      return arrangement[contentState]?.name
    }
    return arrangement.defaultKeys.contains { $0.state == state } ? context.situation.previous : nil
  }

  private func passMessages() {
    let messages = context.messages
    context.messages.removeAll(keepingCapacity: true)
    for (message, sender) in messages {
      guard let from = children.first(where: { $0.context === sender })?.type?.id else { continue }
      for child in children
      where child.context !== sender && child.receivesMessages
        && (message.to.isEmpty || message.to == child.type?.id)
      {
        child.received(message, from: from)
      }
    }
  }

  package func performRequests() {
    passMessages()
    if context.needsLayout {
      context.needsLayout = false
      layOut()
    }
    followBorder()
    for (state, animated, isByUser) in requests.take(at: context.nowNanoseconds) {
      request(state, animated: animated, isByUser: isByUser)
    }
  }

  /// Advances the container; running transitions report their progress if a frame is due.
  package func advance(to now: Int64, isFrameDue: Bool = true) {
    context.nowNanoseconds = now
    context.reportsProgress = isFrameDue && !hasReportedProgress
    if isFrameDue { hasReportedProgress = true }
    inContainer {
      if let end = transitionEnd, end <= now {
        $0.advance(to: end)
        // The transition may have ended just then.
        if let end = transitionEnd, end <= $0.nowNanoseconds {
          $0.forEachLayer { child, presentation in
            if presentation != .steady { child.hosted?.report(.transitionTooLong) }
          }
          $0.endTransition()
        }
      }
      $0.advance(to: now)
    }
  }

  /// When the running transition must end because another state waits; nil if it may continue.
  private var transitionEnd: Int64? {
    guard container.hasWaitingRequest, container.isTransitioning, container.appearance == .onScreen
    else { return nil }
    return max(patience.endNanoseconds, container.nowNanoseconds)
  }

  package func wakeChildren() {
    for child in children { child.wakeIfDue(atNanoseconds: context.nowNanoseconds) }
  }

  package var nextDeadline: Int64? {
    if !context.messages.isEmpty { return context.nowNanoseconds }
    var deadline = earliest(
      container.nextDeadline, requests.nextDeadline, transitionEnd, inputDeadline,
      workersDeadline, scanDeadline, notificationDeadline, borderDeadline,
      context.pick.guardDeadline(after: context.nowNanoseconds))
    for child in children {
      if let next = child.nextDeadline { deadline = min(deadline ?? .max, next) }
    }
    return deadline
  }

  /// The next timer of a child; nil if none is set.
  package var timerDeadline: Int64? { children.compactMap(\.timerDeadline).min() }

  /// Whether a new frame would differ from the last one.
  package var wantsFrame: Bool {
    needsFrame || container.isAnimating
      || children.contains { $0.wantsFrame }
  }

  /// Requests due drawings from workers; a due frame waits for those of the latest notifications.
  package func orderDrawings(forFrame isFrameDue: Bool = false) {
    for child in children {
      child.orderDrawing(forFrame: isFrameDue, atNanoseconds: context.nowNanoseconds)
    }
  }

  /// Until when a frame waits for drawings of the latest notifications; nil if it does not wait.
  package var notificationDrawingDeadline: Int64? {
    children.compactMap(\.notificationDrawingDeadline).filter { $0 > self.context.nowNanoseconds }
      .max()
  }

  package func resize(columns: Int, rows: Int) {
    endBorderDrag()
    needsFrame = true
    // With the same size, as after a suspension, leaving children keep their areas.
    if surface.columns == columns, surface.rows == rows { return }
    surface = CellRectangle(column: 0, row: 0, columns: columns, rows: rows)
    context.terminalFacts.columns = columns
    context.terminalFacts.rows = rows
    layOutAll()
  }

  /// The part of the surface for children: all but the host's row and the key line.
  var room: CellRectangle { overlays.room(of: surface) }

  /// Whether the line of available keys is shown below the children.
  package var showsKeyLine: Bool {
    get { overlays.keyLine != nil }
    set {
      guard newValue != showsKeyLine else { return }
      overlays.keyLine = newValue ? KeyHelpLine(pool: pool) : nil
      layOutAll()
    }
  }

  package func contentChanged(toRevision revision: UInt64) {
    context.selection.contentWillChange()
    context.view?.contentChanged()
    context.selection.contentChanged()
    contentRevision = revision
    notifyContentChanged()
  }

  /// Notifies children of new content, once the chosen rows are found in it.
  package func notifyContentChanged() {
    guard context.selection.heldDeadline == nil else { return }
    for child in children { child.contentChanged(toRevision: contentRevision) }
  }

  /// Notifies children of changes to the situation, selection and view that they follow.
  ///
  /// Notifications are sent at most 60 times a second, and also before each input, so that children
  /// handle it with current facts, and before each frame, so that all children show the same.
  package func notifyChanges(atOnce: Bool = false) {
    followFocus()
    guard context.selection.heldDeadline == nil,
      atOnce || notificationNanoseconds <= context.nowNanoseconds
    else { return }
    let facts = context.followed
    var isTold = false
    for child in children { isTold = child.followedChanged(to: facts) || isTold }
    if isTold {
      notificationNanoseconds = context.nowNanoseconds + FrameRateLimit.intervalNanoseconds
    }
    context.endOperations()
  }

  private var notificationDeadline: Int64? {
    notificationNanoseconds > context.nowNanoseconds && hasPendingNotifications
      ? notificationNanoseconds : nil
  }

  /// Whether a child follows a fact that changed since it was notified.
  var hasPendingNotifications: Bool {
    let facts = context.followed
    return children.contains { !$0.pendingNotifications(of: facts).isEmpty }
  }

  package func themeChanged() {
    needsFrame = true
    for child in children { child.themeChanged() }
  }

  /// The accessibility text of the topmost child that has one; docked children come last.
  package var accessibilityText: String? {
    let docked = strips().strips.compactMap { places[$0.entry].child }
    let layers = container.layers.reversed()
    let beside = layers.filter { layer in docked.contains { $0 === layer } }
    let main = layers.filter { layer in !beside.contains { $0 === layer } }
    return (main + beside).lazy.compactMap { [self] in words(of: $0) }.first
  }

  /// The accessibility text of a child; that of a third-party child is quoted, after its name.
  private func words(of child: StageChild) -> String? {
    guard let text = child.accessibilityText, !text.isEmpty else { return nil }
    guard let type = child.type, isThirdParty(type), child.notice == nil else { return text }
    return "\(type.quotedName) says \(HarmlessText.quoted(text, limit: 200))"
  }

  package func wake(_ plugin: PluginChild) {
    for child in children where child.presents(plugin) { child.wakeFromThread() }
  }
}

// MARK: - Frames

extension Stage {
  /// Draws children that need it; returns all the frame's layers with positions, bottom first.
  package func compose() -> [PlacedLayer] {
    drawChildren()
    // Drawing decides whether a child takes text, and so which keys are available.
    if overlays.show(keyHelp, on: surface) {
      layOutAll()
      drawChildren()
    }
    needsFrame = false
    hasReportedProgress = false
    placed.removeAll(keepingCapacity: true)
    if let page = placedPage() { return [page] }
    let front = front
    container.forEachLayer { child, presentation in
      var layer = PlacedLayer(
        child.layer, in: child.area, placement: Placement(presentation, in: child.area))
      layer.showsCursor = child === front
      // Dims panes without the keyboard; a child that overlaps the front child is not dimmed.
      layer.isDimmed =
        child.hasKeys && front.map { $0.area.clipped(to: child.area).isEmpty } ?? false
      placed.append(layer)
    }
    if placed.isEmpty { placed.append(emptyStage()) }
    placed += overlays.placed(on: surface)
    return placed
  }

  private func drawChildren() {
    container.forEachLayer { child, _ in
      _ = child.drawIfNeeded(atNanoseconds: context.nowNanoseconds)
    }
  }

  private func emptyStage() -> PlacedLayer {
    let layer = Layer(columns: surface.columns, rows: surface.rows, pool: pool)
    if let state = container.currentState {
      let text = "\(state): no child presents this state: see statehost plugins"
      let columns = TextWidth.columns(of: text)
      layer.put(
        text, column: max(0, (surface.columns - columns) / 2), row: surface.rows / 2,
        style: Style(foreground: .role(.muted)), maximumColumns: surface.columns)
    }
    return PlacedLayer(layer, in: surface)
  }
}

// MARK: - The container's owner

extension Stage: StateContainerOwner {
  package func loadAppearanceState() -> String { appearanceState }

  package func children(for state: String) -> [StageChild] {
    arrangement[state]?.entries.compactMap(child) ?? []
  }

  package func willTransition(to state: String, animated: Bool) {
    isOtherState = state != presentedState
    isTransitionOfUser = state == stateOfUser
    stateOfUser = nil
    if isOtherState { endBorderDrag() }
    presentedState = state
    _ = reserveHostRow()
    layOut()
    if context.situation.current != state {
      context.situation.previous = context.situation.current
      context.situation.current = state
    }
    context.situation.isTransitioning = true
    patience = TransitionTimeout(beganNanoseconds: container.nowNanoseconds)
  }

  package func timing(
    for child: StageChild, appearing: Bool, in transition: Transition<String>
  ) -> TransitionTiming? {
    func ruled(over own: TransitionTiming) -> TransitionTiming {
      arrangement.transitions.timing(
        of: child.name, appearing: appearing, in: transition, over: own) ?? own
    }
    let granted = ruled(over: child.timingWithoutPlugin(appearing: appearing))
    patience.grant(granted)
    if removedEntries.contains(where: { places[$0].child === child }) { return granted }
    return ruled(over: child.timing(appearing: appearing) ?? .standard)
  }

  package func layerOrderChanged() { needsFrame = true }

  package func didTransition(from previous: String?, to state: String, animated: Bool) {
    context.situation.isTransitioning = false
    needsFrame = true
  }

  package func childWillAppear(_ child: StageChild, animated: Bool) {
    // The topmost child is in front again when another state appears.
    if isOtherState { focus.forget() }
    if !isTransitionOfUser { child.cameUnasked() }
  }

  package func childWillDisappear(_ child: StageChild, animated: Bool) {
    if pressed === child { pressed = nil }
    endBorderDrag(of: child)
  }

  func policy(of type: ChildType) -> PluginPolicy {
    if let known = context.policies[type.plugin] { return known }
    let policy = PluginPolicy(RequestPolicy())
    context.policies[type.plugin] = policy
    renewPolicy(of: type.plugin)
    return policy
  }

  /// Resets the policy of a reloaded or restarting plugin: the user has not used its children yet.
  func renewPolicy(of plugin: Int) {
    guard let catalogue, let policy = context.policies[plugin] else { return }
    let catalogued = catalogue.plugin(numbered: plugin)
    policy.policy = RequestPolicy(
      isBundled: catalogued.origin == .bundled, minor: catalogued.abiMinor,
      grants: workers?.granted(to: catalogued) ?? GrantedNeeds())
  }

  func child(_ entry: Int) -> StageChild? {
    if let child = places[entry].child { return child }
    let described = arrangement.entries[entry]
    let saved = described.type.flatMap { remembered[described.name, use: $0.id] }
    let child = make(entry, saved: saved)
    places[entry].child = child
    return child
  }

  /// Creates the child of an entry from its saved state.
  ///
  /// If the worker cannot be started, a failure notice takes its place; if a plugin in this process
  /// creates no child, the entry stays blank.
  func make(_ entry: Int, saved: [UInt8]?) -> StageChild {
    let described = arrangement.entries[entry]
    var options = described.options
    if let type = described.type, !type.options.isEmpty {
      options = context.options.options(options, of: type)
    }
    let context = ChildContext(
      context, of: described.type.map(policy) ?? PluginPolicy(),
      as: RequestPolicy.Child(
        id: described.type?.id ?? described.name, isNamed: described.isNamed),
      options: options)
    context.type = described.type
    if let type = described.type {
      context.thirdPartyName = isThirdParty(type) ? type.quotedName : nil
    }
    var hosted: (any HostedChild)?
    if let type = described.type, let catalogue {
      let plugin = catalogue.plugin(of: type)
      do throws(PluginChild.CreationError) {
        if let workers, workers.has(plugin) {
          if let reason = unstable.reason(for: plugin) { throw .notLoaded(.unstable(reason)) }
          hosted = try workers.makeChild(
            type, of: catalogue, options: options, states: arrangement.states.map(\.name),
            saved: saved, isNamed: described.isNamed, services: context)
        } else {
          hosted = try catalogue.makeChild(type, services: context)
          if !type.needs.isEmpty, let missing = workers?.missing(for: type, of: plugin) {
            tell(missing, of: type, in: plugin.path)
          }
          if let saved { hosted?.restore(saved) }
        }
      } catch {
        log.add(.error, line: error.line(child: described.name, file: plugin.path))
        if workers?.has(plugin) ?? false {
          return failed(entry, WorkerFailure(error), type, of: plugin.path, saved: saved)
        }
      }
      output.collect(from: type.id)
    }
    let child = StageChild(
      name: described.name, reload: reloads.counts[entry], description: described.description,
      hosted: hosted, context: context, pool: pool, output: output)
    child.context.takesKeys = { [weak child] in child?.hasKeys ?? false }
    child.context.putInFront = { [weak self, weak child] in
      child.flatMap { self?.put(inFront: $0) } ?? false
    }
    child.context.undoOfFront = { [weak self] in
      let before = self?.focus ?? KeyFocus()
      return {
        self?.focus = before
        self?.followFocus(isByUser: true)
      }
    }
    lay(child, on: areas[entry] ?? room)
    return child
  }
}
