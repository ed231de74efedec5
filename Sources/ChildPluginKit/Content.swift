internal import ChildPluginAPI

/// A copy of the facts about the content (counts of rows and columns, progress, failure), which a
/// plugin's child gets from ``Host/content``, with functions that read the rows from the host; use
/// it only during the host's call of the child in which the child got it.
public struct Content {
  /// The reason for which the data source failed, as a child reads it from ``Content/failure``: one
  /// of the few kinds that the ABI distinguishes, such as not found, an exit status or a signal;
  /// the host's own causes, `ContentError.Kind`, are more detailed.
  public enum Failure: Equatable, Sendable {
    /// No such command or file.
    case notFound
    /// Missing permission to read or run it.
    case notAllowed
    /// The command exited with this status.
    case exitStatus(Int)
    /// The command was killed by this signal.
    case signal(Int)
    /// Reading failed.
    case read
    /// Another reason, perhaps of a later version.
    case other
  }

  /// The layout hints that the host finds in the values of a named column, and a child reads:
  /// alignment and width; `ContentColumnFacts` in the host.
  public struct Column: Equatable, Sendable {
    /// Whether its values are aligned to the right, as numbers are.
    public var alignsRight = false
    /// A hint: the width of its name and most of its values, 1 or more.
    public var width = 1

    /// Creates a column; by default one cell wide, aligned to the left.
    public init(alignsRight: Bool = false, width: Int = 1) {
      self.alignsRight = alignsRight
      self.width = width
    }
  }

  /// The length in bytes of a row of the content, as a child reads it, and whether the host
  /// truncated the row as too long; `ContentRowFacts` in the host.
  public struct Row: Equatable, Sendable {
    /// The number of bytes that can be read.
    public var length = 0
    /// Whether the row was truncated.
    public var isCut = false
  }

  let host: Host
  fileprivate let table: childplugin_content_t

  /// Whether the source is running.
  public var isLoading: Bool { has(CHILDPLUGIN_CONTENT_LOADING) }
  /// Whether the source has ended and all rows are available.
  public var isComplete: Bool { has(CHILDPLUGIN_CONTENT_COMPLETE) }
  /// Whether rows are missing because a limit was reached.
  public var isCut: Bool { has(CHILDPLUGIN_CONTENT_CUT) }
  /// Whether it cannot be loaded again, as a pipe.
  public var isReadOnce: Bool { has(CHILDPLUGIN_CONTENT_ONCE) }
  /// A number that changes with every change of the content.
  public var revision: UInt64 { table.revision }
  /// A number that changes when a reload replaces the rows.
  public var generation: UInt64 { table.generation }
  /// The number of rows.
  public var rows: Int { Int(clamping: table.rows) }
  /// The number of bytes received so far.
  public var bytes: Int { Int(clamping: table.bytes) }
  /// The number of named columns; 0 if a row is one text.
  public var columns: Int { Int(table.columns) }
  /// The progress, 0 to 1; nil if it is unknown.
  public var fraction: Double? {
    guard has(CHILDPLUGIN_CONTENT_FRACTION), table.fraction.isFinite else { return nil }
    return max(0, min(1, table.fraction))
  }
  /// The time at which this load began, on the host's clock.
  public var beganNanoseconds: Int64 { table.began_nanoseconds }
  /// The duration of this load so far.
  public var elapsedNanoseconds: Int64 { table.elapsed_nanoseconds }
  /// The time of the load's end on the host's clock; nil while it runs, and in a host before 1.1.
  public var loadedNanoseconds: Int64? { Self.known(table.loaded_nanoseconds) }
  /// The time of the last failure; nil if there was none.
  public var failedNanoseconds: Int64? { Self.known(table.failed_nanoseconds) }
  /// The time between loads; nil if it is not reloaded automatically.
  public var everyNanoseconds: Int64? { Self.known(table.every_nanoseconds) }
  /// The number of failed loads in this run.
  public var failures: Int { Int(clamping: table.failures) }

  private static func known(_ nanoseconds: Int64) -> Int64? { nanoseconds > 0 ? nanoseconds : nil }

  /// The reason of the failure; nil if the load has not failed.
  public var failure: Failure? {
    guard has(CHILDPLUGIN_CONTENT_ERROR) else { return nil }
    return switch table.error_kind {
    case CHILDPLUGIN_ERROR_NOT_FOUND: .notFound
    case CHILDPLUGIN_ERROR_NOT_ALLOWED: .notAllowed
    case CHILDPLUGIN_ERROR_EXIT_STATUS: .exitStatus(Int(table.exit_status))
    case CHILDPLUGIN_ERROR_SIGNAL: .signal(Int(table.error_signal))
    case CHILDPLUGIN_ERROR_READ: .read
    default: .other
    }
  }

  private func has(_ flag: UInt32) -> Bool { table.flags & flag != 0 }

  /// The length of a row; nil if there is no such row.
  public func row(_ row: Int) -> Row? {
    guard row >= 0, let ask = unsafe host.table.content_row else { return nil }
    var info = sized(childplugin_row_t())
    guard unsafe ask(host.pointer, UInt64(row), &info) else { return nil }
    return Row(length: Int(clamping: info.length), isCut: info.flags & CHILDPLUGIN_ROW_CUT != 0)
  }

  /// Reads the text of a cell, or of the whole row, into a buffer.
  ///
  /// - Parameters:
  ///   - row: 0 to `rows` - 1.
  ///   - column: 0 to `columns` - 1; nil for the whole row, unchanged.
  ///   - buffer: is replaced; empty if there is no such cell.
  ///   - limit: the maximum number of bytes, such as the columns to draw: a row may have 1 MiB.
  /// - Returns: the length of the complete text in bytes.
  @discardableResult
  public func read(row: Int, column: Int? = nil, into buffer: inout TextBuffer, limit: Int) -> Int {
    buffer.clear()
    guard row >= 0, let ask = unsafe host.table.content_cell else { return 0 }
    let column = column.map { UInt32(clamping: $0) } ?? UInt32.max
    return unsafe buffer.fill(limit: limit) {
      unsafe ask(host.pointer, UInt64(row), column, $0, $1)
    }
  }

  /// Reads a column's name into a buffer; nil if there is no such column.
  public func column(_ index: Int, name buffer: inout TextBuffer) -> Column? {
    buffer.clear()
    guard index >= 0, index < columns, let ask = unsafe host.table.content_column else {
      return nil
    }
    var column = sized(childplugin_column_t())
    _ = unsafe buffer.fill(limit: 1024) {
      unsafe ask(host.pointer, UInt32(index), &column, $0, $1)
    }
    return Column(
      alignsRight: column.alignment == CHILDPLUGIN_ALIGNMENT_RIGHT, width: max(1, Int(column.width))
    )
  }
}

extension Host {
  /// The content now; nil if there is no source.
  public var content: Content? {
    var content = sized(childplugin_content_t())
    guard let ask = unsafe table.content, unsafe ask(pointer, &content) else { return nil }
    return Content(host: self, table: content)
  }
}

/// The name of a text about the data source that a plugin's child can read beside the rows: the
/// title, the error, the end of standard error, a remedy, a notice or the unfinished last line; the
/// host has its own `ContentText`.
public enum ContentText: UInt32, Sendable {
  /// The command line or the file.
  case title = 1
  /// The failure, one line.
  case error = 2
  /// The last lines of standard error, separated by newlines.
  case errorDetail = 3
  /// What the user can do, one line.
  case remedy = 4
  /// A notice, one line.
  case notice = 5
  /// The unfinished last line, such as a prompt or progress, which is no row yet and may change.
  ///
  /// ``PrintedText`` applies its carriage returns. Empty in a host before 1.1.
  case openLine = 6
}

extension Content {
  /// Reads a text of the content into a buffer.
  ///
  /// - Parameters:
  ///   - text: the text to read.
  ///   - buffer: is replaced.
  ///   - limit: the maximum number of bytes.
  /// - Returns: the length of the complete text in bytes, 0 if there is none.
  @discardableResult
  public func read(_ text: ContentText, into buffer: inout TextBuffer, limit: Int = 4096) -> Int {
    buffer.clear()
    guard let ask = unsafe host.table.content_text else { return 0 }
    return unsafe buffer.fill(limit: limit) {
      unsafe ask(host.pointer, text.rawValue, $0, $1)
    }
  }

  /// At most 4 KiB of a text of the content; empty if there is none.
  public func text(_ text: ContentText) -> String {
    var buffer = TextBuffer()
    read(text, into: &buffer)
    return buffer.string
  }
}
