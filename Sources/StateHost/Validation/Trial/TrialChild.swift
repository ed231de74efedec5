internal import ChildPluginAPI
internal import HostPlugins
internal import HostSurface

/// A child under trial: a plugin's child as the host has it, with made-up answers to what it asks,
/// led through anything in any order.
final class TrialChild {
  let child: PluginChild
  let services: TrialServices
  private let watch: TrialWatch
  private let pool: GraphemePool
  /// The size that it has where that is not the surface's.
  private var area: (columns: Int, rows: Int)?
  /// What is drawn on while nobody asks for the cells afterwards and the size stays.
  private var layer: Layer

  init(_ child: PluginChild, services: TrialServices, in trial: Trial) {
    self.child = child
    self.services = services
    watch = trial.watch
    pool = trial.pool
    services.reportFault = { [weak child] in child?.report($0) }
    layer = Layer(columns: 0, rows: 0, pool: pool)
  }

  /// A check that fails lets go of its children: that they are destroyed then is nothing that it did.
  deinit {
    guard child.isAlive else { return }
    child.destroy()
    watch.record.forgetLastCall()
  }

  var type: ChildType { child.type }
  var extensions: ChildExtensions { child.extensions }
  var isOnScreen: Bool { child.isOnScreen }

  // MARK: Its life

  func willAppear(animated: Bool = false) {
    services.endActivation()
    child.willAppear(animated: animated)
  }
  func didAppear(animated: Bool = false) { child.didAppear(animated: animated) }
  func willDisappear(animated: Bool = false) { child.willDisappear(animated: animated) }
  func didDisappear(animated: Bool = false) { child.didDisappear(animated: animated) }
  func destroy() { child.destroy() }

  // MARK: Size and drawing

  /// The surface has another size now; nobody is told.
  func setSize(columns: Int, rows: Int) {
    services.terminalFacts.columns = columns
    services.terminalFacts.rows = rows
  }

  /// The surface has another size now.
  func resize(columns: Int, rows: Int) {
    setSize(columns: columns, rows: rows)
    child.resized(columns: columns, rows: rows)
  }

  /// Draws at the size that the surface has; on a layer of its own where the cells of this drawing
  /// are to be compared.
  @discardableResult
  func draw(keepingCells: Bool = false) -> Drawing {
    let (columns, rows) = area ?? (services.terminalFacts.columns, services.terminalFacts.rows)
    let isReused = !keepingCells && layer.columns == columns && layer.rows == rows
    let layer = isReused ? layer : Layer(columns: columns, rows: rows, pool: pool)
    if !keepingCells { self.layer = layer }
    let drawing = Drawing(on: layer, keepingTexts: keepingCells, watch: watch)
    watch.drawing = drawing
    child.draw(into: layer, timeNanoseconds: services.nowNanoseconds)
    watch.drawing = nil
    return drawing
  }

  /// Has the area that it asked for, of a surface where nobody else is, less its insets: as `StageChild` is laid.
  func layOut() {
    let facts = services.terminalFacts
    var rest = CellRectangle(column: 0, row: 0, columns: facts.columns, rows: facts.rows)
    if case .some(.some(let dock)) = services.claimed {
      rest = DockedStrip(dock, sized: nil, from: &rest).area ?? rest
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
    let (before, row) = (services.content.facts, services.selection.row)
    services.content = content
    services.content.facts.revision = before.revision + 1
    child.contentChanged()
    let isOther = before.rows != content.facts.rows || before.generation != content.facts.generation
    if isOther { viewChanged() }
    if services.selection.row != row { selectionChanged() }
  }

  func woke() {
    services.wokeIsCalled()
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
