import ChildPluginKit

/// The columns of the list's table: reads their names from the content, fits positions and widths
/// to the screen, widens a column for a longer cell, and labels the sorted one.
struct ListColumns {
  /// A table column as the bundled list plugin draws it: its name, its fitted width, and its
  /// position from the left end of a row, before sideways scrolling.
  struct Column {
    var name = TextBuffer()
    var hint = Content.Column()
    /// The first column, counted from the left end of a row.
    var start = 0
    var width = 0
    /// The width of the longest cell that was drawn, if the column was too narrow for it.
    fileprivate var longest = 0
  }

  /// The most columns that are read.
  static let limit = 256
  /// The width below which a column is not narrowed to let others fit.
  private static let narrowest = 8
  /// The width beyond which a column does not grow for a long cell.
  private static let widest = 200

  private(set) var columns: [Column] = []
  /// The width of the sorted column's name with its label.
  private var sortedWidth = 0
  /// Whether the sorted column gets that width, since no other one becomes narrower by it.
  private var widensSortedColumn = false
  private var revision: UInt64?
  /// The name that was read last.
  private var name = TextBuffer()
  private var layout: (room: Int, isScrolled: Bool)?
  /// The blanks between two columns, as last drawn.
  private var gap = 2
  /// The sorted column, and the label after its name, with blanks for the arrow.
  ///
  /// It is kept while the rows are briefly out of order, so that columns do not move.
  private var sorted: (column: Int, label: String)?

  /// Reads the columns of the content if it has changed.
  mutating func read(_ content: Content) {
    guard revision != content.revision else { return }
    revision = content.revision
    layout = nil
    let count = min(content.columns, Self.limit)
    if columns.count > count { columns.removeLast(columns.count - count) }
    while columns.count < count { columns.append(Column()) }
    for index in columns.indices {
      columns[index].hint = content.column(index, name: &name) ?? Content.Column()
      guard columns[index].name != name else { continue }
      columns[index].longest = 0
      swap(&columns[index].name, &name)
    }
  }

  /// Whether a column has room for a cell that it cuts now.
  ///
  /// Widths fit most cells, from the first rows. If the column grows for the cell, the columns must
  /// be fitted and drawn again. Columns never shrink, so rows do not move back and forth.
  mutating func grows(_ index: Int, to width: Int) -> Bool {
    let width = min(width, Self.widest)
    guard width > max(columns[index].hint.width, columns[index].longest), let layout else {
      return false
    }
    columns[index].longest = width
    guard layout.isScrolled || end < layout.room else { return false }
    self.layout = nil
    return true
  }

  /// Records how the rows are sorted.
  mutating func recordSort(of view: View?) {
    let sort = view?.sort
    let column = sort?.key == .natural ? sort?.column : nil
    guard let column else {
      if sorted != nil { (sorted, layout) = (nil, nil) }
      return
    }
    // Without rows the type is unknown, whatever it was before the filter.
    let hasNone = view.map { $0.isComplete && $0.rows == 0 } ?? false
    let label = hasNone ? "" : view?.sortedType.map { "   \($0.label)" }
    if sorted?.column == column, label == nil || label == sorted?.label { return }
    (sorted, layout) = ((column, label ?? ""), nil)
  }

  /// The label after the name of a column; empty if there is none or no room.
  func label(of index: Int) -> String {
    guard let sorted, sorted.column == index, columns[index].width >= sortedWidth else { return "" }
    return sorted.label
  }

  /// Sets the position and width of every column.
  ///
  /// Unless the list is scrolled to the right, wide columns are narrowed so that as many as
  /// possible are visible.
  mutating func fit(room: Int, isScrolled: Bool, host: Host) {
    guard layout?.room != room || layout?.isScrolled != isScrolled else { return }
    layout = (room, isScrolled)
    gap = room < 40 ? 1 : 2
    if let sorted, columns.indices.contains(sorted.column) {
      sortedWidth = host.columns(of: columns[sorted.column].name) + sorted.label.count
      widensSortedColumn = true
      widensSortedColumn = isScrolled || total(widest: room) <= room
    }
    let widest = isScrolled ? ListPosition.maxOffset : widestFitting(room: room)
    var spare = max(0, room - total(widest: widest))
    var start = 0
    for index in columns.indices {
      let width = min(width(of: index), widest)
      let growth = max(0, columns[index].longest - width)
      columns[index].start = start
      columns[index].width = width + (isScrolled ? growth : min(growth, spare))
      spare -= columns[index].width - width
      start += columns[index].width + gap
    }
  }

  /// Whether a column before the last one is too narrow for its longest cell.
  var cutsColumns: Bool {
    columns.dropLast().contains { max($0.hint.width, $0.longest) > $0.width }
  }

  /// The end of the last column, from the left end of a row.
  var end: Int { columns.last.map { $0.start + $0.width } ?? 0 }

  /// The canvas columns that a column takes while the list is scrolled, from the left end of a row.
  func fullRange(of index: Int) -> Range<Int> {
    var range = 0..<0
    for column in columns.indices.prefix(index + 1) {
      let start = column == 0 ? 0 : range.upperBound + gap
      let width = max(columns[column].hint.width, columns[column].longest)
      range = start..<start + (sorted?.column == column ? max(width, sortedWidth) : width)
    }
    return range
  }

  /// The visible columns, and the most room that one of them has; nil without columns.
  func inView(of layout: ListLayout, offset: Int) -> (columns: Range<Int>, room: Int)? {
    guard let last = columns.indices.last else { return nil }
    var seen = last..<last
    var room = 0
    for index in columns.indices {
      let start = layout.textColumn + columns[index].start - offset
      let rest = layout.textColumn + layout.textColumns - start
      guard rest > 0 else { break }
      guard index == last || start + columns[index].width > 0 else { continue }
      seen = min(seen.lowerBound, index)..<index + 1
      room = max(room, index == last ? rest : min(columns[index].width, rest))
    }
    return (seen, room)
  }

  private func widestFitting(room: Int) -> Int {
    var (low, high) = (Self.narrowest, max(Self.narrowest, room))
    while low < high {
      let middle = (low + high + 1) / 2
      if total(widest: middle) <= room { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func total(widest: Int) -> Int {
    var total = -gap
    for index in columns.indices { total += min(width(of: index), widest) + gap }
    return total
  }

  /// The wanted width of a column: that of its cells, or of its name with the label.
  private func width(of index: Int) -> Int {
    let width = columns[index].hint.width
    return widensSortedColumn && sorted?.column == index ? max(width, sortedWidth) : width
  }
}

extension View.CellType {
  /// The name of the type in the header.
  fileprivate var label: String {
    switch self {
    case .number: "number"
    case .size: "size"
    case .duration: "duration"
    case .time: "time"
    case .date: "date"
    case .address: "address"
    case .version: "version"
    case .text: "text"
    }
  }
}
