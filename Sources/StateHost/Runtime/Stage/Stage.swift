package import HostPlugins
package import HostStates
package import HostSurface
internal import HostSystem
internal import HostTerminal
internal import HostText
package import HostWorkers
package import StateContainer

/// The container with its children on a surface: makes the children when a state first needs them,
/// lays them out, draws and composes them, and gives them keys.
///
/// What children ask for in between is taken down in their contexts; nothing here calls a child from
/// within a call of another's.
package final class Stage {
  package internal(set) var arrangement: Arrangement
  package let context = RunContext()
  package let pool = GraphemePool()
  package private(set) lazy var container: StateContainer<String, StageChild> = {
    let container = StateContainer<String, StageChild>(owner: self)
    container.apply(arrangement.transitions)
    return container
  }()

  let catalogue: PluginCatalogue?
  /// Has the children of plugins that are not in this process; nil: all are.
  package let workers: PluginWorkers?
  /// Which of these plugins are started only when somebody asks for them.
  let unstable: UnstablePlugins
  let log: PluginLog
  let output: CapturedOutput
  /// Those of the entries of the arrangement.
  var places: [StagePlace]
  /// What the container is not asked before its children are there.
  var held: Held?
  /// Others stand in places of the presented state than when that was last asked for.
  var hasOtherChildren = false
  /// The entries whose children the user has removed, and that have not left the screen yet.
  var removedEntries: [Int] = []
  /// What is loaded again because its file has changed.
  var reloads = PluginReloads()
  /// Tells of such files; nil: nobody wants to know.
  var fileWatch: (any FileWatchPort)?
  /// The plugin that delivers the rows, whose file is watched; by its number in the catalogue.
  var watchedSource: Int?
  /// Plugins that are looked into while the run goes on; nil: all have been.
  var followedScan: FollowedScan?
  /// The files that were told to be left out.
  var leftOut: [String] = []
  /// What the screen has said of them last.
  var leftOutText: String?
  /// Children cannot be arranged as the user asks: the run is over.
  package internal(set) var arrangementProblem: ArrangementProblem?
  var announcements = Announcements()
  /// What is to be said of plugins now; nil: nothing.
  var notice: String?
  /// Whether nothing would restore the terminal if the process were killed now: no guardian process runs.
  var isUnguarded = false {
    didSet {
      if oldValue, !isUnguarded {
        announce("the guardian process had ended: another one has been started")
      }
    }
  }
  /// What the last row says for the whole run; nil: nothing.
  package var standingNotice: String?
  lazy var overlays = Overlays(pool: pool)
  /// Told what happens beside the container's own events.
  package var tell: (LogEvent) -> Void = { _ in }
  private(set) var surface = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
  private var placed: [PlacedLayer] = []
  /// Where the mouse was pressed, until it is released.
  var pressed: StageChild?
  /// A border that the user moves; nil: none.
  var borderDrag: BorderDrag?
  /// What the user did and a child has to be waited for.
  var offered: InputOffer?
  /// Until when a drawing is waited for that tells whether a key is text.
  var drawingPatience: Int64?
  private var requests = ChildRequests()
  private var patience = TransitionPatience()
  private var contentRevision: UInt64 = 0
  /// When children may be told of the next situation, selection or view.
  private var newsNanoseconds = Int64.min
  private(set) var isInContainer = false
  /// Who of the children that take keys is in front.
  var focus = KeyFocus()
  /// The state to appear with.
  package var appearanceState: String
  /// The state that the content asked for last; nil: none so far.
  package var contentState: String?
  /// The state that is shown, or that the running transition goes to.
  private(set) var presentedState: String?
  /// The running transition, or the last one, leads to another state than was shown before.
  private(set) var isOtherState = true
  /// The state that the user has asked for last, by a key or through a child; nil: something else asked for one since.
  var stateOfUser: String?
  /// The user has led to the running transition, or the last one, as to the first one.
  private(set) var isTransitionOfUser = true
  /// What the children of plugins may do, by the plugins' numbers in the catalogue.
  private(set) var policies: [Int: PluginPolicy] = [:]
  /// Keys of the program's own that come before all others in the help.
  var offeredKeys: [KeyHelpItem] = []
  /// What children saved in an earlier run, and are given when they are made; and what the user has made of strips.
  package var remembered = RememberedStates()

  /// Something changed that a frame must show, apart from what children draw.
  package var needsFrame = true

  /// - Parameters:
  ///   - arrangement: which children present which state.
  ///   - catalogue: makes the children of plugins; nil leaves them blank.
  ///   - workers: has those of plugins that are not to be in this process; nil: all are.
  ///   - unstable: which of these are started only when asked for.
  ///   - log: where it is told what plugins do wrong.
  ///   - output: what plugins print.
  package init(
    _ arrangement: Arrangement, catalogue: PluginCatalogue?, workers: PluginWorkers? = nil,
    unstable: UnstablePlugins = UnstablePlugins(in: nil), log: PluginLog, output: CapturedOutput
  ) {
    self.arrangement = arrangement
    self.catalogue = catalogue
    self.workers = workers
    self.unstable = unstable
    self.log = log
    self.output = output
    appearanceState = arrangement.initial
    places = Array(repeating: StagePlace(), count: arrangement.entries.count)
    context.announce = { [weak self] in self?.announce($0) }
    context.hasState = { [weak self] in self?.arrangement[$0] != nil }
    context.requestState = { [weak self] state, animated, delay, isByUser in
      self?.takeRequest((state, animated, isByUser), afterNanoseconds: delay) ?? false
    }
  }

  /// Makes calls to the container; requests that children make meanwhile go to it at once.
  package func inContainer(_ body: (StateContainer<String, StageChild>) -> Void) {
    isInContainer = true
    body(container)
    isInContainer = false
    followFocus()
  }

  /// A child's request: within a callback of the container's it waits there; from anywhere else it
  /// waits here until the child's own function has returned, and as long as it is to wait.
  private func takeRequest(
    _ request: ChildRequests.Request, afterNanoseconds delay: Int64
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
  /// Those that have been made, in the order of the entries.
  var children: some Sequence<StageChild> { places.lazy.compactMap(\.child) }

  /// How long children may take.
  var deadlines: WorkerDeadlines { workers?.deadlines ?? WorkerDeadlines() }
}

// MARK: - What the loop calls

extension Stage {
  /// The container comes on screen, whole and at once.
  package func appear() { pass(.appear) }

  /// The container goes off screen.
  package func leave() {
    held = nil
    for entry in places.indices { places[entry].restartNanoseconds = nil }
    inContainer {
      $0.willDisappear(animated: false)
      $0.didDisappear()
    }
  }

  /// What every child has saved is kept, and it is freed.
  package func free() {
    for child in children {
      guard let type = child.type else { continue }
      remembered.remember(child.savedState, of: child.name, use: type.id)
    }
    for place in places {
      place.child?.destroy()
      place.successor?.destroy()
    }
    for before in reloads.predecessors.values { before.child.destroy() }
  }

  /// Asks for a state.
  ///
  /// - Parameters:
  ///   - state: its name.
  ///   - animated: whether its children come in motion.
  ///   - isByUser: whether the user does, by a key or through a child: children that come then take keys at once.
  package func request(_ state: String, animated: Bool, isByUser: Bool = false) {
    requests.forgetSlowed()
    stateOfUser = isByUser ? state : nil
    pass(.request(state: state, animated: animated))
  }

  /// Shows a state, or, where that is shown, goes back.
  func go(to state: String) {
    let next = presentedState == state ? stateToReturnTo ?? state : state
    request(next, animated: true, isByUser: true)
  }

  /// Where Escape, and the same key again, lead from a state that a key has opened; nil: the content asks for it, or
  /// no key leads to it.
  var stateToReturnTo: String? {
    guard let state = presentedState, state != contentState else { return nil }
    guard let contentState else { return context.situation.previous }
    if arrangement.keys.contains(where: { $0.state == state }) {
      return arrangement[contentState]?.name
    }
    return arrangement.defaultKeys.contains { $0.state == state } ? context.situation.previous : nil
  }

  /// Passes on what children have said to one another; what they say to that is passed on next.
  private func passMessages() {
    let messages = context.messages
    context.messages.removeAll(keepingCapacity: true)
    for (message, sender) in messages {
      guard let from = children.first(where: { $0.context === sender })?.type?.id else { continue }
      for child in children
      where child.context !== sender && child.hears
        && (message.to.isEmpty || message.to == child.type?.id)
      {
        child.received(message, from: from)
      }
    }
  }

  /// Passes on what children asked for outside the container's callbacks.
  package func performRequests() {
    passMessages()
    followPlaces()
    followBorder()
    for (state, animated, isByUser) in requests.take(at: context.nowNanoseconds) {
      request(state, animated: animated, isByUser: isByUser)
    }
  }

  /// Lets time go on: what is due by now ends, what moves has moved on.
  package func advance(to now: Int64) {
    context.nowNanoseconds = now
    inContainer {
      if let end = transitionEnd, end <= now {
        $0.advance(to: end)
        endLongTransition(of: $0)
      }
      $0.advance(to: now)
    }
  }

  /// When the running transition has to end, where another state waits for it; nil: it may go on.
  private var transitionEnd: Int64? {
    guard container.hasWaitingRequest, container.isTransitioning, container.appearance == .onScreen
    else { return nil }
    return max(patience.endNanoseconds, container.nowNanoseconds)
  }

  private func endLongTransition(of container: StateContainer<String, StageChild>) {
    guard let end = transitionEnd, end <= container.nowNanoseconds else { return }
    container.forEachLayer { child, presentation in
      if presentation != .steady { child.reportLongTransition() }
    }
    container.endTransition()
  }

  /// Delivers the timers that are due.
  package func wakeChildren() {
    for child in children { child.wakeIfDue(atNanoseconds: context.nowNanoseconds) }
  }

  /// The next instant at which something is due; nil when nothing will happen by itself.
  package var nextDeadline: Int64? {
    if !context.messages.isEmpty { return context.nowNanoseconds }
    var deadline = container.nextDeadline
    for next in [
      requests.nextDeadline, transitionEnd, inputDeadline, workersDeadline, scanDeadline,
      newsDeadline, borderDeadline,
    ] {
      if let next { deadline = min(deadline ?? .max, next) }
    }
    for child in children {
      if let next = child.nextDeadline { deadline = min(deadline ?? .max, next) }
    }
    return deadline
  }

  /// Whether a new frame would differ from the last one.
  package var wantsFrame: Bool {
    needsFrame || container.isAnimating
      || children.contains { $0.wantsFrame }
  }

  /// Asks those that do not draw within the call for what is due, so that it is there for a frame.
  ///
  /// - Parameter isFrameDue: a frame may be shown now, which waits for what they have been told.
  package func orderDrawings(forFrame isFrameDue: Bool = false) {
    for child in children {
      child.orderDrawing(forFrame: isFrameDue, atNanoseconds: context.nowNanoseconds)
    }
  }

  /// Until when a frame is held back for drawings of what all children have been told; nil: it is not.
  package var newsDrawingDeadline: Int64? {
    children.compactMap(\.newsDrawingDeadline).filter { $0 > self.context.nowNanoseconds }.max()
  }

  /// The surface has this size from now on.
  package func resize(columns: Int, rows: Int) {
    endBorderDrag()
    needsFrame = true
    // Where it has the same size, as after a suspension, those on their way out keep their areas.
    if surface.columns == columns, surface.rows == rows { return }
    surface = CellRectangle(column: 0, row: 0, columns: columns, rows: rows)
    context.terminalFacts.columns = columns
    context.terminalFacts.rows = rows
    layOutAll()
  }

  /// What of the surface the children have: all but the host's row and the line of keys.
  var room: CellRectangle { overlays.room(of: surface) }

  /// Whether keys that can be pressed stand below the children.
  package var showsKeyLine: Bool {
    get { overlays.showsKeyLine }
    set {
      guard newValue != showsKeyLine else { return }
      overlays.showsKeyLine = newValue
      layOutAll()
    }
  }

  /// Whether standard error is shown over everything else.
  package var showsStandardError: Bool { overlays.showsStandardError }

  /// Shows what the command wrote to standard error, if it has written something.
  func showStandardError() {
    guard context.content?.standardErrorLineCount ?? 0 > 0 else {
      announcements.answer("nothing on standard error", at: context.nowNanoseconds)
      needsFrame = true
      return
    }
    overlays.showsStandardError = true
    endBorderDrag()
    needsFrame = true
  }

  /// What the user does is for standard error while that is shown.
  ///
  /// - Returns: whether it was something that the user did.
  func receiveInStandardError(_ event: InputEvent) -> Bool {
    let answer = overlays.receive(event)
    needsFrame = needsFrame || answer != .unused
    return answer != .unused
  }

  /// Standard error may have more than is shown of it.
  func standardErrorChanged() {
    if showsStandardError { needsFrame = true }
  }

  /// The content is another.
  package func contentChanged(toRevision revision: UInt64) {
    context.selection.contentWillChange()
    context.view?.contentChanged()
    context.selection.contentChanged()
    contentRevision = revision
    tellContent()
  }

  /// Tells children of content that they have not seen, once the chosen rows have been found in it.
  package func tellContent() {
    guard context.selection.heldDeadline == nil else { return }
    for child in children { child.contentChanged(toRevision: contentRevision) }
  }

  /// Tells those who follow them of another situation, selection or view, 60 times a second at most, and before
  /// each input, so that what the user did is not done to what was there before, and each frame, so that all show the
  /// same in it.
  package func tellNews(atOnce: Bool = false) {
    followFocus()
    guard context.selection.heldDeadline == nil,
      atOnce || newsNanoseconds <= context.nowNanoseconds
    else { return }
    let facts = context.followed
    var isTold = false
    for child in children { isTold = child.followedChanged(to: facts) || isTold }
    if isTold { newsNanoseconds = context.nowNanoseconds + FramePace.intervalNanoseconds }
    context.endOperations()
  }

  /// When the next news may be told; nil: there are none.
  private var newsDeadline: Int64? {
    newsNanoseconds > context.nowNanoseconds && hasUntoldNews ? newsNanoseconds : nil
  }

  /// Somebody follows what is other than it was told.
  var hasUntoldNews: Bool {
    let facts = context.followed
    return children.contains { !$0.untold(of: facts).isEmpty }
  }

  /// The theme is another.
  package func themeChanged() {
    needsFrame = true
    for child in children { child.themeChanged() }
  }

  /// What the topmost child that says something shows, in words; one that docks has its say after those
  /// that it stands beside.
  package var accessibilityText: String? {
    let docked = strips().strips.compactMap { places[$0.entry].child }
    let layers = container.layers.reversed()
    let beside = layers.filter { layer in docked.contains { $0 === layer } }
    let main = layers.filter { layer in !beside.contains { $0 === layer } }
    return (main + beside).lazy.compactMap(\.accessibilityText).first { !$0.isEmpty }
  }

  /// Delivers what came from other threads of a plugin.
  package func wake(_ plugin: PluginChild) {
    for child in children where child.presents(plugin) { child.wakeFromThread() }
  }
}

// MARK: - Frames

extension Stage {
  /// Draws what needs it.
  ///
  /// - Returns: all layers in their places, the first at the bottom.
  package func compose() -> [PlacedLayer] {
    drawChildren()
    // What a child has drawn tells whether it takes text, and so which keys there are.
    if overlays.show(keyHelp, on: surface) {
      layOutAll()
      drawChildren()
    }
    needsFrame = false
    placed.removeAll(keepingCapacity: true)
    if let page = placedPage() ?? placedKeys() { return [page] }
    if let alone = overlays.placedAlone(context.content, on: surface) { return [alone] }
    let front = front
    container.forEachLayer { child, presentation in
      var layer = PlacedLayer(
        child.layer, in: child.area, placement: Placement(presentation, in: child.area))
      layer.showsCursor = child === front
      // Which of several panes has the keys is to be seen; a child over another one is in front anyway.
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

  /// A line of the host's own where a state has no children, so that nobody looks at nothing.
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
    isTransitionOfUser = presentedState == nil || state == stateOfUser
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
    patience = TransitionPatience(beganNanoseconds: container.nowNanoseconds)
  }

  package func timing(for child: StageChild, appearing: Bool, in transition: Transition<String>)
    -> TransitionTiming?
  {
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
    focusMayMove()
    if !isTransitionOfUser { child.cameUnasked() }
  }

  package func childWillDisappear(_ child: StageChild, animated: Bool) {
    if pressed === child { pressed = nil }
    endBorderDrag(of: child)
  }

  /// What the children of a type's plugin may do.
  func policy(of type: ChildType) -> PluginPolicy {
    if let known = policies[type.plugin] { return known }
    let policy = PluginPolicy(RequestPolicy())
    policies[type.plugin] = policy
    context.policies.append(policy)
    renewPolicy(of: type.plugin)
    return policy
  }

  /// Another version of a plugin takes the place of what there was, or its children start anew: the user has done
  /// nothing to them yet.
  func renewPolicy(of plugin: Int) {
    guard let catalogue, let policy = policies[plugin] else { return }
    let catalogued = catalogue.plugin(numbered: plugin)
    policy.policy = RequestPolicy(
      isBundled: catalogued.origin == .bundled, minor: catalogued.abiMinor,
      grants: workers?.granted(to: catalogued) ?? GrantedNeeds())
  }

  /// What a plugin has done for the user, and asked for in vain; nil: none of its children has been made.
  package func record(of plugin: Int) -> ActRecord? { policies[plugin]?.record }

  /// The child of an entry, made when it is first needed.
  func child(_ entry: Int) -> StageChild? {
    if let child = places[entry].child { return child }
    let described = arrangement.entries[entry]
    let saved = described.type.flatMap { remembered[described.name, use: $0.id] }
    let child = make(entry, saved: saved)
    places[entry].child = child
    return child
  }

  /// Makes the child of an entry, with what it saved.
  ///
  /// Where its worker cannot be started a notice stands in its place, and a plugin in this process that makes
  /// none leaves it blank.
  func make(_ entry: Int, saved: [UInt8]?) -> StageChild {
    let described = arrangement.entries[entry]
    let context = ChildContext(
      context, of: described.type.map(policy) ?? PluginPolicy(),
      as: RequestPolicy.Child(
        id: described.type?.id ?? described.name, isNamed: described.isNamed),
      options: described.options)
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
            type, of: catalogue, options: context.options, states: arrangement.states.map(\.name),
            saved: saved, isNamed: described.isNamed, services: context)
        } else {
          hosted = try catalogue.makeChild(type, services: context)
          if !type.needs.isEmpty, let missing = workers?.missing(for: type, of: plugin) {
            tell(missing, of: type, in: plugin.path)
          }
          if let saved { hosted?.restore(saved) }
        }
      } catch {
        log.add(
          PluginLog.Line(
            level: .error, text: error.line(child: described.name, file: plugin.path)))
        if workers?.has(plugin) ?? false {
          return failed(entry, WorkerFailure(error), type, of: plugin.path, saved: saved)
        }
      }
      output.collect(from: type)
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
