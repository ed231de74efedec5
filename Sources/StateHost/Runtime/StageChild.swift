package import HostPlugins
package import HostStates
package import HostSurface
package import StateContainer

/// A child on the stage: a plugin's or a blank one, with its layer, its place and its context.
package final class StageChild: StateContainerChild {
  /// The name that the event log and the states file know it by.
  package let name: String
  package let context: ChildContext
  package let layer: Layer
  /// Its layer's place on the surface: the whole of it but the insets.
  package private(set) var area = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
  /// Between its will appear and its did disappear.
  package private(set) var isOnScreen = false
  /// Between its will appear and its will disappear: a child on its way out hears of no input.
  private var takesInput = false

  private let description: ChildDescription?
  private let plugin: PluginChild?
  private let output: CapturedOutput
  private var surface = CellRectangle(column: 0, row: 0, columns: 0, rows: 0)
  private var seenRevision: UInt64?
  private var toldSize: (columns: Int, rows: Int)?

  /// - Parameters:
  ///   - name: its name.
  ///   - description: what the states file says of it.
  ///   - plugin: what draws it; nil for a blank child.
  ///   - context: where the plugin's wishes go.
  ///   - layer: its layer.
  ///   - output: who looks for what the plugin prints.
  package init(
    name: String, description: ChildDescription?, plugin: PluginChild?, context: ChildContext,
    layer: Layer, output: CapturedOutput
  ) {
    self.name = name
    self.description = description
    self.plugin = plugin
    self.context = context
    self.layer = layer
    self.output = output
  }

  /// Makes the child of an entry, on a layer of no size.
  ///
  /// A plugin that makes none leaves it blank, and the log says why.
  package convenience init(
    making entry: Arrangement.Entry, of catalogue: PluginCatalogue?, in run: RunContext,
    pool: GraphemePool, log: PluginLog, output: CapturedOutput
  ) {
    let context = ChildContext(run, options: entry.description?.options)
    var plugin: PluginChild?
    if let type = entry.type, let catalogue {
      do throws(PluginChild.CreationError) {
        plugin = try catalogue.makeChild(type, services: context)
      } catch {
        let file = catalogue.plugin(of: type).path
        log.add(PluginLog.Line(level: .error, text: error.line(child: entry.name, file: file)))
      }
      output.collect(from: type)
    }
    self.init(
      name: entry.name, description: entry.description, plugin: plugin, context: context,
      layer: Layer(columns: 0, rows: 0, pool: pool), output: output)
  }

  /// Whether it has the keys: it wants them, and is on screen and not on its way out.
  ///
  /// It has been told so before the first key.
  package var hasKeys: Bool { takesInput && plugin?.type.takesFocus ?? false }

  /// Whether it shows a cursor, so that what is typed is text.
  package var takesText: Bool { isOnScreen && layer.cursor != nil }

  /// The type of child, for messages; nil for a blank one.
  package var type: ChildType? { plugin?.type }

  /// What it shows, in words, if it says.
  package var accessibilityText: String? { call { $0.accessibilityText() } ?? nil }

  /// The keys that it names now.
  package var keyHelp: [KeyHelpItem] { call { $0.keyHelp() } ?? [] }

  /// Its small state; nil where it has none to save.
  package var savedState: [UInt8]? { call { $0.saveState() } ?? nil }

  /// Gives it the state that it saved in an earlier run; it need not take it.
  package func restore(_ state: [UInt8]) { call { _ = $0.restoreState(state) } }

  /// Frees the plugin's child.
  package func destroy() { call { $0.destroy() } }

  @discardableResult
  private func call<Result>(_ body: (PluginChild) -> Result) -> Result? {
    guard let plugin else { return nil }
    defer { output.collect(from: plugin.type) }
    return body(plugin)
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
  package func reportLongTransition() { plugin?.report(.transitionTooLong) }

  package func willAppear(animated: Bool) {
    isOnScreen = true
    context.needsDraw = true
    call { $0.willAppear(animated: animated) }
    lay(on: surface)
    takesInput = true
    if hasKeys { call { $0.focus(true) } }
  }

  package func didAppear(animated: Bool) { call { $0.didAppear(animated: animated) } }

  package func willDisappear(animated: Bool) {
    if hasKeys { call { $0.focus(false) } }
    takesInput = false
    call { $0.willDisappear(animated: animated) }
  }

  package func didDisappear(animated: Bool) {
    call { $0.didDisappear(animated: animated) }
    isOnScreen = false
  }

  package func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {
    call { $0.transitionWillBegin(appearing: appearing) }
  }

  package func transitionDidProgress(appearing: Bool, progress: Double) {
    guard let plugin, plugin.followsTransition else { return }
    call { $0.transitionProgress(appearing: appearing, progress: progress) }
  }

  package func transitionDidEnd(appearing: Bool) {
    call { $0.transitionDidEnd(appearing: appearing) }
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
    call { $0.resized(columns: area.columns, rows: area.rows) }
  }

  private func insets(on surface: CellRectangle) -> CellInsets {
    description?.insets
      ?? call { $0.insets(columns: surface.columns, rows: surface.rows) } ?? CellInsets()
  }

  /// Draws its layer if something asks for it.
  ///
  /// - Returns: whether it was drawn.
  package func drawIfNeeded(atNanoseconds now: Int64) -> Bool {
    guard isOnScreen, context.needsDraw else { return false }
    context.needsDraw = false
    call { $0.draw(into: layer, timeNanoseconds: now) }
    return true
  }
}

// MARK: - Events

extension StageChild {
  /// Tells of content that it has not seen yet.
  package func contentChanged(toRevision revision: UInt64) {
    guard isOnScreen, seenRevision != revision else { return }
    seenRevision = revision
    context.needsDraw = true
    call { $0.contentChanged() }
  }

  /// Delivers its timer when that is due.
  package func wakeIfDue(atNanoseconds now: Int64) {
    guard isOnScreen, let due = context.wakeNanoseconds, due <= now else { return }
    context.wakeWasDelivered()
    wake()
  }

  /// Passes on a wake that came from another thread, 250 a second at most.
  package func wakeFromThread() {
    if plugin?.mayBeWokenNow() ?? true { wake() } else { context.wakeSoon() }
  }

  /// Wakes it, and has it drawn.
  package func wake() {
    context.needsDraw = true
    call { $0.woke() }
  }

  package func themeChanged() {
    context.needsDraw = true
    guard isOnScreen else { return }
    call { $0.themeChanged() }
  }

  /// - Returns: whether it used the key.
  package func receive(_ key: ChildKey) -> Bool {
    hasKeys && call { $0.key(key) } ?? false
  }

  /// - Parameter mouse: in cells of the surface.
  /// - Returns: whether it used the event.
  package func receive(_ mouse: ChildMouse) -> Bool {
    var own = mouse
    own.column -= area.column
    own.row -= area.row
    return takesInput && call { $0.mouse(own) } ?? false
  }

  /// - Returns: whether it used the text.
  package func receivePaste(_ text: Span<UInt8>) -> Bool {
    guard hasKeys, let plugin else { return false }
    defer { output.collect(from: plugin.type) }
    return plugin.paste(text)
  }

  /// Whether a cell of the surface lies in its layer.
  package func covers(column: Int, row: Int) -> Bool {
    column >= area.column && column < area.column + area.columns && row >= area.row
      && row < area.row + area.rows
  }
}

extension StageChild {
  /// Whether a plugin's child is what it shows.
  package func presents(_ other: PluginChild) -> Bool { plugin === other }
}
