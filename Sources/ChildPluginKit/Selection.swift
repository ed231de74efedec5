internal import ChildPluginAPI

/// The row that the user is on, and the rows that are marked: the container's, so all its children have the
/// same.
///
/// Rows are numbered as in the content. When ``Content/generation`` changes, no row is marked any more, and
/// the user is on the row of the same number, if there is one.
@safe public struct Selection {
  private let host: UnsafePointer<childplugin_host_t>
  private let table: childplugin_host_selection_t

  init(_ host: UnsafePointer<childplugin_host_t>, _ table: childplugin_host_selection_t) {
    unsafe self.host = host
    self.table = table
  }

  /// The row that the user is on; nil while the content has none.
  public var row: Int? {
    guard let ask = unsafe table.row else { return nil }
    let row = unsafe ask(host)
    return row == CHILDPLUGIN_NO_ROW ? nil : Int(clamping: row)
  }

  /// How many rows are marked.
  public var markedCount: Int {
    guard let ask = unsafe table.marked_count else { return 0 }
    return unsafe Int(clamping: ask(host))
  }

  /// Whether a row is marked.
  public func isMarked(_ row: Int) -> Bool {
    guard row >= 0, let ask = unsafe table.is_marked else { return false }
    return unsafe ask(host, UInt64(row))
  }

  /// The marked rows in order.
  ///
  /// - Parameters:
  ///   - first: how many of them are left out, from the first on.
  ///   - limit: how many there are at most.
  /// - Returns: their numbers.
  public func markedRows(from first: Int = 0, limit: Int) -> [Int] {
    guard limit > 0, let ask = unsafe table.marked_rows else { return [] }
    let room = min(limit, max(0, markedCount - max(0, first)))
    let rows = unsafe [UInt64](unsafeUninitializedCapacity: room) { buffer, count in
      count = unsafe min(
        room, Int(clamping: ask(host, UInt64(max(0, first)), buffer.baseAddress, UInt64(room))))
    }
    return rows.map { Int(clamping: $0) }
  }

  /// Puts the user on a row; not from ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// - Returns: whether there is such a row.
  @discardableResult
  public func select(_ row: Int) -> Bool {
    guard row >= 0, let set = unsafe table.set_row else { return false }
    return unsafe set(host, UInt64(row))
  }

  /// Marks rows, or unmarks them; not from ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// What would leave the marked rows in more than 65,536 places is not done.
  ///
  /// - Returns: whether there are such rows.
  @discardableResult
  public func mark(_ rows: Range<Int>, _ isMarked: Bool = true) -> Bool {
    guard rows.lowerBound >= 0, let mark = unsafe table.mark else { return false }
    return unsafe mark(host, UInt64(rows.lowerBound), UInt64(rows.count), isMarked)
  }
}
