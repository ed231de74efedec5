import ChildPluginKit

/// The named columns: their names, and the widths that fit the room.
struct ListColumns {
  /// One column as it is drawn.
  struct Column {
    var name = TextBuffer()
    var hint = Content.Column()
    /// Where it begins, from the left end of a row.
    var start = 0
    var width = 0
  }

  /// The most columns that are looked at.
  static let limit = 256
  /// A column is not made narrower than this to let others fit.
  private static let narrowest = 8

  private(set) var columns: [Column] = []
  /// How wide the name of the sorted column is with what stands behind it.
  private var sortedWidth = 0
  /// Its column is as wide as that, which makes no other one narrower.
  private var makesRoom = false
  private var revision: UInt64?
  private var layout: (room: Int, isScrolled: Bool)?
  /// The column by which the rows are sorted, and what is shown behind its name: as wide as that is then, the arrow
  /// left blank.
  ///
  /// It stays while the rows are not in order for a moment, so that nothing moves.
  private var sorted: (column: Int, label: String)?

  /// Reads the columns of the content if it is another than before.
  mutating func read(_ content: Content) {
    guard revision != content.revision else { return }
    revision = content.revision
    layout = nil
    let count = min(content.columns, Self.limit)
    if columns.count > count { columns.removeLast(columns.count - count) }
    while columns.count < count { columns.append(Column()) }
    for index in columns.indices {
      columns[index].hint = content.column(index, name: &columns[index].name) ?? Content.Column()
    }
  }

  /// Takes how the rows are sorted.
  mutating func note(_ view: View?) {
    let sort = view?.sort
    let column = sort?.key == .natural ? sort?.column : nil
    guard let column else {
      if sorted != nil { (sorted, layout) = (nil, nil) }
      return
    }
    // Without rows there is no type, whatever it was before the filter.
    let hasNone = view.map { $0.isComplete && $0.rows == 0 } ?? false
    let label = hasNone ? "" : view?.sortedType.map { "   \($0.word)" }
    if sorted?.column == column, label == nil || label == sorted?.label { return }
    (sorted, layout) = ((column, label ?? ""), nil)
  }

  /// What stands behind the name of a column where there is room for it; empty where there is none.
  func label(of index: Int) -> String {
    guard let sorted, sorted.column == index, columns[index].width >= sortedWidth else { return "" }
    return sorted.label
  }

  /// Gives every column its place.
  ///
  /// While the list is not scrolled to the right, wide columns give way so that as many as can be
  /// are in view; scrolled, each has the width it asks for.
  mutating func fit(room: Int, isScrolled: Bool, host: Host) {
    guard layout?.room != room || layout?.isScrolled != isScrolled else { return }
    layout = (room, isScrolled)
    let gap = room < 40 ? 1 : 2
    if let sorted, columns.indices.contains(sorted.column) {
      sortedWidth = host.columns(of: columns[sorted.column].name) + sorted.label.count
      makesRoom = true
      makesRoom = isScrolled || total(widest: room, gap: gap) <= room
    }
    let widest = isScrolled ? ListPlace.furthestOffset : widestFitting(room: room, gap: gap)
    var start = 0
    for index in columns.indices {
      columns[index].start = start
      columns[index].width = min(width(of: index), widest)
      start += columns[index].width + gap
    }
  }

  /// The columns that are in view, and the room that the widest of them may take; nil where there are none.
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

  private func widestFitting(room: Int, gap: Int) -> Int {
    var (low, high) = (Self.narrowest, max(Self.narrowest, room))
    while low < high {
      let middle = (low + high + 1) / 2
      if total(widest: middle, gap: gap) <= room { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func total(widest: Int, gap: Int) -> Int {
    var total = -gap
    for index in columns.indices { total += min(width(of: index), widest) + gap }
    return total
  }

  /// What a column asks for: that of its cells, or of its name with what stands behind it.
  private func width(of index: Int) -> Int {
    let width = columns[index].hint.width
    return makesRoom && sorted?.column == index ? max(width, sortedWidth) : width
  }
}

extension View.CellType {
  /// What the header calls it.
  fileprivate var word: String {
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
