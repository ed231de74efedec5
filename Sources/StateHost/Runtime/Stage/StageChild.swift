package import HostPlugins
package import HostStates
package import HostSurface
internal import HostWorkers
package import StateContainer

/// A child that the container shows: a component from a plugin, or a blank one, with its drawing layer, screen area
/// and host context.
///
/// It passes appearances, transitions, input and notifications on to the component.
package final class StageChild: StateContainerChild {
  /// The name in the event log and the states file.
  package let name: String
  /// The label in the event log: the name and, after a reload, its number, because both instances exist for a while.
  package let label: String
  package let context: ChildContext
  package let layer: Layer
  /// The area of the layer: the surface without the insets.
  package private(set) var area = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
  /// Whether the child is between `willAppear` and `didDisappear`.
  package private(set) var isOnScreen = false
  /// Whether the child is between `willAppear` and `willDisappear`: a leaving child receives no input.
  private var takesInput = false
  /// Until when the child receives no input because it appeared without a user action.
  private var quietUntil = Int64.min
  /// Whether there is no room for the child where it docks.
  private var isLeftOut = false
  /// Whether the child has ever been on screen.
  private(set) var hasAppeared = false

  private let description: ChildDescription?
  private let hosted: (any HostedChild)?
  private let output: CapturedOutput
  private var surface = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
  private var seenRevision: UInt64?
  private var seen: FollowedFacts
  /// When the child appeared without a drawing; nil once it has drawn.
  private var undrawnNanoseconds: Int64?
  /// When the child was last drawn, or a drawing was last requested.
  private var drawnNanoseconds: Int64?
  /// Notifications that its layer does not show yet; only for a child in a worker.
  private var undrawnNotification = UndrawnNotification.none

  /// Whether a child in a worker process has yet to draw a change that it was notified of, and since when, because a
  /// frame waits for that.
  private enum UndrawnNotification {
    case none
    case notified(sinceNanoseconds: Int64)
    /// A drawing was requested after the notification.
    case ordered(sinceNanoseconds: Int64)
  }
  private var reportedSize: (columns: Int, rows: Int)?

  /// - Parameters:
  ///   - name: the name in the event log and the states file.
  ///   - reload: the number of the plugin's reload that created the child, from 1; nil if there was none.
  ///   - description: the child's settings in the states file.
  ///   - hosted: the plugin's child; nil for a blank child.
  ///   - context: handles the plugin's requests.
  ///   - pool: the grapheme pool of the layer, which has no size yet.
  ///   - output: captures what the plugin prints.
  package init(
    name: String, reload: Int? = nil, description: ChildDescription?, hosted: (any HostedChild)?,
    context: ChildContext,
    pool: GraphemePool, output: CapturedOutput
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

  /// Whether the child receives mouse movement without a pressed button.
  var followsMouse: Bool { takesInput && hosted?.type.followsMouse ?? false }

  /// Whether the child takes keys: it accepts focus, has room, and is on screen and not leaving.
  ///
  /// The child is notified before it receives the first key.
  package var hasKeys: Bool { takesInput && !isLeftOut && hosted?.type.takesFocus ?? false }

  /// How long a child that appears or comes to the front without a user action receives no input, which was meant for
  /// what was there before.
  private static let quietNanoseconds: Int64 = 500_000_000

  /// Records that the child appeared or came to the front without a user action.
  func cameUnasked() {
    if context.isTrusted || context.isUserActive { return }
    quietUntil = context.nowNanoseconds + Self.quietNanoseconds
  }

  /// Whether the child receives no input yet.
  func isQuiet(at now: Int64) -> Bool { now < quietUntil }

  /// Whether the child takes typed text: it declared so, or shows a cursor.
  package var takesText: Bool { isOnScreen && context.takesText ?? showsCursor }

  var showsCursor: Bool { isOnScreen && layer.cursor != nil }

  /// The failure notice in place of the child; nil if the child has not failed.
  var notice: FailureNotice? { hosted as? FailureNotice }

  /// Whether a failure notice is on screen and not leaving.
  var isNoticeSeen: Bool { takesInput && !isLeftOut && notice != nil }

  /// Sets the position of this notice among several.
  func share(rows place: (index: Int, count: Int)) {
    guard let notice, notice.place != place else { return }
    notice.place = place
    context.needsDraw = true
  }

  /// The type of the child; nil for a blank one.
  package var type: ChildType? { hosted?.type }

  /// The accessibility text; nil if the child has none.
  package var accessibilityText: String? { call { $0.accessibilityText() } ?? nil }

  /// The keys that the child handles now.
  package var keyHelp: [KeyHelpItem] { call { $0.keyHelp() } ?? [] }

  /// The child's saved state; nil if it has none.
  package var savedState: [UInt8]? { call { $0.saveState() } ?? nil }

  /// Frees the plugin's child.
  package func destroy() { call { $0.destroy() } }

  @discardableResult
  private func call<Result>(_ body: (any HostedChild) -> Result) -> Result? {
    guard let hosted else { return nil }
    defer { if hosted.answersAtOnce { output.collect(from: hosted.type) } }
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

  /// Reports that the plugin's own timing delayed another state.
  package func reportLongTransition() { hosted?.report(.transitionTooLong) }

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
    guard follows(.transition) else { return }
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
    area = surface.inset(by: insets(on: surface))
    if layer.columns != area.columns || layer.rows != area.rows {
      layer.resize(columns: area.columns, rows: area.rows)
      context.needsDraw = true
    }
    guard isOnScreen, reportedSize?.columns != area.columns || reportedSize?.rows != area.rows
    else {
      return
    }
    reportedSize = (area.columns, area.rows)
    call { $0.send(.resized(columns: area.columns, rows: area.rows)) }
  }

  /// Sets whether there is no room for the child where it docks; without room it is not visible and takes no keys.
  func leaveOut(_ isLeftOut: Bool) {
    let hadKeys = hasKeys
    self.isLeftOut = isLeftOut
    if hasKeys != hadKeys { call { $0.send(.focus(hasKeys)) } }
  }

  /// Places the child again, after a possible change of its insets.
  func layAgain() { lay(on: surface) }

  /// The free cells around the child.
  var insets: CellInsets { insets(on: surface) }

  private func insets(on surface: CellRectangle) -> CellInsets {
    description?.insets
      ?? call { $0.insets(columns: surface.columns, rows: surface.rows) } ?? CellInsets()
  }

  /// Draws the layer if a drawing is due.
  ///
  /// - Returns: whether the layer was drawn. A child in a worker only receives a request, unless one is pending.
  package func drawIfNeeded(atNanoseconds now: Int64) -> Bool {
    guard isOnScreen, context.needsDraw, !isDrawing else { return false }
    context.needsDraw = false
    if case .notified(let since) = undrawnNotification {
      undrawnNotification = .ordered(sinceNanoseconds: since)
    }
    call { $0.draw(into: layer, timeNanoseconds: now) }
    drawnNanoseconds = now
    return drawsAtOnce
  }

  /// Records that the child draws after an input without a request; the drawing includes its own change of the
  /// selection.
  func drawsAfterInput(seeing selection: SelectionFacts?) {
    if let selection, selection == context.selection { seen.selection = selection }
    drawnNanoseconds = context.nowNanoseconds
    undrawnNotification = .ordered(sinceNanoseconds: context.nowNanoseconds)
  }

  /// Whether a requested drawing is pending.
  var isDrawing: Bool { hosted?.isDrawing ?? false }

  /// The deadline of the pending drawing; nil if none is pending.
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

  /// Records that the layer was drawn.
  func wasDrawn() {
    undrawnNanoseconds = nil
    if case .ordered = undrawnNotification { undrawnNotification = .none }
  }

  private func recordNotification() {
    guard !drawsAtOnce else { return }
    switch undrawnNotification {
    case .none: undrawnNotification = .notified(sinceNanoseconds: context.nowNanoseconds)
    case .ordered(let since): undrawnNotification = .notified(sinceNanoseconds: since)
    case .notified: break
    }
  }

  /// Until when a frame waits for a drawing of the latest notification; nil if there is none.
  ///
  /// The time runs from an earlier request that is still pending, so a frame does not wait for a late child.
  var notificationDrawingDeadline: Int64? {
    guard isOnScreen, hosted?.isAlive ?? false else { return nil }
    switch undrawnNotification {
    case .none: return nil
    case .notified(let since), .ordered(let since):
      let begin = isDrawing ? min(since, drawnNanoseconds ?? since) : since
      return begin + Self.firstDrawingNanoseconds
    }
  }

  /// Whether the child has been created.
  var isReady: Bool { hosted?.isReady ?? true }

  /// Whether a drawing from a worker is pending or due.
  var awaitsDrawing: Bool { isOnScreen && !drawsAtOnce && (isDrawing || context.needsDraw) }

  /// Whether a new frame would draw the child.
  var wantsFrame: Bool { isOnScreen && context.needsDraw && drawsAtOnce }

  /// Requests a due drawing from a child in a worker: at most 60 times a second, or at once for a frame that waits
  /// for a notification to be drawn.
  func orderDrawing(forFrame isFrameDue: Bool, atNanoseconds now: Int64) {
    guard let due = orderNanoseconds else { return }
    var isAwaited = false
    if isFrameDue, case .notified = undrawnNotification { isAwaited = true }
    if isAwaited || due <= now { _ = drawIfNeeded(atNanoseconds: now) }
  }

  /// When the next drawing is to be requested; nil if none is due.
  private var orderNanoseconds: Int64? {
    guard isOnScreen, context.needsDraw, !drawsAtOnce, !isDrawing else { return nil }
    return drawnNanoseconds.map { $0 + FrameRateLimit.intervalNanoseconds } ?? .min
  }

  /// The time of the child's next drawing request or timer.
  var nextDeadline: Int64? {
    guard isOnScreen else { return nil }
    guard let order = orderNanoseconds else { return context.wakeNanoseconds }
    return min(order, context.wakeNanoseconds ?? .max)
  }
}

// MARK: - Events

extension StageChild {
  /// Notifies the child of new content.
  package func contentChanged(toRevision revision: UInt64) {
    guard isOnScreen, seenRevision != revision else { return }
    seenRevision = revision
    context.needsDraw = true
    recordNotification()
    call { $0.send(.contentChanged) }
  }

  /// Delivers the child's timer when it is due.
  package func wakeIfDue(atNanoseconds now: Int64) {
    guard isOnScreen, let due = context.wakeNanoseconds, due <= now else { return }
    context.wakeWasDelivered()
    wake()
  }

  /// Delivers a wake-up from another thread, at most 250 a second.
  package func wakeFromThread() {
    if context.allowsThreadWake() { wake() }
  }

  /// Wakes the child and schedules a drawing.
  package func wake() {
    context.needsDraw = true
    context.wokeIsCalled()
    call { $0.send(.woke) }
  }

  /// Notifies the child of the end of a program that it started.
  private func programEnded(_ end: ProgramEnd) {
    context.needsDraw = true
    call { $0.send(.programEnded(end)) }
  }

  private func follows(_ news: EventSubscriptions) -> Bool {
    hosted?.follows.contains(news) ?? false
  }

  /// The facts that the child follows and that changed since it was notified.
  ///
  /// - Parameter facts: the facts that all children share.
  /// - Returns: the changed facts.
  func pendingNotifications(of facts: FollowedFacts) -> EventSubscriptions {
    var own = facts
    own.focus = context.focus
    guard isOnScreen, let follows = hosted?.follows else { return EventSubscriptions() }
    return own.changes(since: seen).intersection(follows)
  }

  /// Notifies the child of changes that it follows.
  ///
  /// - Returns: whether there was a change.
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
    guard isOnScreen else { return }
    call { $0.send(.themeChanged) }
  }

  /// Whether an input may go to the child: mouse input while it is on screen, other input while it takes keys.
  func takes(_ input: ChildInput) -> Bool {
    if case .mouse = input { takesInput } else { hasKeys }
  }

  /// Offers an input to the child.
  ///
  /// - Parameter input: the input; the mouse in cells of the surface.
  /// - Returns: whether the child used the input.
  func offer(_ input: ChildInput) -> InputAnswer {
    guard takes(input) else { return .unused }
    var own = input
    if case .mouse(var mouse) = input {
      mouse.column -= area.column
      mouse.row -= area.row
      own = .mouse(mouse)
    }
    let ownLayer = isOnScreen && !isDrawing && layer.columns > 0 && layer.rows > 0 ? layer : nil
    return call { $0.offer(own, drawingInto: ownLayer) } ?? .unused
  }

  /// The reply to the last offered input.
  var inputAnswer: InputAnswer { hosted?.inputAnswer ?? .unused }

  /// The time that the child has to reply to an input: the usual time, or less if it was slow before.
  func inputPatience(of nanoseconds: Int64) -> Int64 {
    guard let workerChild else { return nanoseconds }
    if workerChild.hasLostTurn { return min(nanoseconds, Self.lostTurnNanoseconds) }
    return workerChild.hasBriefTurn ? min(nanoseconds, Self.briefTurnNanoseconds) : nanoseconds
  }

  /// The time for a child that missed its deadline: enough to recover.
  private static let lostTurnNanoseconds: Int64 = 20_000_000
  /// The time for a child that was slow recently: the next child can still reply within a tenth of a second.
  private static let briefTurnNanoseconds: Int64 = 80_000_000

  /// Withdraws the offered input after its deadline.
  func withdrawInput() { hosted?.withdrawInput() }

  /// Whether a cell of the surface lies in its layer.
  package func covers(column: Int, row: Int) -> Bool {
    area.contains(column: column, row: row)
  }
}

extension StageChild {
  /// The child in a worker; nil for other children.
  var workerChild: WorkerChild? { hosted as? WorkerChild }

  /// Whether this shows the given child of a plugin.
  package func presents(_ other: any HostedChild) -> Bool { hosted === other }
}
