import ChildPluginAPI

/// The view of a fake host: carries out a child's requests at once, unless told to delay finds.
struct FakeView {
  /// A filter or a find holds this text; without capitals it finds capitals, too.
  struct Pattern: Equatable {
    var text: String
    var kind = CHILDPLUGIN_MATCH_TEXT

    /// Where it stands in a text, in bytes.
    func ranges(in text: String) -> [Range<Int>] {
      let isExact = self.text.contains { $0.isUppercase }
      let (sought, bytes) = (
        Array(self.text.utf8), Array((isExact ? text : text.lowercased()).utf8)
      )
      var ranges: [Range<Int>] = []
      var start = 0
      while !sought.isEmpty, start + sought.count <= bytes.count {
        if bytes[start..<start + sought.count].elementsEqual(sought) {
          ranges.append(start..<start + sought.count)
          start += sought.count
        } else {
          start += 1
        }
      }
      return ranges
    }
  }

  var filter: Pattern?
  var sort: childplugin_sort_t?
  var sought: Pattern?
  var revision: UInt64 = 1
  var finds: UInt64 = 0
  /// What the last find has come to, `CHILDPLUGIN_VIEW_…`.
  var findFlags: UInt32 = 0
  var foundRow = 0
  /// A find runs until the test ends it.
  var findsLater = false
  var problem = ""
  /// A regular expression that is refused, as an invalid one is.
  var invalidExpression: String?
  /// How many rows have been filtered; nil: all.
  var lookedRows: Int?
  /// The rows are in the order that was asked for, which is that of `CHILDPLUGIN_CELLS_…`.
  var isInOrder = true
  var cells = CHILDPLUGIN_CELLS_UNSORTED

  /// The rows of a content that it shows; nil shows all of them, in their order.
  func shown(of content: FakeContent?) -> [Int]? {
    guard let content, filter != nil || sort != nil else { return nil }
    let rows = (0..<min(content.rows, lookedRows ?? .max)).filter { row in
      filter.map { !$0.ranges(in: content.row(row)).isEmpty } ?? true
    }
    guard let sort else { return rows }
    func key(_ row: Int) -> String {
      sort.column == .max ? content.row(row) : content.cell(row, Int(sort.column))
    }
    let isDown = sort.flags & CHILDPLUGIN_SORT_DESCENDING != 0
    return rows.sorted { isDown ? key($0) > key($1) : key($0) < key($1) }
  }

  /// Goes to the next row that holds what is looked for, round the end.
  mutating func find(from place: UInt64, isBackward: Bool, in content: FakeContent) {
    let count = shown(of: content)?.count ?? content.rows
    let step = isBackward ? -1 : 1
    var next = place == CHILDPLUGIN_NO_ROW ? (isBackward ? count : -1) : Int(place)
    findFlags = CHILDPLUGIN_VIEW_NO_MATCH
    for _ in 0..<count {
      next = (next + step + count) % count
      let row = shown(of: content)?[next] ?? next
      guard sought?.ranges(in: content.row(row)).isEmpty == false else { continue }
      findFlags = CHILDPLUGIN_VIEW_FOUND
      foundRow = row
      return
    }
  }

  /// Where a text matches the filter, or else what is looked for.
  func matches(in text: String) -> [Range<Int>] {
    (filter?.ranges(in: text) ?? []) + (sought?.ranges(in: text) ?? [])
  }
}

/// The table of every fake host's view.
enum FakeViewTable {
  static func table() -> childplugin_host_view_t {
    var table = childplugin_host_view_t()
    addRows(to: &table)
    addWishes(to: &table)
    addCells(to: &table)
    return table
  }

  private static func addRows(to table: inout childplugin_host_view_t) {
    unsafe table.info = { host, info in
      let fake = unsafe FakeHost.of(host)
      guard let info = unsafe info, let content = fake.content else { return false }
      let view = fake.view
      unsafe info.pointee.flags =
        (view.lookedRows == nil ? CHILDPLUGIN_VIEW_COMPLETE : 0) | view.findFlags
        | (view.filter == nil ? 0 : CHILDPLUGIN_VIEW_FILTERED)
        | (view.sort == nil ? 0 : CHILDPLUGIN_VIEW_SORTED)
        | (view.sort == nil || !view.isInOrder ? 0 : CHILDPLUGIN_VIEW_IN_ORDER)
        | (view.problem.isEmpty ? 0 : CHILDPLUGIN_VIEW_PROBLEM)
      unsafe info.pointee.revision = view.revision
      unsafe info.pointee.rows = UInt64(view.shown(of: content)?.count ?? content.rows)
      unsafe info.pointee.looked_rows = UInt64(view.lookedRows ?? content.rows)
      unsafe info.pointee.all_rows = UInt64(content.rows)
      unsafe info.pointee.finds = view.finds
      unsafe info.pointee.found_row = UInt64(view.foundRow)
      unsafe info.pointee.cells = view.sort == nil || !view.isInOrder ? 0 : view.cells
      return true
    }
    unsafe table.rows = { host, place, rows, capacity in
      let fake = unsafe FakeHost.of(host)
      let shown = fake.view.shown(of: fake.content)
      let count = shown?.count ?? fake.content?.rows ?? 0
      let wanted = max(0, min(Int(capacity), count - Int(place)))
      for index in 0..<wanted {
        unsafe rows?[index] = UInt64(shown?[Int(place) + index] ?? Int(place) + index)
      }
      return UInt64(wanted)
    }
    unsafe table.place = { host, row in
      let fake = unsafe FakeHost.of(host)
      guard let shown = fake.view.shown(of: fake.content) else {
        return row < fake.content?.rows ?? 0 ? row : CHILDPLUGIN_NO_ROW
      }
      return shown.firstIndex(of: Int(row)).map { UInt64($0) } ?? CHILDPLUGIN_NO_ROW
    }
    unsafe table.matches = { host, row, column, ranges, capacity in
      let fake = unsafe FakeHost.of(host)
      guard let content = fake.content, let ranges = unsafe ranges else { return 0 }
      let text =
        column == .max ? content.row(Int(row)) : content.cell(Int(row), Int(column))
      let matches = fake.view.matches(in: text).prefix(Int(capacity))
      for (index, match) in matches.enumerated() {
        unsafe ranges[index] = childplugin_range_t(
          start: UInt64(match.lowerBound), end: UInt64(match.upperBound))
      }
      return UInt64(matches.count)
    }
  }

  /// As the header says, cell by cell.
  private static func addCells(to table: inout childplugin_host_view_t) {
    unsafe table.cells = {
      host, rows, rowCount, column, columnCount, limit, ranges, buffer, capacity in
      let fake = unsafe FakeHost.of(host)
      guard let rows = unsafe rows, let ranges = unsafe ranges, let buffer = unsafe buffer,
        let ask = unsafe host?.pointee.content_cell
      else { return 0 }
      fake.batchReads += 1
      var used: UInt64 = 0
      for row in 0..<min(Int(rowCount), 4096 / Int(columnCount)) {
        for index in 0..<Int(columnCount) {
          let room = min(limit, capacity - used)
          let whole = unsafe ask(
            host, rows[row], column == .max ? .max : column + UInt32(index), buffer + Int(used),
            room)
          guard min(whole, limit) <= room else { return UInt64(row) }
          unsafe ranges[row * Int(columnCount) + index] = childplugin_range_t(
            start: used, end: used + min(whole, limit))
          used += min(whole, limit)
        }
      }
      return rowCount
    }
  }

  private static func addWishes(to table: inout childplugin_host_view_t) {
    unsafe table.filter = { host, filter, buffer, capacity in
      guard let shown = unsafe FakeHost.of(host).view.filter else { return 0 }
      unsafe filter?.pointee.kind = shown.kind
      return unsafe fakeFill(buffer, capacity, shown.text)
    }
    unsafe table.sort = { host, sort in
      guard let shown = unsafe FakeHost.of(host).view.sort else { return false }
      unsafe sort?.pointee = shown
      return true
    }
    unsafe table.problem = { host, buffer, capacity in
      unsafe fakeFill(buffer, capacity, FakeHost.of(host).view.problem)
    }
    unsafe table.show = { host, filter, sort in
      let fake = unsafe FakeHost.of(host)
      let pattern = unsafe filter.flatMap { unsafe Self.pattern($0) }
      if let invalid = fake.view.invalidExpression {
        let isInvalid =
          pattern == FakeView.Pattern(text: invalid, kind: CHILDPLUGIN_MATCH_EXPRESSION)
        fake.view.problem = isInvalid ? "invalid regular expression: the ( has no )" : ""
        if isInvalid { return true }
      }
      fake.view.filter = pattern
      unsafe fake.view.sort = sort?.pointee
      fake.view.revision += 1
      return true
    }
    unsafe table.find = { host, filter, place, flags in
      let fake = unsafe FakeHost.of(host)
      unsafe fake.view.sought = filter.flatMap { unsafe Self.pattern($0) }
      fake.view.revision += 1
      fake.view.findFlags = 0
      if fake.view.invalidExpression != nil { fake.view.problem = "" }
      guard let sought = fake.view.sought, let content = fake.content else { return true }
      fake.view.finds += 1
      if let invalid = fake.view.invalidExpression,
        sought == FakeView.Pattern(text: invalid, kind: CHILDPLUGIN_MATCH_EXPRESSION)
      {
        fake.view.problem = "invalid regular expression: the ( has no )"
      } else if fake.view.findsLater {
        fake.view.findFlags = CHILDPLUGIN_VIEW_FINDING
      } else {
        fake.view.find(
          from: place, isBackward: flags & CHILDPLUGIN_FIND_BACKWARD != 0, in: content)
      }
      return true
    }
  }

  private static func pattern(
    _ filter: UnsafePointer<childplugin_filter_t>
  ) -> FakeView.Pattern? {
    let text = unsafe filter.pointee.text.fakeString
    return text.isEmpty ? nil : unsafe FakeView.Pattern(text: text, kind: filter.pointee.kind)
  }
}
