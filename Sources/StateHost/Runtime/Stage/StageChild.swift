package import HostPlugins
package import HostStates
package import HostSurface
internal import HostWorkers
package import StateContainer

/// A child as the state container shows it, of a plugin, blank or a notice replacing a failed one:
/// holds layer, area and context, passes appearances, transitions, input and notifications on to
/// the plugin's child, and decides when that draws.
package final class StageChild: StateContainerChild {
  /// The name in the event log and the states file.
  package let name: String
  /// The event log label: the name and, after a reload, its number, as both instances coexist.
  package let label: String
  package let context: ChildContext
  package let layer: Layer
  /// The area of the layer: the surface without the insets.
  package private(set) var area = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
  /// Whether the child is between `willAppear` and `didDisappear`.
  package private(set) var isOnScreen = false
  /// Whether it is between `willAppear` and `willDisappear`: a leaving child receives no input.
  private var takesInput = false
  /// Until when the child receives no input because it appeared without a user action.
  private(set) var quietUntil = Int64.min
  private var isLeftOut = false
  private(set) var hasAppeared = false

  private let description: ChildDescription?
  let hosted: (any HostedChild)?
  private let output: PluginOutputReader
  private var surface = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
  private var seenRevision: UInt64?
  private var seen: FollowedFacts
  /// When the child appeared without a drawing; nil once it has drawn.
  private var undrawnNanoseconds: Int64?
  /// When the child was last drawn, or a drawing was last requested.
  private var drawnNanoseconds: Int64?
  /// Since when a worker child's layer lacks a notification; whether a drawing was requested since.
  private var undrawnNotification: (sinceNanoseconds: Int64, isOrdered: Bool)?
  private var reportedSize: (columns: Int, rows: Int)?

  /// Creates a child, blank if `hosted` is nil, with an empty layer; reloads count from 1.
  package init(
    name: String, reload: Int? = nil, description: ChildDescription?, hosted: (any HostedChild)?,
    context: ChildContext, pool: CellPool, output: PluginOutputReader
  ) {
    self.name = name
    label = reload.map { "\(name) (reload \($0))" } ?? name
    self.description = description
    self.hosted = hosted
    self.context = context
    seen = context.followed
    layer = Layer(columns: 0, rows: 0, pool: pool)
    self.output = output
    context.reportFault = { [weak hosted] in hosted?.report($0) }
    context.isAlive = { [weak hosted] in hosted?.isAlive ?? false }
    context.reportEnd = { [weak self] in self?.programEnded($0) }
  }

  var followsMouse: Bool { takesInput && hosted?.type.followsMouse ?? false }

  /// Whether the child takes keys: it accepts focus, has room, and is on screen and not leaving.
  ///
  /// The child is notified before it receives the first key.
  package var hasKeys: Bool { takesInput && !isLeftOut && hosted?.type.takesFocus ?? false }

  /// How long a child that came without a user action gets no input, meant for what was before.
  private static let quietNanoseconds: Int64 = 500_000_000

  /// Makes a child quiet that appeared, got room or came to the front without a user action, unless
  /// it may act for the user.
  func cameUnasked() {
    if context.mayAct { return }
    quietUntil = context.nowNanoseconds + Self.quietNanoseconds
  }

  func isQuiet(at now: Int64) -> Bool { now < quietUntil }

  /// Whether the child takes typed text: it declared so, or shows a cursor.
  package var takesText: Bool { isOnScreen && context.takesText ?? showsCursor }
  var showsCursor: Bool { isOnScreen && layer.cursor != nil }

  /// The failure notice in place of the child; nil if the child has not failed.
  var notice: FailureNotice? { hosted as? FailureNotice }

  /// Whether a failure notice is on screen and not leaving.
  var isNoticeSeen: Bool { takesInput && !isLeftOut && notice != nil }

  func share(rows place: (index: Int, count: Int)) {
    guard let notice, notice.place != place else { return }
    notice.place = place
    context.needsDraw = true
  }

  package var type: ChildType? { hosted?.type }
  package var accessibilityText: String? { call { $0.accessibilityText() } ?? nil }
  package var keyHelp: [KeyHelpItem] { call { $0.keyHelp() } ?? [] }
  package var savedState: [UInt8]? { call { $0.saveState() } ?? nil }

  package func destroy() { call { $0.destroy() } }

  @discardableResult
  private func call<Result>(_ body: (any HostedChild) -> Result) -> Result? {
    guard let hosted else { return nil }
    defer { if hosted.answersAtOnce { output.collect(from: hosted.type.id) } }
    return body(hosted)
  }
}

// MARK: - Appearance and transitions

extension StageChild {
  package func timing(appearing: Bool) -> TransitionTiming? {
    let own = call { $0.timing(appearing: appearing) } ?? TransitionTiming.standard
    return description?.timing(appearing: appearing, over: own) ?? own
  }

  /// The timing of the transition without the plugin's own.
  package func timingWithoutPlugin(appearing: Bool) -> TransitionTiming {
    description?.timing(appearing: appearing, over: .standard) ?? .standard
  }

  package func willAppear(animated: Bool) {
    isOnScreen = true
    if !hasAppeared, !drawsAtOnce { undrawnNanoseconds = context.nowNanoseconds }
    hasAppeared = true
    context.plugin.childAppeared()
    context.needsDraw = true
    call { $0.send(.willAppear(animated: animated)) }
    lay(on: surface)
    takesInput = true
    if hasKeys { call { $0.send(.focus(true)) } }
  }

  package func didAppear(animated: Bool) { call { $0.send(.didAppear(animated: animated)) } }

  package func willDisappear(animated: Bool) {
    if hasKeys { call { $0.send(.focus(false)) } }
    takesInput = false
    call { $0.send(.willDisappear(animated: animated)) }
  }

  package func didDisappear(animated: Bool) {
    call { $0.send(.didDisappear(animated: animated)) }
    isOnScreen = false
    context.plugin.childDisappeared()
  }

  package func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {
    call { $0.send(.transitionWillBegin(appearing: appearing)) }
  }

  package func transitionDidProgress(appearing: Bool, progress: Double) {
    guard follows(.transition), context.reportsProgress || progress == 1 else { return }
    call { $0.send(.transitionProgress(appearing: appearing, progress: progress)) }
  }

  package func transitionDidEnd(appearing: Bool) {
    call { $0.send(.transitionDidEnd(appearing: appearing)) }
  }
}

// MARK: - Layout and drawing

extension StageChild {
  /// Places the child on a surface and notifies the plugin if the size of its layer changed.
  package func lay(on surface: CellRectangle) {
    self.surface = surface
    area = surface.inset(by: insets)
    if layer.columns != area.columns || layer.rows != area.rows {
      layer.resize(columns: area.columns, rows: area.rows)
      context.needsDraw = true
    }
    guard isOnScreen, reportedSize?.columns != area.columns || reportedSize?.rows != area.rows
    else { return }
    reportedSize = (area.columns, area.rows)
    call { $0.send(.resized(columns: area.columns, rows: area.rows)) }
  }

  /// Sets whether there is no room where the child docks; it is then invisible and takes no keys.
  func leaveOut(_ isLeftOut: Bool) {
    let hadKeys = hasKeys
    if takesInput, self.isLeftOut, !isLeftOut { cameUnasked() }
    self.isLeftOut = isLeftOut
    if hasKeys != hadKeys { call { $0.send(.focus(hasKeys)) } }
  }

  func layAgain() { lay(on: surface) }

  var insets: CellInsets {
    description?.insets
      ?? call { $0.insets(columns: surface.columns, rows: surface.rows) } ?? CellInsets()
  }

  /// Draws the layer if due, returning whether it did; a child in a worker only gets a request.
  package func drawIfNeeded(atNanoseconds now: Int64) -> Bool {
    guard isOnScreen, context.needsDraw, !isDrawing else { return false }
    context.needsDraw = false
    undrawnNotification?.isOrdered = true
    call { $0.draw(into: layer, timeNanoseconds: now) }
    drawnNanoseconds = now
    return drawsAtOnce
  }

  /// Records that the child draws after an input without request, with its own selection change.
  func drawsAfterInput(seeing selection: SelectionFacts?) {
    if let selection, selection == context.selection { seen.selection = selection }
    drawnNanoseconds = context.nowNanoseconds
    undrawnNotification = (context.nowNanoseconds, true)
  }

  var isDrawing: Bool { hosted?.isDrawing ?? false }

  func drawingPatience(of nanoseconds: Int64) -> Int64? {
    isDrawing ? drawnNanoseconds.map { $0 + nanoseconds } : nil
  }

  private var drawsAtOnce: Bool { hosted?.answersAtOnce ?? true }

  /// How long a frame waits for the first drawing, and for drawings of notifications.
  private static let firstDrawingNanoseconds: Int64 = 8_000_000

  /// Until when a frame waits for the first drawing; nil if the child has drawn or is off screen.
  var firstDrawingDeadline: Int64? {
    isOnScreen ? undrawnNanoseconds.map { $0 + Self.firstDrawingNanoseconds } : nil
  }

  func wasDrawn() {
    undrawnNanoseconds = nil
    if undrawnNotification?.isOrdered == true { undrawnNotification = nil }
  }

  private func recordNotification() {
    if drawsAtOnce { return }
    undrawnNotification = (undrawnNotification?.sinceNanoseconds ?? context.nowNanoseconds, false)
  }

  /// Until when a frame waits for a drawing of the latest notification; nil if there is none.
  ///
  /// The time runs from an earlier, still pending request, so no frame waits for a late child.
  var notificationDrawingDeadline: Int64? {
    guard isOnScreen, hosted?.isAlive ?? false, let (since, _) = undrawnNotification else {
      return nil
    }
    let begin = isDrawing ? min(since, drawnNanoseconds ?? since) : since
    return begin + Self.firstDrawingNanoseconds
  }

  var isReady: Bool { hosted?.isReady ?? true }

  /// Whether a drawing from a worker is pending or due.
  var awaitsDrawing: Bool { isOnScreen && !drawsAtOnce && (isDrawing || context.needsDraw) }

  /// Whether a new frame would draw the child.
  var wantsFrame: Bool { isOnScreen && context.needsDraw && drawsAtOnce }

  /// Requests a due drawing from a worker: 60 times a second, or at once for a waiting frame.
  func orderDrawing(forFrame isFrameDue: Bool, atNanoseconds now: Int64) {
    guard let due = orderNanoseconds else { return }
    let isAwaited = isFrameDue && undrawnNotification?.isOrdered == false
    if isAwaited || due <= now { _ = drawIfNeeded(atNanoseconds: now) }
  }

  private var orderNanoseconds: Int64? {
    guard isOnScreen, context.needsDraw, !drawsAtOnce, !isDrawing else { return nil }
    return drawnNanoseconds.map { $0 + FrameRateLimit.intervalNanoseconds } ?? .min
  }

  var nextDeadline: Int64? {
    isOnScreen ? earliest(orderNanoseconds, context.wakeNanoseconds) : nil
  }

  var timerDeadline: Int64? { isOnScreen ? context.wakeNanoseconds : nil }
}

// MARK: - Events

extension StageChild {
  package func contentChanged(toRevision revision: UInt64) {
    guard isOnScreen, seenRevision != revision else { return }
    seenRevision = revision
    context.needsDraw = true
    recordNotification()
    call { $0.send(.contentChanged) }
  }

  package func wakeIfDue(atNanoseconds now: Int64) {
    guard isOnScreen, let due = context.wakeNanoseconds, due <= now else { return }
    context.wakeNanoseconds = nil
    wake()
  }

  /// Delivers a wake-up from another thread, at most 250 a second.
  package func wakeFromThread() {
    if context.allowsThreadWake() { wake() }
  }

  package func wake() {
    context.needsDraw = true
    context.limits.wokeIsCalled()
    call { $0.send(.woke) }
  }

  private func programEnded(_ end: ProgramEnd) {
    context.needsDraw = true
    call { $0.send(.programEnded(end)) }
  }

  private func follows(_ news: HandledEvents) -> Bool {
    hosted?.follows.contains(news) ?? false
  }

  /// Followed facts changed since the child was notified; focus is its own, the rest is shared.
  func pendingNotifications(of facts: FollowedFacts) -> HandledEvents {
    var own = facts
    own.focus = context.focus
    guard isOnScreen, let follows = hosted?.follows else { return HandledEvents() }
    return own.changes(since: seen).intersection(follows)
  }

  func followedChanged(to facts: FollowedFacts) -> Bool {
    let changes = pendingNotifications(of: facts)
    if changes.isEmpty { return false }
    seen = facts
    seen.focus = context.focus
    context.needsDraw = true
    recordNotification()
    if changes.contains(.situation) { call { $0.send(.situationChanged) } }
    if changes.contains(.selection) { call { $0.send(.selectionChanged) } }
    if changes.contains(.view) { call { $0.send(.viewChanged) } }
    if changes.contains(.focus) { call { $0.send(.frontChanged) } }
    return true
  }

  /// Whether the child receives messages of other children; a child that is being created may.
  var receivesMessages: Bool { follows(.messages) || !isReady }

  func received(_ message: ChildMessage, from sender: String) {
    call { $0.send(.message(message, from: sender)) }
  }

  package func themeChanged() {
    context.needsDraw = true
    if isOnScreen { call { $0.send(.themeChanged) } }
  }

  func offer(_ input: ChildInput) -> InputAnswer {
    var own = input
    var takesIt = hasKeys
    if case .mouse(var mouse) = input {
      takesIt = takesInput
      mouse.column -= area.column
      mouse.row -= area.row
      own = .mouse(mouse)
    }
    guard takesIt else { return .unused }
    let ownLayer = isOnScreen && !isDrawing && layer.columns > 0 && layer.rows > 0 ? layer : nil
    return call { $0.offer(own, drawingInto: ownLayer) } ?? .unused
  }

  /// The time for the child's reply to an input: the usual, or less if it was slow before.
  func inputPatience(of nanoseconds: Int64) -> Int64 {
    if workerChild?.hasLostTurn == true { return min(nanoseconds, Self.lostTurnNanoseconds) }
    let isBrief = workerChild?.hasBriefTurn == true
    return isBrief ? min(nanoseconds, Self.briefTurnNanoseconds) : nanoseconds
  }

  /// The time for a child that missed its deadline: enough to recover.
  private static let lostTurnNanoseconds: Int64 = 20_000_000
  /// The time for a recently slow child: the next one can still reply within a tenth of a second.
  private static let briefTurnNanoseconds: Int64 = 80_000_000

  var workerChild: RemoteChild? { hosted as? RemoteChild }

  package func presents(_ other: any HostedChild) -> Bool { hosted === other }
}
