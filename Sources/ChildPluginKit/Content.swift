internal import ChildPluginAPI

/// What the source delivered, as it is during this call of the child's function.
///
/// Do not keep it: ask the host again.
public struct Content {
  /// Why the source failed.
  public enum Failure: Equatable, Sendable {
    /// No such command or file.
    case notFound
    /// It may not be read or run.
    case notAllowed
    /// The command ended with this status.
    case exitStatus(Int)
    /// The command was ended by this signal.
    case signal(Int)
    /// Reading failed.
    case read
    /// Something else, also of a later version.
    case other
  }

  /// A named column.
  public struct Column: Equatable, Sendable {
    /// Whether its values stand at the right, as numbers do.
    public var alignsRight = false
    /// Cells that hold most of its values and its name; a hint, 1 or more.
    public var width = 1

    /// A column; without arguments one cell wide, at the left.
    public init(alignsRight: Bool = false, width: Int = 1) {
      self.alignsRight = alignsRight
      self.width = width
    }
  }

  /// How a row is kept.
  public struct Row: Equatable, Sendable {
    /// Bytes that can be read.
    public var length = 0
    /// Whether the line was longer than is kept.
    public var isCut = false
  }

  let host: Host
  private let table: childplugin_content_t

  init(host: Host, table: childplugin_content_t) {
    self.host = host
    self.table = table
  }

  /// Whether the source is still at work.
  public var isLoading: Bool { has(CHILDPLUGIN_CONTENT_LOADING) }
  /// Whether it has ended and all its rows are here.
  public var isComplete: Bool { has(CHILDPLUGIN_CONTENT_COMPLETE) }
  /// Whether a limit was reached and not all rows are kept.
  public var isCut: Bool { has(CHILDPLUGIN_CONTENT_CUT) }
  /// Whether it can be read only once, as what comes through a pipe: it is not loaded again.
  public var isReadOnce: Bool { has(CHILDPLUGIN_CONTENT_ONCE) }
  /// Changes with every change.
  public var revision: UInt64 { table.revision }
  /// Changes when a reload has replaced the rows.
  public var generation: UInt64 { table.generation }
  /// Rows that can be read now.
  public var rows: Int { Int(clamping: table.rows) }
  /// Bytes received so far.
  public var bytes: Int { Int(clamping: table.bytes) }
  /// Named columns; 0: a row is one text.
  public var columns: Int { Int(table.columns) }
  /// How much is done, 0 to 1; nil when it is not known.
  public var fraction: Double? {
    guard has(CHILDPLUGIN_CONTENT_FRACTION), table.fraction.isFinite else { return nil }
    return max(0, min(1, table.fraction))
  }
  /// When this load began, on the host's clock.
  public var beganNanoseconds: Int64 { table.began_nanoseconds }
  /// How long it has taken, or took.
  public var elapsedNanoseconds: Int64 { table.elapsed_nanoseconds }
  /// When the load ended that the rows came from, on the host's clock; nil while it goes on, and in a host of 1.0.
  public var loadedNanoseconds: Int64? { Self.known(table.loaded_nanoseconds) }
  /// When the last of the loads that failed did; nil where none has.
  public var failedNanoseconds: Int64? { Self.known(table.failed_nanoseconds) }
  /// The time from the end of one load to the next; nil where it is loaded again only when asked.
  public var everyNanoseconds: Int64? { Self.known(table.every_nanoseconds) }
  /// How many loads have failed in this run.
  public var failures: Int { Int(clamping: table.failures) }

  private static func known(_ nanoseconds: Int64) -> Int64? { nanoseconds > 0 ? nanoseconds : nil }

  /// Why it failed; nil when it did not.
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

  /// How row `row` is kept; nil when there is no such row.
  public func row(_ row: Int) -> Row? {
    guard row >= 0, let ask = unsafe host.table.content_row else { return nil }
    var info = childplugin_row_t()
    info.size = UInt32(MemoryLayout<childplugin_row_t>.size)
    guard unsafe ask(host.pointer, UInt64(row), &info) else { return nil }
    return Row(length: Int(clamping: info.length), isCut: info.flags & CHILDPLUGIN_ROW_CUT != 0)
  }

  /// Reads the text of a cell, or of the whole row, into a buffer.
  ///
  /// - Parameters:
  ///   - row: 0 to `rows` - 1.
  ///   - column: 0 to `columns` - 1; nil: the whole row as it came.
  ///   - buffer: emptied first; empty when there is no such cell.
  ///   - limit: the most bytes to read. Ask for the room you will draw: a row may be 1 MiB long.
  /// - Returns: the length of the whole text in bytes.
  @discardableResult
  public func read(row: Int, column: Int? = nil, into buffer: inout TextBuffer, limit: Int) -> Int {
    buffer.clear()
    guard row >= 0, let ask = unsafe host.table.content_cell else { return 0 }
    let column = column.map { UInt32(clamping: $0) } ?? UInt32.max
    return unsafe buffer.fill(limit: limit) { room, capacity in
      unsafe ask(
        host.pointer, UInt64(row), column, room?.assumingMemoryBound(to: CChar.self), capacity)
    }
  }

  func readText(_ which: UInt32, into buffer: inout TextBuffer, limit: Int) -> Int {
    buffer.clear()
    guard let ask = unsafe host.table.content_text else { return 0 }
    return unsafe buffer.fill(limit: limit) { room, capacity in
      unsafe ask(host.pointer, which, room?.assumingMemoryBound(to: CChar.self), capacity)
    }
  }

  /// A named column, its name read into a buffer; nil when there is no such column.
  public func column(_ index: Int, name buffer: inout TextBuffer) -> Column? {
    buffer.clear()
    guard index >= 0, index < columns, let ask = unsafe host.table.content_column else {
      return nil
    }
    var column = childplugin_column_t()
    column.size = UInt32(MemoryLayout<childplugin_column_t>.size)
    _ = unsafe buffer.fill(limit: 1024) { room, capacity in
      unsafe ask(
        host.pointer, UInt32(index), &column, room?.assumingMemoryBound(to: CChar.self), capacity)
    }
    return Column(
      alignsRight: column.alignment == CHILDPLUGIN_ALIGNMENT_RIGHT, width: max(1, Int(column.width))
    )
  }
}

extension Host {
  /// What the content is now; nil when there is none at all.
  public var content: Content? {
    var content = childplugin_content_t()
    content.size = UInt32(MemoryLayout<childplugin_content_t>.size)
    guard let ask = unsafe table.content, unsafe ask(pointer, &content) else { return nil }
    return Content(host: self, table: content)
  }
}
