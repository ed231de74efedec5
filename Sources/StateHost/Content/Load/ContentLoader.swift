package import HostSystem

/// The loader of one data source (a command, file, URL, standard input or plugin's source) in the
/// host process: loads and reloads it in bounded steps called by the main loop, follows a file that
/// grows, and holds the `Content`.
///
/// It has no loop, clock or thread: its owner calls `take` for each ready port, `work` while
/// `hasWorkNow`, and `deadlinePassed` at `deadline`. Each call reads a bounded amount and returns
/// what it changed. Times are nanoseconds of any one clock.
///
/// A reload keeps the old rows until the new load has ended. The first new row replaces them if
/// either load has more than `Options.maxBytesKeptTwice` bytes, or if the load shown had not ended
/// when the reload began. If the reload is stopped before that, or fails without a row, the old
/// rows stay, with the error.
package final class ContentLoader {
  /// Settings of a content loader: how columns are detected and rows end, how many rows and bytes
  /// are kept, how long a stopped command may take to exit, and outputs to which rows or standard
  /// error are written as they arrive.
  package struct Options {
    package var columns = Columns.Request.automatic
    /// The names of columns that the user has given: a first row with all of them is a header.
    package var columnNames: [String] = []
    /// Whether a row that is kept ends with a NUL instead of a newline; see `RowEndSwap`.
    package var endsRowsWithNUL = false
    /// Limits for rows that are kept in memory.
    package var limits = RowLimits.kept
    /// Limits for rows of a file that is only indexed.
    package var indexLimits = RowLimits.indexed
    /// The most rows to keep, without the header; the first ones are dropped; nil keeps all.
    package var keptRowCount: Int?
    /// The largest regular file, in bytes, that is kept in memory rather than indexed.
    package var maxKeptFileBytes = 4 << 20
    /// How long a stopped command may take to exit before it is killed.
    package var graceNanoseconds: Int64 = 2_000_000_000
    /// Writes rows as they arrive, instead of keeping them.
    package var rowWriter: RowWriter?
    /// Writes a command's standard error as it arrives; the last lines are also kept.
    package var errorWriter: RowWriter?
    /// The most bytes, shown or arrived, up to which old rows are kept beside new ones.
    package var maxBytesKeptTwice = 64 << 20

    package init() {}
  }

  private let opening: LoadMethod
  private let sources: any SourceWorld
  private let options: Options
  /// The current load, or the last one.
  private var load: Load?
  /// The load whose rows are shown.
  private var shown: Load?
  /// Whether the reload has cancelled the load whose rows are shown.
  private var replacesUnendedLoad = false
  /// Commands of ended loads, until their process groups have exited.
  private var endingCommands: [RunningCommand] = []
  private var detector: ColumnDetector
  private var refusedReload = false
  /// How long the command of the load shown took; nil unless it succeeded.
  private var commandNanoseconds: Int64?
  /// The command whose standard error is shown: the one before until the current load has ended or
  /// has written as many lines, so that nothing flickers.
  private var reported: CommandMonitor?
  /// The size of standard error when it was last reported.
  private var standardErrorByteCount = 0

  /// Whether rows appended to the file are read as they are written, from the next load on.
  package var followsFile = false
  /// Reports changes of the followed file.
  private var watch: (any FileWatchPort)?
  /// How often the followed file was truncated or replaced by another one.
  package private(set) var replacedFileCount = 0
  /// Whether rows stay when another file replaces the followed one, because the user reads them.
  package var keepsReplacedFile = false
  /// Whether the rows are of a file that another one has replaced; the next load shows that one.
  package private(set) var hasNewerFile = false
  /// When to check the file next; nil until it changes.
  private var growthNanoseconds: Int64?

  /// Whether updates are held back: while true, the content's revision does not change.
  package var isHeld = false
  /// Whether a load has begun that no revision of the content covers yet.
  private var hasBegunLoad = false
  /// Whether updates have arrived while held.
  private var isBehind = false

  package private(set) var content: Content

  package convenience init(
    _ source: Source, in sources: any SourceWorld, options: Options = Options()
  ) { self.init(source.opening, titled: source.title, in: sources, options: options) }

  /// `opening` is how each load begins, in `sources`; `title` is the name of the source.
  package init(
    _ opening: LoadMethod, titled title: String, in sources: any SourceWorld,
    options: Options = Options()
  ) {
    self.opening = opening
    self.sources = sources
    self.options = options
    detector = ColumnDetector(
      request: options.columns, named: opening.path.flatMap { Columns.Request(nameOf: $0) },
      with: options.columnNames)
    content = Content(title: title, rows: .kept(RowStore(limits: options.limits)))
  }

  /// Whether there is something to read without waiting: call `work`, and handle keys in between.
  package var hasWorkNow: Bool { load?.hasWorkNow ?? false }

  /// When `deadlinePassed` is due; nil for never.
  package var deadline: Int64? {
    endingCommands.reduce(Int64.earlier(load?.deadline, growthNanoseconds)) {
      Int64.earlier($0, $1.deadline)
    }
  }

  /// Why rows cannot be written any more; `EPIPE` when the reader has closed the pipe.
  package var outputFailure: SystemError? { options.rowWriter?.failure }

  /// The last lines of standard error of the current or last load's command.
  package var standardErrorLines: [String] { reported?.tail.lines ?? [] }

  /// How many lines the command has written to standard error, including those not kept.
  package var standardErrorLineCount: Int { reported?.tail.lineCount ?? 0 }

  /// The unfinished last line of the rows shown; empty if there is none, and for JSON values.
  package var openLine: [UInt8] {
    guard let shown else { return [] }
    switch shown.rows {
    case .kept(let rows): return shown.input?.splitsJSON == false ? rows.openLine : []
    case .file(let rows): return rows.openLine
    case .written: return []
    }
  }

  /// Whether the source can be loaded again: not from a pipe, nor if rows go to an output.
  package var canReload: Bool {
    if case .open(.standardInput) = opening { return load?.isRegularFile ?? true }
    return options.rowWriter == nil
  }

  /// Whether the source is a file that can be followed as it grows.
  package var canFollowFile: Bool { opening.path != nil }

  /// Whether no load and no command is running.
  package var isAtRest: Bool { load?.phase != .loading && endingCommands.isEmpty }

  /// Begins a load; a current one is cancelled, and its command is stopped.
  ///
  /// A source that can be read only once adds a notice instead.
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
    hasNewerFile = false
    do throws(ContentError) {
      watchFile()
      load = try Load.start(
        opening, titled: content.title, in: sources, options: options, grows: watch != nil)
      content.isLoading = true
    } catch {
      load = nil
      if error.kind == .fileNotFound, awaitsFile {
        content.error = ContentError(subject: error.subject, kind: .fileAwaited)
      } else {
        content.error = error
        recordFailure(at: now)
      }
      content.standardError = []
      content.isLoading = false
    }
    hasBegunLoad = true
    return refresh(at: now)
  }

  /// Reads from a ready port; ignores ports that are not this loader's or have been closed.
  package func take(_ token: PortToken, at now: Int64) -> ContentChange {
    if let watch, watch.token == token {
      if !watch.takeChanges().isEmpty {
        growthNanoseconds = growthNanoseconds ?? now + Self.growthPauseNanoseconds
      }
      return []
    }
    let isEnding = endingCommands.contains { $0.token == token }
    guard isEnding || load?.reads(token) == true else { return [] }
    load?.read(token, at: now)
    return refresh(at: now)
  }

  package func work(at now: Int64) -> ContentChange {
    load?.read(nil, at: now)
    return refresh(at: now)
  }

  /// Shows what has arrived while the content was held.
  package func catchUp(at now: Int64) -> ContentChange {
    isBehind && !isHeld ? refresh(at: now) : []
  }

  /// Does what was due at `deadline`; also checks whether the command has exited, after a SIGCHLD.
  package func deadlinePassed(at now: Int64) -> ContentChange {
    if let due = growthNanoseconds, due <= now, followGrowth(at: now) { return start(at: now) }
    load?.poll(at: now)
    return refresh(at: now)
  }

  /// Cancels the current load.
  ///
  /// A command is terminated, later killed: keep calling until `isAtRest`, or call `kill`.
  package func stop(at now: Int64) -> ContentChange {
    watch = nil
    growthNanoseconds = nil
    load?.stop(at: now)
    return refresh(at: now)
  }

  /// Kills all commands without waiting: for a program that must exit now.
  package func kill() {
    load?.command?.process.kill()
    for process in endingCommands { process.kill() }
  }

  /// Updates the notices; call it after drawing, since reading rows of a file may add one.
  package func checkNotices() -> ContentChange {
    isBehind = isHeld
    if isHeld { return [] }
    var notices = shown?.notices ?? []
    if hasNewerFile { notices.append(.fileReplaced) }
    if refusedReload { notices.append(.cannotReload) }
    if let commandNanoseconds, content.rowCount == 0, options.rowWriter == nil {
      notices.append(.noOutput(afterNanoseconds: commandNanoseconds))
    }
    if standardErrorLineCount > 0 { notices.append(.standardError(lines: standardErrorLineCount)) }
    guard notices != content.notices else { return [] }
    content.notices = notices
    content.revision += 1
    return .content
  }

  // MARK: - Following a file

  /// The least time between two checks of a followed file.
  private static let growthPauseNanoseconds: Int64 = 10_000_000

  /// Starts to watch the file if `followsFile` is set.
  private func watchFile() {
    watch = nil
    growthNanoseconds = nil
    guard followsFile, let path = opening.path, options.rowWriter == nil,
      options.columns != .members
    else { return }
    watch = try? sources.watchGrowth(of: path)
  }

  /// Whether the file is noticed when it is created: its folder exists, and is watched.
  private var awaitsFile: Bool {
    guard watch != nil, let path = opening.path else { return false }
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    return sources.exists(slash.map { String(path[...$0]) } ?? ".")
  }

  /// Reads what was appended to the file; returns whether it must be loaded from its start.
  private func followGrowth(at now: Int64) -> Bool {
    growthNanoseconds = nil
    guard let path = opening.path else { return false }
    // The file may exist now.
    guard let load else { return sources.exists(path) }
    // The file may have been replaced while it was read.
    if load.phase == .loading {
      if case .file = load.rows { growthNanoseconds = now + Self.growthPauseNanoseconds }
      return false
    }
    let named = try? sources.open(.path(path))
    defer { named?.close() }
    var growth = load.grow(named: named?.facts)
    if growth == .replaced, keepsReplacedFile {
      hasNewerFile = true
      growth = load.grow(named: nil)
    }
    guard growth == .replaced || growth == .truncated else { return false }
    replacedFileCount += 1
    return true
  }

  // MARK: - Updating the content

  private func refresh(at now: Int64) -> ContentChange {
    for command in endingCommands { command.poll(at: now) }
    updateEndingCommands()
    isBehind = isHeld
    if isHeld { return [] }
    let hasChanged = [
      hasBegunLoad, showLoad(), updateColumns(), dropRows(), updateProgress(),
      updatePhase(at: now),
    ].contains(true)
    hasBegunLoad = false
    content.isFile = shown?.isRegularFile == true && watch == nil
    content.isPartOfFile = content.isFile && shown === load && load?.phase == .loading
    if load?.phase != .loading || replacesUnendedLoad
      || load?.command?.tail.lineCount ?? 0 >= standardErrorLineCount
    {
      reported = load?.command
    }
    if hasChanged { content.revision += 1 }
    let change: ContentChange = hasChanged ? .content : []
    return change.union(checkNotices()).union(updateStandardError())
  }

  private func updateStandardError() -> ContentChange {
    let byteCount = reported?.tail.byteCount ?? 0
    guard byteCount != standardErrorByteCount else { return [] }
    standardErrorByteCount = byteCount
    return .standardError
  }

  private func updateEndingCommands() {
    if let load, load.phase != .loading, let command = load.command?.process,
      !endingCommands.contains(where: { $0 === command })
    {
      endingCommands.append(command)
    }
    endingCommands.removeAll(where: \.isGone)
  }

  // Each of these returns whether the content has changed.

  /// Replaces the rows shown by those of the current load, once that is due.
  private func showLoad() -> Bool {
    guard let load else { return false }
    if shown === load {
      let hasMore = load.rows.count != content.arrivedRowCount
      content.rows = load.rows
      if hasMore, content.isLoading { content.loadedAt = nil }
      return hasMore
    }
    guard isTimeToReplace(load) else { return false }
    shown = load
    detector.restart()
    content.rows = load.rows
    content.columns = nil
    content.error = nil
    content.isComplete = false
    if load.rows.count > 0 { content.loadedAt = nil }
    commandNanoseconds = nil
    content.droppedRowCount = 0
    content.generation += 1
    content.load += 1
    return true
  }

  /// Drops rows beyond `keptRowCount`: at once if few are kept, otherwise at the end of the load
  /// and when there are an eighth too many.
  private func dropRows() -> Bool {
    guard let most = options.keptRowCount, let shown else { return false }
    let excess = content.rowCount - most
    let isDue = most <= Self.fewRows || excess > most / 8 || shown.phase != .loading
    guard excess > 0, isDue else { return false }
    content.droppedRowCount += excess
    content.generation += 1
    if case .kept(let rows) = content.rows { rows.drop(before: content.firstRow) }
    return true
  }

  /// A number of rows that can be filtered and sorted within a frame.
  private static let fewRows = 16_384

  private func isTimeToReplace(_ load: Load) -> Bool {
    if content.rows.count == 0 { return true }
    switch load.phase {
    case .ended(nil): return true
    // Cancelling a load never takes rows away.
    case .ended(.stopped): return false
    case .ended: return load.rows.count > 0
    case .loading:
      let bytes = max(load.byteCount, shown?.byteCount ?? 0)
      return load.rows.count > 0 && (replacesUnendedLoad || bytes > options.maxBytesKeptTwice)
    }
  }

  private func updateColumns() -> Bool {
    guard let shown else { return false }
    // The declaration of a plugin's source takes precedence over detection.
    let isTable = shown.isTable && options.columns == .automatic
    let request = isTable ? .tabSeparated : options.columns
    detector.expect(options.rowWriter == nil ? request : .none)
    guard
      case .found(let columns) = detector.find(
        in: content.rows, isWhole: shown.phase != .loading, grows: watch != nil),
      columns != content.columns
    else { return false }
    let headerRowCount = content.headerRowCount
    content.columns = columns
    if headerRowCount != content.headerRowCount { content.generation += 1 }
    return true
  }

  private func updateProgress() -> Bool {
    guard let load else { return false }
    content.arrivedRowCount = load.rows.count
    guard (load.byteCount, load.fraction) != (content.byteCount, content.fraction) else {
      return false
    }
    content.byteCount = load.byteCount
    content.fraction = load.fraction
    return true
  }

  private func updatePhase(at now: Int64) -> Bool {
    guard content.isLoading, let load, case .ended(let kind) = load.phase else { return false }
    let lines = load.command?.tail.lines ?? []
    content.isLoading = false
    content.standardError = lines
    content.error = kind.map {
      ContentError(subject: content.title, kind: $0, standardError: lines, lastRows: load.lastRows)
    }
    if let kind, kind != .stopped { recordFailure(at: now) }
    if shown === load {
      content.isComplete = kind == nil && !load.rows.isFull
      content.loadedAt = now
      let isSuccess = kind == nil && opening.isCommand
      commandNanoseconds = isSuccess ? content.loadingBeganAt.map { now - $0 } : nil
    }
    return true
  }

  private func recordFailure(at now: Int64) {
    content.failureCount += 1
    content.failedAt = now
  }
}
