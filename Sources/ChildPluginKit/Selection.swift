internal import ChildPluginAPI

/// A plugin child's handle to the cursor's row and the marked rows, which all children of the
/// container share: every property asks the host, which keeps them in `RowSelection`, and every
/// change is a request to it.
///
/// Rows are numbered as in the content. After a change of ``Content/generation`` the host finds the
/// rows again by their row keys, with new numbers; the mark of a row that is gone is dropped.
@safe public struct Selection {
  private let host: UnsafePointer<childplugin_host_t>
  private let table: childplugin_host_selection_t

  init(_ host: UnsafePointer<childplugin_host_t>, _ table: childplugin_host_selection_t) {
    unsafe self.host = host
    self.table = table
  }

  /// The cursor's row, always one of the view; nil while the view is empty, and while the row is
  /// being found again after a reload.
  public var row: Int? {
    let row = unsafe table.row?(host) ?? CHILDPLUGIN_NO_ROW
    return row == CHILDPLUGIN_NO_ROW ? nil : Int(clamping: row)
  }

  /// The number of marked rows.
  public var markedCount: Int {
    unsafe Int(clamping: table.marked_count?(host) ?? 0)
  }

  /// Whether a row is marked.
  public func isMarked(_ row: Int) -> Bool {
    unsafe row >= 0 && table.is_marked?(host, UInt64(row)) ?? false
  }

  /// The marked rows in order.
  ///
  /// - Parameters:
  ///   - first: the index of the first marked row to return.
  ///   - limit: the maximum number of rows.
  /// - Returns: row numbers of the content.
  public func markedRows(from first: Int = 0, limit: Int) -> [Int] {
    guard limit > 0, let ask = unsafe table.marked_rows else { return [] }
    let room = min(limit, max(0, markedCount - max(0, first)))
    let rows = unsafe [UInt64](unsafeUninitializedCapacity: room) { buffer, count in
      count = unsafe min(
        room, Int(clamping: ask(host, UInt64(max(0, first)), buffer.baseAddress, UInt64(room))))
    }
    return rows.map { Int(clamping: $0) }
  }

  /// The number of marked rows that are gone.
  public var goneCount: Int {
    unsafe Int(clamping: table.gone_count?(host) ?? 0)
  }

  /// Reads a notice about lost rows, one line; empty if there is none.
  public func readNotice(into text: inout TextBuffer) {
    text.clear()
    guard let ask = unsafe table.notice else { return }
    _ = unsafe text.fill(limit: 256) { unsafe ask(host, $0, $1) }
  }

  /// Keeps the cursor on the first or last row of the view across reloads, sorts and new rows; not
  /// from ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// - Returns: false if the host does not support it, or without a user activation.
  @discardableResult
  public func anchor(atEnd isAtEnd: Bool = false) -> Bool {
    unsafe table.anchor?(host, isAtEnd ? CHILDPLUGIN_ANCHOR_END : CHILDPLUGIN_ANCHOR_TOP) ?? false
  }

  /// Moves the cursor to a row; not from ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// - Returns: false if there is no such row, or without a user activation.
  @discardableResult
  public func select(_ row: Int) -> Bool {
    unsafe row >= 0 && table.set_row?(host, UInt64(row)) ?? false
  }

  /// Marks or unmarks rows; not from ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// Does nothing if the marked rows would form more than 65,536 ranges.
  ///
  /// - Returns: false if there are no such rows, or without a user activation.
  @discardableResult
  public func mark(_ rows: Range<Int>, _ isMarked: Bool = true) -> Bool {
    guard rows.lowerBound >= 0 else { return false }
    return unsafe table.mark?(host, UInt64(rows.lowerBound), UInt64(rows.count), isMarked) ?? false
  }
}
