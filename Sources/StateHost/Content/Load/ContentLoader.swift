package import HostSystem

/// Loads a source, and loads it again when asked, and keeps the content that is to be shown.
///
/// It has no loop, no clock and no thread of its own: whoever runs the loop calls `take` for each
/// port that is ready, `work` while `hasWorkNow`, and `deadlinePassed` at
/// `deadline`; every call returns after a bounded amount of reading and says what it changed. Times
/// are nanoseconds of one clock, whichever that is.
///
/// A reload keeps the old rows until the new load has ended. The new rows take their place with the first one
/// where either of both has more than `Options.mostBytesKeptTwice`, and where the rows shown are those of a load
/// that had no end when the reload began. If it fails without a row, the old rows stay, with the error.
package final class ContentLoader {
  /// What a loader is to do, besides loading.
  package struct Options {
    /// Which columns to look for.
    package var columns = Columns.Request.automatic
    /// Limits for rows that are kept in memory.
    package var limits = RowLimits.kept
    /// Limits for rows of a file that is only indexed.
    package var indexLimits = RowLimits.indexed
    /// Regular files with more bytes are indexed, not kept.
    package var largestKeptFile = 4 << 20
    /// How long a command that is stopped may take to end before it is killed.
    package var graceNanoseconds: Int64 = 2_000_000_000
    /// Where rows go as they come, instead of being kept.
    package var passage: RowWriter?
    /// Where a command's standard error goes as it comes; its end is kept all the same.
    package var errorPassage: RowWriter?
    /// While more bytes than these are shown, or have arrived, no old rows are kept beside new ones.
    package var mostBytesKeptTwice = 64 << 20
    /// About how many bytes one call reads.
    package var bytesPerCall = 1 << 20

    package init() {}
  }

  private let source: Source
  private let sources: any SourceWorld
  let options: Options
  /// The load under way, or the last one.
  var load: Load?
  /// The load whose rows the content has.
  var shown: Load?
  /// The rows shown are those of a load that was ended by the reload under way.
  var replacesUnendedLoad = false
  /// Commands of loads that have ended, until they and their groups are gone.
  var endingCommands: [RunningCommand] = []
  var finder: ColumnDetector
  private(set) var refusedReload = false
  /// How many bytes of standard error there were at the last look.
  var standardErrorByteCount = 0

  /// What is to be shown stays as it is for now, whatever arrives.
  package var isHeld = false
  /// Something has arrived meanwhile.
  var isBehind = false

  /// What is to be shown now.
  package internal(set) var content: Content

  /// - Parameters:
  ///   - source: what is loaded.
  ///   - sources: where it is opened.
  ///   - options: how.
  package init(
    _ source: Source, in sources: any SourceWorld, options: Options = Options()
  ) {
    self.source = source
    self.sources = sources
    self.options = options
    finder = ColumnDetector(request: options.columns, named: Columns.Request(nameOf: source))
    content = Content(title: source.title, rows: .kept(RowStore(limits: options.limits)))
  }

  /// Rows that pass have no columns; what a source says of its own goes before what would be looked for.
  func columnRequest(of load: Load) -> Columns.Request {
    if options.passage != nil { return .none }
    return load.isTable && options.columns == .automatic ? .tabSeparated : options.columns
  }

  /// There is something to read that needs no waiting: call `work`, and see to keys in between.
  package var hasWorkNow: Bool { load?.hasWorkNow ?? false }

  /// When `deadlinePassed` is due; `nil` when nothing is.
  package var deadline: Int64? {
    var earliest = load?.deadline
    for process in endingCommands { earliest = Int64.earlier(earliest, process.deadline) }
    return earliest
  }

  /// Why rows that pass by cannot be written any more; `EPIPE` says that nobody reads them.
  package var outputFailure: SystemError? { options.passage?.failure }

  /// The last lines that the command of the load under way, or of the last one, has written to its
  /// standard error so far.
  package var standardErrorLines: [String] { load?.command?.errorLines ?? [] }

  /// How many lines these were, those included that are not kept.
  package var standardErrorLineCount: Int { load?.command?.errorLineCount ?? 0 }

  /// What there is of a line that has not ended, behind the rows of the load that they come from; empty where there is
  /// none, and of values of JSON.
  package var openLine: [UInt8] {
    guard case .stream(_, .kept(let rows))? = shown?.input else { return [] }
    return rows.openLine
  }

  /// The source can be loaded again: what comes through a pipe cannot, nor what passes by.
  package var canReload: Bool {
    if case .standardInput = source { load?.isRegularFile ?? true } else { options.passage == nil }
  }

  /// Nothing runs or loads any more.
  package var isAtRest: Bool { (load == nil || load?.phase != .loading) && endingCommands.isEmpty }

  /// Begins the first load, or another one in place of a load under way, whose command is asked to
  /// end.
  ///
  /// A source that can be read only once says so in a notice instead.
  package func start(at now: Int64) -> ContentChange {
    if load != nil, !canReload {
      refusedReload = true
      return checkNotices()
    }
    if let load, shown === load { replacesUnendedLoad = load.phase == .loading }
    load?.stop(at: now)
    updateEndingCommands()
    content.loadingBeganAt = now
    content.fraction = nil
    let plan = LoadOptions(
      limits: options.limits, indexLimits: options.indexLimits,
      largestKeptFile: options.largestKeptFile, graceNanoseconds: options.graceNanoseconds,
      readsValues: options.columns == .members,
      passage: options.passage, errorPassage: options.errorPassage)
    do throws(ContentError) {
      load = try Load.start(source, in: sources, plan: plan)
    } catch {
      load = nil
      content.error = error
      noteFailure(at: now)
      content.standardError = []
      content.isLoading = false
      content.revision += 1
      // The load in whose place this one was to come has ended.
      return refresh(at: now).union(.phase)
    }
    content.isLoading = true
    content.revision += 1
    return refresh(at: now).union(.phase)
  }

  /// Reads from a port that is ready; nothing where it is none of this loader's, or has been closed.
  package func take(_ token: PortToken, at now: Int64) -> ContentChange {
    let isEnding = endingCommands.contains { $0.token == token }
    guard isEnding || load?.reads(token) == true else { return [] }
    load?.read(token, budget: options.bytesPerCall, at: now)
    return refresh(at: now)
  }

  /// Reads what needs no waiting.
  package func work(at now: Int64) -> ContentChange {
    load?.read(nil, budget: options.bytesPerCall, at: now)
    return refresh(at: now)
  }

  /// A child process has ended, maybe one of this loader's: for loops that watch SIGCHLD too.
  package func childExited(at now: Int64) -> ContentChange {
    load?.poll(at: now)
    return refresh(at: now)
  }

  /// Shows what has arrived while it was held.
  package func catchUp(at now: Int64) -> ContentChange {
    isBehind && !isHeld ? refresh(at: now) : []
  }

  /// `deadline` has come.
  package func deadlinePassed(at now: Int64) -> ContentChange {
    load?.poll(at: now)
    return refresh(at: now)
  }

  /// Ends the load under way.
  ///
  /// A command is asked to end and killed when its time is up: keep calling until `isAtRest`, or
  /// call `kill`.
  package func stop(at now: Int64) -> ContentChange {
    load?.stop(at: now)
    return refresh(at: now)
  }

  /// Kills at once what still runs, without waiting: for a program that must end now.
  package func kill() {
    load?.command?.process.kill()
    for process in endingCommands { process.kill() }
  }

  /// Looks whether reading rows showed something new about them; call it after drawing.
  package func checkNotices() -> ContentChange {
    let notices = currentNotices()
    guard notices != content.notices else { return [] }
    content.notices = notices
    content.revision += 1
    return .notices
  }
}

extension ContentLoader {
  func currentNotices() -> [ContentNotice] {
    var notices = shown?.notices ?? []
    if refusedReload { notices.append(.cannotReload) }
    if standardErrorLineCount > 0 { notices.append(.standardError(lines: standardErrorLineCount)) }
    return notices
  }

  /// Sees to everything that is not reading, and to what reading has brought.
  func refresh(at now: Int64) -> ContentChange {
    for command in endingCommands { command.poll(at: now) }
    updateEndingCommands()
    isBehind = isHeld
    if isHeld { return [] }
    var change = showLoad()
    change.formUnion(updateColumns())
    change.formUnion(updateProgress())
    change.formUnion(updatePhase(at: now))
    if !change.isEmpty { content.revision += 1 }
    return change.union(checkNotices()).union(updateStandardError())
  }

  private func updateStandardError() -> ContentChange {
    let byteCount = load?.command?.errorByteCount ?? 0
    guard byteCount != standardErrorByteCount else { return [] }
    standardErrorByteCount = byteCount
    return .standardError
  }

  /// Keeps a command that is not gone though its load has ended, and forgets those that are gone.
  func updateEndingCommands() {
    if let load, load.phase != .loading, let command = load.command?.process,
      !endingCommands.contains(where: { $0 === command })
    {
      endingCommands.append(command)
    }
    endingCommands.removeAll(where: \.isGone)
  }

  /// Puts the rows of the load in the place of those shown before, when it is time for that.
  private func showLoad() -> ContentChange {
    guard let load else { return [] }
    let rows = load.rows
    if shown === load {
      let hasMore = rows.count != content.arrivedRowCount
      content.rows = rows
      return hasMore ? .rows : []
    }
    guard isTimeToReplace(load) else { return [] }
    shown = load
    finder.restart()
    content.rows = rows
    content.columns = nil
    content.error = nil
    content.isComplete = false
    content.loadedAt = nil
    content.generation += 1
    content.load += 1
    return [.rows, .replaced]
  }

  private func isTimeToReplace(_ load: Load) -> Bool {
    if content.rows.count == 0 { return true }
    switch load.phase {
    case .ended(nil): return true
    // What the user has ended, or the end of the run, takes no rows away.
    case .ended(.stopped): return false
    case .ended: return load.rows.count > 0
    case .loading:
      let bytes = max(load.byteCount, shown?.byteCount ?? 0)
      return load.rows.count > 0 && (replacesUnendedLoad || bytes > options.mostBytesKeptTwice)
    }
  }

  private func updateColumns() -> ContentChange {
    guard let shown else { return [] }
    let isWhole = shown.phase != .loading
    finder.expect(columnRequest(of: shown))
    guard case .found(let columns) = finder.find(in: content.rows, isWhole: isWhole),
      columns != content.columns
    else { return [] }
    let headerRowCount = content.columns?.headerRowCount
    content.columns = columns
    guard headerRowCount ?? 0 != columns?.headerRowCount ?? 0 else { return .columns }
    content.generation += 1
    return [.columns, .replaced, .rows]
  }

  private func updateProgress() -> ContentChange {
    guard let load else { return [] }
    content.arrivedRowCount = load.rows.count
    guard load.byteCount != content.byteCount || load.fraction != content.fraction else {
      return []
    }
    content.byteCount = load.byteCount
    content.fraction = load.fraction
    return .progress
  }

  private func updatePhase(at now: Int64) -> ContentChange {
    guard content.isLoading, let load, case .ended(let kind) = load.phase else { return [] }
    let lines = load.command?.errorLines ?? []
    content.isLoading = false
    content.standardError = lines
    content.error = kind.map {
      ContentError(
        subject: content.title, kind: $0, standardError: lines, lastRows: load.lastRows,
        byteCount: load.byteCount)
    }
    if let kind, kind != .stopped { noteFailure(at: now) }
    if shown === load {
      content.isComplete = kind == nil && !load.isCut
      content.loadedAt = now
    }
    return .phase
  }

  func noteFailure(at now: Int64) {
    content.failureCount += 1
    content.failedAt = now
  }
}
