internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostSurface
internal import HostTerminal
internal import HostText
internal import StateContainer

/// The plugins' children of a scenario, on a surface of 80 by 24 cells that nobody sees.
final class ScenarioCast {
  let context = RunContext()
  private let arrangement: Arrangement
  private let catalogue: PluginCatalogue
  private let log: PluginLog
  private let output: CapturedOutput
  private let pool = GraphemePool()
  private var children: [StageChild] = []
  private let inbox = PluginInbox()

  init(
    _ arrangement: Arrangement, catalogue: PluginCatalogue, log: PluginLog, output: CapturedOutput
  ) {
    self.arrangement = arrangement
    self.catalogue = catalogue
    self.log = log
    self.output = output
  }

  /// What presents a child of the scenario; nil for a blank one.
  func child(for description: ChildDescription) -> (any PresentedChild)? {
    guard let entry = arrangement.entries.first(where: { $0.name == description.name }),
      entry.type != nil
    else { return nil }
    let child = StageChild(
      making: entry, of: catalogue, in: context, pool: pool, log: log, output: output)
    child.lay(on: CellRectangle(column: 0, row: 0, columns: 80, rows: 24))
    children.append(child)
    return child
  }

  /// Frees the children and gives descriptors 1 and 2 back.
  func end() {
    for child in children { child.destroy() }
    log.add(inbox, context)
    catalogue.end { output.collect(fromFile: $0) }
    output.end()
  }
}

extension StageChild: PresentedChild {
  func receive(_ key: Key) -> Bool {
    guard takesFocus, let key = ChildKey(key) else { return false }
    return receive(key)
  }

  func resize(columns: Int, rows: Int) {
    lay(on: CellRectangle(column: 0, row: 0, columns: columns, rows: rows))
  }
}
