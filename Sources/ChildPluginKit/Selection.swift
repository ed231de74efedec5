internal import ChildPluginAPI

/// The row that the user is on, and the rows that are marked: the container's, so all its children have the
/// same.
///
/// Rows are numbered as in the content. When ``Content/generation`` changes, the host finds the rows again by what
/// identifies them, and they have other numbers; a row that is gone is not marked any more.
@safe public struct Selection {
  private let host: UnsafePointer<childplugin_host_t>
  private let table: childplugin_host_selection_t

  init(_ host: UnsafePointer<childplugin_host_t>, _ table: childplugin_host_selection_t) {
    unsafe self.host = host
    self.table = table
  }

  /// The row that the user is on, always one that the view shows; nil while it shows none, and while the row is looked
  /// for among those of another load.
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

  /// How many rows that were marked are gone.
  public var goneCount: Int {
    guard let ask = unsafe table.gone_count else { return 0 }
    return unsafe Int(clamping: ask(host))
  }

  /// Reads one line on what has become of the rows; empty when there is nothing to say.
  public func readNotice(into text: inout TextBuffer) {
    text.clear()
    guard let ask = unsafe table.notice else { return }
    _ = unsafe text.fill(limit: 256) { room, capacity in
      unsafe ask(host, room?.assumingMemoryBound(to: CChar.self), capacity)
    }
  }

  /// Keeps the user on the first row of the view, or on the last one, whichever row that is after a reload, in
  /// another order or when rows arrive; not from ``ChildPlugin/draw(on:)``, and only on screen.
  ///
  /// - Returns: false where the host cannot.
  @discardableResult
  public func anchor(atEnd isAtEnd: Bool = false) -> Bool {
    guard let anchor = unsafe table.anchor else { return false }
    return unsafe anchor(host, isAtEnd ? CHILDPLUGIN_ANCHOR_END : CHILDPLUGIN_ANCHOR_TOP)
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
