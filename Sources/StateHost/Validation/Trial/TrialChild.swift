internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// A child under trial: a plugin's child as the host has it, with made-up answers to what it asks,
/// led through anything in any order.
final class TrialChild {
  let child: PluginChild
  let host: TrialHost
  let trial: Trial
  private var watch: CallMonitor { trial.watch }
  private let pool: GraphemePool
  /// The size that it has where that is not the surface's.
  private var area: (columns: Int, rows: Int)?
  /// What is drawn on while nobody asks for the cells afterwards and the size stays.
  private var layer: Layer

  init(_ child: PluginChild, host: TrialHost, in trial: Trial) {
    self.child = child
    self.host = host
    self.trial = trial
    pool = trial.pool
    host.reportFault = { [weak child] in child?.report($0) }
    layer = Layer(columns: 0, rows: 0, pool: pool)
  }

  /// A check that fails lets go of its children: that they are destroyed then is nothing that it did.
  deinit {
    guard child.isAlive else { return }
    child.destroy()
    watch.record.forgetLastCall()
  }

  /// How far a child has come before the body of a check runs.
  enum Phase {
    case created
    case shown
    /// On screen, with the keyboard focus.
    case focused
  }

  /// Something optional that a child may have.
  struct Feature: Sendable {
    let name: String
    let has: @Sendable (TrialChild) -> Bool

    init(_ name: String, _ has: @escaping @Sendable (TrialChild) -> Bool) {
      (self.name, self.has) = (name, has)
    }

    static let input = Feature("input") { $0.extensions.input != nil }
    static let keys = Feature("a key function") { unsafe $0.extensions.input?.key != nil }
    static let focusAndKeys = Feature("a key function") {
      unsafe $0.type.takesFocus && $0.extensions.input?.key != nil
    }
    static let mouse = Feature("a mouse function") { unsafe $0.extensions.input?.mouse != nil }
    static let paste = Feature("a paste function") { unsafe $0.extensions.input?.paste != nil }
    static let keyHelp = Feature("key help") { $0.extensions.keyHelp != nil }
    static let progress = Feature("progress") { unsafe $0.extensions.transition?.progress != nil }
    static let insets = Feature("insets") { unsafe $0.extensions.layout?.insets != nil }
    static let view = Feature("an extension for the view") { $0.extensions.view != nil }
    static let selection = Feature("an extension for the selection") {
      $0.extensions.selection != nil
    }
    static let accessibilityText = Feature("accessibility text") {
      $0.extensions.accessibility != nil
    }
    static let messages = Feature("messages") { $0.extensions.messages != nil }
    static let programs = Feature("an extension for the ends of programs") {
      $0.extensions.run != nil
    }
    static let savedState = Feature("a saved state") { $0.extensions.savedState != nil }
  }

  var type: ChildType { child.type }
  var extensions: ChildExtensions { child.extensions }
  var isOnScreen: Bool { child.isOnScreen }

  // MARK: Its life

  func willAppear(animated: Bool = false) {
    host.endActivation()
    child.willAppear(animated: animated)
  }
  func didAppear(animated: Bool = false) { child.didAppear(animated: animated) }
  func willDisappear(animated: Bool = false) { child.willDisappear(animated: animated) }
  func didDisappear(animated: Bool = false) { child.didDisappear(animated: animated) }
  func destroy() { child.destroy() }

  // MARK: Size and drawing

  /// The surface has another size now; nobody is told.
  func setSize(columns: Int, rows: Int) {
    host.terminalFacts.columns = columns
    host.terminalFacts.rows = rows
  }

  /// The surface has another size now.
  func resize(columns: Int, rows: Int) {
    setSize(columns: columns, rows: rows)
    child.resized(columns: columns, rows: rows)
  }

  /// Draws at the size that the surface has, on a layer that the next draw may use again.
  @discardableResult func draw() -> Drawing { draw(keepingCells: false) }

  /// Draws at the size that the surface has, and keeps the texts and cells for a comparison.
  func snapshot() -> Drawing { draw(keepingCells: true) }

  func draw(keepingCells: Bool) -> Drawing {
    let (columns, rows) = area ?? (host.terminalFacts.columns, host.terminalFacts.rows)
    let isReused = !keepingCells && layer.columns == columns && layer.rows == rows
    let layer = isReused ? layer : Layer(columns: columns, rows: rows, pool: pool)
    if !keepingCells { self.layer = layer }
    let drawing = Drawing(on: layer, keepingTexts: keepingCells, watch: watch)
    watch.drawing = drawing
    child.draw(into: layer, timeNanoseconds: host.nowNanoseconds)
    watch.drawing = nil
    return drawing
  }

  /// Has the area that it asked for, of a surface where nobody else is, less its insets: as `StageChild` is laid.
  func layOut() {
    let facts = host.terminalFacts
    var rest = CellRectangle(column: 0, row: 0, columns: facts.columns, rows: facts.rows)
    if case .some(.some(let dock)) = host.claimed {
      let strip = DockedStrip(dock, isCollapsed: host.isCollapsed, from: &rest)
      rest = strip.area ?? CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
    }
    let room = rest.inset(by: child.insets(columns: rest.columns, rows: rest.rows))
    let before = area ?? (facts.columns, facts.rows)
    guard room.columns != before.columns || room.rows != before.rows else { return }
    area = (room.columns, room.rows)
    child.resized(columns: room.columns, rows: room.rows)
    draw()
  }

  /// Has an area of its own on the surface, as who docks has.
  func lay(columns: Int, rows: Int) {
    area = (columns, rows)
    child.resized(columns: columns, rows: rows)
  }

  // MARK: Transitions

  func timing(appearing: Bool) -> childplugin_timing_t { child.filledTiming(appearing: appearing) }
  func insets() -> childplugin_insets_t { child.filledInsets() ?? childplugin_insets_t() }
  func willBegin(appearing: Bool) { child.transitionWillBegin(appearing: appearing) }

  func progress(_ progress: Double, appearing: Bool) {
    child.transitionProgress(appearing: appearing, progress: progress)
  }

  func didEnd(appearing: Bool) { child.transitionDidEnd(appearing: appearing) }

  // MARK: News

  /// The content is another now.
  func change(to content: TrialContent) {
    let (before, row) = (host.content.facts, host.selection.row)
    host.content = content
    host.content.facts.revision = before.revision + 1
    child.contentChanged()
    let isOther = before.rows != content.facts.rows || before.generation != content.facts.generation
    if isOther { viewChanged() }
    if host.selection.row != row { selectionChanged() }
  }

  func woke() {
    host.wokeIsCalled()
    child.woke()
  }

  func themeChanged() { child.themeChanged() }
  func viewChanged() { child.viewChanged() }
  func selectionChanged() { child.selectionChanged() }

  /// The state, the rows that are shown, the user's row and who is in front are others, or so it is told.
  func surroundingsChanged() {
    child.situationChanged()
    selectionChanged()
    viewChanged()
    child.frontChanged()
  }

  // MARK: What it tells

  /// Its saved state in a buffer that ends where readable memory ends; nil without the extension.
  func save(capacity: Int) -> PluginChild.Filling? {
    child.saveState(capacity: capacity, in: .guarded)
  }

  /// The whole state; nil without the extension, or when it says that it is larger than allowed.
  func savedBytes() -> [UInt8]? {
    guard let length = save(capacity: 0)?.length, length <= PluginChild.stateBytesLimit else {
      return nil
    }
    return save(capacity: Int(length))?.bytes
  }

  /// Gives it bytes that end where readable memory ends.
  func restore(_ bytes: [UInt8]) -> Bool { child.restoreState(bytes, in: .guarded) }

  /// What it says of itself; as for `save`.
  func accessibilityText(capacity: Int) -> PluginChild.Filling? {
    child.accessibilityText(capacity: capacity, in: .guarded)
  }

  func keyHelpCount() -> UInt32 { child.keyHelpCount() ?? 0 }
  func keyHelpItem(_ index: UInt32) -> KeyHelpItem? { child.keyHelpItem(index) }
}

/// Whole parts of a child's life, as the host would lead it through them.
extension TrialChild {
  /// Comes on screen, its transition included, and is drawn.
  func appear(animated: Bool = false) {
    _ = insets()
    willAppear(animated: animated)
    resize(columns: host.terminalFacts.columns, rows: host.terminalFacts.rows)
    if animated { runTransition(appearing: true) }
    draw()
    didAppear(animated: animated)
    followScript()
  }

  /// Leaves the screen, its transition included.
  func disappear(animated: Bool = false) {
    willDisappear(animated: animated)
    if animated { runTransition(appearing: false) }
    didDisappear(animated: animated)
  }

  /// Its own transition, in a few frames.
  func runTransition(appearing: Bool) {
    _ = timing(appearing: appearing)
    willBegin(appearing: appearing)
    for step in 0...4 {
      progress(Double(step) / 4, appearing: appearing)
      draw()
    }
    didEnd(appearing: appearing)
  }

  /// Everything that may happen on screen, once.
  func live() {
    focus(true)
    key(.up)
    key(.down)
    key(.character("x"))
    paste(Array("pasted".utf8))
    for kind in [CHILDPLUGIN_MOUSE_PRESS, CHILDPLUGIN_MOUSE_RELEASE] {
      mouse(childplugin_mouse_t(kind, button: CHILDPLUGIN_BUTTON_LEFT, column: 1, row: 1))
    }
    mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 1, row: 1, wheel: 3))
    draw()
    change(to: host.content)
    themeChanged()
    surroundingsChanged()
    ask()
    endPrograms()
    draw()
    focus(false)
  }

  /// All that it has run has ended, as the user says or well, and written something.
  func endPrograms() {
    if host.script != nil { return followScript() }
    // Who waits for one before the next runs that now.
    for _ in 0..<2 {
      end { ProgramEnd($0, .exited(0), output: ProgramEnd.Output(Array("a line\n".utf8))) }
    }
  }

  /// What it has run ends at once where the user says how, and so does what it runs then.
  func followScript() {
    for _ in 0..<Self.programsInTurn where host.script != nil {
      let ends = host.programs.compactMap { host.scriptedEnd(of: $0) }
      if ends.isEmpty { return }
      host.programs.removeAll { number in ends.contains { $0.number == number } }
      for end in ends { tellEnd(end) }
    }
  }

  private static let programsInTurn = 8

  /// What it has run has ended so; of what it runs then it is not told here.
  func end(_ how: (_ number: UInt64) -> ProgramEnd) {
    let programs = host.programs
    host.programs = []
    host.cancelledPrograms = []
    for number in programs { tellEnd(how(number)) }
  }

  private func tellEnd(_ end: ProgramEnd) {
    child.programEnded(end)
    host.programEnded(end.number)
  }

  /// Everything that may happen at any time, once; its timer, where it is to come, as well.
  func ask(waking isWoken: Bool = true) {
    if isWoken { woke() }
    _ = timing(appearing: true)
    _ = timing(appearing: false)
    _ = insets()
    _ = accessibilityText(capacity: 256)
    for index in 0..<min(keyHelpCount(), 32) { _ = keyHelpItem(index) }
    _ = savedBytes()
  }

  /// From its first appearance to its end.
  func liveAndEnd() {
    appear(animated: true)
    live()
    disappear(animated: true)
    destroy()
  }
}

/// A key as a child gets it.
struct TrialKey {
  var code: UInt32
  var modifiers: UInt32 = 0
  /// What it types, any bytes.
  var text: [UInt8] = []

  static let enter = TrialKey(code: CHILDPLUGIN_KEY_ENTER)
  static let escape = TrialKey(code: CHILDPLUGIN_KEY_ESCAPE)
  static let tab = TrialKey(code: CHILDPLUGIN_KEY_TAB)
  static let up = TrialKey(code: CHILDPLUGIN_KEY_UP)
  static let down = TrialKey(code: CHILDPLUGIN_KEY_DOWN)
  static let left = TrialKey(code: CHILDPLUGIN_KEY_LEFT)
  static let right = TrialKey(code: CHILDPLUGIN_KEY_RIGHT)
  static let home = TrialKey(code: CHILDPLUGIN_KEY_HOME)
  static let end = TrialKey(code: CHILDPLUGIN_KEY_END)
  static let pageUp = TrialKey(code: CHILDPLUGIN_KEY_PAGE_UP)
  static let pageDown = TrialKey(code: CHILDPLUGIN_KEY_PAGE_DOWN)
  static let backspace = TrialKey(code: CHILDPLUGIN_KEY_BACKSPACE)
  static let delete = TrialKey(code: CHILDPLUGIN_KEY_DELETE)

  static let letters = (0x61..<0x7B).compactMap { Unicode.Scalar($0) }.map {
    TrialKey.character($0)
  }

  /// A key that types a character.
  static func character(_ scalar: Unicode.Scalar, modifiers: UInt32 = 0) -> TrialKey {
    TrialKey(code: scalar.value, modifiers: modifiers, text: Array(String(scalar).utf8))
  }

  /// Every key of the header that has no character.
  static let named: [TrialKey] =
    (CHILDPLUGIN_KEY_ENTER...CHILDPLUGIN_KEY_DELETE).map { TrialKey(code: $0) }
    + (CHILDPLUGIN_KEY_F1...CHILDPLUGIN_KEY_F1 + 11).map { TrialKey(code: $0) }
}

extension childplugin_mouse_t {
  /// A mouse event with any numbers; its size is the caller's affair.
  init(
    _ kind: UInt32, button: UInt32 = CHILDPLUGIN_BUTTON_NONE, modifiers: UInt32 = 0,
    column: Int32 = 0, row: Int32 = 0, wheel: Int32 = 0
  ) {
    self.init(
      size: 0, kind: kind, button: button, modifiers: modifiers, column: column, row: row,
      wheel: wheel, reserved: 0, wheel_columns: 0)
  }
}

extension TrialChild {
  /// Sends a key; false also without the extension.
  @discardableResult func key(_ key: TrialKey) -> Bool {
    defer { followScript() }
    return unsafe Self.terminated(key.text) {
      unsafe child.key(code: key.code, modifiers: key.modifiers, text: $0)
    }
  }

  /// Sends a mouse event; false also without the extension.
  @discardableResult func mouse(_ mouse: childplugin_mouse_t) -> Bool {
    defer { followScript() }
    return child.mouse(mouse)
  }

  /// Turns the wheel over the middle of the child, down where the number is positive.
  @discardableResult func turnWheel(_ steps: Int32) -> Bool {
    mouse(childplugin_mouse_t(CHILDPLUGIN_MOUSE_WHEEL, column: 3, row: 3, wheel: steps))
  }

  /// Pastes text, any bytes; false also without the extension.
  @discardableResult func paste(_ text: [UInt8]) -> Bool {
    defer { followScript() }
    return unsafe Self.terminated(text) { bytes in
      unsafe child.paste(bytes.assumingMemoryBound(to: UInt8.self).span)
    }
  }

  /// Another child says something, any bytes; nothing without the extension.
  func message(_ subject: [UInt8], _ body: [UInt8], from sender: [UInt8]) {
    unsafe Self.terminated(sender) { sender in
      unsafe Self.terminated(subject) { subject in
        unsafe child.received(subject, body.span.bytes, from: sender)
      }
    }
  }

  func focus(_ isFocused: Bool) { child.focus(isFocused) }

  /// Whether what is typed is text for it.
  var isTakingText: Bool { host.takesText?.what == true || snapshot().cursor != nil }

  /// Begins a text, where a key that it names, or a usual one, does that, and types some.
  func typeText() {
    focus(true)
    for opener in KeyChecks.helpKeys(of: self) + [.character("/")] where !isTakingText {
      key(opener)
    }
    if isTakingText { for letter: Unicode.Scalar in ["a", "\u{E9}"] { key(.character(letter)) } }
  }

  /// Bytes with a NUL behind them, so that a plugin that takes them for a C string is found by the
  /// check that is for it.
  private static func terminated<Result>(
    _ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    unsafe (bytes + [0]).withUnsafeBytes {
      unsafe body(UnsafeRawBufferPointer(rebasing: $0.dropLast()))
    }
  }
}
