package import HostSystem

/// The content that a data source has delivered so far, as the host shows it: the rows, their
/// columns, the progress, error and notices of the load, and counters that change with them.
///
/// The load appends to `rows`: use a content on the loop's thread, between calls of the loader.
package struct Content {
  /// The name of the source, as shown to users.
  package let title: String
  /// Changes whenever row numbers mean other rows: after a reload, when the first row turns out to
  /// be a header, and when first rows are dropped.
  package internal(set) var generation = 0
  /// Changes when the rows of another load replace the old ones.
  package internal(set) var load = 0
  /// Changes with any other property.
  package internal(set) var revision = 0
  /// All rows including the header, which `withRow` and `rowCount` exclude.
  package internal(set) var rows: Rows
  /// How rows split into cells; nil for plain lines.
  package internal(set) var columns: Columns? { didSet { columnsRevision += 1 } }
  /// Changes whenever the rows may split into other columns.
  package private(set) var columnsRevision = 0
  /// Whether a load is running; the rows may be those of the load before it.
  package internal(set) var isLoading = false
  /// Whether the rows are those of a regular file that is not followed.
  package internal(set) var isFile = false
  /// Whether the rows are the first ones of such a file, which is still read to its end.
  package internal(set) var isPartOfFile = false
  /// Whether the load of these rows succeeded and no limit cut it off.
  package internal(set) var isComplete = false
  /// Why the last load failed; rows it delivered are kept, or else those before.
  package internal(set) var error: ContentError?
  /// The last lines of standard error of the last load's command, even after a success.
  package internal(set) var standardError: [String] = []
  /// The part of the current load that has arrived, 0…1; nil when the size is unknown.
  package internal(set) var fraction: Double?
  /// Bytes that have arrived in the current or last load.
  package internal(set) var byteCount = 0
  /// Rows that have arrived in the current or last load.
  package internal(set) var arrivedRowCount = 0
  /// When the current or last load began, in the nanoseconds of the loader's clock.
  package internal(set) var loadingBeganAt: Int64?
  /// When the load of these rows ended; nil while it runs.
  package internal(set) var loadedAt: Int64?
  package internal(set) var failureCount = 0
  /// When the last load failed.
  package internal(set) var failedAt: Int64?
  package internal(set) var notices: [ContentNotice] = []

  /// How many of the first rows have been dropped, since only the last ones are kept.
  package internal(set) var droppedRowCount = 0

  /// The number of rows without the header and those that were dropped.
  package var rowCount: Int { max(0, rows.count - firstRow) }
  package var hasContent: Bool { rowCount > 0 }
  /// Whether there are no rows because the last load failed by itself.
  package var hasFailedWithoutRows: Bool {
    !hasContent && error.map { $0.kind != .stopped } ?? false
  }
  package var headerRowCount: Int { columns?.headerRowCount ?? 0 }

  /// Which of `rows` is the content's first row: those before it are the header and dropped rows.
  var firstRow: Int { headerRowCount + droppedRowCount }

  /// Which of `rows` are the content's rows.
  var storedRows: Range<Int> { firstRow..<max(firstRow, rows.count) }

  /// How far row numbers moved down since `old`; nil if the rows are from another load.
  package func rowShift(since old: Content) -> Int? {
    load == old.load ? firstRow - old.firstRow : nil
  }

  /// As `Rows.withRow`, for a row number that does not count the header and dropped rows.
  package func withRow<Result>(_ row: Int, _ body: (Span<UInt8>, Int) -> Result) -> Result {
    rows.withRow(row < 0 ? row : row + firstRow, body)
  }
}

/// Flags returned by the calls of a `ContentLoader`: whether its `Content` has changed, and whether
/// the lines of the command's standard error have.
package struct ContentChange: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Anything in the content, whose revision is new.
  package static let content = ContentChange(rawValue: 1 << 0)
  /// The lines of standard error, which are not part of the content and leave its revision alone.
  package static let standardError = ContentChange(rawValue: 1 << 1)
}

/// A message about a load, beside its error, for children to show: rows are cut or missing, the
/// file has changed or was replaced, a process still holds the output open, there was no row, there
/// are lines on standard error, or the source cannot be read again.
package enum ContentNotice: Equatable, Sendable {
  /// Only the first rows are kept: a limit is reached, or there is no room for more.
  case cutAfter(rows: Int, SystemError? = nil)
  /// The number of rows that are too long and are cut.
  case longRows(Int)
  case fileChanged
  /// Another file has replaced the followed one, whose rows are shown.
  case fileReplaced
  /// The command has exited, but a process it started holds its output open.
  case outputStillOpen
  case cannotReload
  /// How many lines the command has written to standard error.
  case standardError(lines: Int)
  /// The command has succeeded without a row.
  case noOutput(afterNanoseconds: Int64)

  /// The notice without a full stop.
  package var text: String {
    switch self {
    case .cutAfter(let rows, let error?):
      "only the first \(rows) rows are shown: no room in \(TemporaryFile.folder) (\(error)); TMPDIR names another folder"
    case .cutAfter(let rows, nil): "only the first \(rows) rows are shown: there were too many"
    case .longRows(1): "a row is longer than 1 MiB and is shown cut"
    case .longRows(let count): "\(count) rows are longer than 1 MiB and are shown cut"
    case .fileChanged: "the file has changed since it was read: reload to see it as it is"
    case .fileReplaced: "a new file has replaced this one: F shows it"
    case .outputStillOpen:
      "a process started by the command still runs; its output is not read any more"
    case .cannotReload: "standard input can be read only once"
    case .noOutput(let time): "exit 0 after \(Self.text(ofNanoseconds: time)), no output"
    case .standardError(1): "a line on standard error: e shows it"
    case .standardError(let lines): "\(lines) lines on standard error: e shows them"
    }
  }

  private static func text(ofNanoseconds time: Int64) -> String {
    let tenths = time / 100_000_000
    if tenths < 10 { return "\(time / 1_000_000) ms" }
    if tenths < 600 { return "\(tenths / 10).\(tenths % 10) s" }
    return "\(tenths / 600) min \(tenths / 10 % 60) s"
  }
}
