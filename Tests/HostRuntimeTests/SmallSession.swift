import HostContent
import HostSurface
import HostSystem
import HostWorkers
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostRuntime

/// A session of a command, without plugins where none are given; it ends with this object.
final class SmallSession {
  let world: SmallWorld
  let session: Session
  /// Where it is shown; nil shows nothing.
  let terminal: NarrowTerminal?
  var stage: Stage { session.stage }
  var run: RunContext { session.stage.context }

  /// Other sources are commands, each with a key; the row and search to remember are a past run's.
  init(
    _ script: String, on terminal: NarrowTerminal? = nil,
    offers: [(key: String, script: String)] = [], filter: RowFilter? = nil,
    sortedBy sort: SortRequest? = nil, every nanoseconds: Int64? = nil, key: [String]? = nil,
    remembering row: SavedRow? = nil, finding find: RowFilter? = nil, keeping rowCount: Int? = nil,
    limits: RowLimits = .kept, endsWhenSettled: Bool = false, with plugins: PluginCatalogue? = nil,
    changing change: (inout Session.Options) -> Void = { _ in }
  ) throws {
    let world = try SmallWorld()
    let stage = try Stage(of: plugins)
    var loading = ContentLoader.Options()
    loading.keptRowCount = rowCount
    loading.limits = limits
    let feed = SourceReloader(title: "a script", everyNanoseconds: nanoseconds, reusesLoader: true)
    {
      [loading] in
      ContentLoader(.command(["sh", "-c", script]), in: world.sources, options: loading)
    }
    var options = Session.Options()
    options.endsWhenSettled = endsWhenSettled
    options.endNanoseconds = Self.patienceNanoseconds
    options.filter = filter
    options.key = key
    options.sort = sort
    change(&options)
    stage.remembered.row = row
    stage.remembered.find = find
    options.offers = offers.map { key, script in
      OfferedSource(
        key: key, action: "show it", title: script, source: .command(["sh", "-c", script]))
    }
    self.world = world
    self.terminal = terminal
    session = Session(
      in: world, stage: stage, feed: feed,
      screen: try terminal.map { try TerminalScreen(on: $0, pool: stage.pool) }, inbox: nil,
      output: stage.output, log: stage.log, options: options)
  }

  deinit { end() }

  private var hasEnded = false

  func end() {
    if !hasEnded { session.end() }
    hasEnded = true
  }

  /// The rows of the content that children see, as far as they are there.
  var rows: [String] {
    guard let content = run.content else { return [] }
    return (0..<content.rowCount).map { String(decoding: content.bytes(ofRow: $0), as: UTF8.self) }
  }

  /// It ends by itself then: what a test waits for has not come.
  private static let patienceNanoseconds: Int64 = 60_000_000_000

  func begun() -> SmallSession {
    session.begin()
    return self
  }

  /// Begins, and waits until all rows are loaded and shown.
  func loaded() throws -> SmallSession {
    session.begin()
    #expect(try turn { isLoaded })
    return self
  }

  /// Whether all rows are loaded, shown and found again.
  var isLoaded: Bool {
    run.content?.content.isLoading == false && run.view?.isAtRest == true
      && !run.selection.isIdentifying
  }

  /// Turns until it is so; false when it has ended before.
  func turn(until isDone: () -> Bool) throws -> Bool {
    while !isDone() {
      if session.outcome != nil { return false }
      try session.turn()
    }
    return true
  }

  /// One turn, in which the user types on the terminal.
  func type(_ text: String) throws {
    let terminal = try #require(terminal)
    terminal.typed = Array(text.utf8)
    world.arrives = [Ready(terminal.token, isReadable: true)]
    try session.turn()
  }

  /// Presses Escape, which is one when nothing follows.
  func escape() throws {
    try type("\u{1B}")
    world.skip(nanoseconds: 60_000_000)
    try session.turn()
  }
}

/// For which scripts wait.
struct Gate {
  private let folder: ScratchFolder
  /// A command of the shell that waits for it.
  var wait: String { "until [ -e '\(folder.path)/open' ]; do sleep 0.01; done" }

  init() throws { folder = try ScratchFolder() }

  func open() throws { try folder.write("", to: "open") }
}

// MARK: - Parts of a run

extension ScratchFolder {
  /// A folder with a plugin of each name, which is its id, too.
  convenience init(
    plugins names: [String], changing change: (String, inout SmallPlugin) -> Void = { _, _ in }
  ) throws {
    try self.init()
    for name in names {
      var plugin = SmallPlugin()
      plugin.id = name
      change(name, &plugin)
      try plugin.compile(into: self, as: "\(name).so")
    }
  }
}

extension PluginCatalogue {
  /// A folder's plugins that an earlier run scanned and that present nothing; to be checked later.
  convenience init(
    ofScanned folder: ScratchFolder, cachedIn cache: ScratchFolder,
    changing change: () throws -> Void = {}
  ) throws {
    func kept() -> PluginCache {
      PluginCache(
        in: cache.path, version: "1",
        nowNanoseconds: Clock.calendarNanoseconds + 3_600_000_000_000)
    }
    let new = PluginCatalogue(of: folder, scansLater: true, cache: kept())
    for plugin in new.takeUnscanned() { new.take(.described(.unknown), of: plugin) }
    new.end()
    try change()
    self.init(of: folder, scansLater: true, cache: kept())
    #expect(isScanned && !isChecked)
  }

  /// The plugins of a folder.
  convenience init(
    of folder: ScratchFolder, scansLater: Bool = false, cache: PluginCache? = nil
  ) {
    self.init(
      loading: PluginSearchPath(flags: [folder.path], environment: nil, home: nil, bundled: nil),
      for: HostIdentity(version: "1"), scansLater: scansLater, cache: cache)
  }
}

extension Stage {
  /// A stage of all plugins of a catalogue, or of none.
  convenience init(of catalogue: PluginCatalogue? = nil, workers: PluginWorkers? = nil) throws {
    let catalogue = catalogue ?? PluginCatalogue(for: HostIdentity(name: "test", version: "1"))
    let log = PluginLog(file: nil)
    self.init(
      try Arrangement(of: catalogue), catalogue: catalogue, workers: workers, log: log,
      output: PluginOutputReader(nil, log: log))
  }
}

extension Session {
  /// A session without a source.
  convenience init(
    of stage: Stage, in world: any World, on screen: TerminalScreen? = nil,
    options: Options = Options()
  ) {
    self.init(
      in: world, stage: stage, feed: nil, screen: screen, inbox: nil, output: stage.output,
      log: stage.log, options: options)
  }
}

extension TerminalScreen {
  /// A screen without colours, on a terminal that is not asked what it can do.
  convenience init(
    on terminal: NarrowTerminal, pool: CellPool = CellPool(), usesMouse: Bool = false,
    environment: @escaping (String) -> String? = { _ in nil }
  ) throws {
    try self.init(
      terminal,
      Choices(depth: .none, theme: .dark, usesMouse: usesMouse, queriesTerminal: false),
      pool: pool, environment: environment)
  }
}

extension ChildContext {
  /// The user does something, which the child uses.
  func use(_ activation: ActivationLevel = .any) {
    note(.inputBegan(activation))
    note(.inputEnded(isUsed: true))
  }
}

/// The text of what lies on a surface of this size.
func shownText(
  columns: Int, rows: Int, _ place: (CellPool, CellRectangle) -> [PlacedLayer]
) -> [String] {
  let pool = CellPool()
  let surface = Surface(columns: columns, rows: rows, depth: .none, theme: .dark, pool: pool)
  surface.render(place(pool, surface.bounds))
  return surface.frame.text
}
