import HostContent
import HostPlugins
import HostRuntime
import HostSurface
import HostSystem

/// A session without plugins, of a command.
struct SmallSession {
  let world: SmallWorld
  let session: Session

  /// - Parameters:
  ///   - script: what the command does.
  ///   - terminal: where it is shown; nil shows nothing.
  ///   - offers: other commands, each behind a key.
  ///   - filter: the rows that are shown first.
  ///   - sort: their order at first.
  ///   - stripsRows: what leaves the program has no escape sequences.
  ///   - nanoseconds: loads again by itself after so many.
  ///   - key: what identifies rows.
  ///   - row: the row that an earlier run was left on.
  ///   - find: what was looked for in an earlier run.
  ///   - rowCount: the most rows that are kept.
  ///   - endsWhenSettled: ends by itself when all is shown.
  ///   - plugins: those that it may show; nil for none.
  ///   - change: changes the other options.
  /// - Throws: that the system has no more to wait with.
  init(
    _ script: String, on terminal: NarrowTerminal? = nil,
    offers: [(key: String, script: String)] = [], filter: RowFilter? = nil,
    sortedBy sort: SortRequest? = nil, stripsRows: Bool = false,
    every nanoseconds: Int64? = nil, key: [String]? = nil, remembering row: SavedRow? = nil,
    finding find: RowFilter? = nil, keeping rowCount: Int? = nil,
    endsWhenSettled: Bool = false, with plugins: PluginCatalogue? = nil,
    changing change: (inout Session.Options) -> Void = { _ in }
  ) throws {
    let world = try SmallWorld()
    let log = PluginLog(file: nil)
    let output = PluginOutputReader(nil, log: log)
    let catalogue = plugins ?? PluginCatalogue(for: HostIdentity(name: "test", version: "1"))
    let stage = Stage(
      try Arrangement(of: catalogue), catalogue: catalogue, log: log, output: output)
    var loading = ContentLoader.Options()
    loading.keptRowCount = rowCount
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
    options.stripsRows = stripsRows
    change(&options)
    stage.remembered.row = row
    stage.remembered.find = find
    options.offers = offers.map { key, script in
      OfferedSource(
        key: key, action: "show it", title: script, source: .command(["sh", "-c", script]))
    }
    let screen = try terminal.map { terminal in
      try TerminalScreen(
        terminal,
        TerminalScreen.Choices(
          depth: .none, theme: .dark, usesMouse: false, queriesTerminal: false),
        pool: stage.pool, environment: { _ in nil })
    }
    self.world = world
    session = Session(
      in: world, stage: stage, feed: feed, screen: screen, inbox: nil, output: output,
      log: log, options: options)
  }

  /// The rows of the content that children see, as far as they are there.
  var rows: [String] {
    guard let content = session.stage.context.content else { return [] }
    return (0..<content.facts(at: session.now).rows).map {
      String(decoding: content.bytes(ofRow: $0), as: UTF8.self)
    }
  }

  /// It ends by itself then: what a test waits for has not come.
  private static let patienceNanoseconds: Int64 = 60_000_000_000

  /// Turns until it is so; false when it has ended before.
  func turn(until isDone: () -> Bool) throws -> Bool {
    while !isDone() {
      if session.outcome != nil { return false }
      try session.turn()
    }
    return true
  }
}
