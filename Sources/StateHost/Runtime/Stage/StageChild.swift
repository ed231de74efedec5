package import HostPlugins
package import HostStates
package import HostSurface
internal import HostWorkers
package import StateContainer

/// A child on the stage: a plugin's or a blank one, with its layer, its place and its context.
package final class StageChild: StateContainerChild {
  /// The name that the event log and the states file know it by.
  package let name: String
  /// What the event log calls it: its name, and which reload of its plugin it came with, since it is there
  /// together with the one before.
  package let label: String
  package let context: ChildContext
  package let layer: Layer
  /// Its layer's place on the surface: the whole of it but the insets.
  package private(set) var area = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
  /// Between its will appear and its did disappear.
  package private(set) var isOnScreen = false
  /// Between its will appear and its will disappear: a child on its way out hears of no input.
  private var takesInput = false
  /// Until when it is offered nothing, for it came without the user's doing.
  private var quietUntil = Int64.min
  /// There is no room where it docks.
  private var isLeftOut = false
  /// It has been on screen.
  private(set) var hasAppeared = false

  private let description: ChildDescription?
  private let hosted: (any HostedChild)?
  private let output: CapturedOutput
  private var surface = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
  private var seenRevision: UInt64?
  private var seen: FollowedFacts
  /// When it has appeared without anything to show; nil once it has drawn.
  private var undrawnNanoseconds: Int64?
  /// When it was last drawn, or asked for that.
  private var drawnNanoseconds: Int64?
  /// What it was told, of what all children show, that is not in its layer yet; only where it does not draw at once.
  private var undrawnNews = UndrawnNews.none

  /// How far the drawing of news is; each case has when it was told of the first of them.
  private enum UndrawnNews {
    case none
    case told(sinceNanoseconds: Int64)
    /// A drawing was asked for after it was told.
    case ordered(sinceNanoseconds: Int64)
  }
  private var toldSize: (columns: Int, rows: Int)?

  /// - Parameters:
  ///   - name: its name.
  ///   - reload: which one of its plugin it came with, from 1; nil: none.
  ///   - description: what the states file says of it.
  ///   - hosted: what draws it; nil for a blank child.
  ///   - context: where the plugin's wishes go.
  ///   - pool: of its layer, which has no size yet.
  ///   - output: who looks for what the plugin prints.
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
    context.tellEnd = { [weak self] in self?.programEnded($0) }
  }

  /// Whether it is told where the mouse is while no button is down.
  var followsMouse: Bool { takesInput && hosted?.type.followsMouse ?? false }

  /// Whether it has the keys: it wants them, has room, and is on screen and not on its way out.
  ///
  /// It has been told so before the first key.
  package var hasKeys: Bool { takesInput && !isLeftOut && hosted?.type.takesFocus ?? false }

  /// A child that comes on screen, or to the front, unasked gets no input that was meant for what was there before.
  private static let quietNanoseconds: Int64 = 500_000_000

  /// It has come on screen or to the front, and not because the user has done something.
  func cameUnasked() {
    if context.isTrusted || context.isUserActive { return }
    quietUntil = context.nowNanoseconds + Self.quietNanoseconds
  }

  /// Whether it is offered nothing yet.
  func isQuiet(at now: Int64) -> Bool { now < quietUntil }

  /// Whether what is typed is text for it: it says so, or shows a cursor.
  package var takesText: Bool { isOnScreen && context.takesText ?? showsCursor }

  /// Whether it has drawn a cursor.
  var showsCursor: Bool { isOnScreen && layer.cursor != nil }

  /// What says that a child has failed, where it stands in its place.
  var notice: FailureNotice? { hosted as? FailureNotice }

  /// Whether that stands on the screen, and is not on its way out.
  var isNoticeSeen: Bool { takesInput && !isLeftOut && notice != nil }

  /// It is one of several notices.
  func share(rows place: (index: Int, count: Int)) {
    guard let notice, notice.place != place else { return }
    notice.place = place
    context.needsDraw = true
  }

  /// The type of child, for messages; nil for a blank one.
  package var type: ChildType? { hosted?.type }

  /// What it shows, in words, if it says.
  package var accessibilityText: String? { call { $0.accessibilityText() } ?? nil }

  /// The keys that it names now.
  package var keyHelp: [KeyHelpItem] { call { $0.keyHelp() } ?? [] }

  /// Its small state; nil where it has none to save.
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

  /// How its transition would run if its plugin had no say in it.
  package func timingWithoutPlugin(appearing: Bool) -> TransitionTiming {
    description?.timing(appearing: appearing, over: .standard) ?? .standard
  }

  /// Notes that the plugin's own timing has kept another state waiting.
  package func reportLongTransition() { hosted?.report(.transitionTooLong) }

  package func willAppear(animated: Bool) {
    isOnScreen = true
    if !hasAppeared, !drawsAtOnce { undrawnNanoseconds = context.nowNanoseconds }
    hasAppeared = true
    context.plugin.childAppeared()
    context.needsDraw = true
    call { $0.tell(.willAppear(animated: animated)) }
    lay(on: surface)
    takesInput = true
    if hasKeys { call { $0.tell(.focus(true)) } }
  }

  package func didAppear(animated: Bool) { call { $0.tell(.didAppear(animated: animated)) } }

  package func willDisappear(animated: Bool) {
    if hasKeys { call { $0.tell(.focus(false)) } }
    takesInput = false
    call { $0.tell(.willDisappear(animated: animated)) }
  }

  package func didDisappear(animated: Bool) {
    call { $0.tell(.didDisappear(animated: animated)) }
    isOnScreen = false
    context.plugin.childDisappeared()
  }

  package func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {
    call { $0.tell(.transitionWillBegin(appearing: appearing)) }
  }

  package func transitionDidProgress(appearing: Bool, progress: Double) {
    guard follows(.transition) else { return }
    call { $0.tell(.transitionProgress(appearing: appearing, progress: progress)) }
  }

  package func transitionDidEnd(appearing: Bool) {
    call { $0.tell(.transitionDidEnd(appearing: appearing)) }
  }
}

// MARK: - Layout and drawing

extension StageChild {
  /// Takes its place on a surface; told to the plugin when its layer's size has changed.
  package func lay(on surface: CellRectangle) {
    self.surface = surface
    area = surface.inset(by: insets(on: surface))
    if layer.columns != area.columns || layer.rows != area.rows {
      layer.resize(columns: area.columns, rows: area.rows)
      context.needsDraw = true
    }
    guard isOnScreen, toldSize?.columns != area.columns || toldSize?.rows != area.rows else {
      return
    }
    toldSize = (area.columns, area.rows)
    call { $0.tell(.resized(columns: area.columns, rows: area.rows)) }
  }

  /// There is room for it where it docks, or none: then nobody sees it, and it takes no keys.
  func leaveOut(_ isLeftOut: Bool) {
    let hadKeys = hasKeys
    self.isLeftOut = isLeftOut
    if hasKeys != hadKeys { call { $0.tell(.focus(hasKeys)) } }
  }

  /// Takes its place anew: its insets may be others.
  func layAgain() { lay(on: surface) }

  /// Cells free around it.
  var insets: CellInsets { insets(on: surface) }

  private func insets(on surface: CellRectangle) -> CellInsets {
    description?.insets
      ?? call { $0.insets(columns: surface.columns, rows: surface.rows) } ?? CellInsets()
  }

  /// Draws its layer if something asks for it.
  ///
  /// - Returns: whether it was drawn; one in a worker is asked for it, unless that is on its way.
  package func drawIfNeeded(atNanoseconds now: Int64) -> Bool {
    guard isOnScreen, context.needsDraw, !isDrawing else { return false }
    context.needsDraw = false
    if case .told(let since) = undrawnNews { undrawnNews = .ordered(sinceNanoseconds: since) }
    call { $0.draw(into: layer, timeNanoseconds: now) }
    drawnNanoseconds = now
    return drawsAtOnce
  }

  /// It draws after an input without being asked; what it did to the selection itself is in that.
  func drawsAfterInput(seeing selection: SelectionFacts?) {
    if let selection, selection == context.selection { seen.selection = selection }
    drawnNanoseconds = context.nowNanoseconds
    undrawnNews = .ordered(sinceNanoseconds: context.nowNanoseconds)
  }

  /// A drawing was asked for and has not come.
  var isDrawing: Bool { hosted?.isDrawing ?? false }

  /// Until when the drawing that was asked for is waited for by what depends on it; nil: it is there.
  func drawingPatience(of nanoseconds: Int64) -> Int64? {
    isDrawing ? drawnNanoseconds.map { $0 + nanoseconds } : nil
  }

  private var drawsAtOnce: Bool { hosted?.answersAtOnce ?? true }

  /// A frame waits so long for what it draws first, so that it is not seen empty, and for what it was told.
  private static let firstDrawingNanoseconds: Int64 = 8_000_000

  /// Until when a frame is to wait for its first drawing; nil: it has drawn, or is off screen.
  var firstDrawingDeadline: Int64? {
    isOnScreen ? undrawnNanoseconds.map { $0 + Self.firstDrawingNanoseconds } : nil
  }

  /// Its layer has been filled.
  func wasDrawn() {
    undrawnNanoseconds = nil
    if case .ordered = undrawnNews { undrawnNews = .none }
  }

  private func wasToldNews() {
    guard !drawsAtOnce else { return }
    switch undrawnNews {
    case .none: undrawnNews = .told(sinceNanoseconds: context.nowNanoseconds)
    case .ordered(let since): undrawnNews = .told(sinceNanoseconds: since)
    case .told: break
    }
  }

  /// Until when a frame is to wait for a drawing of what it was told; nil: it is there.
  ///
  /// One that is late with an earlier drawing is not waited for.
  var newsDrawingDeadline: Int64? {
    guard isOnScreen, hosted?.isAlive ?? false else { return nil }
    switch undrawnNews {
    case .none: return nil
    case .told(let since), .ordered(let since):
      let begin = isDrawing ? min(since, drawnNanoseconds ?? since) : since
      return begin + Self.firstDrawingNanoseconds
    }
  }

  /// Whether it is there, and not being made.
  var isReady: Bool { hosted?.isReady ?? true }

  /// A drawing is on its way, or due.
  var awaitsDrawing: Bool { isOnScreen && !drawsAtOnce && (isDrawing || context.needsDraw) }

  /// Whether a new frame would draw it.
  var wantsFrame: Bool { isOnScreen && context.needsDraw && drawsAtOnce }

  /// Asks it for what is due, if it does not draw within the call; 60 times a second at most, and for a frame that
  /// waits for what it was told.
  func orderDrawing(forFrame isFrameDue: Bool, atNanoseconds now: Int64) {
    guard let due = orderNanoseconds else { return }
    var isAwaited = false
    if isFrameDue, case .told = undrawnNews { isAwaited = true }
    if isAwaited || due <= now { _ = drawIfNeeded(atNanoseconds: now) }
  }

  /// When it is to be asked; nil: nothing asks for it.
  private var orderNanoseconds: Int64? {
    guard isOnScreen, context.needsDraw, !drawsAtOnce, !isDrawing else { return nil }
    return drawnNanoseconds.map { $0 + FramePace.intervalNanoseconds } ?? .min
  }

  /// When something of its own is due.
  var nextDeadline: Int64? {
    guard isOnScreen else { return nil }
    guard let order = orderNanoseconds else { return context.wakeNanoseconds }
    return min(order, context.wakeNanoseconds ?? .max)
  }
}

// MARK: - Events

extension StageChild {
  /// Tells of content that it has not seen yet.
  package func contentChanged(toRevision revision: UInt64) {
    guard isOnScreen, seenRevision != revision else { return }
    seenRevision = revision
    context.needsDraw = true
    wasToldNews()
    call { $0.tell(.contentChanged) }
  }

  /// Delivers its timer when that is due.
  package func wakeIfDue(atNanoseconds now: Int64) {
    guard isOnScreen, let due = context.wakeNanoseconds, due <= now else { return }
    context.wakeWasDelivered()
    wake()
  }

  /// Passes on a wake that came from another thread, 250 a second at most.
  package func wakeFromThread() {
    if context.allowsThreadWake() { wake() }
  }

  /// Wakes it, and has it drawn.
  package func wake() {
    context.needsDraw = true
    context.wokeIsCalled()
    call { $0.tell(.woke) }
  }

  /// What has become of a program that was run for it.
  private func programEnded(_ end: ProgramEnd) {
    context.needsDraw = true
    call { $0.tell(.programEnded(end)) }
  }

  private func follows(_ news: FollowedNews) -> Bool { hosted?.follows.contains(news) ?? false }

  /// - Parameter facts: what all children share.
  /// - Returns: what it follows and has not been told.
  func untold(of facts: FollowedFacts) -> FollowedNews {
    var own = facts
    own.focus = context.focus
    guard isOnScreen, let follows = hosted?.follows else { return FollowedNews() }
    return own.news(since: seen).intersection(follows)
  }

  /// Tells of what it follows and has not seen yet.
  ///
  /// - Returns: whether there was something to tell.
  func followedChanged(to facts: FollowedFacts) -> Bool {
    let news = untold(of: facts)
    if news.isEmpty { return false }
    seen = facts
    seen.focus = context.focus
    context.needsDraw = true
    wasToldNews()
    if news.contains(.situation) { call { $0.tell(.situationChanged) } }
    if news.contains(.selection) { call { $0.tell(.selectionChanged) } }
    if news.contains(.view) { call { $0.tell(.viewChanged) } }
    if news.contains(.focus) { call { $0.tell(.frontChanged) } }
    return true
  }

  /// Whether it listens to what other children say; one that is being made may.
  var hears: Bool { follows(.messages) || !isReady }

  func received(_ message: ChildMessage, from sender: String) {
    call { $0.tell(.message(message, from: sender)) }
  }

  package func themeChanged() {
    context.needsDraw = true
    guard isOnScreen else { return }
    call { $0.tell(.themeChanged) }
  }

  /// Whether an input may be for it: one of the mouse where it is, any other where it has the keys.
  func takes(_ input: ChildInput) -> Bool {
    if case .mouse = input { takesInput } else { hasKeys }
  }

  /// Offers it what the user did.
  ///
  /// - Parameter input: the mouse in cells of the surface.
  /// - Returns: whether it used it.
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

  /// What has become of what it was offered last.
  var inputAnswer: InputAnswer { hosted?.inputAnswer ?? .unused }

  /// How long it may think about what it is offered, of the time that each has.
  func inputPatience(of nanoseconds: Int64) -> Int64 {
    guard let workerChild else { return nanoseconds }
    if workerChild.hasLostTurn { return min(nanoseconds, Self.lostTurnNanoseconds) }
    return workerChild.hasBriefTurn ? min(nanoseconds, Self.briefTurnNanoseconds) : nanoseconds
  }

  /// What one has that has lost its turn: long enough to get it back.
  private static let lostTurnNanoseconds: Int64 = 20_000_000
  /// What one has that took long lately: the next child can still answer within a tenth of a second.
  private static let briefTurnNanoseconds: Int64 = 80_000_000

  /// It has had its time for that.
  func withdrawInput() { hosted?.withdrawInput() }

  /// Whether a cell of the surface lies in its layer.
  package func covers(column: Int, row: Int) -> Bool {
    area.contains(column: column, row: row)
  }
}

extension StageChild {
  /// What it shows, where that is a child in a worker.
  var workerChild: WorkerChild? { hosted as? WorkerChild }

  /// Whether a plugin's child is what it shows.
  package func presents(_ other: any HostedChild) -> Bool { hosted === other }
}
