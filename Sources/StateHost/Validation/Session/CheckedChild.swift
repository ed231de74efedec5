internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// A child (a component drawn by the tested plugin) with a simulated host, in a check's worker:
/// calls its functions singly or in sequences such as a whole life, and destroys it when released.
final class CheckedChild {
  let child: PluginChild
  let host: SimulatedHost
  let session: CheckSession
  var monitor: CallMonitor { session.monitor }
  /// Its size, if it is not the surface's.
  private var area: (columns: Int, rows: Int)?
  /// The layer that is reused while the size stays and no drawing needs its cells.
  private var layer: Layer

  init(_ child: PluginChild, host: SimulatedHost, in session: CheckSession) {
    self.child = child
    self.host = host
    self.session = session
    host.reportFault = { [weak child] in child?.report($0) }
    session.monitor.created(child)
    layer = Layer(columns: 0, rows: 0, pool: session.pool)
  }

  /// When a check fails, its children are destroyed here, without a record of that call.
  deinit {
    guard child.isAlive else { return }
    child.destroy()
    monitor.record.forgetLastCall()
  }

  /// The phase to which a child under test is brought before a check begins: created, shown, or
  /// shown with the keyboard focus.
  enum Phase {
    case created
    case shown
    case focused
  }

  /// An optional ability of a child, such as mouse input, that a validator check requires: its name
  /// for messages, and the test for it; children without it are skipped.
  struct Feature: Sendable {
    let name: String
    /// Whether the child must also take the focus.
    var takesFocus = false
    let isIn: @Sendable (ChildExtensions) -> Bool

    static let input = Feature(name: "input") { $0.input != nil }
    static let keys = Feature(name: "a key function") { unsafe $0.input?.key != nil }
    static let focusAndKeys = Feature(name: keys.name, takesFocus: true, isIn: keys.isIn)
    static let mouse = Feature(name: "a mouse function") { unsafe $0.input?.mouse != nil }
    static let paste = Feature(name: "a paste function") { unsafe $0.input?.paste != nil }
    static let keyHelp = Feature(name: "key help") { $0.keyHelp != nil }
    static let progress = Feature(name: "progress") { unsafe $0.transition?.progress != nil }
    static let insets = Feature(name: "insets") { unsafe $0.layout?.insets != nil }
    static let view = Feature(name: "an extension for the view") { $0.view != nil }
    static let selection = Feature(name: "an extension for the selection") { $0.selection != nil }
    static let accessibilityText = Feature(name: "accessibility text") { $0.accessibility != nil }
    static let messages = Feature(name: "messages") { $0.messages != nil }
    static let programs = Feature(name: "an extension for the ends of programs") { $0.run != nil }
    static let wake = Feature(name: "a wake function") { $0.wake != nil }
    static let savedState = Feature(name: "a saved state") { $0.state != nil }
  }

  func has(_ feature: Feature) -> Bool {
    feature.isIn(child.extensions) && (type.takesFocus || !feature.takesFocus)
  }

  var type: ChildType { child.type }
  var isOnScreen: Bool { child.isOnScreen }

  func destroy() { child.destroy() }

  /// Changes the size of the surface without a call.
  func setSize(columns: Int, rows: Int) {
    host.terminalFacts.columns = columns
    host.terminalFacts.rows = rows
  }

  func resize(columns: Int, rows: Int) {
    setSize(columns: columns, rows: rows)
    child.send(.resized(columns: columns, rows: rows))
  }

  /// Draws at the size of the surface, on a layer that the next draw may reuse.
  @discardableResult func draw() -> Drawing { draw(keepingCells: false) }

  /// Draws at the size of the surface, and keeps texts and cells for a comparison.
  func snapshot() -> Drawing { draw(keepingCells: true) }

  func draw(keepingCells: Bool) -> Drawing {
    let (columns, rows) = area ?? (host.terminalFacts.columns, host.terminalFacts.rows)
    let isReused = !keepingCells && layer.columns == columns && layer.rows == rows
    let layer = isReused ? layer : Layer(columns: columns, rows: rows, pool: session.pool)
    if !keepingCells { self.layer = layer }
    let drawing = Drawing(on: layer, keepingTexts: keepingCells, monitor: monitor)
    monitor.drawing = drawing
    child.draw(into: layer, timeNanoseconds: host.nowNanoseconds)
    monitor.drawing = nil
    return drawing
  }

  /// Gives it the requested area of an empty surface, without its insets, as `StageChild` does.
  func layOut() {
    let facts = host.terminalFacts
    var rest = CellRectangle(column: 0, row: 0, columns: facts.columns, rows: facts.rows)
    if case .some(.some(let dock)) = host.requestedDock {
      let strip = DockedStrip(dock, isCollapsed: host.isCollapsed, from: &rest)
      rest = strip.area ?? CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
    }
    let room = rest.inset(by: child.insets(columns: rest.columns, rows: rest.rows))
    let before = area ?? (facts.columns, facts.rows)
    guard room.columns != before.columns || room.rows != before.rows else { return }
    lay(columns: room.columns, rows: room.rows)
    draw()
  }

  /// Gives it an area of its own on the surface, as for a docked child.
  func lay(columns: Int, rows: Int) {
    area = (columns, rows)
    child.send(.resized(columns: columns, rows: rows))
  }

  func timing(appearing: Bool) -> childplugin_timing_t { child.filledTiming(appearing: appearing) }
  func insets() -> childplugin_insets_t { child.filledInsets() ?? childplugin_insets_t() }
  func willBegin(appearing: Bool) { child.send(.transitionWillBegin(appearing: appearing)) }

  func progress(_ progress: Double, appearing: Bool) {
    child.send(.transitionProgress(appearing: appearing, progress: progress))
  }

  func didEnd(appearing: Bool) { child.send(.transitionDidEnd(appearing: appearing)) }

  func change(to content: SimulatedContent) {
    let (before, row) = (host.content.facts, host.selection.row)
    host.content = content
    host.content.facts.revision = before.revision + 1
    child.send(.contentChanged)
    followScript()
    let isOther = before.rows != content.facts.rows || before.generation != content.facts.generation
    if isOther { viewChanged() }
    if host.selection.row != row { selectionChanged() }
  }

  func change(_ alter: (inout SimulatedContent) -> Void) {
    var content = host.content
    alter(&content)
    change(to: content)
  }

  /// Replaces the content by that of another load, altered.
  func reload(_ alter: (inout SimulatedContent) -> Void) {
    let generation = host.content.facts.generation + 1
    change {
      alter(&$0)
      $0.facts.generation = generation
    }
  }

  /// Moves the cursor to a row, as the user or another child does.
  func select(row: UInt64) {
    host.change(.select(row: row))
    selectionChanged()
  }

  /// Marks rows or removes their marks, as the user or another child does.
  func mark(row: UInt64, count: UInt64 = 1, _ isMarked: Bool) {
    host.change(.mark(row: row, count: count, isMarked: isMarked))
    selectionChanged()
  }

  /// Alters the view, as the user or another child does.
  func changeView(_ alter: (SimulatedView) -> Void) {
    alter(host.checkView)
    viewChanged()
  }

  func woke() {
    host.wokeIsCalled()
    child.send(.woke)
    followScript()
  }

  /// Advances the time to its timer, by `least` at least, and wakes it; false without a timer whose
  /// delay in nanoseconds is in a range.
  @discardableResult func fireTimer(
    dueIn range: some RangeExpression<Int64>, atLeast least: Int64 = 0
  ) -> Bool {
    guard let delay = host.wakeAfterNanoseconds, range ~= delay else { return false }
    host.wakeAfterNanoseconds = nil
    host.nowNanoseconds += max(delay, least)
    woke()
    return true
  }

  func themeChanged() { child.send(.themeChanged) }
  func viewChanged() { child.send(.viewChanged) }
  func selectionChanged() {
    child.send(.selectionChanged)
    followScript()
  }

  /// Reports changes of the state, the selection, the view and the child in front.
  func surroundingsChanged() {
    child.send(.situationChanged)
    selectionChanged()
    viewChanged()
    child.send(.frontChanged)
  }

  /// Its saved state, in a buffer that ends at a guard page; nil without the extension.
  func save(capacity: Int) -> PluginChild.Filling? {
    child.saveState(capacity: capacity, in: .guarded)
  }

  /// Its whole saved state; nil without the extension, or if it is larger than allowed.
  func savedBytes() -> [UInt8]? {
    guard let length = save(capacity: 0)?.length, length <= PluginChild.stateBytesLimit else {
      return nil
    }
    return save(capacity: Int(length))?.bytes
  }

  /// Restores a saved state, from a buffer that ends at a guard page.
  func restore(_ bytes: [UInt8]) -> Bool { child.restoreState(bytes, in: .guarded) }

  /// Its saved state after a life on screen, or if that is empty, after a text that is entered.
  func savedBytesAfterUse() -> [UInt8]? {
    live()
    if let bytes = savedBytes(), !bytes.isEmpty { return bytes }
    enterText()
    return savedBytes()
  }

  /// Its accessibility text; see `save`.
  func accessibilityText(capacity: Int) -> PluginChild.Filling? {
    child.accessibilityText(capacity: capacity, in: .guarded)
  }

  func keyHelpCount() -> UInt32 { child.keyHelpCount() ?? 0 }
  func keyHelpItem(_ index: UInt32) -> KeyHelpItem? { child.keyHelpItem(index) }

  var keyHelp: [KeyHelpItem] {
    (0..<min(keyHelpCount(), PluginChild.keyHelpLimit)).compactMap { keyHelpItem($0) }
  }

  /// Runs a body now, after a life on screen, and after each key of the help.
  func forEachHelp(_ body: () throws -> Void) rethrows {
    try body()
    live()
    settle()
    focus(true)
    try body()
    for key in helpKeys {
      self.key(key)
      try body()
    }
  }

  /// The keys of its help that have a key's name.
  var helpKeys: [TestKey] { keyHelp.compactMap { TestKey(named: $0.key) } }
}

/// Sequences of calls in a child's life, in the order of the real host.
extension CheckedChild {
  /// Creates another child of its type, with its situation and its or other content, and brings it
  /// on screen with the focus, at a size if given.
  func another(
    content: SimulatedContent? = nil, size: (columns: Int, rows: Int)? = nil
  ) throws -> CheckedChild {
    let other = try session.child(type, content: content ?? host.content)
    other.host.situation = host.situation
    if let size { other.setSize(columns: size.columns, rows: size.rows) }
    other.appearWithFocus()
    return other
  }

  /// What a new child of its type draws, with all that children share.
  func newDrawing(endingPrograms isEnding: Bool = true) throws -> Drawing {
    let other = try session.child(type, content: host.content)
    other.host.share(with: host)
    other.appearWithFocus()
    if isEnding { other.endPrograms() }
    defer { other.remove() }
    return other.snapshot()
  }

  /// Begins to come on or go off screen.
  func willTransition(appearing: Bool, animated: Bool = true) {
    if appearing { host.endActivation() }
    child.send(appearing ? .willAppear(animated: animated) : .willDisappear(animated: animated))
  }

  /// Ends what `willTransition` has begun.
  func didTransition(appearing: Bool, animated: Bool = true) {
    child.send(appearing ? .didAppear(animated: animated) : .didDisappear(animated: animated))
  }

  func appearWithFocus() {
    appear()
    focus(true)
  }

  /// Takes it off the screen, if it is there, and destroys it.
  func remove(animated: Bool = false) {
    monitor.removing {
      if isOnScreen { disappear(animated: animated) }
      destroy()
    }
  }

  /// Brings it on screen, with its transition, and draws it.
  func appear(animated: Bool = false) {
    _ = insets()
    willTransition(appearing: true, animated: animated)
    resize(columns: host.terminalFacts.columns, rows: host.terminalFacts.rows)
    if animated { runTransition(appearing: true) }
    draw()
    didTransition(appearing: true, animated: animated)
    followScript()
  }

  /// Removes it from the screen, with its transition.
  func disappear(animated: Bool = false) {
    willTransition(appearing: false, animated: animated)
    if animated { runTransition(appearing: false) }
    didTransition(appearing: false, animated: animated)
  }

  /// Runs its own transition with a frame at each step.
  func runTransition(appearing: Bool, steps: [Double] = [0, 0.25, 0.5, 0.75, 1]) {
    _ = timing(appearing: appearing)
    willBegin(appearing: appearing)
    for step in steps {
      progress(step, appearing: appearing)
      draw()
    }
    didEnd(appearing: appearing)
  }

  /// Causes every event of a visible child once.
  func live() {
    focus(true)
    key(.up)
    key(.down)
    key(.character("x"))
    paste(Array("pasted".utf8))
    click(column: 1, row: 1)
    mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 1, row: 1, wheel: 3))
    draw()
    change(to: host.content)
    themeChanged()
    surroundingsChanged()
    ask()
    for row: UInt64 in [3, 5] {
      select(row: row)
      settle(rounds: 1, awaitingThreads: false)
    }
    draw()
    focus(false)
  }

  /// Fires timers due within two seconds, ends programs and awaits threads, until the child rests.
  func settle(rounds: Int = 3, awaitingThreads isWaiting: Bool = true) {
    for _ in 0..<rounds {
      let isFired = fireTimer(dueIn: ...2_000_000_000)
      let isRunning = !host.programs.isEmpty
      endPrograms()
      let isWoken = isWaiting && awaitThreads()
      if !isFired, !isRunning, !isWoken { return }
    }
  }

  /// Waits until threads end or request a wake; wakes the child and returns true if one did.
  @discardableResult func awaitThreads() -> Bool {
    func isAwaited() -> Bool {
      monitor.hasOtherThreads && monitor.wakeCount == monitor.followedWakeCount
    }
    for _ in 0..<30 where isAwaited() && !monitor.hasLastingThreads {
      RealTime.sleep(milliseconds: 1)
    }
    if isAwaited() { monitor.hasLastingThreads = true }
    guard monitor.wakeCount > monitor.followedWakeCount else { return false }
    monitor.followedWakeCount = monitor.wakeCount
    woke()
    return true
  }

  /// Waits for the wakes that its threads request, and wakes it; returns how often: twice at most.
  @discardableResult func followThreads() -> Int {
    let began = RealTime.nowNanoseconds
    defer { monitor.followingNanoseconds += RealTime.nowNanoseconds - began }
    for wakes in 0..<2 {
      guard monitor.hasOtherThreads else { return wakes }
      for _ in 0..<40 where monitor.wakeCount == monitor.followedWakeCount {
        RealTime.sleep(milliseconds: 5)
      }
      if !awaitThreads() { return wakes }
    }
    return 2
  }

  /// Ends all its programs: by the user's script, else successfully with lines of output.
  func endPrograms() {
    if host.script != nil { return followScript() }
    // Repeated for a program that is started when another ends.
    for _ in 0..<2 { succeed() }
  }

  /// Ends its current programs, successfully with lines of output.
  func succeed() {
    let lines = Array("a line\nanother line\nthe last line\n".utf8)
    end { ProgramEnd($0, .exited(0), output: ProgramEnd.Output(lines)) }
  }

  /// Ends its programs by the user's script, and those that it then starts.
  func followScript() {
    for _ in 0..<8 where host.script != nil {
      let ends = host.programs.compactMap { host.scriptedEnd(of: $0) }
      if ends.isEmpty { return }
      host.programs.removeAll { number in ends.contains { $0.number == number } }
      for end in ends { reportEnd(end) }
    }
  }

  /// Ends its current programs in this way, but not those that it then starts.
  func end(_ how: (_ number: UInt64) -> ProgramEnd) {
    let programs = host.programs
    host.programs = []
    host.cancelledPrograms = []
    for number in programs { reportEnd(how(number)) }
  }

  private func reportEnd(_ end: ProgramEnd) {
    child.send(.programEnded(end))
    host.programEnded(end.number)
  }

  /// Wakes it as often, if the host would: its timer is suspended while it is off screen.
  func wake(times: Int = 1) {
    for _ in 0..<times where isOnScreen || monitor.hasRequestedWake(child) { woke() }
  }

  /// Causes every event that can come at any time once, including a wake.
  func ask(waking isWoken: Bool = true) {
    if isWoken { wake() }
    _ = timing(appearing: true)
    _ = timing(appearing: false)
    _ = insets()
    _ = accessibilityText(capacity: 256)
    for index in 0..<min(keyHelpCount(), 32) { _ = keyHelpItem(index) }
    _ = savedBytes()
  }

  /// Appears, causes every event once, and disappears, with transitions.
  func liveOnce() {
    appear(animated: true)
    live()
    disappear(animated: true)
  }

  /// Runs its life from the first appearance to the end.
  func liveAndEnd() {
    liveOnce()
    destroy()
  }
}

extension CheckedChild {
  /// Sends a key; false also without the extension.
  @discardableResult func key(_ key: TestKey) -> Bool {
    defer { followScript() }
    return unsafe Self.terminated(key.text) {
      unsafe child.key(code: key.code, modifiers: key.modifiers, text: $0)
    }
  }

  func press(_ keys: [TestKey]) { for key in keys { self.key(key) } }

  /// Types a text up to the first key that it does not use; returns whether it uses all.
  func type(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { key(.character($0)) } }

  /// Sends a mouse event; false also without the extension.
  @discardableResult func mouse(_ mouse: childplugin_mouse_t) -> Bool {
    defer { followScript() }
    return child.mouse(mouse)
  }

  func click(column: Int32, row: Int32) {
    for kind in [CHILDPLUGIN_MOUSE_PRESS, CHILDPLUGIN_MOUSE_RELEASE] {
      mouse(childplugin_mouse_t(kind, button: CHILDPLUGIN_BUTTON_LEFT, column: column, row: row))
    }
  }

  /// Turns the wheel over the child; positive is down.
  @discardableResult func turnWheel(_ steps: Int32) -> Bool { mouse(.wheel(steps)) }

  /// Pastes text, any bytes; false also without the extension.
  @discardableResult func paste(_ text: [UInt8]) -> Bool {
    defer { followScript() }
    return unsafe Self.terminated(text) { bytes in
      unsafe child.paste(bytes.assumingMemoryBound(to: UInt8.self).span)
    }
  }

  /// Sends a message of another child; does nothing without the extension.
  func message(_ subject: String, _ body: [UInt8], from sender: String = "org.statehost.validator")
  { message(Array(subject.utf8), body, from: Array(sender.utf8)) }

  /// The same with any bytes.
  func message(_ subject: [UInt8], _ body: [UInt8], from sender: [UInt8]) {
    unsafe Self.terminated(sender) { sender in
      unsafe Self.terminated(subject) { subject in
        unsafe child.received(subject, body.span.bytes, from: sender)
      }
    }
  }

  func focus(_ isFocused: Bool) { child.send(.focus(isFocused)) }

  /// Whether it takes typed characters as text.
  var isTakingText: Bool { host.takesText?.what == true || snapshot().cursor != nil }

  /// Begins a text entry with a key of its help or a usual one.
  func beginText() {
    focus(true)
    for opener in helpKeys + [.character("/")] where !isTakingText { key(opener) }
  }

  /// Begins a text entry, and types a text.
  func typeText() {
    beginText()
    if isTakingText { press(TestKey.characters("a\u{E9}")) }
  }

  /// Types a text, and enters it.
  func enterText() {
    typeText()
    key(.enter)
  }

  /// Bytes followed by a NUL: a plugin that expects C strings then fails only the check for that.
  private static func terminated<Result>(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    unsafe (bytes + [0]).withUnsafeBytes {
      unsafe body(UnsafeRawBufferPointer(rebasing: $0.dropLast()))
    }
  }
}
