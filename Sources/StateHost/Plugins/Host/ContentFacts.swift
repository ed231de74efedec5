/// A summary of the loaded content for plugins: number of rows and columns, progress, failure and times, without any
/// text.
package struct ContentFacts: Equatable, Sendable {
  /// Why loading the content failed, such as a missing file or an exit status, in the terms of the plugin ABI.
  package enum Failure: Equatable, Sendable {
    case notFound
    case notAllowed
    case exitStatus(Int32)
    case signal(Int32)
    case read
    case other
    /// A kind from a later version of the ABI.
    case later(kind: UInt32, number: Int32)
  }

  /// Whether the source is still running.
  package var isLoading = false
  /// Whether the source has ended and all its rows are available.
  package var isComplete = false
  /// Whether a limit was reached, so that some rows are missing.
  package var isCut = false
  /// Whether the source can be read only once.
  package var isReadOnce = false
  /// Whether escape sequences are not read as styles.
  package var isPlain = false
  package var failure: Failure?
  /// 0…1.
  package var fraction: Double?
  /// Changes with every change of the content.
  package var revision: UInt64 = 0
  /// Changes when a reload replaces the rows.
  package var generation: UInt64 = 0
  /// Changes when the rows are split into other columns.
  package var columnsRevision: UInt64 = 0
  package var rows: UInt64 = 0
  package var bytes: UInt64 = 0
  /// The number of named columns; 0 when a row is one text.
  package var columns: UInt32 = 0
  package var beganNanoseconds: Int64 = 0
  package var elapsedNanoseconds: Int64 = 0
  /// When the load that the rows come from ended; 0 while it runs.
  package var loadedNanoseconds: Int64 = 0
  /// When the last failed load ended; 0 when none has failed.
  package var failedNanoseconds: Int64 = 0
  /// The interval of automatic reloads; 0 for none.
  package var everyNanoseconds: Int64 = 0
  /// The number of failed loads.
  package var failures: UInt64 = 0

  package init() {}
}

/// A text about the loaded content that a child can read, such as its title, error message or remedy.
package enum ContentText: UInt32, CaseIterable, Sendable {
  /// What was loaded: the command line or the file.
  case title = 1
  case error = 2
  /// The last lines of standard error.
  case errorDetail = 3
  case remedy = 4
  case notice = 5
  /// The last line while it has no newline; it is not a row yet.
  case openLine = 6
}

/// The alignment and width of one column of the content, as a child of a plugin can read them.
package struct ContentColumnFacts: Equatable, Sendable {
  /// Whether the column is right-aligned, as numbers are.
  package var isRightAligned: Bool
  /// The width in cells that fits the name and most values.
  package var width: Int

  package init(isRightAligned: Bool, width: Int) {
    self.isRightAligned = isRightAligned
    self.width = width
  }
}

/// The length in bytes of one row of the content, as stored and as in the original line.
package struct ContentRowFacts: Equatable, Sendable {
  /// The bytes that are kept.
  package var length: UInt64
  /// The bytes of the original line.
  package var fullLength: UInt64

  package init(length: UInt64, fullLength: UInt64) {
    self.length = length
    self.fullLength = fullLength
  }
}
