/// What the source delivered so far: a value to read while nothing loads on.
///
/// `rows` is shared with the load that adds to it, so look at one content on the thread of the
/// loop, between two calls of the loader.
package struct Content {
  /// What was asked for, as people would write it.
  package let title: String
  /// A new one whenever the numbers of rows mean other rows: after a reload, or when the first row
  /// turned out to be a header.
  package internal(set) var generation = 0
  /// A new one when the rows of another load take the place of those before.
  package internal(set) var load = 0
  /// A new one with every change of anything here.
  package internal(set) var revision = 0
  /// The rows, with the header's among them; `row(_:)` and `rowCount` leave that out.
  package internal(set) var rows: Rows
  /// How the rows divide into columns; `nil` for plain lines.
  package internal(set) var columns: Columns? {
    didSet { columnsRevision += 1 }
  }
  /// A new one whenever the rows may divide into other columns.
  package private(set) var columnsRevision = 0
  /// A load is under way; the rows may be those of the one before it.
  package internal(set) var isLoading = false
  /// The load that these rows came from ended by itself and took in everything.
  package internal(set) var isComplete = false
  /// Why the last load failed; the rows that it or the one before delivered are kept.
  package internal(set) var error: ContentError?
  /// What the last load's command wrote to standard error, at its end, also when all went well.
  package internal(set) var standardError: [String] = []
  /// The part that has arrived in the load under way, 0…1; `nil` when the whole is not known.
  package internal(set) var fraction: Double?
  /// Bytes that have arrived in the load under way, or in the last one.
  package internal(set) var byteCount = 0
  /// Rows that have arrived in the load under way, or in the last one.
  package internal(set) var arrivedRowCount = 0
  /// When the load under way, or the last one, began; the time that was given, in nanoseconds.
  package internal(set) var loadingBeganAt: Int64?
  /// When the load ended that the rows came from; nil while it goes on.
  package internal(set) var loadedAt: Int64?
  /// How many loads have failed so far.
  package internal(set) var failureCount = 0
  /// When the last of these failed.
  package internal(set) var failedAt: Int64?
  /// What people should know about the rows.
  package internal(set) var notices: [ContentNotice] = []

  /// How many rows there are to show, without the header.
  package var rowCount: Int { max(0, rows.count - headerRowCount) }

  /// There is something to show.
  package var hasContent: Bool { rowCount > 0 }

  /// How many of the first rows are a header.
  package var headerRowCount: Int { columns?.headerRowCount ?? 0 }

  /// Reads row `row`, counted without the header: its bytes, which end with `body`, and its full
  /// length, which is more than their count if it was cut.
  ///
  /// No row of that number: empty.
  package func withRow<Result>(_ row: Int, _ body: (Span<UInt8>, Int) -> Result) -> Result {
    rows.withRow(row < 0 ? row : row + headerRowCount, body)
  }
}

/// What a call changed in the content, so that only what shows it is told.
package struct ContentChange: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Rows were added.
  package static let rows = ContentChange(rawValue: 1 << 0)
  /// The rows are other ones: their numbers mean something else.
  ///
  /// The generation is new.
  package static let replaced = ContentChange(rawValue: 1 << 1)
  /// Loading began, or ended: `isLoading` or `isComplete`, and maybe `error`.
  package static let phase = ContentChange(rawValue: 1 << 2)
  /// `byteCount` or `fraction`.
  package static let progress = ContentChange(rawValue: 1 << 3)
  /// `notices`.
  package static let notices = ContentChange(rawValue: 1 << 4)
  /// `columns`, their names or how wide they are.
  package static let columns = ContentChange(rawValue: 1 << 5)
  /// The lines of standard error, which are no part of the content: alone it makes no new revision.
  package static let standardError = ContentChange(rawValue: 1 << 6)
}

/// Something that people should know about rows that are shown.
package enum ContentNotice: Equatable, Sendable {
  /// There was more than the limits allow: these are the first so many rows.
  case cutAfter(rows: Int)
  /// So many rows are too long to be shown whole.
  case longRows(Int)
  /// The file was changed since it was read.
  case fileChanged
  /// The command has ended, but something that it started still holds its output open.
  case outputStillOpen
  /// Standard input can be read only once.
  case cannotReload
  /// The command has written so many lines to its standard error.
  case standardError(lines: Int)

  /// The notice in words, without a full stop.
  package var text: String {
    switch self {
    case .cutAfter(let rows): "only the first \(rows) rows are shown: there were too many"
    case .longRows(1): "a row is longer than 1 MiB and is shown cut"
    case .longRows(let count): "\(count) rows are longer than 1 MiB and are shown cut"
    case .fileChanged: "the file has changed since it was read: reload to see it as it is"
    case .outputStillOpen: "something that the command started still runs; it is not read any more"
    case .cannotReload: "standard input can be read only once"
    case .standardError(1): "a line on standard error: e shows it"
    case .standardError(let lines): "\(lines) lines on standard error: e shows them"
    }
  }
}
