/// The content as a child sees it, without its texts.
package struct ContentFacts: Equatable, Sendable {
  /// Why the content failed.
  package enum Failure: Equatable, Sendable {
    case notFound
    case notAllowed
    case exitStatus(Int32)
    case signal(Int32)
    case read
    case other
    /// A kind that a later version of the ABI may have.
    case later(kind: UInt32, number: Int32)
  }

  /// The source is still at work.
  package var isLoading = false
  /// The source has ended and all its rows are here.
  package var isComplete = false
  /// A limit was reached: not all rows are kept.
  package var isCut = false
  /// It can be read only once.
  package var isReadOnce = false
  /// Escape sequences in it give no styles.
  package var isPlain = false
  package var failure: Failure?
  /// 0…1.
  package var fraction: Double?
  /// Changes with every change.
  package var revision: UInt64 = 0
  /// Changes when a reload has replaced the rows.
  package var generation: UInt64 = 0
  /// Changes when the rows divide into other columns.
  package var columnsRevision: UInt64 = 0
  package var rows: UInt64 = 0
  package var bytes: UInt64 = 0
  /// Named columns; 0: a row is one text.
  package var columns: UInt32 = 0
  package var beganNanoseconds: Int64 = 0
  package var elapsedNanoseconds: Int64 = 0
  /// When the load ended that the rows came from; 0: it goes on.
  package var loadedNanoseconds: Int64 = 0
  /// When the last of the loads that failed did; 0: none has.
  package var failedNanoseconds: Int64 = 0
  /// How often it is loaded again by itself; 0: never.
  package var everyNanoseconds: Int64 = 0
  /// How many loads have failed.
  package var failures: UInt64 = 0

  package init() {}
}

/// A text that belongs to the content (`CHILDPLUGIN_CONTENT_TEXT_…`).
package enum ContentText: UInt32, CaseIterable, Sendable {
  /// What was asked: the command line, the file.
  case title = 1
  case error = 2
  /// The last lines of standard error.
  case errorDetail = 3
  case remedy = 4
  case notice = 5
  /// A line that has begun and not ended, which is no row yet.
  case openLine = 6
}

/// A column of the content.
package struct ContentColumnFacts: Equatable, Sendable {
  /// Right for numbers.
  package var isRightAligned: Bool
  /// Cells that hold most of its values and its name.
  package var width: Int

  package init(isRightAligned: Bool, width: Int) {
    self.isRightAligned = isRightAligned
    self.width = width
  }
}

/// How a row of the content is kept.
package struct ContentRowFacts: Equatable, Sendable {
  /// Bytes that can be read.
  package var length: UInt64
  /// Bytes that the line had.
  package var fullLength: UInt64

  package init(length: UInt64, fullLength: UInt64) {
    self.length = length
    self.fullLength = fullLength
  }
}
