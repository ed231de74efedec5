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
    package var passage: RowPassage?
    /// Where a command's standard error goes as it comes; its end is kept all the same.
    package var errorPassage: RowPassage?
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
  var endingCommands: [CommandLife] = []
  var finder: ColumnFinder
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
    finder = ColumnFinder(request: options.columns, named: Columns.Request(nameOf: source))
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
    let plan = LoadPlan(
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
